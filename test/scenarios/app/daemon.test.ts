import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, describe, it } from 'node:test'
import { root } from '../../../build/packaging/layout.ts'
import { useHomeKey } from '../../../daemon/kernel/encryption/home-key.ts'
import { version } from '../../../daemon/kernel/version.ts'
import { ManualClock } from '../../support/clock.ts'
import { startTestDaemon, temporaryFolder, testEnvironment } from '../../support/daemon.ts'
import { startTestApp } from '../../support/app/desktop-app.ts'
import { household } from '../../support/household.ts'
import { makeLockedHome, passphrase } from '../../support/locked-home.ts'
import { isAlive, soon } from '../../support/processes.ts'
import { daemonProgram } from '../../support/programs.ts'

/** A Node that does this instead of running a daemon. */
function nodeThatDoes(text: string): string {
  const folder = temporaryFolder()
  after(() => rmSync(folder, { recursive: true, force: true }))
  const program = join(folder, 'node')
  writeFileSync(program, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  return program
}

/** A daemon in a process of its own, as an earlier app has left it; the answer is its pid, once it runs. */
async function leftBehind(home: string): Promise<number> {
  const env = { ...process.env, ...testEnvironment(home) }
  const child = spawn(process.execPath, [daemonProgram], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  after(() => child.kill('SIGKILL'))
  for await (const line of createInterface(child.stdout)) if (/Companion/.test(line)) break
  child.stdout.resume()
  return child.pid ?? 0
}

describe('The app and its daemon', async () => {
  /** One that runs already. */
  const { daemon } = await household()
  const home = daemon.home.path
  const assertRuns = async () =>
    assert.equal((await fetch(new URL('/healthz', daemon.file.base_url))).status, 200)

  it('starts one, shows its pages, and stops it when it quits', async () => {
    await using app = await startTestApp()
    const [window] = await app.soon(() => app.electron.visible.length > 0 && app.electron.visible)
    assert.match(window?.webContents.url ?? '', /^http:\/\/127\.0\.0\.1:\d+\/#\/welcome\?code=/)
    const { origin } = new URL(window?.webContents.url ?? '')
    assert.equal((await fetch(`${origin}/healthz`)).status, 200)
    await app.quit()
    await assert.rejects(fetch(`${origin}/healthz`))
    assert.deepEqual([app.electron.tray.destroyed, app.electron.app.quits], [true, 1])
  })

  it('shows the page that unlocks an encrypted home the first time only', async () => {
    const { path: home } = await makeLockedHome()
    const first = await startTestApp({ home })
    const window = await first.window()
    const { origin } = new URL(window.webContents.url)
    await first.told(/Companion is locked/)
    assert.equal((await fetch(`${origin}/`)).status, 200)
    const body = JSON.stringify({ secret: passphrase })
    const headers = { 'content-type': 'application/json' }
    assert.equal((await fetch(`${origin}/unlock`, { method: 'POST', headers, body })).status, 200)
    await first.told(/Nobody is signed in/)
    assert.equal(new URL(window.webContents.url).origin, origin)
    await first.quit()
    useHomeKey(home, null)
    const second = await startTestApp({ home })
    const labels: string[] = []
    await second.soon(() => {
      labels.push(...second.electron.tray.labels)
      return labels.includes('Nobody is signed in')
    })
    assert.ok(!labels.includes('Companion is locked'))
    await second.quit()
    useHomeKey(home, null)
  })

  it('uses one that is already running, and leaves it running when it quits', async () => {
    const app = await startTestApp({ home })
    const [window] = await soon(() => app.electron.visible.length > 0 && app.electron.visible)
    assert.equal(new URL(window?.webContents.url ?? '').origin, new URL(daemon.file.base_url).origin)
    await app.quit()
    await assertRuns()
  })

  it('explains why it cannot be started, shows its last output, and retries on request', async () => {
    const clock = new ManualClock()
    await using app = await startTestApp({
      clock,
      environment: { COMPANION_NODE: nodeThatDoes('echo "the disk is on fire" >&2; exit 3') },
      prepare: ({ dialog }) => dialog.presses.push(1, 0),
    })
    const { dialog, shell, tray } = app.electron
    await soon(() => {
      clock.advance(60_000)
      return dialog.asked.length > 0
    })
    const [asked] = dialog.asked
    assert.equal(asked?.message, 'Companion isn’t running')
    assert.match(asked.detail ?? '', /five times.*the disk is on fire/s)
    await app.told(/has a problem/)
    assert.match(tray.image, /trouble\.png$/)
    assert.match((await soon(() => shell.opened[0])) ?? '', /logs$/)
    tray.click('Open Companion')
    await app.told(/is starting/)
  })

  it('replaces a daemon of an older version', async () => {
    const home = temporaryFolder()
    after(() => rmSync(home, { recursive: true, force: true }))
    const pid = await leftBehind(home)
    await using app = await startTestApp({ home, version: '99.0.0' })
    await app.window()
    await soon(() => !isAlive(pid))
    assert.equal(app.electron.dialog.asked.length, 0)
  })

  it('leaves a daemon of a newer version alone, and says so', async () => {
    await using app = await startTestApp({ home, version: '0.0.1' })
    const asked = await app.soon(() => app.electron.dialog.asked[0])
    assert.match(asked.detail ?? '', /newer Companion/)
    assert.equal(daemon.file.version, version)
    await assertRuns()
  })

  it('quits when the machine shuts down', async () => {
    await using app = await startTestApp({ home })
    await app.window()
    app.electron.powerMonitor.happen('shutdown')
    await app.soon(() => app.electron.app.quits === 1)
    assert.equal(app.electron.tray.destroyed, true)
  })

  it('checks it at once when the machine wakes up', async () => {
    const home = temporaryFolder()
    after(() => rmSync(home, { recursive: true, force: true }))
    const daemon = await startTestDaemon({ home })
    const environment = { COMPANION_NODE: nodeThatDoes('exec sleep 1000000') }
    await using app = await startTestApp({ home, clock: new ManualClock(), environment })
    await app.told(/Nobody/)
    app.electron.powerMonitor.happen('suspend')
    await daemon.stop()
    app.electron.powerMonitor.happen('resume')
    await app.told(/is starting/)
  })

  it('uses the same Windows app id as its installer', async () => {
    await using app = await startTestApp({ home, platform: 'win32' })
    const configuration = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
    assert.match(configuration, new RegExp(`^appId: ${app.electron.app.userModelId}$`, 'm'))
    const installer = readFileSync(join(root, 'build', 'windows', 'installer.nsh'), 'utf8')
    const entries = [...installer.matchAll(/DeleteRegValue .*Run" "(.*)"/g)].map(([, name]) => name)
    assert.deepEqual(entries, ['${APP_ID}', '${APP_ID}'])
  })
})
