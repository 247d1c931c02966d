import assert from 'node:assert/strict'
import { after } from 'node:test'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { assertAccessible, inBrowser, type Size } from '../support/browser.ts'
import { startChatServer } from '../support/conversation/chat-server.ts'
import { agree } from '../support/conversation/consent.ts'
import { select } from '../support/database.ts'
import { household } from '../support/household.ts'
import { itLong, itScaled, some } from '../support/long.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { talkPage } from './pages/talk-page.ts'

const server = await startChatServer()
after(() => server[Symbol.asyncDispose]())
const { daemon, member } = await household({
  clock: systemClock,
  pages: true,
  environment: { COMPANION_ENGINE_BASE_URL: server.base_url, COMPANION_ENGINE_MODEL: 'normal' },
})

const messagesOf = (family_member_uuid: string) =>
  select<{ content: string }>(
    daemon,
    'SELECT content FROM messages WHERE family_member_uuid = ? ORDER BY message_id',
    family_member_uuid,
  ).map(({ content }) => content)

inBrowser('Messages', () => {
  const openShared = sharedWindow(daemon)

  for (const size of some<Size>(['desktop'], ['phone'])) {
    const open = async () => {
      const page = await openShared({ as: member.username, size })
      return { page, talk: talkPage(page), member: member.family_member_uuid }
    }

    itScaled(`are copied, said anew, answered anew and deleted (${size})`, async () => {
      const { page, talk, member } = await open()
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const answered = () => page.waitForResponse('**/conversation/message')
      await talk.hear('My locker is the one called Zebulon.', /remember/i)
      await assertAccessible(page)
      await talk.message.menu('My locker').click()
      await talk.message.copy.click()
      await page.getByText('Copied.', { exact: true }).waitFor()
      assert.equal(
        await page.evaluate('navigator.clipboard.readText()'),
        'My locker is the one called Zebulon.',
      )

      await talk.message.menu('My locker').click()
      await talk.message.edit.click()
      await talk.editing.waitFor()
      assert.equal(await talk.field.inputValue(), 'My locker is the one called Zebulon.')
      await Promise.all([answered(), talk.hear('My locker is the one called Quillan.', /remember/i)])
      await talk.row('Zebulon').waitFor({ state: 'detached' })
      assert.equal(messagesOf(member).length, 2)

      await talk.message.menu(await talk.rows.last().locator('p').first().innerText()).click()
      await Promise.all([answered(), talk.message.again.click()])
      assert.equal(messagesOf(member).length, 2)

      await talk.message.menu('My locker').click()
      await talk.message.delete.click()
      await talk.message.confirm.click()
      await talk.row('Quillan').waitFor({ state: 'detached' })
      assert.deepEqual(messagesOf(member), [])
    })

    itScaled(`make conversations, which are listed, named, gone on with and deleted (${size})`, async () => {
      const { page, talk, member } = await open()
      await talk.hear('Good morning', /good|hello/i)
      await talk.menu.open.click()
      await talk.menu.begin.click()
      await talk.row('New conversation').waitFor()
      await talk.row('Good morning').first().waitFor()
      await talk.hear('Good evening', /good|hello/i)
      await talk.menu.open.click()
      await talk.menu.conversations.click()
      await talk.conversations.items.nth(1).waitFor()
      assert.equal(await talk.conversations.items.count(), 2)
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Rename “Good morning”' }).click()
      await talk.conversations.name.fill('The garden')
      await talk.conversations.save.click()
      await talk.conversations.items.filter({ hasText: 'The garden' }).getByRole('button').first().click()
      await talk.conversations.panel.waitFor({ state: 'detached' })
      await talk.hear('Thanks', /welcome|pleasure|gladly|any ?time/i)
      const conversations = select<{ conversation_uuid: string }>(
        daemon,
        'SELECT DISTINCT conversation_uuid FROM messages WHERE family_member_uuid = ?',
        member,
      )
      assert.equal(conversations.length, 2)
      await talk.menu.open.click()
      await talk.menu.conversations.click()
      await page.getByRole('button', { name: 'Delete “The garden”' }).click()
      await talk.message.confirm.click()
      await talk.conversations.items.filter({ hasText: 'The garden' }).waitFor({ state: 'detached' })
      assert.equal(messagesOf(member).length, 2)
    })

    itScaled(`leave nothing where the conversation is temporary (${size})`, async () => {
      const { page, talk, member } = await open()
      const before = messagesOf(member)
      await talk.menu.open.click()
      await talk.menu.temporary.click()
      await talk.leaveTemporary.waitFor()
      await talk.hear('My sister Ana lives in Porto.', /./)
      await assertAccessible(page)
      assert.equal(messagesOf(member).length, before.length + 2)
      await talk.leaveTemporary.click()
      await talk.leaveTemporary.waitFor({ state: 'detached' })
      assert.deepEqual(messagesOf(member), before)
      assert.deepEqual(select(daemon, "SELECT content FROM memories WHERE content LIKE '%Porto%'"), [])
    })

    itLong(`are said anew with the arrow up, which Escape gives up (${size})`, async () => {
      const { page, talk } = await open()
      await talk.hear('Good morning', /good|hello/i)
      // By then the page knows that it is the newest of the conversation that goes on.
      await talk.row('You: Good morning').getByRole('button', { name: /^More/ }).click()
      await talk.message.edit.waitFor()
      await page.keyboard.press('Escape')
      await talk.message.edit.waitFor({ state: 'detached' })
      await talk.field.press('ArrowUp')
      assert.equal(await talk.field.inputValue(), 'Good morning')
      await talk.field.press('Escape')
      assert.equal(await talk.field.inputValue(), '')
      await talk.editing.waitFor({ state: 'detached' })
      await talk.scroller.focus()
      await talk.scroller.press('/')
      assert.ok(await talk.field.evaluate((field) => field.matches(':focus')))
      assert.equal(await talk.field.inputValue(), '')
    })

    itScaled(`that a model writes are stopped (${size})`, async () => {
      const { talk } = await open()
      await agree(daemon, member, server.base_url)
      await server.control({ behaviour: 'halting', tokens: 3 })
      await talk.say('The lake is frozen today, and the day before it was frozen too.')
      await talk.row('You').waitFor()
      await talk.stop.click()
      await talk.stop.waitFor({ state: 'detached' })
      await talk.row('waiting for an answer').waitFor({ state: 'detached' })
      await server.control({ behaviour: null })
      assert.doesNotMatch(messagesOf(member.family_member_uuid).at(-1) ?? '', /too\.$/)
    })
  }
})
