import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { assertAccessible, inBrowser, openWindow, type Size } from '../support/browser.ts'
import { startChatServer } from '../support/conversation/chat-server.ts'
import { agree } from '../support/conversation/consent.ts'
import { select } from '../support/database.ts'
import { household } from '../support/household.ts'
import { some } from '../support/long.ts'
import { talkPage } from './pages/talk-page.ts'

const server = await startChatServer()
after(() => server[Symbol.asyncDispose]())
const { daemon, owner } = await household({
  environment: { COMPANION_ENGINE_BASE_URL: server.base_url, COMPANION_ENGINE_MODEL: 'normal' },
})

const said = (family_member_uuid: string) =>
  select<{ content: string }>(
    daemon,
    'SELECT content FROM messages WHERE family_member_uuid = ? ORDER BY message_id',
    family_member_uuid,
  ).map(({ content }) => content)

inBrowser('Messages', () => {
  for (const size of some<Size>(['desktop'], ['phone'])) {
    const open = async (name: string, withModel = false) => {
      const one = await daemon.member(owner, `${name}-${size}`)
      if (withModel) await agree(daemon, one, server.base_url)
      const page = await openWindow(daemon, { as: one.username, size })
      return { page, talk: talkPage(page), member: one.family_member_uuid }
    }

    it(`are copied, said anew, answered anew and deleted (${size})`, async () => {
      const { page, talk, member } = await open('acts')
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
      assert.equal(said(member).length, 2)

      await talk.message.menu(await talk.rows.last().locator('p').first().innerText()).click()
      await Promise.all([answered(), talk.message.again.click()])
      assert.equal(said(member).length, 2)

      await talk.message.menu('My locker').click()
      await talk.message.delete.click()
      await talk.message.confirm.click()
      await talk.row('Quillan').waitFor({ state: 'detached' })
      assert.deepEqual(said(member), [])
    })

    it(`are said anew with the arrow up, which Escape gives up (${size})`, async () => {
      const { page, talk } = await open('keys')
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

    it(`that a model writes are stopped (${size})`, async () => {
      const { talk, member } = await open('stops', true)
      await server.control({ behaviour: 'halting', tokens: 3 })
      await talk.say('The lake is frozen today, and the day before it was frozen too.')
      await talk.row('You').waitFor()
      await talk.stop.click()
      await talk.stop.waitFor({ state: 'detached' })
      await talk.row('waiting for an answer').waitFor({ state: 'detached' })
      await server.control({ behaviour: null })
      assert.doesNotMatch(said(member)[1] ?? '', /too\.$/)
    })
  }
})

inBrowser('Conversations', () => {
  for (const size of some<Size>(['desktop'], ['phone'])) {
    const open = async (name: string) => {
      const one = await daemon.member(owner, `${name}-${size}`)
      const page = await openWindow(daemon, { as: one.username, size })
      return { page, talk: talkPage(page), member: one.family_member_uuid }
    }

    it(`are listed, named, gone on with and deleted (${size})`, async () => {
      const { page, talk, member } = await open('lists')
      await talk.hear('Good morning', /good|hello/i)
      await talk.menu.open.click()
      await talk.menu.begin.click()
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
      assert.equal(said(member).length, 2)
    })

    it(`leave nothing where they are temporary (${size})`, async () => {
      const { page, talk, member } = await open('leaves')
      await talk.menu.open.click()
      await talk.menu.temporary.click()
      await talk.leaveTemporary.waitFor()
      await talk.hear('My sister Ana lives in Porto.', /./)
      await assertAccessible(page)
      assert.equal(said(member).length, 2)
      await talk.leaveTemporary.click()
      await talk.leaveTemporary.waitFor({ state: 'detached' })
      assert.deepEqual(said(member), [])
      assert.equal(select(daemon, 'SELECT 1 FROM memories WHERE family_member_uuid = ?', member).length, 0)
    })
  }
})
