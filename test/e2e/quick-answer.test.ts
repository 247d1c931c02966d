import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { assertAccessible, inBrowser, openWindow, visit, type WindowOptions } from '../support/browser.ts'
import type { TestMember } from '../support/daemon.ts'
import { playApp } from '../support/app/app-bridge.ts'
import { MovableClock } from '../support/clock.ts'
import { household } from '../support/household.ts'
import { isLong, itLong, itScaled, some } from '../support/long.ts'
import { putQuestion } from '../support/question.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'
import { answerPage } from './pages/answer-page.ts'

const clock = new MovableClock()
const { daemon, owner, member } = await household({ pages: true, clock })
const viewport = { width: 440, height: 360 }

async function ask(title: string, more: object = {}, who: TestMember = member): Promise<string> {
  const question = { user_id: who.family_member_uuid, title, requirement: 'optional', ...more }
  return (await putQuestion(daemon, owner.access_token, question)).interaction_id
}

const change = (id: string, act: string, body: object = {}) =>
  rest(daemon, `POST /interactions/${id}/${act}`, { token: member.access_token, body })

const interaction = async (id: string) =>
  (await rest(daemon, `GET /interactions/${id}`, { token: member.access_token })).body.interaction

const at = (id: string) => `/answer?interaction=${id}`
const open = (id: string, options: WindowOptions = {}) =>
  openWindow(daemon, { as: 'mia', at: at(id), viewport, ...options })

/** The same in a window of the desktop app, whose time the test can move on. */
async function openInApp(id: string, options: WindowOptions = {}) {
  const playing = Promise.withResolvers<Awaited<ReturnType<typeof playApp>>>()
  const prepare = async (page: Page) => {
    await page.clock.install()
    playing.resolve(await playApp(page))
  }
  return { page: await open(id, { ...options, prepare, leaves: 'nothing' }), app: await playing.promise }
}

type Answer = ReturnType<typeof answerPage>

/** What can become of one: how it is asked, what is done, what is said then, and its status. */
const endings: readonly [title: string, object, (answer: Answer) => Promise<void>, string, string][] = [
  [
    'Supper',
    {},
    async ({ answer }) => {
      await answer('Supper').fill('Soup')
      await answer('Supper').press('Enter')
    },
    'Answered. Thank you.',
    'answered',
  ],
  [
    'Heating',
    { interaction_type: 'approval' },
    ({ act }) => act('Heating', 'Approve').click(),
    'Approved.',
    'approved',
  ],
  [
    'Lights',
    { interaction_type: 'approval' },
    ({ act }) => act('Lights', 'Reject').click(),
    'Rejected.',
    'rejected',
  ],
  ['Hats', {}, ({ choose }) => choose('Hats', 'Dismiss'), 'Dismissed.', 'dismissed'],
  ['Shoes', {}, ({ snooze }) => snooze('Shoes', 'In an hour'), 'Snoozed until', 'deferred'],
  [
    'Coats',
    {},
    async ({ choose, dialog }) => {
      await choose('Coats', 'Cancel request')
      await dialog.getByRole('button', { name: 'Cancel request' }).click()
    },
    'Cancelled.',
    'cancelled',
  ],
]

/** Those of every run: an answer, a decision, and one that is put off. */
const main = endings.filter(([title]) => ['Supper', 'Heating', 'Shoes'].includes(title))

