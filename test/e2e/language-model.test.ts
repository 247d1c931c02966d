import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Page } from 'playwright'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { assertAccessible, inBrowser, openWindow, type Size, visit } from '../support/browser.ts'
import { startOllama } from '../support/conversation/ollama-server.ts'
import { tinyGguf } from '../support/conversation/tiny-gguf.ts'
import { password, signIn, startTestDaemon, type TestDaemon } from '../support/daemon.ts'
import { amount, isLong, itLong, itScaled, some } from '../support/long.ts'
import { chatEntryOf, makeManifest } from '../support/memory/embedding.ts'
import { startModelServer } from '../support/memory/model-server.ts'
import { soon } from '../support/processes.ts'
import { rest } from '../support/wire/rest.ts'
import { systemPage } from './pages/system-page.ts'
import { talkPage } from './pages/talk-page.ts'
import { welcomePage } from './pages/welcome-page.ts'

const words = 'I am small but here, and gladly talk with you about everything.'
const model = tinyGguf({ context: 4_096, says: words })
const files = { '/tiny.gguf': model, '/mine.gguf': model }
const sizes = some<Size>(['desktop'], ['phone'])
const gigabyte = 2 ** 30

/** A server that has a model, and a daemon that knows it from there, with one that is too large for any machine. */
async function openHome() {
  const server = await startModelServer({ files })
  after(() => server[Symbol.asyncDispose]())
  const huge = chatEntryOf('huge', server.url, model, { title: 'Huge', parameters: 400 })
  const { manifest } = makeManifest(
    chatEntryOf('tiny', server.url, model, { title: 'Tiny', licence: 'Apache-2.0' }),
    { ...huge, files: huge.files.map((file) => ({ ...file, bytes: 64 * gigabyte })) },
  )
  const daemon = await startTestDaemon({ clock: systemClock, pages: true, manifest })
  /** Holds the first download in the middle, until the server drops it. */
  const hold = () => {
    server.asked.splice(0)
    server.behave({ files, breaksAfter: model.length / 2, holds: true })
  }
  return { server, daemon, hold }
}

/** The same with an owner, and their window on a page; both are gone after the last test. */
async function openOwned(at: string, size: Size = 'desktop') {
  const { server, daemon, hold } = await openHome()
  await daemon.owner()
  const opening = openWindow(daemon, { as: 'olga', at, size })
  after(() => daemon[Symbol.asyncDispose]())
  const page = await opening
  const { access_token: token } = await signIn(daemon, 'olga')
  return { server, daemon, hold, page, token }
}

async function engineOf(daemon: TestDaemon, token: string) {
  return (await rest(daemon, 'GET /engine', { token })).body.data
}

async function tell(daemon: TestDaemon, username: string) {
  const { access_token: token } = await signIn(daemon, username)
  const payload = { content: 'Tea is in the blue tin.' }
  assert.equal((await rest(daemon, 'POST /conversation/message', { token, payload })).status, 200)
}

/** Has the model that writes be second to another one, and removes that, under System. */
async function moveBehind(page: Page, daemon: TestDaemon, token: string): Promise<void> {
  const system = systemPage(page)
  const payload = { base_url: 'http://127.0.0.1:9/v1', model: 'far' }
  await rest(daemon, 'POST /engine/servers', { token, payload })
  const order = system.rows('Who writes')
  await order
    .filter({ hasText: 'far' })
    .getByRole('button', { name: /^Move .* up$/ })
    .click()
  await order.first().getByText('far', { exact: true }).waitFor()
  await assertAccessible(page)
  await order
    .filter({ hasText: 'far' })
    .getByRole('button', { name: /^Remove / })
    .click()
  await system.confirm('Remove')
  await order.filter({ hasText: 'far' }).waitFor({ state: 'detached' })
}

/** Removes the model that writes, and its file, under System. */
async function removeTiny(page: Page): Promise<void> {
  const system = systemPage(page)
  const tiny = system.rows('Models for this machine').filter({ hasText: 'Tiny' })
  await tiny.getByText('In use', { exact: true }).waitFor()
  await system.button('Remove local:tiny').click()
  await system.confirm('Remove')
  await page.getByText('The built-in engine writes the replies.', { exact: true }).waitFor()
  await system.button('Remove Tiny').click()
  await system.confirm('Remove')
  await tiny.getByText('Not downloaded', { exact: true }).waitFor()
}

