import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { inBrowser, openWindow, visit } from '../support/browser.ts'
import { household } from '../support/household.ts'
import { isLong, itLong, itScaled } from '../support/long.ts'
import { putQuestion } from '../support/question.ts'
import { mePage } from './pages/me-page.ts'
import { talkPage } from './pages/talk-page.ts'

const { daemon, owner } = await household({ pages: true })

/** What the page is given in place of the browser's own: what tells, and what says whether anybody sees it. */
const given = `
  globalThis.notices = []
  globalThis.Notification = class extends EventTarget {
    static permission = 'default'
    static requestPermission = async () => (Notification.permission = globalThis.answer ?? 'granted')
    constructor(title, { body } = {}) {
      super()
      notices.push({ title, body, click: () => this.dispatchEvent(new Event('click')) })
      document.documentElement.dataset.notices = notices.length
    }
    close() {}
  }
  globalThis.away = false
  Object.defineProperty(document, 'hidden', { get: () => away })
  Object.defineProperty(document, 'visibilityState', { get: () => (away ? 'hidden' : 'visible') })
  globalThis.focus = () => (globalThis.focused = true)`

const prepare = async (page: Page): Promise<void> => {
  await page.addInitScript(given)
}

const setAway = (page: Page, away: boolean) =>
  page.evaluate(`away = ${away}; document.dispatchEvent(new Event('visibilitychange'))`)

const titled = (page: Page, title: string) =>
  page.evaluate(`new Promise((done) => {
    const look = () => document.title === ${JSON.stringify(title)} && done()
    new MutationObserver(look).observe(document.head, { childList: true, subtree: true, characterData: true })
    look()
  })`)

const told = (page: Page) =>
  page.evaluate<string[]>("notices.map(({ title, body = '' }) => `${title} ${body}`.trim())")

inBrowser('A page in the background', () => {
  itLong('counts what waits in its title until the page is looked at', async () => {
    const { family_member_uuid: user_id } = await daemon.member(owner, 'bea')
    const page = await openWindow(daemon, { as: 'bea', prepare })
    for (const title of ['Tea', 'Coffee']) await putQuestion(daemon, owner.access_token, { user_id, title })
    await page.getByRole('link', { name: /Inbox\s*2/ }).waitFor()
    await titled(page, 'Talk – Companion')
    await setAway(page, true)
    await titled(page, '(2) Talk – Companion')
    await putQuestion(daemon, owner.access_token, { user_id, title: 'Juice' })
    await titled(page, '(3) Talk – Companion')
    assert.deepEqual(await told(page), [])
    await setAway(page, false)
    await titled(page, 'Talk – Companion')
  })

  itScaled(
    'notifies of answers and questions once that is switched on, and a click brings the page back',
    async () => {
      const { family_member_uuid: user_id } = await daemon.member(owner, 'cleo')
      const page = await openWindow(daemon, { as: 'cleo', prepare, at: '/me' })
      const { notices } = mePage(page)
      await notices.click({ force: true })
      await notices.and(page.locator(':checked')).waitFor({ state: 'attached' })
      await visit(page, '/talk')
      const talk = talkPage(page)
      await putQuestion(daemon, owner.access_token, { user_id, title: 'Juice' })
      await page.getByRole('link', { name: /Inbox\s*1/ }).waitFor()
      if (isLong) await talk.hear('Good morning', /good|hello/i)
      assert.deepEqual(await told(page), [])
      await setAway(page, true)
      await talk.say('My locker is the one called Zebulon.')
      await page.locator('html[data-notices="1"]').waitFor()
      await putQuestion(daemon, owner.access_token, { user_id, title: 'Tea', prompt: 'Green or black?' })
      await page.locator('html[data-notices="2"]').waitFor()
      assert.deepEqual(await told(page), ['Companion has answered.', 'New in your inbox Tea'])
      await page.evaluate('notices[0].click()')
      assert.equal(await page.evaluate('focused'), true)
      await setAway(page, false)
      await visit(page, '/me')
      await notices.click({ force: true })
      await notices.and(page.locator(':not(:checked)')).waitFor({ state: 'attached' })
      await setAway(page, true)
      await putQuestion(daemon, owner.access_token, { user_id, title: 'Coffee' })
      await titled(page, '(3) Me – Companion')
      assert.equal((await told(page)).length, 2)
      await setAway(page, false)
      await titled(page, 'Me – Companion')
    },
  )

  itLong('says so where the browser forbids notifications', async () => {
    await daemon.member(owner, 'dora')
    const page = await openWindow(daemon, { as: 'dora', prepare, at: '/me' })
    const { notices } = mePage(page)
    await page.evaluate("globalThis.answer = 'denied'")
    await notices.click({ force: true })
    await page.getByText('Your browser blocks notifications from this page.').waitFor()
    assert.equal(await notices.isChecked(), false)
    assert.equal(await notices.isDisabled(), true)
  })

  itLong('offers no switch where the browser has no notifications', async () => {
    const page = await openWindow(daemon, {
      as: 'mia',
      at: '/me',
      prepare: async (opened) => {
        await opened.addInitScript('delete globalThis.Notification')
      },
    })
    const { remember, notices } = mePage(page)
    await remember.waitFor({ state: 'attached' })
    assert.equal(await notices.count(), 0)
  })
})