inBrowser('One interaction alone', () => {
  const openShared = sharedWindow(daemon)
  /** It alone in a browser, in a window that other tests have had. */
  const openAgain = (id: string, options: { expected?: RegExp; scheme?: 'light' | 'dark' } = {}) =>
    openShared({ as: 'mia', at: at(id), viewport, ...options })

  itScaled('says what became of it, and then has the app close the window', async () => {
    const tea = await ask('Tea')
    const { page, app } = await openInApp(tea, { expected: /410/ })
    const answer = answerPage(page)
    let closings = 0
    const closes = async () => {
      const closed = app.nextClose()
      await page.clock.fastForward(6_000)
      await closed
      closings += 1
      assert.deepEqual(
        app.closed,
        Array.from({ length: closings }, () => null),
      )
    }
    await answer.entry('Tea').waitFor()
    await change(tea, 'answer', { answer_text: 'Green' })
    await answer.elsewhere.waitFor()
    await page.getByText('Green').waitFor()
    await closes()

    for (const [title, asked, act, words, status] of some(main, endings)) {
      const id = await ask(title, asked)
      await visit(page, at(id))
      await answer.entry(title).waitFor()
      assert.equal(await page.getByRole('navigation').count(), 0)
      await act(answer)
      await answer.ending.filter({ hasText: words }).waitFor()
      assert.equal(await answer.elsewhere.count(), 0)
      assert.equal(await page.locator('.mantine-Notification-root').count(), 0)
      await closes()
      assert.equal((await interaction(id)).status, status)
    }

    if (!isLong) return
    const scarves = await ask('Scarves')
    await visit(page, at(scarves))
    await answer.entry('Scarves').waitFor()
    await page.clock.fastForward(60_000)
    await answer.choose('Scarves', 'Dismiss')
    await answer.takeUp.click()
    await answer.entry('Scarves').waitFor()
    await page.clock.fastForward(60_000)
    assert.equal(app.closed.length, closings)
    await answer.choose('Scarves', 'Dismiss')
    await answer.ending.filter({ hasText: 'Dismissed.' }).waitFor()
    await closes()

    const quick = await ask('Quick', { expires_in_seconds: 60 })
    await visit(page, at(quick))
    await answer.entry('Quick').waitFor()
    clock.advance(60_000)
    await answer.ending.filter({ hasText: 'Not answered in time.' }).waitFor()
    await page.getByText('Quick').waitFor()
    await closes()
    await visit(page, '/inbox')
    await visit(page, at(quick))
    await answer.ending.filter({ hasText: 'Not answered in time.' }).waitFor()
  })

  itLong('shows what was done after it was read and before the page was connected', async () => {
    const id = await ask('Cocoa')
    const changed = Promise.withResolvers<void>()
    const prepare = (page: Page) =>
      page.routeWebSocket(/\/ws$/, async (socket) => {
        await changed.promise
        socket.connectToServer()
      })
    const page = await open(id, { prepare, deaf: true })
    const answer = answerPage(page)
    await answer.entry('Cocoa').waitFor()
    await change(id, 'answer', { answer_text: 'With cream' })
    changed.resolve()
    await answer.ending.filter({ hasText: 'Answered' }).waitFor()
    await page.getByText('With cream').waitFor()
  })

  itLong('says kindly what somebody else did first', async () => {
    const id = await ask('Door', { interaction_type: 'approval' })
    const page = await openAgain(id, { expected: /409/ })
    const answer = answerPage(page)
    await page.route('**/approve', async (route) => {
      await change(id, 'reject')
      await route.continue()
    })
    await answer.act('Door', 'Approve').click()
    await answer.ending.filter({ hasText: 'Rejected.' }).waitFor()
    await answer.elsewhere.waitFor()
  })

  itScaled(
    'stays in a browser, with the focus on the field of the answer, and leads to the inbox',
    async () => {
      const page = await openAgain(await ask('Juice'))
      const answer = answerPage(page)
      await answer.answer('Juice').and(page.locator('textarea:focus')).waitFor()
      await answer.choose('Juice', 'Details')
      await answer.dialog.getByText('What happened').waitFor()
      await answer.dialog.press('Escape')
      await answer.dialog.waitFor({ state: 'detached' })
      await answer.answer('Juice').fill('Apple')
      await answer.act('Juice', 'Answer').click()
      await answer.ending.filter({ hasText: 'Answered. Thank you.' }).waitFor()
      const [other] = await Promise.all([page.context().waitForEvent('page'), answer.inbox.click()])
      await other.locator('main[data-page="/inbox"]').waitFor()
      await other.close()
      await answer.inbox.waitFor()
      // What decides has no focus by itself.
      await visit(page, at(await ask('Alarm', { interaction_type: 'approval' })))
      await answer.entry('Alarm').waitFor()
      assert.notEqual(await page.evaluate('document.activeElement.tagName'), 'BUTTON')
    },
  )

  itScaled(
    'says kindly that there is nothing to answer: unknown, somebody else’s, or not named at all',
    async () => {
      const others = await ask('Secret', {}, owner)
      const page = await openAgain(randomUUID(), { expected: /404|400/ })
      for (const where of [at(randomUUID()), at(others), at('none'), '/answer', at('../../auth/session')]) {
        await visit(page, where)
        await page.getByRole('heading', { level: 1, name: 'There’s nothing here for you' }).waitFor()
        assert.equal(await page.getByText('Secret').count(), 0)
      }
      await answerPage(page).inbox.waitFor()
    },
  )

  for (const scheme of ['light', 'dark'] as const)
    itLong(`is accessible while waiting and once done (${scheme})`, async () => {
      const id = await ask('Heating', {
        interaction_type: 'approval',
        severity: 'high',
        expires_in_seconds: 500,
      })
      const page = await openAgain(id, { scheme })
      const answer = answerPage(page)
      await answer.entry('Heating').waitFor()
      await assertAccessible(page)
      await answer.act('Heating', 'Reject').click()
      await answer.ending.filter({ hasText: 'Rejected.' }).waitFor()
      await assertAccessible(page)
    })
})