inBrowser('A language model', () => {
  for (const size of sizes)
    itScaled(
      `is downloaded in the first minute, writes as soon as it is here, and is removed (${size})`,
      async () => {
        const { server, daemon, hold } = await openHome()
        hold()
        const opening = openWindow(daemon, { size })
        after(() => daemon[Symbol.asyncDispose]())
        const page = await opening
        const welcome = welcomePage(page)
        await welcome.setupCode.fill(daemon.setupCode ?? '')
        await welcome.name.fill('Olga Example')
        await welcome.password.fill(password)
        await welcome.goOn.click()
        await welcome.next.click()

        await page.getByRole('heading', { level: 1, name: 'A voice of its own', exact: true }).waitFor()
        const offer = page.getByRole('region', { name: 'A model on this machine', exact: true })
        await offer.getByText(/^This machine has \d.* of memory/).waitFor()
        const get = offer.getByRole('button', { name: /^Download and use Tiny, \d+\skB$/ })
        await get.waitFor()
        await assertAccessible(page)
        await get.click()
        await offer.getByRole('progressbar', { name: 'Downloading Tiny', exact: true }).waitFor()
        await offer.getByText('You can go on.').waitFor()
        await assertAccessible(page)
        assert.equal(
          await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
          0,
        )
        await welcome.startTalking.click()
        await page.waitForURL(/#\/talk/)

        const { access_token: token } = await signIn(daemon, 'olga')
        assert.deepEqual((await engineOf(daemon, token)).next, { model: 'tiny', failure: null })
        server.drop()
        await soon(async () => (await engineOf(daemon, token)).engine === 'local:tiny')
        await page.reload()
        const talk = talkPage(page)
        const messages = ['Good evening, how was your day?', 'What do you think of the sea?']
        for (const message of messages.slice(0, amount(1, 2))) {
          const before = await talk.row(words).count()
          await talk.say(message)
          await talk.row(message).waitFor()
          await talk.rows.filter({ hasText: words }).nth(before).waitFor()
          await talk.row(words).getByText('written by tiny').waitFor()
        }
        await assertAccessible(page)
        await visit(page, '/system?section=engine')
        if (isLong) await moveBehind(page, daemon, token)
        await removeTiny(page)
      },
    )

  itLong('is left for later where none suits the machine', async () => {
    const { manifest } = makeManifest()
    const daemon = await startTestDaemon({ clock: systemClock, pages: true, manifest })
    await daemon.owner()
    const opening = openWindow(daemon, { as: 'olga', at: '/talk' })
    after(() => daemon[Symbol.asyncDispose]())
    const page = await opening
    await page.goto(`${new URL(page.url()).origin}/#/welcome?section=engine`)
    await page.getByText('None of the models that Companion knows suits this machine.').waitFor()
    await welcomePage(page).startTalking.click()
    await page.waitForURL(/#\/talk/)
  })

  for (const size of sizes)
    itLong(`is fetched, given up, fetched after a failure, and used under System (${size})`, async () => {
      const { server, daemon, page, token, hold } = await openOwned('/system?section=engine', size)
      const system = systemPage(page)
      const models = system.rows('Models for this machine')
      const tiny = models.filter({ hasText: 'Tiny' })
      await models
        .filter({ hasText: 'Huge' })
        .getByText(/^Too large for this machine: it takes/)
        .waitFor()
      await assertAccessible(page)

      hold()
      await tiny.getByRole('button', { name: /^Download and use Tiny/ }).click()
      await tiny.getByText('It will write the replies as soon as it’s here.').waitFor()
      await tiny.getByText(/^\d+\skB of \d+\skB/).waitFor()
      await page.getByText('Tiny is on its way,').waitFor()
      await tiny.getByRole('button', { name: 'Cancel download', exact: true }).click()
      await tiny.getByText('Not downloaded', { exact: true }).waitFor()

      server.behave({ files: {} })
      await tiny.getByRole('button', { name: /^Download and use Tiny/ }).click()
      await tiny.getByRole('alert').getByText('the server responded with 404').waitFor()
      server.behave({ files })
      await tiny.getByRole('button', { name: 'Resume the download of Tiny', exact: true }).click()
      await page.getByText('A language model on this machine writes the replies.').waitFor()
      await moveBehind(page, daemon, token)
      await removeTiny(page)
    })

  itLong('of one’s own is added by its address, and used once it is here', async () => {
    const { server, daemon, page, token } = await openOwned('/system?section=engine')
    const system = systemPage(page)
    await system.field('Path or address of a GGUF file').fill(`${server.url}mine.gguf`)
    await system.field('SHA-256 checksum').waitFor()
    await system.button('Download and use').last().click()
    await page.getByText('A language model on this machine writes the replies.').waitFor()
    assert.match((await engineOf(daemon, token)).local.model, /^own-/)
    assert.equal(await system.field('Path or address of a GGUF file').inputValue(), '')
  })

  for (const size of sizes)
    itLong(`is fetched by Ollama, with its progress shown (${size})`, async () => {
      await using ollama = await startOllama(['llama3.2:3b'])
      const { page } = await openOwned('/system?section=engine', size)
      // The usual ports may be anybody's on this machine, so the server is put where the page looks for it.
      const server = { base_url: ollama.base_url, kind: 'ollama', models: ['llama3.2:3b'] }
      await page.route('**/api/v1/engine/servers', (route) =>
        route.fulfill({
          json: { metadata: {}, data: { items: [{ ...server, suggested: ['qwen2.5:1.5b'] }], total: 1 } },
        }),
      )
      const system = systemPage(page)
      await system.button('Look for servers').click()
      const field = system.main.getByRole('combobox', { name: 'Let Ollama fetch a model' })
      assert.equal(await field.inputValue(), 'qwen2.5:1.5b')
      await system.button('Fetch').click()
      const pull = await ollama.asked()
      assert.equal(pull.model, 'qwen2.5:1.5b')
      pull.tell({ status: 'pulling', digest: 'sha256:1', total: 2_000_000, completed: 500_000 })
      const row = system.rows('What Ollama is fetching')
      await row.getByText(/^500\skB of 2\sMB/).waitFor()
      await assertAccessible(page)
      pull.tell({ error: 'no space left on the disk' })
      pull.end()
      await row.getByText('Ollama couldn’t fetch qwen2.5:1.5b').waitFor()
      await row.getByText('no space left on the disk').waitFor()
      await row.getByRole('button', { name: 'Resume download', exact: true }).click()
      const again = await ollama.asked()
      again.tell({ status: 'success' })
      again.end()
      await row.getByText('qwen2.5:1.5b is here. You can choose it now.').waitFor()
    })

  itLong(
    'is offered to an admin once, after the first words, and never again once they do not want it',
    async () => {
      const { daemon, page } = await openOwned('/talk')
      const talk = talkPage(page)
      const offer = page.getByRole('region', { name: /^Companion quotes what you’ve told it\./ })
      await page.getByRole('button', { name: 'What can you do for me?' }).waitFor()
      assert.equal(await offer.count(), 0)
      await tell(daemon, 'olga')
      await offer.getByRole('button', { name: 'Show me', exact: true }).waitFor()
      await assertAccessible(page)
      await offer.getByRole('button', { name: 'No, thanks', exact: true }).click()
      await offer.waitFor({ state: 'detached' })
      const { access_token: token } = await signIn(daemon, 'olga')
      await soon(async () => {
        const { body } = await rest(daemon, 'GET /auth/profile', { token })
        return body.data.preferences.model_offer === false
      })
      await page.reload()
      await talk.row('Tea is in the blue tin.').waitFor()
      assert.equal(await offer.count(), 0)
    },
  )

  itLong('is chosen on a page to which the offer leads an admin', async () => {
    const { daemon, page } = await openOwned('/talk')
    await tell(daemon, 'olga')
    await page.getByRole('button', { name: 'Show me', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'A voice of its own', exact: true }).waitFor()
    await page.getByRole('region', { name: 'A model on this machine', exact: true }).waitFor()
  })

  itLong('is offered to nobody who is no admin', async () => {
    const { daemon } = await openHome()
    await daemon.member(await daemon.owner(), 'mia')
    await tell(daemon, 'mia')
    const opening = openWindow(daemon, { as: 'mia', at: '/talk' })
    after(() => daemon[Symbol.asyncDispose]())
    const page = await opening
    await talkPage(page).row('Tea is in the blue tin.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Show me', exact: true }).count(), 0)
    await page.goto(`${new URL(page.url()).origin}/#/welcome?section=engine`)
    await welcomePage(page).companionName.waitFor()
    assert.equal(await page.getByRole('heading', { name: 'A voice of its own', exact: true }).count(), 0)
  })
})
