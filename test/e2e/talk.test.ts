import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page } from 'playwright'
import { assertAccessible, inBrowser, openWindow, type Size, visit } from '../support/browser.ts'
import { select } from '../support/database.ts'
import { sharedHousehold } from '../support/household.ts'
import { amount, isLong, itLong, itScaled, some } from '../support/long.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'
import {
  longConversation,
  seedConversation,
  type Written,
} from '../support/conversation/seeded-conversation.ts'
import { talkPage } from './pages/talk-page.ts'

const { daemon, newMember } = await sharedHousehold()
const member = await newMember()
const both = some<Size>(['desktop'], ['phone'])

const hasFocus = (element: Locator) => element.evaluate((one) => one === one.ownerDocument.activeElement)

const messagesOf = ({ family_member_uuid } = member) =>
  select<{ role: string; content: string }>(
    daemon,
    'SELECT role, content FROM messages WHERE family_member_uuid = ? ORDER BY message_id',
    family_member_uuid,
  )

inBrowser('Talking', () => {
  const open = sharedWindow(daemon)

  for (const size of both) {
    const openOwn = (expected?: RegExp) => open({ as: member.username, size, ...(expected && { expected }) })

    itScaled(`starts with one of three suggestions, answered on the spot (${size})`, async () => {
      const page = await openOwn()
      const talk = talkPage(page)
      const proposal = page.getByRole('button', { name: 'What can you do for me?' })
      await proposal.waitFor()
      await assertAccessible(page)
      await proposal.click()
      assert.equal(await talk.field.inputValue(), 'What can you do for me?')
      assert.equal(await hasFocus(talk.field), true)
      await talk.send.click()
      assert.equal(await talk.field.inputValue(), '')
      await talk
        .row(/remember/i)
        .locator('time')
        .last()
        .waitFor()
      assert.equal(messagesOf().length, 2)
    })

    itScaled(
      `shows the memories behind a reply, to be corrected, forgotten and restored (${size})`,
      async () => {
        const page = await openOwn()
        const talk = talkPage(page)
        await talk.hear('My sister Ana lives in Porto.', /remember|thank/i)
        await talk.hear('Where does my sister live?', /you said: “My sister Ana lives in Porto/)
        await talk.receipt.chips.first().click()
        await talk.receipt.dialog.getByText('You said this in conversation').waitFor()
        await talk.receipt.dialog.getByText('Why it was used').waitFor()
        await assertAccessible(page)
        await talk.receipt.correct.click()
        await talk.receipt.right.fill('My sister Ana lives in Lisbon')
        await talk.receipt.save.click()
        await talk.receipt.dialog.getByText('My sister Ana lives in Lisbon').waitFor()
        await talk.receipt.forget.click()
        await talk.receipt.chips.first().waitFor({ state: 'detached' })
        const forgotten = () => rest(daemon, 'GET /memory/forgotten', { token: member.access_token })
        assert.equal((await forgotten()).body.data.total, 1)
        await page.getByRole('button', { name: 'Undo', exact: true }).click()
        await talk.receipt.chips.first().waitFor()
        assert.equal((await forgotten()).body.data.total, 0)
      },
    )

    itScaled(`keeps the draft while another page is shown and across a reload (${size})`, async () => {
      const page = await openOwn()
      const talk = talkPage(page)
      const before = messagesOf()
      await talk.field.fill('x'.repeat(7_990))
      await page.getByText('10 characters left').waitFor()
      await talk.field.fill('x'.repeat(8_002))
      await page.getByText('2 characters too many').waitFor()
      await talk.field.press('Enter')
      assert.equal((await talk.field.inputValue()).length, 8_002)
      await talk.field.fill('Not said')
      await talk.field.press('Shift+Enter')
      await talk.field.pressSequentially('yet')
      await visit(page, '/goals')
      await visit(page, '/talk')
      assert.equal(await talk.field.inputValue(), 'Not said\nyet')
      await page.reload()
      assert.equal(await talk.field.inputValue(), 'Not said\nyet')
      assert.deepEqual(messagesOf(), before)
    })

    itScaled(`sends nothing twice when an answer is lost and the member retries (${size})`, async () => {
      const page = await openOwn(/ERR_FAILED/)
      const talk = talkPage(page)
      const before = messagesOf()
      await page.route('**/conversation/message', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await talk.say('My bicycle is green.')
      await talk.retry.waitFor()
      await assertAccessible(page)
      await page.unroute('**/conversation/message')
      await talk.retry.click()
      await talk.retry.waitFor({ state: 'detached' })
      await talk.messages.getByText('waiting for an answer').waitFor({ state: 'detached' })
      assert.deepEqual(
        messagesOf()
          .slice(before.length)
          .map(({ role }) => role),
        ['user', 'companion'],
      )
      assert.equal(await talk.messages.getByText('My bicycle is green.', { exact: true }).count(), 1)
    })

    itScaled(`starts a new conversation, and deletes the history after asking (${size})`, async () => {
      const page = await openOwn()
      const talk = talkPage(page)
      await talk.topics.waitFor()
      if (isLong) {
        await talk.menu.open.click()
        await talk.menu.begin.click()
        await talk.row('New conversation').waitFor()
      }
      await talk.row('My bicycle is green.').waitFor()
      await talk.menu.open.click()
      await talk.menu.delete.click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete the history' }).click()
      await page.getByRole('heading', { name: /^Hello/ }).waitFor()
      assert.deepEqual(messagesOf(), [])
    })

    itScaled(
      `renders Markdown safely, and marks and counts what the companion started (${size})`,
      async () => {
        const { username, access_token: token, family_member_uuid } = await newMember('rich')
        seedConversation(daemon, family_member_uuid, [
          { role: 'user', content: 'Show me' },
          { ...rich, reply_to: randomUUID() },
          { role: 'companion', content: 'Did the visit go well?' },
          { role: 'companion', content: 'You wanted to water the plants.' },
        ])
        const unread = async () =>
          (await rest(daemon, 'GET /conversation/context', { token })).body.data.unread
        assert.equal(await unread(), 2)
        const page = await open({ as: username, size })
        const talk = talkPage(page)
        await talk.row('Did the visit go well?').getByText('started this').waitFor()
        await talk.row('Did the visit go well?').getByText('New', { exact: true }).waitFor()
        await page.getByRole('link', { name: 'Talk', exact: true }).waitFor()
        assert.equal(await unread(), 0)
        assert.equal(await talk.newLine.count(), 1)
        const safe = page.getByRole('link', { name: 'the manual' })
        await safe.waitFor()
        assert.equal(await safe.getAttribute('rel'), 'noreferrer noopener')
        assert.equal(await safe.getAttribute('target'), '_blank')
        assert.equal(await page.getByRole('link', { name: 'Picture: a cat' }).count(), 1)
        assert.equal(await page.getByRole('link', { name: 'bad' }).count(), 0)
        assert.equal(await talk.messages.getByRole('img').count(), 0)
        await page.getByText('not quite sure').waitFor()
        await page.getByText('answered by the built-in engine').waitFor()
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        await page.getByRole('button', { name: 'Copy code' }).click()
        await page.getByRole('button', { name: 'Copied' }).waitFor()
        assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'const answer = 42')
        await assertAccessible(page)
        await page.emulateMedia({ colorScheme: 'dark' })
        await assertAccessible(page)
      },
    )
  }

  itLong('sends messages one after the other, in order', async () => {
    const member = await newMember('queue')
    const talk = talkPage(await open({ as: member.username }))
    for (const number of [1, 2, 3]) await talk.say(`My locker number ${number} is blue.`)
    await talk.messages
      .getByText(/up next|waiting for an answer/)
      .first()
      .waitFor({ state: 'detached' })
    const own = messagesOf(member).filter(({ role }) => role === 'user')
    assert.deepEqual(
      own.map(({ content }) => content),
      [1, 2, 3].map((number) => `My locker number ${number} is blue.`),
    )
  })

  itLong('moves the focus to the field after a failed message is retried or removed', async () => {
    const member = await newMember('focus')
    const page = await open({ as: member.username, expected: /ERR_FAILED/ })
    const talk = talkPage(page)
    await page.route('**/conversation/message', (route) => route.abort())
    await talk.say('My scarf is grey.')
    await talk.retry.press('Enter')
    assert.equal(await hasFocus(talk.field), true)
    await talk.remove.press('Enter')
    await talk.remove.waitFor({ state: 'detached' })
    assert.equal(await hasFocus(talk.field), true)
  })

  itLong('returns the focus to the search button once the search is closed', async () => {
    const member = await newMember('closer')
    const { search } = talkPage(await open({ as: member.username }))
    for (const close of [() => search.field.press('Escape'), () => search.close.press('Enter')]) {
      await search.open.click()
      await search.field.waitFor()
      await close()
      await search.field.waitFor({ state: 'detached' })
      assert.equal(await hasFocus(search.open), true)
    }
  })

  itLong('shows what is said and answered in another window of the member', async () => {
    const member = await newMember('windows')
    const [one, other] = await Promise.all([
      openWindow(daemon, { as: member.username }),
      openWindow(daemon, { as: member.username, size: 'phone' }),
    ])
    await talkPage(one).hear('My cat is called Miso.', /remember|thank|noted/i)
    const elsewhere = talkPage(other)
    await elsewhere.row('My cat is called Miso.').waitFor()
    await elsewhere.row(/remember|thank|noted/i).waitFor()
  })
})

