import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Noticeable } from '../../../daemon/features/agency/notice.ts'
import { goalStatuses } from '../../../daemon/features/agency/tables.ts'
import { berlin, day, hour, minute, openTestAgency } from '../../support/agency.ts'

function open(told: readonly string[], now?: string) {
  const opened = openTestAgency(now)
  const { clock, memories, olga, preferences, asked } = opened
  const heard = opened.listen()
  const remember = (contents: readonly string[], member = olga, strength = 1) => {
    const before = memories.get(member) ?? []
    const made = contents.map((content, index): Noticeable => ({
      memory_uuid: '1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
      memory_id: before.length + index + 1,
      content,
      kind: 'event',
      tags: [],
      strength,
      created_at: new Date(clock.now()).toISOString(),
    }))
    memories.set(member, [...before, ...made])
  }
  remember(told)
  return {
    ...opened,
    heard,
    remember,
    prefer: (agency: object) => preferences.set(olga, { time_zone: berlin, agency }),
    titles: () => asked.map(({ title }) => title),
  }
}
const birthday = "Anna's birthday is on 9 May."
const dentist = 'Dentist on Wednesday at 3pm'

describe('A suggestion', () => {
  it('is made a minute after the start, as a question that can be dismissed, and published', () => {
    const { clock, asked, lastAsked, heard, list, olga, reminders } = open([birthday])
    clock.advance(minute - 1)
    assert.deepEqual(asked, [])
    clock.advance(1)
    assert.equal(asked.length, 1)
    const { interaction_id: _, ...question } = lastAsked()
    assert.deepEqual(question, {
      user_id: olga,
      interaction_type: 'approval',
      title: "Anna's birthday",
      prompt: `You told me: “${birthday}” That is Saturday, 9 May. Shall I remind you that morning, every year?`,
      category: 'agency',
      requirement: 'optional',
      severity: 'low',
      allowed_options: [],
      expires_in_seconds: (4 * day + 21 * hour - minute) / 1_000,
      status: 'pending',
    })
    const [goal] = list().items
    assert.deepEqual(
      [goal?.origin, goal?.status, goal?.repeats, goal?.next_run_at],
      ['companion', 'suggested', 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=9', '2026-05-09T07:00:00.000Z'],
    )
    assert.deepEqual(heard, [{ event: 'suggested', goal }])
    assert.deepEqual(reminders, [])
  })

  it('is searched for once an hour', () => {
    const { clock, remember, asked } = open([])
    clock.advance(10 * minute)
    remember([birthday])
    clock.advance(50 * minute)
    assert.equal(asked.length, 0)
    clock.advance(2 * minute)
    assert.equal(asked.length, 1)
  })

  it('becomes a goal that runs at its time when it is approved', () => {
    const { clock, answer, lastAsked, heard, list, reminders, until } = open([birthday])
    clock.advance(minute)
    answer(lastAsked().interaction_id, 'approved')
    assert.deepEqual(
      [heard.map(({ event }) => event), list().items[0]?.status],
      [['suggested', 'accepted'], 'active'],
    )
    until('2026-05-09T09:00:00+02:00')
    assert.deepEqual(
      reminders.map(({ content }) => content),
      ["A reminder: Anna's birthday."],
    )
    assert.equal(list().items[0]?.next_run_at, '2027-05-09T07:00:00.000Z')
  })

  it('can be accepted as a goal, which withdraws the question', () => {
    const { clock, accept, update, list, lastAsked } = open([birthday])
    clock.advance(minute)
    const id = list().items[0]?.goal_uuid ?? ''
    assert.throws(() => update(id, { progress: 0.5 }), {
      code: 'CONFLICT',
      message: 'the suggestion must be accepted first',
    })
    assert.equal(accept(id).status, 'active')
    assert.equal(lastAsked().status, 'cancelled')
    assert.throws(() => accept(id), { code: 'CONFLICT' })
  })

  it('is accepted when it is set to active', () => {
    const { clock, update, list, heard } = open([birthday])
    clock.advance(minute)
    assert.equal(update(list().items[0]?.goal_uuid ?? '', { status: 'active' }).status, 'active')
    assert.equal(heard.at(-1)?.event, 'accepted')
  })

  for (const status of ['rejected', 'expired', 'cancelled']) {
    it(`is cancelled and never repeated once it was ${status}`, () => {
      const { clock, answer, lastAsked, list, heard } = open([birthday])
      clock.advance(minute)
      answer(lastAsked().interaction_id, status)
      const suggested = () => list({ status: [...goalStatuses] })
      assert.deepEqual([heard.at(-1)?.event, suggested().items[0]?.status], ['cancelled', 'cancelled'])
      clock.advance(2 * day)
      assert.equal(suggested().total, 1)
    })
  }

  it('stays a suggestion when it is dismissed', () => {
    const { clock, answer, lastAsked, list } = open([birthday])
    clock.advance(minute)
    answer(lastAsked().interaction_id, 'dismissed')
    assert.equal(list().items[0]?.status, 'suggested')
  })

  it('never runs unless it is accepted', () => {
    const { clock, reminders, asked } = open([birthday])
    clock.advance(6 * day)
    assert.deepEqual([reminders.length, asked.length], [0, 1])
  })

  it('is declined when the goal is cancelled', () => {
    const { clock, cancel, list, lastAsked } = open([birthday])
    clock.advance(minute)
    assert.equal(cancel(list().items[0]?.goal_uuid ?? '').status, 'cancelled')
    assert.equal(lastAsked().status, 'cancelled')
  })

  it('is made once, also across restarts', () => {
    const { clock, restart, asked } = open([birthday])
    for (let n = 0; n < 3; n += 1) {
      clock.advance(day)
      restart()
      clock.advance(hour)
    }
    assert.equal(asked.length, 1)
  })

  it('of a wish is asked about a week after it was accepted', () => {
    const { clock, remember, answer, lastAsked, list, reminders, until } = open([])
    remember(['I want to learn the piano'], undefined, 2)
    clock.advance(minute)
    answer(lastAsked().interaction_id, 'approved')
    assert.equal(list().items[0]?.next_run_at, '2026-05-11T16:00:00.000Z')
    until('2026-05-18T18:00:00+02:00')
    assert.deepEqual(
      reminders.map(({ content }) => content),
      ['A reminder: Learn the piano.', 'A reminder: Learn the piano.'],
    )
  })

  it('of a wish that waited for its answer runs at its next time', () => {
    const { clock, remember, answer, lastAsked, list } = open([])
    remember(['I want to learn the piano'], undefined, 2)
    clock.advance(10 * day)
    answer(lastAsked().interaction_id, 'approved')
    assert.equal(list().items[0]?.next_run_at, '2026-05-18T16:00:00.000Z')
  })
})

describe('Suggestions', () => {
  it('are made once a day, the most urgent first', () => {
    const { clock, titles, remember } = open([birthday, dentist])
    remember(['I want to learn the piano'], undefined, 2)
    clock.advance(10 * hour)
    assert.deepEqual(titles(), ['Dentist'])
    clock.advance(day)
    assert.deepEqual(titles(), ['Dentist', "Anna's birthday"])
    clock.advance(day)
    assert.deepEqual(titles(), ['Dentist', "Anna's birthday", 'Learn the piano'])
    clock.advance(3 * day)
    assert.equal(titles().length, 3)
  })

  it('are not made in quiet hours, but after them', () => {
    const { until, titles } = open([birthday], '2026-05-04T22:30:00+02:00')
    until('2026-05-05T06:59:00+02:00')
    assert.deepEqual(titles(), [])
    until('2026-05-05T08:00:00+02:00')
    assert.equal(titles().length, 1)
  })

  it('can be turned off by a member', () => {
    const { clock, titles, prefer } = open([birthday])
    prefer({ suggestions: false })
    clock.advance(day)
    assert.deepEqual(titles(), [])
    prefer({ suggestions: true })
    clock.advance(hour)
    assert.equal(titles().length, 1)
  })

  it('count towards the daily budget', () => {
    const { clock, titles, prefer, create, reminders, until } = open([birthday])
    prefer({ daily_budget: 1 })
    create({ title: 'Tea', next_run_at: '2026-05-04T12:00:30+02:00' })
    clock.advance(2 * hour)
    assert.deepEqual([reminders.length, titles()], [1, ['Tea']])
    create({ title: 'Coffee', next_run_at: '2026-05-05T09:30:00+02:00' })
    until('2026-05-05T20:00:00+02:00')
    assert.deepEqual(titles(), ['Tea', "Anna's birthday"])
  })

  it("come from each member's own memories", () => {
    const { clock, asked, remember, join, olga } = open([birthday])
    const mia = join('mia')
    remember([dentist], mia)
    clock.advance(hour)
    assert.deepEqual(Object.fromEntries(asked.map(({ user_id, title }) => [user_id, title])), {
      [olga]: "Anna's birthday",
      [mia]: 'Dentist',
    })
    assert.equal(asked.length, 2)
  })

  it('can be the same for two members', () => {
    const { clock, asked, remember, join } = open([birthday])
    remember([birthday], join('mia'))
    clock.advance(hour)
    assert.equal(asked.length, 2)
  })

  it('are found among many memories', () => {
    const { clock, titles } = open([...Array.from({ length: 1_234 }, (_, n) => `Fact ${n}`), birthday])
    clock.advance(2 * minute)
    assert.deepEqual(titles(), ["Anna's birthday"])
  })

  it('are found a few memories at a time where reading one takes long', () => {
    const { clock, titles } = open([...Array.from({ length: 8 }, (_, n) => `Fact ${n}`), birthday])
    let read = 0
    clock.monotonic = () => (read += 5)
    clock.advance(minute)
    assert.deepEqual(titles(), [])
    clock.advance(minute)
    assert.deepEqual(titles(), ["Anna's birthday"])
  })

  it('continue after the memories could not be read', () => {
    const { clock, broken, titles } = open([birthday])
    broken.memories = true
    clock.advance(2 * minute)
    broken.memories = false
    assert.deepEqual(titles(), [])
    clock.advance(hour)
    assert.equal(titles().length, 1)
  })

  it('are not made once the feature has stopped', () => {
    const { clock, stop, titles } = open([birthday])
    stop()
    clock.advance(day)
    assert.deepEqual(titles(), [])
  })
})
