import assert from 'node:assert/strict'
import { after } from 'node:test'
import { systemClock } from '../../daemon/kernel/clock.ts'
import {
  assertAccessible,
  inBrowser,
  openWindow,
  type Size,
  visit,
  type WindowOptions,
} from '../support/browser.ts'
import { startChatServer } from '../support/conversation/chat-server.ts'
import { signIn, startTestDaemon } from '../support/daemon.ts'
import { isLong, itLong, itScaled } from '../support/long.ts'
import { mockModelFetches } from '../support/memory/model-fetches.ts'
import { rest } from '../support/wire/rest.ts'
import { welcomePage } from './pages/welcome-page.ts'

/** A home where nobody lives until the first test. */
const daemon = await startTestDaemon({ clock: systemClock, pages: true })
after(() => daemon[Symbol.asyncDispose]())
mockModelFetches()
const secret = 'violet kettle marches north'
const size: Size = isLong ? 'phone' : 'desktop'

/** Another one, maybe with the owner who is to be signed in, and a window on it that is closed before it stops. */
async function newHome(options: WindowOptions = {}, environment: Record<string, string> = {}) {
  const home = await startTestDaemon({ clock: systemClock, pages: true, environment })
  if (options.as !== undefined) await home.owner()
  const opening = openWindow(home, options)
  // After the window, which registers before it opens.
  after(() => home[Symbol.asyncDispose]())
  const page = await opening
  return { daemon: home, page }
}

const zoe = async () => {
  const { body } = await rest(daemon, 'POST /auth/login', { payload: { username: 'zoe', password: secret } })
  return body.data
}

