import assert from 'node:assert/strict'
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { fetchableModels } from '../../build/packaging/models.ts'
import {
  assertAccessible,
  inBrowser,
  openWindow,
  signInto,
  type Size,
  untilSays,
} from '../support/browser.ts'
import { startChatServer } from '../support/conversation/chat-server.ts'
import {
  login,
  onFreedPorts,
  password,
  signIn,
  startDaemon,
  startTestDaemon,
  temporaryFolder,
  testEnvironment,
} from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { some } from '../support/long.ts'
import { rest } from '../support/wire/rest.ts'
import { mockModelFetches } from '../support/memory/model-fetches.ts'
import { type Section, sections, systemPage } from './pages/system-page.ts'

const names = Object.keys(sections) as Section[]

const { daemon, owner } = await household()
const token = owner.access_token
const title = 'All-MiniLM L6'

const server = mockModelFetches()

inBrowser('The page of the system', () => {
  it('tells members that it is for admins only', async () => {
    const page = await openWindow(daemon, { as: 'mia', at: '/system?section=logs' })
    await page.getByText('Only admins see this page').waitFor()
    assert.equal(await page.getByRole('heading', { level: 2 }).count(), 0)
  })

  it('can be used by everybody in all of its sections', async () => {
    await rest(daemon, 'POST /backups', { token, payload: {} })
    const page = await openWindow(daemon, { as: 'olga', at: '/system' })
    const system = systemPage(page)
    for (const name of names) {
      await system.open(name)
      if (name === 'overview') await page.getByRole('img', { name: /^Calls per second/ }).waitFor()
      for (const colorScheme of some<'light' | 'dark'>(['dark'], ['light'])) {
        await page.emulateMedia({ colorScheme })
        await assertAccessible(page)
      }
    }
  })

  it('links to its sections, and keeps the current one in the address', async () => {
    const page = await openWindow(daemon, { as: 'olga', at: '/system' })
    const system = systemPage(page)
    await system.title('overview').waitFor()
    for (const name of names.toReversed()) {
      await system.link(name).click()
      await system.title(name).waitFor()
      assert.equal(await system.link(name).getAttribute('aria-current'), 'page')
      assert.ok(page.url().endsWith(`#/system?section=${name}`))
    }
  })

  it('offers its sections in a select on a phone, where nothing is wider than the window', async () => {
    const page = await openWindow(daemon, { as: 'olga', at: '/system', size: 'phone' })
    const system = systemPage(page)
    for (const name of names) {
      await system.choice.selectOption(name)
      await system.title(name).waitFor()
      await system.loading.first().waitFor({ state: 'hidden' })
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, name)
    }
    await assertAccessible(page)
  })

  it('shows the health of every part, and counts calls as they arrive', async () => {
    const page = await openWindow(daemon, { as: 'olga', at: '/system' })
    const system = systemPage(page)
    await page.getByText(/^(All is well|Something needs attention)\.$/).waitFor()
    for (const part of ['Database', 'Storage', 'Event loop', 'Message bus', 'REST', 'WebSocket', 'gRPC'])
      await page.getByText(new RegExp(`^${part}: (fine|limited)$`)).waitFor()
    await page.getByText(daemon.file.grpc_address, { exact: true }).waitFor()
    const chart = page.getByRole('img', { name: /^Calls per second: REST (?!–|0,)/ })
    await Promise.all([chart.waitFor(), callUntil(() => chart.isVisible())])
    await page.getByRole('radio', { name: 'gRPC' }).press('Space')
    await page.getByRole('img', { name: /^Calls per second: gRPC/ }).waitFor()
    const slowest = system.main.getByRole('row', { name: /\.\w+ REST/ })
    await slowest.first().waitFor()
  })

  it('shows with which program somebody is signed in', async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const { body } = await rest(daemon, 'POST /auth/login', {
      payload: { username: 'mia', password },
      headers: { 'user-agent': agent },
    })
    assert.equal(body.metadata.status, 'success')
    const page = await openWindow(daemon, { as: 'olga', at: '/system' })
    const system = systemPage(page)
    await system.open('sessions')
    const rows = system.rows('Open sessions')
    await rows.filter({ hasText: 'Mia Example' }).filter({ hasText: 'Firefox on Linux' }).first().waitFor()
    assert.equal(await rows.filter({ hasText: 'This session' }).count(), 1)
    await system.button(/^End Mia Example’s session: Firefox on Linux, signed in on /).waitFor()
  })

  for (const size of some<Size>(['desktop'], ['phone'])) {
    it(`ends somebody else’s session (${size})`, async () => {
      await login(daemon, 'mia')
      const page = await openWindow(daemon, { as: 'olga', at: '/system', size })
      const system = systemPage(page)
      await system.open('sessions')
      const ends = system.button('End Mia Example’s session')
      await ends.first().waitFor()
      const before = await ends.count()
      await ends.first().click()
      await system.confirm('End')
      await system.said('Mia Example’s session has ended.').waitFor()
      await ends.nth(before - 1).waitFor({ state: 'detached' })
    })

    it(`blocks an address for a while and unblocks it (${size})`, async () => {
      const page = await openWindow(daemon, { as: 'olga', at: '/system', size, expected: /4\d\d/ })
      const system = systemPage(page)
      await system.open('security')
      await system.field('Address or network').fill('127.0.0.1')
      await system.button('Block').click()
      await system.alert.filter({ hasText: 'lock out everyone' }).waitFor()
      await system.field('Address or network').fill('203.0.113.7')
      await system.field('Reason').fill('tried passwords')
      await system.field('For how long').selectOption({ label: 'A week' })
      await system.button('Block').click()
      const row = system.rows('Blocked addresses').filter({ hasText: '203.0.113.7' })
      await row.waitFor()
      assert.match(await row.innerText(), /tried passwords[^]*ends (next week|in 7 days|in 1 week)/)
      await untilSays(system.field('Address or network'), '')
      await system.button('Unblock 203.0.113.7').click()
      await row.waitFor({ state: 'detached' })
      await page.getByText('No addresses are blocked').waitFor()
    })
  }

  it('filters the audit log, and verifies that it is intact', async () => {
    await login(daemon, 'mia', 'not the password')
    const page = await openWindow(daemon, { as: 'olga', at: '/system' })
    const system = systemPage(page)
    await system.open('security')
    await system.field('Event').selectOption({ label: 'Failed sign-in' })
    const rows = system.rows('Audit log')
    await rows.filter({ hasNotText: 'Failed sign-in' }).first().waitFor({ state: 'detached' })
    await rows.first().filter({ hasText: 'about Mia Example' }).waitFor()
    await system.field('Until').fill('2020-01-01')
    await page.getByText('Nothing found').waitFor()
    await system.button('Verify the chain').click()
    await page.getByText(/It’s intact: all \d+ rows/).waitFor()
  })

  it('finds a setting by its meaning, and says where it was set', async () => {
    const page = await openWindow(daemon, { as: 'olga', at: '/system' })
    const system = systemPage(page)
    await system.open('configuration')
    await system.field('Search the settings').fill('admin actions')
    const rows = system.main.getByRole('listitem')
    await rows.nth(1).waitFor({ state: 'detached' })
    assert.match(await rows.innerText(), /limits\.administrative_per_minute[^]*80000[^]*Environment/)
    await system.field('Search the settings').fill('nothing of the kind')
    await page.getByText('No setting matches').waitFor()
  })

  it('gives a topic another name and removes it again', async () => {
    const page = await openWindow(daemon, { as: 'olga', at: '/system' })
    const system = systemPage(page)
    await system.open('routing')
    await system.field('External name').fill('Kitchen Display')
    await system.button('Add').click()
    await page.getByText('with a letter first').waitFor()
    await system.field('External name').fill('kitchen.display')
    await system.field('Internal topic').selectOption('agency.goals')
    await system.button('Add').click()
    const row = system.rows('Mappings').filter({ hasText: 'kitchen.display' })
    await row.filter({ hasText: /agency\.goals.*Olga Example/s }).waitFor()
    await system.button('Remove kitchen.display').click()
    await system.confirm('Remove')
    await page.getByText('No topic has another name').waitFor()
  })

  it('lets a model of a server write the replies, and goes back to the built-in engine', async () => {
    await using chat = await startChatServer()
    const page = await openWindow(daemon, { as: 'olga', at: '/system', expected: /401|422/ })
    const system = systemPage(page)
    await system.open('engine')
    await system.field('Server address').fill('http://127.0.0.1:9/v1')
    await system.button('List its models').click()
    await system.alert.filter({ hasText: 'can’t be reached' }).waitFor()
    await system.field('Server address').fill(chat.base_url)
    await system.button('List its models').click()
    await page.getByText(/\d+ models/).waitFor()
    await system.field('Model').fill('normal')
    await system.field('API key').fill('sk-of-the-tests')
    await page.getByRole('checkbox', { name: 'Use it for me too' }).check()
    // The sign-in was so long ago that the password is asked for.
    let asked = false
    await page.route('**/api/v1/engine', (route) => {
      if (asked || route.request().method() !== 'PUT') return route.fallback()
      asked = true
      const error = { code: 'AUTHENTICATION_REQUIRED', message: '', details: { reason: 'step_up' } }
      return route.fulfill({ status: 401, json: { metadata: {}, error } })
    })
    await system.button('Use this model').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Yes, continue' }).click()
    await page.getByText('The model server is in use.').waitFor()
    // The member has agreed to it only after that.
    await system.said('now writes the replies of everyone').waitFor()
    const { access_token: token } = await signIn(daemon, 'olga')
    const profile = await rest(daemon, 'GET /auth/profile', { token })
    assert.deepEqual(profile.body.data.preferences.engines, [new URL(chat.base_url).origin])
    await page.getByText('One is stored.').waitFor()
    await untilSays(system.field('API key'), '')
    await system.button('Use the built-in engine').click()
    await system.confirm('Use the built-in engine')
    await page.getByText('The built-in engine writes the replies.', { exact: true }).waitFor()
  })

  it('downloads a model, cancels it, and says why a download failed', async () => {
    const page = await openWindow(daemon, { as: 'olga', at: '/system' })
    const system = systemPage(page)
    await system.open('embedding')
    const row = system.rows('Models').filter({ hasText: title })
    await system.button(new RegExp(`^Download ${title}`)).click()
    const progress = row.getByRole('progressbar', { name: `Downloading ${title}` })
    await progress.waitFor()
    await row.getByText(/^(?!0 bytes).* of 2\d MB/).waitFor()
    await system.button('Cancel download').click()
    await progress.waitFor({ state: 'detached' })
    server.manner = 'gone'
    await system.button(new RegExp(`^Download ${title}`)).click()
    await row.getByText('The download failed').waitFor()
    await row.getByRole('button', { name: /^Resume the download/ }).waitFor()
  })

  it('checks that all memories can be found', async () => {
    const page = await openWindow(daemon, { as: 'olga', at: '/system' })
    const system = systemPage(page)
    await system.open('embedding')
    await system.button('Check').click()
    await page.getByText(/memor(y|ies) can be found\.$/).waitFor()
    assert.equal(await system.button('Repair').count(), 0)
  })

  it('filters the log by level and text, and shows the details of a line', async () => {
    const page = await openWindow(daemon, { as: 'olga', at: '/system' })
    const system = systemPage(page)
    await system.open('logs')
    await system.field('Containing').fill('READY')
    const rows = system.rows('Log')
    await rows.filter({ hasNotText: 'ready' }).first().waitFor({ state: 'detached' })
    await rows.last().getByText('Details').click()
    await rows
      .last()
      .getByText(/"version"|"mode"|"base_url"/)
      .waitFor()
    await system.field('Level').selectOption({ label: 'Errors only' })
    await page.getByText('No matching lines').waitFor()
  })
})

