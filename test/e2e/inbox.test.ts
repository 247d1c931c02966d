import assert from 'node:assert/strict'
import { assertAccessible, inBrowser, type Size, untilFocused } from '../support/browser.ts'
import { MovableClock } from '../support/clock.ts'
import type { TestMember } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { it, itLong, itScaled, some } from '../support/long.ts'
import { soon } from '../support/processes.ts'
import { keyOf } from '../support/wire/keys.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'
import { inboxPage } from './pages/inbox-page.ts'

const clock = new MovableClock()
const { daemon, owner, member } = await household({ pages: true, clock })

/** Puts an interaction to a new member, whose inbox holds nothing else. */
async function ask(who: TestMember, title: string, more: object = {}): Promise<string> {
  const body = {
    user_id: who.family_member_uuid,
    interaction_type: 'question',
    title,
    prompt: `What about ${title}?`,
    requirement: 'optional',
    ...more,
  }
  const { status, body: answer } = await rest(daemon, 'POST /admin/interactions/simulate', {
    token: owner.access_token,
    body,
  })
  assert.equal(status, 200)
  return answer.interaction.interaction_id
}

const change = (who: TestMember, id: string, act: string, body: object = {}) =>
  rest(daemon, `POST /interactions/${id}/${act}`, { token: who.access_token, body })

const interaction = async (who: TestMember, id: string) =>
  (await rest(daemon, `GET /interactions/${id}`, { token: who.access_token })).body.interaction

type Inbox = ReturnType<typeof inboxPage>

interface Kind {
  readonly title: string
  readonly more?: object
  readonly act: (inbox: Inbox) => Promise<void>
  /** Its status, and the answer as text and as a value. */
  readonly kept: readonly unknown[]
}

/** What can be asked, and how it is answered. */
const kinds: readonly Kind[] = [
  {
    title: 'Supper',
    act: async ({ answer }) => {
      await answer('Supper').fill('Soup')
      await answer('Supper').press('Enter')
    },
    kept: ['answered', 'Soup', null],
  },
  {
    title: 'Guests',
    more: { expected_answer_type: 'number' },
    act: async ({ answer, act }) => {
      await answer('Guests').fill('7')
      await act('Guests', 'Answer').click()
    },
    kept: ['answered', '7', { value: 7 }],
  },
  {
    title: 'Plants',
    more: { expected_answer_type: 'boolean' },
    act: ({ act }) => act('Plants', 'Yes').click(),
    kept: ['answered', 'yes', { value: true }],
  },
  {
    title: 'Film',
    more: { interaction_type: 'choice', allowed_options: ['A comedy', 'A drama'] },
    act: ({ act }) => act('Film', 'A drama').click(),
    kept: ['answered', 'A drama', null],
  },
  {
    title: 'Week',
    more: { interaction_type: 'dialogue' },
    act: async ({ answer, act }) => {
      await answer('Week').fill('Long.\nGood.')
      await act('Week', 'Answer').click()
    },
    kept: ['answered', 'Long.\nGood.', null],
  },
  {
    title: 'Heating',
    more: { interaction_type: 'approval', severity: 'high' },
    act: ({ act }) => act('Heating', 'Approve').click(),
    kept: ['approved', null, null],
  },
  {
    title: 'Lights',
    more: { interaction_type: 'approval' },
    act: ({ act }) => act('Lights', 'Reject').click(),
    kept: ['rejected', null, null],
  },
]

/** Those of every run: a text, a value, a choice and a decision. */
const main = kinds.filter(({ title }) => ['Supper', 'Guests', 'Film', 'Heating'].includes(title))

