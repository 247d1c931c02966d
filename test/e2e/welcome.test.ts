import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { assertAccessible, inBrowser, openWindow, type Size, type WindowOptions } from '../support/browser.ts'
import { startChatServer } from '../support/conversation/chat-server.ts'
import { signIn, startTestDaemon } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { some } from '../support/long.ts'
import { mockModelFetches } from '../support/memory/model-fetches.ts'
import { rest } from '../support/wire/rest.ts'
import { welcomePage } from './pages/welcome-page.ts'

const { daemon, owner } = await household()
mockModelFetches()
const secret = 'violet kettle marches north'

/** A home where nobody lives yet but the owner who is to be signed in, and a window on it that is closed before it stops. */
async function newHome(options: WindowOptions = {}, environment: Record<string, string> = {}) {
  const daemon = await startTestDaemon({ environment })
  if (options.as !== undefined) await daemon.owner()
  const opening = openWindow(daemon, options)
  // After the window, which registers before it opens.
  after(() => daemon[Symbol.asyncDispose]())
  const page = await opening
  return { daemon, page }
}

inBrowser('The first minute', () => {
  it('praises no password that the household would refuse', async () => {
    const { page } = await newHome({}, { COMPANION_PASSWORD_MIN_SCORE: '4' })
    const { password } = welcomePage(page)
    await password.fill('violet kettle')
    await page.getByText('Still too easy to guess').waitFor()
    await password.fill(secret)
    await page.getByText('Very good').waitFor()
  })

  for (const size of some<Size>(['desktop'], ['phone'])) {
    it(`creates the owner of an empty home with the setup code, and opens the conversation (${size})`, async () => {
      const { daemon, page } = await newHome({ size })
      const welcome = welcomePage(page)
      const begun = Date.now()
      await welcome.setupCode.fill(daemon.setupCode ?? '')
      await welcome.name.fill('Zoë Ångström')
      await welcome.password.fill('zoe')
      await page.getByText('Use at least 8 characters').waitFor()
      await welcome.password.fill('password')
      await page.getByText('Far too easy to guess').waitFor()
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
      await assertAccessible(page)
      await welcome.startTalking.click()
      await page.waitForURL(/#\/talk/)
      console.log(`onboarding (${size}): ${((Date.now() - begun) / 1_000).toFixed(1)} s`)

      const { body } = await rest(daemon, 'POST /auth/login', {
        payload: { username: 'zoe', password: secret },
      })
      const { access_token: token, family_member } = body.data
      assert.deepEqual([family_member.full_name, family_member.roles], ['Zoë Ångström', ['admin']])
      const personality = await rest(daemon, 'GET /personality/current', { token })
      assert.equal(personality.body.data.companion_name, 'Ada')
      await page.reload()
      await page.waitForURL(/#\/talk/)
    })
  }

  it('says of a wrong setup code, at its field, where the right one is, and keeps everything that was typed', async () => {
    const { daemon, page } = await newHome({ expected: /403/, at: '/welcome?code=AAAA-BBBB' })
    const welcome = welcomePage(page)
    assert.equal(await welcome.setupCode.isVisible(), false, 'it came with the address')
    await welcome.name.fill('Zoë')
    await welcome.password.fill(secret)
    await welcome.goOn.click()
    await page.getByText('That’s not the setup code. It’s shown where Companion was started').waitFor()
    assert.equal(await welcome.setupCode.getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByText('That didn’t work').count(), 0)
    assert.equal(await welcome.name.inputValue(), 'Zoë')
    await assertAccessible(page)
    await welcome.setupCode.fill(daemon.setupCode ?? '')
    await welcome.goOn.click()
    await welcome.companionName.waitFor()
  })

  it('says why a password is refused', async () => {
    const { daemon, page } = await newHome({ expected: /400/ })
    const welcome = welcomePage(page)
    await welcome.setupCode.fill(daemon.setupCode ?? '')
    await welcome.name.fill('Zoë')
    await welcome.password.fill('password1')
    await welcome.goOn.click()
    await page.getByText('appeared in a data breach').waitFor()
    assert.equal(await welcome.name.inputValue(), 'Zoë')
  })

  it('offers the recommended search model, shows its download, and goes on without waiting for it', async () => {
    const { daemon, page } = await newHome({ as: 'olga', at: '/talk' })
    const { access_token: token } = await signIn(daemon, 'olga')
    await page.goto(`${new URL(page.url()).origin}/#/welcome`)
    const welcome = welcomePage(page)
    await welcome.next.click()
    const offer = page.getByRole('region', { name: 'Find memories better' })
    await offer.getByRole('button', { name: 'Download it (24 MB)' }).click()
    const bar = offer.getByRole('progressbar', { name: 'Downloading the search model' })
    await bar.waitFor()
    await assertAccessible(page)
    await welcome.startTalking.click()
    await page.waitForURL(/#\/talk/)
    const { body } = await rest(daemon, 'GET /memory/model', { token })
    assert.equal(body.data.next.model, 'snowflake-arctic-embed-xs')
    await page.goto(`${new URL(page.url()).origin}/#/system?section=embedding`)
    await page.getByText('It begins once the download is done.').waitFor()
  })

  it('offers a search model for many languages to those whose pages are not in English', async () => {
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

  it('finds a model server on this machine, and lets it write the replies', async () => {
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

inBrowser('An invitation', () => {
  it('makes whoever uses it a member, without the admin pages', async () => {
    const { body } = await rest(daemon, 'POST /auth/invitations', { token: owner.access_token, payload: {} })
    const page = await openWindow(daemon, { at: `/welcome?invitation=${body.data.invitation_code}` })
    const welcome = welcomePage(page)
    await welcome.name.fill('Ben')
    await page.getByRole('combobox', { name: 'Who are you in the household?' }).fill('grandparent')
    await welcome.password.fill(secret)
    await welcome.goOn.click()
    await welcome.next.click()
    await page.waitForURL(/#\/talk/)
    await page.getByRole('link', { name: 'Memories' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'System' }).count(), 0)
  })
})