const rich: Written = {
  role: 'companion',
  content: [
    'Here is **one** way, see [the manual](https://example.org) or ![a cat](https://example.org/cat.png), not',
    '[bad](javascript:alert(1)) <img src="x" onerror="alert(1)">.',
    '',
    '```ts\nconst answer = 42\n```',
    '',
    '| fruit | price |\n|---|---|\n| pear | 2.10 |',
    '',
    '- [x] bread\n- [ ] milk',
  ].join('\n'),
  confidence: 0.4,
  degraded: true,
}

inBrowser('A long conversation', () => {
  const open = sharedWindow(daemon)
  const count = amount(600, 10_000)

  for (const size of both)
    itScaled(
      `renders only the visible messages, holds still for new ones, and is searched (${size})`,
      async (test) => {
        const { username, access_token: token, family_member_uuid } = await newMember('reader')
        const messages = longConversation(count).map((one, number) =>
          number === 321 ? { ...one, content: 'The violet key is under the stone.' } : one,
        )
        seedConversation(daemon, family_member_uuid, messages)
        const page = await open({ as: username, size })
        const talk = talkPage(page)
        const newest = talk.row(new RegExp(`Message ${count - 1}\\.`))
        await newest.waitFor()
        assert.ok((await talk.rows.count()) < 60)
        await talk.toNewest.waitFor({ state: 'detached' })

        const frames = await scrollUp(page, amount(100, 3_000))
        test.diagnostic(`frames while scrolling (${size}): ${JSON.stringify(frames)}`)
        await talk.toNewest.waitFor()
        assert.ok((await talk.rows.count()) < 60)

        await talk.scroller.press('Home')
        await talk.row(/Message 0\./).waitFor()
        assert.ok((await talk.rows.count()) < 60)
        await talk.toNewest.click()
        await newest.waitFor()
        await talk.toNewest.waitFor({ state: 'detached' })

        await scrollUp(page, amount(100, 500))
        await talk.toNewest.waitFor()
        const before = await topmost(page)
        const payload = { content: 'My kite is red.' }
        assert.equal((await rest(daemon, 'POST /conversation/message', { token, payload })).status, 200)
        const news = page.getByRole('button', { name: '2 new messages' })
        await news.waitFor()
        assert.deepEqual(await topmost(page), before)
        await news.click()
        await talk.row('My kite is red.').waitFor()

        await talk.search.open.click()
        await talk.search.field.fill('violet KEY')
        await page.getByText('1 message found').waitFor()
        assert.equal(await page.locator('mark').innerText(), 'violet key')
        await assertAccessible(page)
        await talk.search.found.getByRole('button').click()
        await talk.row('The violet key is under the stone.').waitFor()
        await page.locator(':focus', { hasText: 'The violet key' }).waitFor()
        await talk.row(/Message 320\./).waitFor()
        await talk.row(/Message 322\./).waitFor()
      },
    )
})

