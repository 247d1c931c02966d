import assert from 'node:assert/strict'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { fetchableModels } from '../../build/packaging/models.ts'
import { inBrowser, openWindow, signInto, untilSays, visit } from '../support/browser.ts'
import { startChatServer } from '../support/conversation/chat-server.ts'
import {
  onFreedPorts,
  password,
  signIn,
  startDaemon,
  startTestDaemon,
  temporaryFolder,
  testEnvironment,
} from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { it, itLong, itScaled } from '../support/long.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'
import { mockModelFetches } from '../support/memory/model-fetches.ts'
import { householdPage } from './pages/household-page.ts'
import { type Section, sections, systemPage } from './pages/system-page.ts'

const home = temporaryFolder()
const id = 'all-minilm-l6-v2'
const folder = join(home, 'models', id)
mkdirSync(folder, { recursive: true })
for (const { name, bytes } of fetchableModels().find((model) => model.id === id)?.files ?? []) {
  writeFileSync(join(folder, name), '')
  truncateSync(join(folder, name), bytes)
}
const { daemon, owner } = await household({ clock: systemClock, pages: true, home })
after(() => rmSync(home, { recursive: true, force: true }))
const title = 'All-MiniLM L6'
const server = mockModelFetches()

inBrowser('The page of the system', () => {
  const open = sharedWindow(daemon)

  const openSection = async (name: Section, options: { expected?: RegExp } = {}) => {
    const page = await open({ as: 'olga', at: `/system?section=${name}`, ...options })
    const system = systemPage(page)
    await system.open(name)
    return { page, system }
  }

  itScaled('lets a model of a server write the replies, and goes back to the built-in engine', async () => {
    await using chat = await startChatServer()
    const { page, system } = await openSection('engine', { expected: /401|422/ })
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

  itScaled('switches to a downloaded model, and cancels a switch that cannot finish', async () => {
    const payload = { content: 'Tea is in the blue tin.' }
    await rest(daemon, 'POST /memory/store', { token: owner.access_token, payload })
    const { page, system } = await openSection('embedding')
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

  itLong('downloads a model, cancels it, and says why a download failed', async () => {
    const { system } = await openSection('embedding')
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
    const { page, system } = await openSection('embedding')
    await system.button('Check').click()
    await page.getByText(/memor(y|ies) can be found\.$/).waitFor()
    assert.equal(await system.button('Repair').count(), 0)
  })
})

inBrowser('The page of the system, on daemons of its own', () => {
  itScaled('makes, restores and deletes backups, and recovers by itself after the restart', async () => {
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

  itLong(
    'never hits the rate limit by being open, and says how long to wait when an action does',
    async () => {
      const own = await startTestDaemon({
        pages: true,
        environment: { COMPANION_LIMITS_ADMINISTRATIVE_PER_MINUTE: '8' },
      })
      await own.owner()
      const opening = openWindow(own, { as: 'olga', at: '/system', expected: /429/ })
      // After the window, which registers before it opens.
      after(() => own[Symbol.asyncDispose]())
      const page = await opening
      const refused: string[] = []
      page.on('response', (response) => {
        if (response.status() === 429) refused.push(response.url())
      })
      const system = systemPage(page)
      for (const name of Object.keys(sections) as Section[]) await system.open(name)
      const view = householdPage(page)
      for (let times = 0; times < 8; times += 1) {
        await visit(page, '/household')
        await view.member('Olga Example').waitFor()
        await visit(page, '/me')
        await page.getByRole('heading', { name: 'Profile' }).waitFor()
      }
      await visit(page, '/household')
      await view.invite.click()
      await view.code.waitFor()
      assert.equal(await page.getByText('Too many requests').count(), 0)
      assert.deepEqual(refused, [])
      await view.confirm('Done').click()
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
    },
  )
})
