import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { BrowserWindow } from 'electron'
import type { ElectronApplication, JSHandle, Page } from 'playwright'
import { bundle } from '../../build/packaging/bundles.ts'
import { bundles } from '../../build/packaging/layout.ts'
import { readDaemonFile } from '../../daemon/kernel/daemon-file.ts'
import { locateHome } from '../../daemon/kernel/home.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { liftPolicy, loads, startForeignSite } from '../support/foreign-site.ts'
import { isAlive, soon } from '../support/processes.ts'
import { launchRealApp, noElectron } from '../support/app/real-app.ts'
import { welcomePage } from './pages/welcome-page.ts'

const skip = noElectron
const home = temporaryFolder()
const secret = 'violet kettle marches north'
const daemonPid = () => readDaemonFile(locateHome({ COMPANION_HOME: home }))?.pid

let app: ElectronApplication
let page: Page

async function launch(words: readonly string[] = []): Promise<void> {
  app = await launchRealApp(home, words)
  page = await app.firstWindow()
}

describe('The app in a real Electron', () => {
  before(async () => {
    if (skip !== false) return
    await bundle(bundles)
    await launch()
  })
  after(async () => {
    if (skip === false) await app.close()
    rmSync(home, { recursive: true, force: true })
  })

  it('starts with the welcome page and already has the setup code', { skip }, async () => {
    const welcome = welcomePage(page)
    assert.notEqual(await welcome.setupCode.inputValue(), '')
    await welcome.name.fill('Zoë')
    await welcome.password.fill(secret)
    await welcome.goOn.click()
    await welcome.next.click()
    await welcome.startTalking.click()
    await page.waitForURL(/#\/talk/)
  })

  it('gives its page the bridge and nothing else of Node or Electron', { skip }, async () => {
    const seen = await page.evaluate(() => ({
      bridge: Object.keys((globalThis as Record<string, unknown>)['companionApp'] as object),
      foreign: ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in globalThis),
    }))
    assert.deepEqual(seen, { bridge: ['call'], foreign: [] })
  })

  it('keeps its page in place, isolated and under a strict content policy', { skip }, async () => {
    await using elsewhere = await startForeignSite()
    const address = page.url()
    const window = (await app.browserWindow(page)) as JSHandle<BrowserWindow>
    const decision = await window.evaluateHandle(({ webContents }) => ({
      refused: new Promise<boolean>((resolve) =>
        webContents.once('will-frame-navigate', (event) => resolve(event.defaultPrevented)),
      ),
    }))
    await page.evaluate(`location.href = '${elsewhere.address}'`)
    assert.equal(await decision.evaluate(({ refused }) => refused), true)
    assert.equal(await page.evaluate('location.href'), address)
    assert.deepEqual(elsewhere.asked, [])
    assert.equal(await page.evaluate("window.open('https://example.com/')"), null)
    const response = await page.request.get(new URL('/', address).href)
    assert.match(response.headers()['content-security-policy'] ?? '', /default-src 'none'/)
  })

  it('refuses its page what it does not need', { skip }, async () => {
    const refused = await page.evaluate(
      "navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'given', (error) => error.name)",
    )
    assert.equal(refused, 'NotAllowedError')
  })

  it('loads nothing from elsewhere, even where the policy of its page allows it', { skip }, async () => {
    await using elsewhere = await startForeignSite()
    assert.deepEqual(await loads(page, elsewhere.address), { fetched: false, shown: false })
    await using _ = await liftPolicy(page)
    assert.deepEqual(await loads(page, elsewhere.address), { fetched: false, shown: false })
    assert.deepEqual(elsewhere.asked, [])
  })

  it('runs once: starting it again only brings it to the front', { skip }, async () => {
    const second = await launchRealApp(home, ['companion://mood'])
    await second.waitForEvent('close')
    await page.waitForURL(/#\/mood/)
    assert.equal(app.windows().length, 1)
  })

  it('continues as the same member after a restart, without a password', { skip }, async () => {
    const before = daemonPid()
    await app.close()
    await soon(() => before !== undefined && !isAlive(before))
    await launch()
    await page.getByRole('button', { name: 'Zoë' }).waitFor()
  })

  it('leaves no daemon behind when it is killed', { skip }, async () => {
    const daemon = daemonPid()
    app.process().kill('SIGKILL')
    await soon(() => daemon !== undefined && !isAlive(daemon))
    await launch()
  })

  it('has an icon for every state of its tray', { skip }, async () => {
    const folder = join(bundles, 'app', 'tray')
    const empty = await app.evaluate(
      ({ nativeImage }, files) => files.filter((file) => nativeImage.createFromPath(file).isEmpty()),
      ['starting', 'running', 'talking', 'needs-you', 'paused', 'trouble'].map((name) =>
        join(folder, `${name}.png`),
      ),
    )
    assert.deepEqual(empty, [])
  })
})