inBrowser('The page of the system, on daemons of its own', () => {
  it('switches to a downloaded model, and cancels a switch that cannot finish', async () => {
    const home = temporaryFolder()
    const id = 'all-minilm-l6-v2'
    const folder = join(home, 'models', id)
    mkdirSync(folder, { recursive: true })
    for (const { name, bytes } of fetchableModels().find((model) => model.id === id)?.files ?? []) {
      writeFileSync(join(folder, name), '')
      truncateSync(join(folder, name), bytes)
    }
    const own = await startTestDaemon({ home })
    const admin = await own.owner()
    await rest(own, 'POST /memory/store', {
      token: admin.access_token,
      payload: { content: 'Tea is in the blue tin.' },
    })
    const page = await openWindow(own, { as: 'olga', at: '/system' })
    after(() => own[Symbol.asyncDispose]())
    const system = systemPage(page)
    await system.open('embedding')
    await system.button(`Use ${title}`).click()
    await system.confirm('Use')
    await page.getByRole('progressbar', { name: `Switching to ${title}` }).waitFor({ state: 'attached' })
    await page.getByText('The switch has stopped').waitFor()
    await system.button('Cancel the switch').click()
    await page.getByRole('progressbar', { name: `Switching to ${title}` }).waitFor({ state: 'detached' })
    await system.button(`Remove ${title}`).click()
    await system.confirm('Remove')
    await system.button(new RegExp(`^Download ${title}`)).waitFor()
  })

  it('says that the environment has set the engine, and offers no form', async () => {
    const environment = {
      COMPANION_ENGINE_BASE_URL: 'http://127.0.0.1:9/v1',
      COMPANION_ENGINE_MODEL: 'small',
    }
    const own = await startTestDaemon({ environment })
    await own.owner()
    const page = await openWindow(own, { as: 'olga', at: '/system' })
    after(() => own[Symbol.asyncDispose]())
    const system = systemPage(page)
    await system.open('engine')
    await page.getByText('engine.base_url is set by an environment variable').waitFor()
    assert.equal(await system.button(/engine|model/).count(), 0)
  })

  it('makes, restores and deletes backups, and recovers by itself after the restart', async () => {
    const home = temporaryFolder()
    let late = 0
    const clock = { ...systemClock, now: () => Date.now() + late }
    // One that is made every day would be in the way of the others.
    const environment = testEnvironment(home, { COMPANION_BACKUPS_DAILY: 'false' })
    let running = await startDaemon(environment, { clock })
    after(() => running.stop())
    const { file, setupCode, ports, restarting } = running
    const own = { ...running, file }
    const person = {
      username: 'olga',
      full_name: 'Olga Example',
      relationship: 'self',
      password: 'correct horse battery',
    }
    await rest(own, 'POST /auth/register', { payload: { ...person, setup_code: setupCode } })
    const page = await openWindow(own, { as: 'olga', at: '/system', expected: /401|WebSocket|ERR_/ })
    const system = systemPage(page)
    await system.open('backups')
    await system.button('Back up now').click()
    const manual = system.rows('Backups').filter({ hasText: 'Made by hand' })
    await manual.waitFor()
    late = 360_000
    await manual.getByRole('button', { name: /^Restore/ }).click()
    await system.confirm('Restore')
    await system.dialog
      .filter({ hasText: 'Confirm it’s you' })
      .getByRole('button', { name: 'Cancel' })
      .click()
    late = 0
    await manual.getByRole('button', { name: /^Restore/ }).click()
    await system.confirm('Restore')
    await page.getByText('The companion is restarting …').waitFor()
    await restarting
    await running.stop()
    running = await onFreedPorts(() => startDaemon(environment, { clock, ports }))
    const username = page.getByLabel('Username')
    await system.said('The backup has been restored.').or(username).first().waitFor()
    // Where the session is none of the backup, the way back is the sign-in.
    if (await username.isVisible()) await signInto(page, 'olga')
    const before = system.rows('Backups').filter({ hasText: 'Before a restore' })
    await before.getByRole('button', { name: /^Delete/ }).click()
    await system.confirm('Delete')
    await before.waitFor({ state: 'detached' })
  })

  it('never hits the rate limit by being open, and says how long to wait when an action does', async () => {
    const own = await startTestDaemon({ environment: { COMPANION_LIMITS_ADMINISTRATIVE_PER_MINUTE: '10' } })
    await own.owner()
    const page = await openWindow(own, { as: 'olga', at: '/system', expected: /429/ })
    after(() => own[Symbol.asyncDispose]())
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 429) refused.push(response.url())
    })
    const system = systemPage(page)
    for (const name of [...names, ...names]) await system.open(name)
    assert.deepEqual(refused, [])
    await system.open('security')
    const verify = system.button('Verify the chain')
    // On a slow machine some of the allowance comes back meanwhile.
    for (let calls = 0; calls < 100 && refused.length === 0; calls += 1) {
      const answered = page.waitForResponse(/audit\/verify/)
      await verify.click()
      await answered
    }
    await system.alert
      .filter({ hasText: /Too many requests\. Try again in (a second|\d+ seconds)\./ })
      .waitFor()
  })
})

/** Calls the daemon again and again, until what is wanted has happened. */
async function callUntil(happened: () => Promise<boolean>): Promise<void> {
  while (!(await happened())) await rest(daemon, 'GET /health', { token })
}
