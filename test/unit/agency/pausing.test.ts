import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openEnd } from '../../../daemon/client/pause.ts'
import type { Noticeable } from '../../../daemon/features/agency/notice.ts'
import { berlin, day, hour, minute, openTestAgency } from '../../support/agency.ts'

const two = '2026-05-04T14:00:00+02:00'
const three = '2026-05-04T15:00:00+02:00'
const five = '2026-05-04T17:00:00+02:00'

/** Agency with a member who wants a pause from noon until a moment. */
function paused(until: string, agency: object = {}) {
  const opened = openTestAgency()
  const { said, olga, preferences, bus } = opened
  const prefer = (wanted: object) =>
    preferences.set(olga, { time_zone: berlin, agency: { ...agency, ...wanted } })
  prefer({ paused_until: until })
  return {
    ...opened,
    prefer,
    /** Ends it, and says so, as the member's profile does. */
    resume: () => {
      prefer({})
      bus.publish('preferences.changed', { family_member_uuid: olga })
    },
    remindedAt: () => said.map(({ at }) => at),
  }
}
const utc = (moment: string) => new Date(moment).toISOString()

describe('In a pause', () => {
  it('nothing is told until it is over, and then how late it is', () => {
    const { create, until, said, remindedAt } = paused(five)
    create({ title: 'Tea', next_run_at: two })
    until('2026-05-04T16:59:59.999+02:00')
    assert.deepEqual(remindedAt(), [])
    until(five)
    assert.deepEqual(remindedAt(), [utc(five)])
    assert.match(said[0]?.content ?? '', /It was for today at 14:00, 3 hours ago\.$/)
  })

  it('what a member asked for with high priority is told on time', () => {
    const { create, clock, remindedAt } = paused(openEnd)
    create({ title: 'Tea', priority: 'high', next_run_at: two })
    clock.advance(day)
    assert.deepEqual(remindedAt(), [utc(two)])
  })

  it('what the companion began waits, whatever its priority', () => {
    const { remind, clock, remindedAt } = paused(five)
    remind({ title: 'Tea', origin: 'companion', priority: 'high', next_run_at: two })
    clock.advance(6 * hour)
    assert.deepEqual(remindedAt(), [utc(five)])
  })

  it('what asks or acts waits as well', () => {
    for (const autonomy of ['ask', 'act']) {
      const { create, until, said, asked } = paused(five)
      create({ title: 'Tea', autonomy, next_run_at: two })
      until('2026-05-04T16:59:59+02:00')
      assert.deepEqual([said.length, asked.length], [0, 0])
      until(five)
      assert.equal(said.length + asked.length, 1)
    }
  })

  it('what waits is told once it is lifted, at once', () => {
    const { create, until, resume, clock, remindedAt } = paused(openEnd)
    create({ title: 'Tea', next_run_at: two })
    until(three)
    resume()
    clock.advance(0)
    assert.deepEqual(remindedAt(), [utc(three)])
  })

  it('what waits is told within five minutes where nobody says that it was lifted', () => {
    const { create, until, prefer, clock, remindedAt } = paused(openEnd)
    create({ title: 'Tea', next_run_at: two })
    until(three)
    prefer({})
    clock.advance(5 * minute)
    assert.equal(remindedAt().length, 1)
  })

  it('that is made longer nothing is told at its former end', () => {
    const { create, until, prefer, remindedAt } = paused(three)
    create({ title: 'Tea', next_run_at: two })
    until('2026-05-04T14:30:00+02:00')
    prefer({ paused_until: five })
    until('2026-05-04T16:59:00+02:00')
    assert.deepEqual(remindedAt(), [])
    until(five)
    assert.equal(remindedAt().length, 1)
  })

  it('that ends at night what came up waits for the morning', () => {
    const { create, clock, remindedAt } = paused('2026-05-04T23:00:00+02:00')
    create({ title: 'Tea', next_run_at: two })
    clock.advance(day)
    assert.deepEqual(remindedAt(), [utc('2026-05-05T07:00:00+02:00')])
  })

  it('more than the budget of a day came up, and only so many are told after it', () => {
    const { create, until, remindedAt } = paused(five, { daily_budget: 2 })
    for (const title of ['one', 'two', 'three']) create({ title, next_run_at: two })
    until('2026-05-04T21:00:00+02:00')
    assert.deepEqual(remindedAt(), [utc(five), utc(five)])
  })

  it('what repeats is told once afterwards, and keeps its times', () => {
    const { create, clock, remindedAt, list } = paused('2026-05-07T12:00:00+02:00')
    create({ title: 'Tea', next_run_at: two, repeats: 'FREQ=DAILY' })
    clock.advance(3 * day)
    assert.deepEqual(remindedAt(), [utc('2026-05-07T12:00:00+02:00')])
    assert.equal(list().items[0]?.next_run_at, utc('2026-05-07T14:00:00+02:00'))
  })

  it('a restart tells nothing of what waits', () => {
    const { create, until, restart, remindedAt } = paused(five)
    create({ title: 'Tea', next_run_at: two })
    until(three)
    restart()
    assert.deepEqual(remindedAt(), [])
    until(five)
    assert.equal(remindedAt().length, 1)
  })

  it('of one member others are told', () => {
    const { create, until, join, said } = paused(openEnd)
    const mia = join('mia')
    create({ title: 'Tea', next_run_at: two })
    create({ title: 'Tea', next_run_at: two }, mia)
    until(three)
    assert.deepEqual(
      said.map(({ member }) => member),
      [mia],
    )
  })

  it('nothing is suggested, and what is worth it is once it is over', () => {
    const { until, memories, olga, asked, clock } = paused(five)
    const birthday: Noticeable = {
      memory_id: 1,
      content: "Anna's birthday is on 9 May.",
      kind: 'event',
      tags: [],
      strength: 1,
      created_at: new Date(clock.now()).toISOString(),
    }
    memories.set(olga, [birthday])
    until('2026-05-04T16:59:59+02:00')
    assert.equal(asked.length, 0)
    until('2026-05-04T18:30:00+02:00')
    assert.deepEqual(
      asked.map(({ title }) => title),
      ["Anna's birthday"],
    )
  })
})

it('a pause that has passed holds nothing', () => {
  const { create, until, remindedAt } = paused('2026-05-04T11:00:00+02:00')
  create({ title: 'Tea', next_run_at: two })
  until(two)
  assert.deepEqual(remindedAt(), [utc(two)])
})
