import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright'
import {
  assertAccessible,
  inBrowser,
  openWindow,
  signInto,
  untilFocused,
  untilSays,
  visit,
} from '../support/browser.ts'
import { agree } from '../support/conversation/consent.ts'
import { startChatServer } from '../support/conversation/chat-server.ts'
import { startTestDaemon } from '../support/daemon.ts'
import { saidBy } from '../support/database.ts'
import { playApp } from '../support/app/app-bridge.ts'
import { sharedHousehold } from '../support/household.ts'
import { itLong, itScaled, some } from '../support/long.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'
import { longConversation, seedConversation } from '../support/conversation/seeded-conversation.ts'
import { askPage } from './pages/ask-page.ts'
import { talkPage } from './pages/talk-page.ts'

const { daemon, newMember } = await sharedHousehold()
const member = await newMember('passer')
seedConversation(daemon, member.family_member_uuid, longConversation(6))
const viewport = { width: 560, height: 420 }

const hasFocus = (element: Locator) => element.evaluate((one) => one === one.ownerDocument.activeElement)
const press = (page: Page, key: string) => page.keyboard.press(key)

const messages = () => saidBy(daemon, member.family_member_uuid)

inBrowser('Asking in passing', () => {
  const openShared = sharedWindow(daemon)
  const open = (expected?: RegExp) =>
    openShared({ as: member.username, at: '/ask', viewport, ...(expected && { expected }) })

  itScaled(
    'opens with the focus in the field, shows nothing from before, and forgets it when hidden',
    async () => {
      const page = await open()
      const ask = askPage(page)
      await ask.greeting.waitFor()
      await untilFocused(ask.field)
      assert.equal(await page.getByRole('navigation').count(), 0)
      await ask.conversation.focus()
      assert.equal(await hasFocus(ask.field), false)
      await page.evaluate("window.dispatchEvent(new Event('focus'))")
      assert.equal(await hasFocus(ask.field), true)
      await ask.field.fill('Never mind')
      await press(page, 'Escape')
      assert.equal(await ask.field.inputValue(), '')
      await ask.hear('My boat is yellow.', /remember/i)
      assert.equal(await ask.rows.count(), 2)
      assert.equal(await ask.greeting.count(), 0)
      assert.equal(messages().at(-1), 'My boat is yellow.')
      await ask.hideAndShow()
      await ask.greeting.waitFor()
      await visit(page, '/talk')
      await talkPage(page).row('My boat is yellow.').waitFor()
      await talkPage(page)
        .row(/Message 5\./)
        .waitFor()
    },
  )

  itScaled('says why a message was not answered, and retries it', async () => {
    const page = await open(/ERR_FAILED/)
    const ask = askPage(page)
    await page.route('**/conversation/message', (route) => route.abort())
    const before = messages()
    await ask.say('My scarf is grey.')
    await ask.retry.waitFor()
    await assertAccessible(page)
    // What could not be said is not forgotten with the rest.
    await ask.hideAndShow()
    await page.unroute('**/conversation/message')
    await ask.retry.click()
    await ask.row(/remember/i).waitFor()
    assert.equal(await hasFocus(ask.field), true)
    assert.deepEqual(messages(), [...before, 'My scarf is grey.'])
  })

  itScaled('takes a text from its address exactly once, and never sends it by itself', async () => {
    const before = messages()
    for (const text of some(['What is 1 + 1 & "2"? #sum'], ['What is 1 + 1 & "2"? #sum', '42', '{"a":1}'])) {
      const page = await open()
      const ask = askPage(page)
      await ask.field.fill('')
      await visit(page, '/talk')
      await page.evaluate(`location.hash = ${JSON.stringify(`/ask?text=${encodeURIComponent(text)}`)}`)
      await page.waitForURL(/#\/ask$/)
      await untilSays(ask.field, text)
      await untilFocused(ask.field)
      await ask.field.fill('Something else')
      await page.reload()
      await ask.greeting.waitFor()
      assert.equal(await ask.field.inputValue(), 'Something else')
      await ask.field.fill('')
    }
    assert.deepEqual(messages(), before)
  })

  itScaled('closes its window in the app with Escape, keeping the draft but not the thread', async () => {
    const payload = { content: 'My sister Ana lives in Porto.' }
    await rest(daemon, 'POST /memory/store', { token: member.access_token, payload })
    const playing = Promise.withResolvers<Awaited<ReturnType<typeof playApp>>>()
    const prepare = async (page: Page) => playing.resolve(await playApp(page))
    const page = await openWindow(daemon, { as: member.username, at: '/ask', viewport, prepare })
    const app = await playing.promise
    const ask = askPage(page)
    await ask.hear('Where does my sister live?', /Porto/)
    await ask.receipt.chips.first().click()
    await ask.receipt.dialog.getByText('Why it was used').waitFor()
    // Of a dialog, Escape closes no more than that.
    await press(page, 'Escape')
    await ask.receipt.dialog.waitFor({ state: 'detached' })
    assert.deepEqual(app.closed, [])
    await ask.field.fill('Half a')
    const closed = app.nextClose()
    await press(page, 'Escape')
    await closed
    assert.deepEqual(app.closed, [null])
    await ask.greeting.waitFor()
    assert.equal(await ask.field.inputValue(), 'Half a')
  })

  itLong('shows where in the conversation something was said in another window', async () => {
    const ask = askPage(await open())
    await ask.hear('My brother Tom lives in Leeds.', /remember/i)
    await ask.hear('Where does my brother live?', /Leeds/)
    await ask.receipt.chips.first().click()
    await ask.receipt.dialog.getByText('You said this in conversation').waitFor()
    const show = ask.receipt.dialog.getByRole('link', { name: 'Show where' })
    assert.equal(await show.getAttribute('target'), '_blank')
  })

  itLong('shows what is said here, and nothing of what is said in another window', async () => {
    const ask = askPage(await open())
    await ask.hear('My tent is blue.', /remember/i)
    const { status } = await rest(daemon, 'POST /conversation/message', {
      token: member.access_token,
      payload: { content: 'My kite is red.' },
    })
    assert.equal(status, 200)
    await ask.hear('What colour is my kite?', /red/)
    assert.equal(await ask.rows.count(), 4)
  })

  itLong('shows the reply while it is being written, with its Markdown', async () => {
    await using model = await startChatServer()
    await model.control({ behaviour: 'halting', tokens: 4 })
    const server = await startTestDaemon({
      pages: true,
      environment: { COMPANION_ENGINE_BASE_URL: model.base_url, COMPANION_ENGINE_MODEL: 'normal' },
    })
    await using _ = server
    await agree(server, await server.owner(), model.base_url)
    const page = await openWindow(server, { as: 'olga', at: '/ask', viewport })
    const ask = askPage(page)
    await ask.say('**Six** small words to the end')
    const strong = ask.messages.locator('strong', { hasText: 'Six' })
    await strong.waitFor()
    const reply = ask.row('You said:')
    assert.doesNotMatch(await reply.innerText(), /the end/)
    await model.control({ behaviour: null })
    await reply.getByRole('paragraph').filter({ hasText: 'to the end' }).waitFor()
    await ask.messages.getByText('waiting for an answer').waitFor({ state: 'detached' })
    assert.deepEqual([await strong.count(), await ask.rows.count()], [1, 2])
    await page.close()
  })

  itLong('does not forget what is still being answered once it is hidden', async () => {
    const page = await open()
    const ask = askPage(page)
    await ask.hear('My hat is green.', /remember/i)
    await ask.hideAndShow()
    await ask.greeting.waitFor()
    const held = Promise.withResolvers<void>()
    await page.route('**/conversation/message', async (route) => {
      await held.promise
      await route.continue()
    })
    await ask.say('What colour is my hat?')
    await ask.messages.getByText('waiting for an answer').waitFor()
    await ask.hideAndShow()
    held.resolve()
    await ask.row(/green/).waitFor()
    assert.equal(await ask.rows.count(), 2)
  })

  itLong('opens the conversation in another window without a sign-in', async () => {
    const page = await open()
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      askPage(page).conversation.click(),
    ])
    await other.locator('main[data-page="/talk"]').waitFor()
    assert.match(page.url(), /#\/ask$/)
    await other.close()
  })

  itLong('asks for a sign-in first, then continues with the text it was given', async () => {
    const page = await openWindow(daemon, { at: '/ask?text=Hello', viewport })
    const button = page.getByRole('button', { name: 'Sign in', exact: true })
    await button.waitFor()
    const { y, height } = (await button.boundingBox()) ?? { y: Infinity, height: 0 }
    assert.ok(y + height <= viewport.height)
    await signInto(page, member.username)
    await page.waitForURL(/#\/ask$/)
    await untilSays(askPage(page).field, 'Hello')
  })

  itLong('shows the welcome page in an empty home', async () => {
    await using empty = await startTestDaemon({ pages: true })
    const page = await openWindow(empty, { at: '/ask', viewport })
    await page.waitForURL(/#\/welcome/)
    await page.close()
  })

  for (const scheme of ['light', 'dark'] as const)
    itLong(`is accessible, both empty and mid-conversation (${scheme})`, async () => {
      const { username } = await newMember('reader')
      const page = await openShared({ as: username, at: '/ask', viewport, scheme })
      const ask = askPage(page)
      await ask.greeting.waitFor()
      await assertAccessible(page)
      await ask.hear('My desk is made of oak.', /remember/i)
      await ask.hear('What is my desk made of?', /oak/)
      await assertAccessible(page)
    })
})