inBrowser('The inbox', () => {
  const open = sharedWindow(daemon)

  for (const size of some<Size>(['desktop'], ['phone'])) {
    itScaled(`takes an answer of every kind and keeps it (${size})`, async () => {
      const asked = some(main, kinds)
      const ids: string[] = []
      for (const { title, more } of asked) ids.push(await ask(member, title, more))
      const page = await open({ as: member.username, size, at: '/inbox' })
      const inbox = inboxPage(page)
      await inbox.entry('Heating').getByText('Important').waitFor()
      for (const { title, act } of asked) {
        await act(inbox)
        await inbox.entry(title).waitFor({ state: 'detached' })
      }
      await inbox.notice('Nothing is waiting for you').waitFor()

      const interactions = await Promise.all(ids.map((id) => interaction(member, id)))
      assert.deepEqual(
        interactions.map(({ status, answer_text, answer_json }) => [status, answer_text, answer_json]),
        asked.map(({ kept }) => kept),
      )
      await inbox.tab('Done').click()
      await inbox.entry('Supper').getByText('Soup').waitFor()
    })
  }

  it('shows new entries and what is done elsewhere, without a reload', async () => {
    const page = await open({ as: 'mia', at: '/inbox' })
    const inbox = inboxPage(page)
    await inbox.notice('Nothing is waiting for you').waitFor()
    const id = await ask(member, 'Tea')
    await inbox.entry('Tea').waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: 'New in your inbox: Tea' })
      .waitFor({ state: 'attached' })
    await change(member, id, 'answer', { answer_text: 'Green' })
    await inbox.notice('Nothing is waiting for you').waitFor()
    await page.getByRole('status').filter({ hasText: 'Done elsewhere: Tea' }).waitFor({ state: 'attached' })
  })

  it('snoozes, dismisses and reopens, and cancels after asking', async () => {
    const who = member
    const shoes = await ask(who, 'Shoes')
    await ask(who, 'Hats')
    await ask(who, 'Coats', { requirement: 'required' })
    const page = await open({ as: 'mia', at: '/inbox' })
    const inbox = inboxPage(page)

    await inbox.snooze('Shoes', 'In an hour')
    await inbox.entry('Shoes').waitFor({ state: 'detached' })
    assert.equal((await interaction(who, shoes)).status, 'deferred')
    await inbox.choose('Hats', 'Dismiss')
    await inbox.entry('Hats').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await inbox.entry('Hats').waitFor()
    await inbox.choose('Hats', 'Dismiss')
    await inbox.entry('Hats').waitFor({ state: 'detached' })

    await inbox.choose('Coats', 'Cancel request')
    await inbox.dialog.getByRole('button', { name: 'Cancel request' }).click()
    await inbox.notice('Nothing is waiting for you').waitFor()
    await inbox.tab('Snoozed').click()
    await inbox.entry('Shoes').getByText('Back on').waitFor()
    await inbox.tab('Done').click()
    await inbox.act('Hats', 'Reopen').click()
    await inbox.tab('Waiting').click()
    await inbox.entry('Hats').waitFor()
  })

  itLong('snoozes until a time in the future alone, and lets that be answered before', async () => {
    const shoes = await ask(member, 'Shoes')
    const heating = await ask(member, 'Heating', { interaction_type: 'approval' })
    await change(member, heating, 'defer', { defer_seconds: 3_600 })
    const page = await open({ as: 'mia', at: '/inbox' })
    const inbox = inboxPage(page)
    await inbox.snooze('Shoes', 'Pick a time')
    await inbox.dialog.getByLabel('Date and time').fill('2020-01-01T10:00')
    await inbox.dialog.getByRole('button', { name: 'Snooze' }).click()
    await inbox.dialog.getByText('in the future').waitFor()
    await inbox.dialog.getByLabel('Date and time').fill('2099-01-01T10:00')
    await inbox.dialog.getByRole('button', { name: 'Snooze' }).click()
    await inbox.notice('Nothing is waiting for you').waitFor()
    assert.equal((await interaction(member, shoes)).status, 'deferred')

    await inbox.tab('Snoozed').click()
    await inbox.act('Shoes', 'Answer now').click()
    await untilFocused(inbox.answer('Shoes'))
    await page.keyboard.type('The brown ones')
    assert.equal((await interaction(member, shoes)).status, 'deferred', 'looking at it changes nothing')
    await page.keyboard.press('Enter')
    await inbox.entry('Shoes').waitFor({ state: 'detached' })
    await inbox.act('Heating', 'Answer now').click()
    await inbox.act('Heating', 'Reject').click()
    await inbox.notice('Nothing is snoozed').waitFor()
    assert.equal((await interaction(member, shoes)).answer_text, 'The brown ones')
    assert.equal((await interaction(member, heating)).status, 'rejected')
  })

  itLong('says who asks, and through which program', async () => {
    const who = await daemon.member(owner, 'asked')
    const { key } = await keyOf(daemon, 'asked', ['ask'], 'Home Assistant')
    const { key: other } = await keyOf(daemon, 'olga', ['ask'], 'Deployment')
    const put = async (token: string, title: string, more: object = {}) => {
      const body = { interaction_type: 'question', prompt: `What about ${title}?`, title, ...more }
      const answer = await rest(daemon, 'POST /interactions', { token, body })
      assert.equal(answer.status, 201)
    }
    const to = who.family_member_uuid
    await put(key, 'Heating')
    await put(other, 'Release', { to })
    await put(owner.access_token, 'Dinner', { to })
    await put(owner.access_token, 'Weather', { to, interaction_type: 'ack' })
    const inbox = inboxPage(await open({ as: 'asked', at: '/inbox' }))
    for (const [title, asker] of [
      ['Heating', 'Home Assistant asks'],
      ['Release', 'Deployment (Olga Example) asks'],
      ['Dinner', 'Olga Example asks'],
      ['Weather', 'Olga Example lets you know'],
    ] as const)
      await inbox.entry(title).getByText(asker).waitFor()
    await inbox.choose('Release', 'Details')
    await inbox.dialog.getByText('by Olga Example, through Deployment').waitFor()
  })

  itLong('says kindly that somebody else was faster', async () => {
    const id = await ask(member, 'Heating', { interaction_type: 'approval' })
    const page = await open({ as: 'mia', at: '/inbox', expected: /409/ })
    const inbox = inboxPage(page)
    await page.route('**/approve', async (route) => {
      await change(member, id, 'reject')
      await route.continue()
    })
    await inbox.act('Heating', 'Approve').click()
    await inbox.notice('A moment too late').waitFor()
    await inbox.notice('Nothing is waiting for you').waitFor()
  })

  itLong('shows expired entries, the timeline of each, and notices that were seen', async () => {
    await ask(member, 'Quick', { expires_in_seconds: 60 })
    const id = await ask(member, 'Music')
    await change(member, id, 'answer', { answer_text: 'Jazz' })
    const made = await rest(daemon, 'POST /agency/goals', {
      token: member.access_token,
      payload: {
        title: 'Medicine',
        priority: 'high',
        next_run_at: new Date(clock.now() + 60_000).toISOString(),
      },
    })
    assert.equal(made.status, 201)
    clock.advance(61_000)
    await soon(async () => {
      const { body } = await rest(daemon, 'GET /interactions?status=expired', { token: member.access_token })
      return body.total === 1
    })
    const page = await open({ as: 'mia', at: '/inbox' })
    const inbox = inboxPage(page)
    await inbox.act('Medicine', 'Got it').click()
    await inbox.tab('Done').click()
    await inbox.entry('Medicine').getByText('Seen').waitFor()
    await inbox.entry('Expired: Question').waitFor()
    await inbox.choose('Music', 'Details')
    const steps = inbox.dialog.getByText(/^(Asked|Answered)$/)
    await inbox.dialog.getByText('What happened').waitFor()
    assert.deepEqual(await steps.allInnerTexts(), ['Answered', 'Asked', 'Asked', 'Answered'])
  })

  itLong('has pages, filters by type, and moves the focus to the entry that takes the place', async () => {
    const who = await daemon.member(owner, 'many')
    for (let number = 1; number <= 21; number += 1) await ask(who, `Number ${number}`)
    await ask(who, 'Door', { interaction_type: 'approval' })
    const page = await open({ as: 'many', at: '/inbox' })
    const inbox = inboxPage(page)
    await inbox.entry('Door').waitFor()
    await inbox.answer('Number 21').fill('Yes')
    await inbox.act('Number 21', 'Answer').press('Enter')
    await inbox.entry('Number 21').waitFor({ state: 'detached' })
    await page.locator('li:focus', { hasText: 'Number 20' }).waitFor()
    await page.getByRole('button', { name: 'Page 2' }).click()
    await inbox.entry('Number 1').waitFor()
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Approval' }).click()
    await inbox.entry('Number 1').waitFor({ state: 'detached' })
    await inbox.entry('Door').waitFor()
    assert.equal(await inbox.entries.count(), 1)
  })

  itLong('can be tried out by admins only', async () => {
    const page = await open({ as: 'olga', at: '/inbox' })
    const inbox = inboxPage(page)
    await inbox.tryOut('Yes or no')
    await inbox.act('Plants', 'No').click()
    await inbox.notice('Nothing is waiting for you').waitFor()
    const other = await open({ as: 'mia', at: '/inbox' })
    await inboxPage(other).notice('Nothing is waiting for you').waitFor()
    assert.equal(await other.getByRole('button', { name: 'Try it' }).count(), 0)
  })

  itLong('is accessible with everything in it', async () => {
    await ask(member, 'Supper', { severity: 'high', expires_in_seconds: 500, category: 'memory' })
    await ask(member, 'Guests', { expected_answer_type: 'number' })
    await ask(member, 'Film', { interaction_type: 'choice', allowed_options: ['A', 'B'] })
    await ask(member, 'Heating', { interaction_type: 'approval', severity: 'low' })
    await change(member, await ask(member, 'Music'), 'dismiss')
    for (const [size, scheme] of [
      ['desktop', 'light'],
      ['phone', 'dark'],
    ] as const) {
      const page = await open({ as: 'mia', size, scheme, at: '/inbox', anew: true })
      const inbox = inboxPage(page)
      await inbox.entry('Supper').first().waitFor()
      await assertAccessible(page)
      await inbox.tab('Done').click()
      await inbox.entry('Music').first().waitFor()
      await assertAccessible(page)
    }
  })
})
