import assert from 'node:assert/strict'
import Database from 'better-sqlite3'
import type { Page } from 'playwright'
import { openEnd } from '../../daemon/client/pause.ts'
import { assertAccessible, inBrowser, openWindow, type Size } from '../support/browser.ts'
import { toField } from '../../daemon/ui/parts/times.ts'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { goalStatuses } from '../../daemon/features/agency/tables.ts'
import { lastNoon } from '../support/clock.ts'
import type { TestMember } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { it, itLong, itScaled, some } from '../support/long.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'
import { goalsPage } from './pages/goals-page.ts'

// The board tells a later move from an earlier one by when they were made.
const { daemon, owner, member: mia } = await household({ pages: true, clock: systemClock })
const day = 86_400_000
// Before any page has read it.
await rest(daemon, 'PUT /auth/profile', {
  token: mia.access_token,
  payload: { preferences: { colour: 'blue' } },
})

async function set(who: TestMember, title: string, more: object = {}): Promise<string> {
  const { status, body } = await rest(daemon, 'POST /agency/goals', {
    token: who.access_token,
    payload: { title, ...more },
  })
  assert.equal(status, 201)
  return body.data.goal.goal_uuid
}

/** Writes into a goal what takes a while to come about. */
function write(goal_uuid: string, changes: string, ...values: readonly unknown[]): void {
  const database = new Database(daemon.home.database)
  database.prepare(`UPDATE goals SET ${changes} WHERE goal_uuid = ?`).run(...values, goal_uuid)
  database.close()
}

async function suggest(who: TestMember, title: string): Promise<string> {
  const id = await set(who, title, { repeats: 'FREQ=WEEKLY' })
  write(id, "origin = 'companion', status = 'suggested'")
  return id
}

async function goalsOf(who: TestMember): Promise<Record<string, Record<string, unknown>>> {
  const { body } = await rest(
    daemon,
    `GET /agency/goals?limit=200&${goalStatuses.map((one) => `status=${one}`).join('&')}`,
    { token: who.access_token },
  )
  return Object.fromEntries(body.data.items.map((goal: { title: string }) => [goal.title, goal]))
}

/** The day after that one at a time of the clock, as a field for date and time has it. */
function dayAfter(today: Date, clock: string): string {
  const tomorrow = new Date(today)
  tomorrow.setDate(today.getDate() + 1)
  return `${toField(tomorrow.toISOString()).slice(0, 10)}T${clock}`
}