/** Scrolls up evenly, frame by frame, for some milliseconds; how long the frames took, in milliseconds. */
function scrollUp(page: Page, duration: number): Promise<Record<string, number>> {
  return page.evaluate(`new Promise((resolve) => {
    const scroller = document.querySelector('[role=region][aria-label=Conversation]')
    const times = []
    const begun = performance.now()
    let last = begun
    const step = (now) => {
      times.push(now - last)
      last = now
      scroller.scrollTop -= 40
      if (now - begun < ${duration}) return requestAnimationFrame(step)
      const sorted = times.slice(2).sort((a, b) => a - b)
      const at = (share) => Math.round(sorted[Math.floor(sorted.length * share)] * 10) / 10
      resolve({ frames: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(0.9999) })
    }
    requestAnimationFrame(step)
  })`)
}

/** The first row that can be seen, and where it is, once it stays there. */
async function topmost(page: Page): Promise<Topmost | null> {
  let last = await topmostNow(page)
  for (;;) {
    await page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))')
    const now = await topmostNow(page)
    if (isDeepStrictEqual(now, last)) return now
    last = now
  }
}

interface Topmost {
  readonly text: string
  readonly top: number
}

function topmostNow(page: Page): Promise<Topmost | null> {
  return page.getByRole('region', { name: 'Conversation', exact: true }).evaluate((scroller) => {
    const from = scroller.getBoundingClientRect().top
    const rows = [...scroller.querySelectorAll('li[data-index]')].map((row) => ({
      text: row.textContent,
      top: Math.round(row.getBoundingClientRect().top - from),
      bottom: row.getBoundingClientRect().bottom - from,
    }))
    const [first] = rows.filter(({ bottom }) => bottom > 0).toSorted((a, b) => a.top - b.top)
    return first ? { text: first.text, top: first.top } : null
  })
}