inBrowser('The first minute', () => {
  itScaled(
    `creates the owner of an empty home with the setup code, and opens the conversation (${size})`,
    async () => {
      const page = await openWindow(daemon, { size, at: '/welcome?code=AAAA-BBBB', expected: /400|403/ })
      const welcome = welcomePage(page)
      await welcome.name.fill('Zoë Ångström')
      assert.equal(await welcome.setupCode.isVisible(), false, 'it came with the address')
      await welcome.password.fill('zoe')
      await page.getByText('Use at least 8 characters').waitFor()
      await welcome.password.fill('password1')
      await page.getByText('Far too easy to guess').waitFor()
      await welcome.goOn.click()
      await page.getByText('That’s not the setup code. It’s shown where Companion was started').waitFor()
      assert.equal(await welcome.setupCode.getAttribute('aria-invalid'), 'true')
      assert.equal(await page.getByText('That didn’t work').count(), 0)
      await welcome.setupCode.fill(daemon.setupCode ?? '')
      await welcome.goOn.click()
      await page.getByText('appeared in a data breach').waitFor()
      assert.equal(await welcome.name.inputValue(), 'Zoë Ångström')
      await welcome.password.fill(secret)
      await page.getByText('Very good').waitFor()
      await assertAccessible(page)
      await welcome.goOn.click()

      await welcome.companionName.fill('Ada')
      await page.getByText('How it would answer').waitFor()
      await assertAccessible(page)
      await welcome.next.click()

      await page.getByRole('heading', { level: 1, name: 'A voice of its own', exact: true }).waitFor()
      await page.getByRole('region', { name: 'A model on this machine', exact: true }).waitFor()
      const offer = page.getByRole('region', { name: 'Find memories better' })
      await offer.getByRole('button', { name: 'Download it (24 MB)' }).click()
      await offer.getByRole('progressbar', { name: 'Downloading the search model' }).waitFor()
      await assertAccessible(page)
      await welcome.startTalking.click()
      await page.waitForURL(/#\/talk/)

      const { access_token: token, family_member } = await zoe()
      assert.deepEqual([family_member.full_name, family_member.roles], ['Zoë Ångström', ['admin']])
      const personality = await rest(daemon, 'GET /personality/current', { token })
      assert.equal(personality.body.data.companion_name, 'Ada')
      const { body } = await rest(daemon, 'GET /memory/model', { token })
      assert.equal(body.data.next.model, 'snowflake-arctic-embed-xs')
      if (isLong) {
        await page.reload()
        await page.waitForURL(/#\/talk/)
      }
      await page.goto(`${new URL(page.url()).origin}/#/system?section=embedding`)
      await page.getByText('It begins once the download is done.').waitFor()
    },
  )

  itScaled(`makes whoever has an invitation a member, without the admin pages (${size})`, async () => {
    const { access_token: token } = await zoe()
    const { body } = await rest(daemon, 'POST /auth/invitations', { token, payload: {} })
    const page = await openWindow(daemon, { size, at: `/welcome?invitation=${body.data.invitation_code}` })
    const welcome = welcomePage(page)
    await welcome.name.fill('Ben')
    await page.getByRole('combobox', { name: 'Who are you in the household?' }).fill('grandparent')
    await welcome.password.fill(secret)
    await welcome.goOn.click()
    await welcome.next.click()
    await page.waitForURL(/#\/talk/)
    await page.getByRole('link', { name: 'Talk', exact: true }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'System', includeHidden: true }).count(), 0)
    await visit(page, '/system?section=logs')
    await page.getByText('Only admins see this page').waitFor()
    assert.equal(await page.getByRole('heading', { level: 2 }).count(), 0)
  })

  itLong('praises no password that the household would refuse', async () => {
    const { page } = await newHome({}, { COMPANION_PASSWORD_MIN_SCORE: '4' })
    const { password } = welcomePage(page)
    await password.fill('violet kettle')
    await page.getByText('Still too easy to guess').waitFor()
    await password.fill(secret)
    await page.getByText('Very good').waitFor()
  })

  itLong('says why a password is refused', async () => {
    const { daemon, page } = await newHome({ expected: /400/ })
    const welcome = welcomePage(page)
    await welcome.setupCode.fill(daemon.setupCode ?? '')
    await welcome.name.fill('Zoë')
    await welcome.password.fill('password1')
    await welcome.goOn.click()
    await page.getByText('appeared in a data breach').waitFor()
    assert.equal(await welcome.name.inputValue(), 'Zoë')
  })

  itLong('offers a search model for many languages to those whose pages are not in English', async () => {
    const { daemon, page } = await newHome({ as: 'olga', at: '/talk' })
    const { access_token: token } = await signIn(daemon, 'olga')
    await page.goto(`${new URL(page.url()).origin}/#/welcome?section=engine`)
    await page.getByRole('radio', { name: 'Deutsch', exact: true }).press('Space')
    const offer = page.getByRole('region', { name: 'Erinnerungen besser finden', exact: true })
    await offer.getByText('viele Sprachen').waitFor()
    await offer.getByRole('button', { name: /^Herunterladen \(\d+\sMB\)$/ }).click()
    await offer.getByRole('progressbar').waitFor()
    await assertAccessible(page)
    const { body } = await rest(daemon, 'GET /memory/model', { token })
    assert.equal(body.data.next.model, 'multilingual-e5-small')
  })

  itLong('finds a model server on this machine, and lets it write the replies', async () => {
    await using server = await startChatServer()
    const { daemon, page } = await newHome({ as: 'olga', at: '/talk' })
    const { access_token: token } = await signIn(daemon, 'olga')
    // The usual ports may be anybody's on this machine, so the server is put where the page looks for it.
    await page.route('**/api/v1/engine/servers', async (route) => {
      const { body } = await rest(daemon, 'POST /engine/models', {
        token,
        payload: { base_url: server.base_url },
      })
      const { base_url, models } = body.data
      const items = [{ base_url, kind: 'ollama', models, suggested: [] }]
      await route.fulfill({ json: { metadata: {}, data: { items, total: 1 } } })
    })
    await page.goto(`${new URL(page.url()).origin}/#/welcome`)
    const welcome = welcomePage(page)
    await welcome.next.click()
    const offer = page.getByRole('region', { name: `Ollama at ${server.base_url}`, exact: true })
    await offer.getByText(`will be sent to ${server.base_url}`).waitFor()
    await offer.getByLabel('Model', { exact: true }).selectOption('normal')
    // That the member agrees is kept after the model.
    const agreed = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/auth/profile'),
    )
    await offer.getByRole('button', { name: 'Use this model', exact: true }).click()
    await offer.getByText('normal writes your replies from now on.').waitFor()
    await agreed
    await assertAccessible(page)
    await welcome.startTalking.click()
    await page.waitForURL(/#\/talk/)
    const { body } = await rest(daemon, 'GET /engine', { token })
    assert.equal(body.data.base_url, server.base_url)
    const profile = await rest(daemon, 'GET /auth/profile', { token })
    assert.deepEqual(profile.body.data.preferences.engines, [new URL(server.base_url).origin])
  })
})