inBrowser('The goals', () => {
  const open = sharedWindow(daemon)

  for (const size of some<Size>(['desktop'], ['phone'])) {
    itScaled(`are set, put on hold, resumed and completed (${size})`, async () => {
      const page = await open({ as: mia.username, size, at: '/goals' })
      const goals = goalsPage(page)
      const show = async (column: string) => (size === 'phone' ? goals.show(column) : undefined)
      await page.getByText('No goals yet').waitFor()
      await goals.create.click()
      await goals.save.click()
      await goals.dialog.getByText('Give it a name').waitFor()
      await goals.field('What’s the goal?').fill('Learn the piano')
      await goals.dialog.getByText('High', { exact: true }).click()
      await goals.dialog.getByRole('combobox', { name: 'Repeats' }).click()
      await page.getByRole('option', { name: 'Every week' }).click()
      await goals.dialog.getByRole('checkbox', { name: 'Sat' }).press('Space')
      await goals.dialog.getByRole('radio', { name: 'Ask me' }).check()
      await goals.save.click()
      await goals.goal('Learn the piano').getByText('Every week on Saturday').waitFor()
      const { 'Learn the piano': made } = await goalsOf(mia)
      assert.deepEqual(
        [made?.['priority'], made?.['repeats'], made?.['autonomy']],
        ['high', 'FREQ=WEEKLY;BYDAY=SA', 'ask'],
      )

      await goals.choose('Learn the piano', 'Put on hold')
      await page.getByText('“Learn the piano” is on hold.').waitFor()
      await show('On hold')
      await goals.choose('Learn the piano', 'Resume')
      await page.getByText('“Learn the piano” is active again.').waitFor()
      await show('Active')
      await goals.choose('Learn the piano', 'Mark as complete')
      await goals.dialog.getByText('won’t repeat any more').waitFor()
      await goals.dialog.getByRole('button', { name: 'Complete it' }).click()
      await page.getByText('“Learn the piano” is complete.').waitFor()
      await show('Completed')
      await goals.goal('Learn the piano').waitFor()
      const { 'Learn the piano': goal } = await goalsOf(mia)
      assert.deepEqual([goal?.['status'], goal?.['progress']], ['completed', 1])
    })
  }

  itLong('remind at a time of the clock, and are moved, done and cancelled', async () => {
    const who = await daemon.member(owner, 'reminded')
    // By a clock that begins at noon, no midnight comes between.
    const noon = new Date(lastNoon())
    const prepare = (opened: Page) => opened.clock.install({ time: noon })
    const page = await openWindow(daemon, { as: who.username, at: '/goals', prepare, leaves: 'nothing' })
    const goals = goalsPage(page)
    for (const title of ['Call Ann', 'Water the fern']) {
      await goals.create.click()
      await goals.field('What’s the goal?').fill(title)
      await goals.field('Follow up').fill(dayAfter(noon, '17:00'))
      await goals.save.click()
      await goals
        .goal(title)
        .getByText(/^Reminds you tomorrow, (17:00|5:00\sPM)$/)
        .waitFor()
      assert.equal(await goals.progress(title).count(), 0)
    }
    await goals.choose('Call Ann', 'Edit')
    await goals.field('Follow up').fill(dayAfter(noon, '18:30'))
    await goals.save.click()
    await goals
      .goal('Call Ann')
      .getByText(/^Reminds you tomorrow, (18:30|6:30\sPM)$/)
      .waitFor()
    await goals.choose('Call Ann', 'Mark as complete')
    await goals.dialog.getByRole('button', { name: 'Complete it' }).click()
    await page.getByText('“Call Ann” is complete.').waitFor()
    await goals.choose('Water the fern', 'Cancel')
    await goals.dialog.getByRole('button', { name: 'Cancel it' }).click()
    await goals.goal('Water the fern').waitFor({ state: 'detached' })
    const { 'Call Ann': done, 'Water the fern': cancelled } = await goalsOf(who)
    assert.deepEqual([done?.['status'], cancelled?.['status']], ['completed', 'cancelled'])
  })

  itLong('can be moved by keyboard, and the focus follows', async () => {
    await set(mia, 'Row')
    const page = await open({ as: mia.username, at: '/goals' })
    const goals = goalsPage(page)
    await goals.progress('Row').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await goals.column('On hold').locator('li:focus', { hasText: 'Row' }).waitFor()
    await page.keyboard.press('Shift+ArrowLeft')
    await goals.column('Active').locator('li:focus', { hasText: 'Row' }).waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    await goals.column('On hold').locator('li:focus', { hasText: 'Row' }).waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    await goals.dialog.getByRole('button', { name: 'Not yet' }).press('Enter')
    await goals.dialog.waitFor({ state: 'detached' })
    assert.equal((await goalsOf(mia))['Row']?.['status'], 'paused')
  })

  itLong('can be moved on once the board shows the last move, even before that is answered', async () => {
    const id = await set(mia, 'Sing')
    const page = await open({ as: mia.username, at: '/goals' })
    const goals = goalsPage(page)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**/agency/goals/${id}`, async (route) => {
      const response = await route.fetch()
      await released
      await route.fulfill({ response })
    })
    await goals.progress('Sing').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await goals.column('On hold').locator('li:focus', { hasText: 'Sing' }).waitFor()
    await page.keyboard.press('Shift+ArrowLeft')
    await goals.column('Active').locator('li', { hasText: 'Sing' }).waitFor()
    release()
    await page.getByText('“Sing” is on hold.').waitFor()
    await page.getByText('“Sing” is active again.').waitFor()
  })

  itLong('have a progress slider that works by keyboard, too', async () => {
    await set(mia, 'Read')
    const page = await open({ as: mia.username, at: '/goals' })
    const goals = goalsPage(page)
    await goals.progress('Read').press('Enter')
    const slider = page.getByRole('slider', { name: 'Progress' })
    const saved = page.waitForResponse(
      (response) => response.request().postData()?.includes('"progress":0.1}') === true,
    )
    await slider.press('ArrowRight')
    await slider.press('ArrowRight')
    await page.keyboard.press('Escape')
    await goals.goal('Read').getByText('10%').waitFor()
    await saved
    await page.reload()
    await goals.goal('Read').getByText('10%').waitFor()
    assert.equal((await goalsOf(mia))['Read']?.['progress'], 0.1)
  })

  itLong('keep the progress chosen last, even while an earlier step is being saved', async () => {
    const id = await set(mia, 'Write')
    const page = await open({ as: mia.username, at: '/goals' })
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const sent: unknown[] = []
    await page.route(`**/agency/goals/${id}`, async (route) => {
      sent.push(route.request().postDataJSON().payload.progress)
      await answered
      await route.continue()
    })
    await goalsPage(page).progress('Write').press('Enter')
    const slider = page.getByRole('slider', { name: 'Progress' })
    await slider.press('ArrowRight')
    await slider.press('ArrowLeft')
    const last = page.waitForResponse(
      (response) => response.request().postData()?.includes('"progress":0}') === true,
    )
    answer()
    await last
    assert.deepEqual(sent, [0.05, 0])
    assert.equal((await goalsOf(mia))['Write']?.['progress'], 0)
    assert.equal(await slider.getAttribute('aria-valuenow'), '0')
  })

  itLong('send only the fields that changed', async () => {
    const next_run_at = new Date(Date.now() + day).toISOString()
    await set(mia, 'Run', { description: 'Slowly', next_run_at, repeats: 'FREQ=MONTHLY;BYDAY=1MO' })
    const before = (await goalsOf(mia))['Run']
    const page = await open({ as: mia.username, at: '/goals' })
    const goals = goalsPage(page)
    await goals.choose('Run', 'Edit')
    await goals.field('Details').fill('')
    await goals.field('What’s the goal?').fill('Run far')
    await goals.save.click()
    await goals.goal('Run far').waitFor()
    const after = (await goalsOf(mia))['Run far']
    assert.deepEqual(after, {
      ...before,
      title: 'Run far',
      description: null,
      updated_at: after?.['updated_at'],
    })
  })

  it('are suggested, accepted and declined, and updated at once when that happens elsewhere', async () => {
    await suggest(mia, 'Visit grandmother')
    await suggest(mia, 'Learn to sail')
    const third = await suggest(mia, 'Plant a tree')
    const page = await open({ as: mia.username, at: '/goals' })
    const goals = goalsPage(page)
    await goals.goal('Visit grandmother').getByText('Suggested by your companion').waitFor()
    await goals.act('Visit grandmother', 'Accept').click()
    await goals.column('Active').getByRole('article', { name: 'Visit grandmother' }).waitFor()
    await goals.act('Learn to sail', 'Decline').click()
    await goals.goal('Learn to sail').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Cancelled · 1' }).click()
    await goals.goal('Learn to sail').waitFor()
    await rest(daemon, `POST /agency/goals/${third}/accept`, { token: mia.access_token, payload: {} })
    await goals.column('Active').getByRole('article', { name: 'Plant a tree' }).waitFor()
  })

  itLong('say kindly that somebody else was faster', async () => {
    const id = await set(mia, 'Cook')
    const page = await open({ as: mia.username, at: '/goals', expected: /409/ })
    const goals = goalsPage(page)
    await page.route(`**/agency/goals/${id}`, async (route) => {
      await rest(daemon, `DELETE /agency/goals/${id}`, { token: mia.access_token })
      await route.continue()
    })
    await goals.choose('Cook', 'Put on hold')
    await page.getByText('A moment too late').waitFor()
    await goals.goal('Cook').waitFor({ state: 'hidden' })
  })

  it('respect quiet hours, which are saved without touching other preferences', async () => {
    const page = await open({ as: mia.username, at: '/goals' })
    const { hours } = goalsPage(page)
    await hours.getByText('Quiet from 22:00 to 07:00').waitFor()
    await hours.getByRole('button', { name: 'Change' }).click()
    await hours.getByLabel('From').fill('21:30')
    await hours.getByLabel('How many times a day').fill('2')
    await hours.getByRole('button', { name: 'Use this' }).click()
    await hours.getByRole('button', { name: 'Save' }).click()
    await hours.getByText('Quiet from 21:30 to 07:00, at most 2 times a day').waitFor()
    const { body } = await rest(daemon, 'GET /auth/profile', { token: mia.access_token })
    assert.deepEqual(body.data.preferences, {
      colour: 'blue',
      agency: { quiet_hours: { from: '21:30', to: '07:00' }, daily_budget: 2, suggestions: true },
      time_zone: await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone'),
    })
  })

  itLong('wait while the companion is paused, until it is resumed', async () => {
    const who = await daemon.member(owner, 'pauser')
    const profile = { token: who.access_token }
    const agency = { daily_budget: 3 }
    await rest(daemon, 'PUT /auth/profile', {
      ...profile,
      payload: { preferences: { colour: 'blue', agency } },
    })
    const held = async () => (await rest(daemon, 'GET /auth/profile', profile)).body.data.preferences
    const page = await open({ as: who.username, at: '/goals' })
    const { hours, pause, resume } = goalsPage(page)
    await pause('Until I resume it')
    await hours.getByText('Paused until you resume it').waitFor()
    assert.deepEqual(await held(), { colour: 'blue', agency: { ...agency, paused_until: openEnd } })
    await resume.press('Enter')
    await hours.getByText('Paused').waitFor({ state: 'detached' })
    assert.deepEqual(await held(), { colour: 'blue', agency })
    await hours.getByRole('button', { name: 'Pause', exact: true, disabled: false }).waitFor()
    await page.locator('button:focus', { hasText: 'Pause' }).waitFor()

    const before = Date.now()
    await pause('For an hour')
    await hours.getByText(/^Paused until /).waitFor()
    const { paused_until } = (await held()).agency
    const length = Date.parse(paused_until) - before
    assert.ok(length >= 3_600_000 && Date.parse(paused_until) <= Date.now() + 3_600_000, String(length))
  })

  itLong('are accessible on their board and in their dialog', async () => {
    const who = await daemon.member(owner, 'reader')
    await set(who, 'Learn the piano', { priority: 'high', repeats: 'FREQ=DAILY', description: 'Slowly' })
    const late = await set(who, 'File the taxes', { due_at: new Date(Date.now() + day).toISOString() })
    write(late, 'due_at = ?', Date.now() - 1_000)
    await suggest(who, 'Visit grandmother')
    for (const [size, scheme] of [
      ['desktop', 'light'],
      ['phone', 'dark'],
    ] as const) {
      const page = await open({ as: who.username, scheme, size, at: '/goals' })
      const goals = goalsPage(page)
      await goals.goal('Learn the piano').first().waitFor()
      await goals.pause('Until I resume it')
      await goals.resume.waitFor()
      await assertAccessible(page)
      await goals.resume.click()
      await goals.hours.getByRole('button', { name: 'Change' }).click()
      await assertAccessible(page)
      await goals.create.click()
      await goals.field('What’s the goal?').waitFor()
      await assertAccessible(page)
    }
  })
})
