import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { assertAccessible, inBrowser, openWindow } from '../support/browser.ts'
import { agree } from '../support/conversation/consent.ts'
import { startChatServer } from '../support/conversation/chat-server.ts'
import { startTestDaemon } from '../support/daemon.ts'
import { saidBy } from '../support/database.ts'
import { playApp } from '../support/app/app-bridge.ts'
import { sharedHousehold } from '../support/household.ts'
import { itLong, itScaled } from '../support/long.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { askPage } from './pages/ask-page.ts'
import { talkPage } from './pages/talk-page.ts'

const { daemon, newMember } = await sharedHousehold()
const member = await newMember()
const viewport = { width: 560, height: 420 }

const commandsOf = (page: Page) => ({
  list: page.getByRole('listbox', { name: 'Commands', exact: true }),
  options: page.getByRole('option'),
  marked: page.getByRole('option', { selected: true }),
  notice: (text: string) => page.getByText(text, { exact: true }),
})

const inField = (page: Page) => askPage(page).field.inputValue()
const lastSaid = () => saidBy(daemon, member.family_member_uuid).at(-1)

inBrowser('The small window', () => {
  const openShared = sharedWindow(daemon)
  const open = (more: { at?: string; viewport?: { width: number; height: number } } = {}) =>
    openShared({ as: member.username, at: '/ask', viewport, ...more })

  itScaled(
    'carries out commands by pointer on a phone, undoes what was remembered, and begins anew',
    async () => {
      const page = await open({ viewport: { width: 360, height: 640 } })
      const { list, options, notice } = commandsOf(page)
      const ask = askPage(page)
      await ask.field.fill('/remember My tea is green')
      await page.keyboard.press('Enter')
      await notice('Remembered, word for word. /undo takes it back.').waitFor()
      await ask.field.fill('/')
      const box = await list.boundingBox()
      assert.ok(box && box.x >= 0 && box.x + box.width <= 360)
      await options.filter({ hasText: '/undo' }).click()
      await notice('Undone: Remembered').waitFor()
      assert.equal(await inField(page), '')
      assert.equal(await ask.field.evaluate((one) => one === one.ownerDocument.activeElement), true)
      await ask.say('/new')
      await notice('New conversation started. You can still read everything from before.').waitFor()
      await ask.greeting.waitFor()
    },
  )

  itScaled('lists the commands after a slash, to be chosen with the keys', async () => {
    const page = await open()
    const { list, options, marked } = commandsOf(page)
    const { field } = askPage(page)
    await field.pressSequentially('/')
    await list.waitFor()
    assert.ok((await options.count()) > 5)
    assert.match(await marked.innerText(), /^\/remember/)
    assert.equal(await field.getAttribute('aria-activedescendant'), await marked.getAttribute('id'))
    await assertAccessible(page)
    await field.pressSequentially('re')
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    assert.equal(await inField(page), '/re')
    await field.pressSequentially('m')
    await list.waitFor()
    assert.equal(await options.count(), 3)
    await field.press('Tab')
    assert.equal(await inField(page), '/remember ')
    await field.fill('/rem')
    await list.waitFor()
    await page.keyboard.press('ArrowUp')
    assert.match(await marked.innerText(), /^\/reminders/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    assert.equal(await inField(page), '/remind ')
    await list.waitFor({ state: 'detached' })
    await field.pressSequentially('call Mum tomorrow at 5')
    await page.keyboard.press('Enter')
    await askPage(page)
      .row(/I'll remind you tomorrow at 17:00: call Mum/)
      .waitFor()
    assert.equal(lastSaid(), 'Remind me call Mum tomorrow at 5')
  })

  itScaled('refuses an unknown command, keeps it, and sends what begins with two slashes', async () => {
    const page = await open()
    const { notice } = commandsOf(page)
    const ask = askPage(page)
    await ask.field.fill('/remembr tea')
    await page.keyboard.press('Enter')
    await notice('There’s no command /remembr here. Begin with // to send it as a message.').waitFor()
    assert.equal(await inField(page), '/remembr tea')
    await ask.field.fill('/forget ')
    await page.keyboard.press('Enter')
    await notice('Add what you mean after /forget.').waitFor()
    await ask.say('//etc is a folder')
    // What is said is shown before it is kept; the reply comes after.
    await ask.rows.nth(1).locator('time').waitFor()
    assert.equal(lastSaid(), '/etc is a folder')
  })

  itScaled('shares its commands with the Talk page', async () => {
    const page = await open({ at: '/talk', viewport: { width: 1000, height: 700 } })
    const { list, options } = commandsOf(page)
    const talk = talkPage(page)
    await talk.field.fill('/o')
    await list.waitFor()
    const [above, field] = [await list.boundingBox(), await talk.field.boundingBox()]
    assert.ok(above && field && above.y + above.height <= field.y)
    await options.filter({ hasText: '/off' }).click()
    await talk.changes.resume.click()
    await talk.changes.resume.waitFor({ state: 'detached' })
  })

  itLong('undoes what a message has changed, until nothing is left', async () => {
    const { username } = await newMember('undoer')
    const page = await openShared({ as: username, at: '/ask', viewport })
    const { notice } = commandsOf(page)
    const ask = askPage(page)
    await ask.hear('My boat is yellow.', /remember/i)
    await ask.say('/undo')
    await notice('Undone: Remembered').waitFor()
    await ask.messages.getByText('Undone', { exact: true }).waitFor()
    await ask.say('/undo')
    await notice('There’s nothing to undo.').waitFor()
  })

  itLong('stops a reply with Escape while it is written, and closes with the next one', async () => {
    await using model = await startChatServer()
    await model.control({ behaviour: 'halting', tokens: 3 })
    await using server = await startTestDaemon({
      pages: true,
      environment: { COMPANION_ENGINE_BASE_URL: model.base_url, COMPANION_ENGINE_MODEL: 'normal' },
    })
    await agree(server, await server.owner(), model.base_url)
    const playing = Promise.withResolvers<Awaited<ReturnType<typeof playApp>>>()
    const prepare = async (page: Page) => playing.resolve(await playApp(page))
    const page = await openWindow(server, { as: 'olga', at: '/ask', viewport, prepare })
    const app = await playing.promise
    const ask = askPage(page)
    const next = await model.next()
    await ask.say('The lake is frozen today, and the day before it was too.')
    await ask.messages.getByText('You said:').waitFor()
    await page.getByText('Esc stops the reply', { exact: true }).waitFor()
    await ask.stop.waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await next.ended(), 'left')
    await page.getByText('Esc closes', { exact: true }).waitFor()
    assert.deepEqual(app.closed, [])
    assert.equal(await ask.rows.count(), 2)
    assert.doesNotMatch((await ask.rows.allInnerTexts()).at(-1) ?? '', /too\./)
    const closed = app.nextClose()
    await page.keyboard.press('Escape')
    await closed
    await page.close()
  })
})
