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
  const { reminders, olga, preferences, bus } = opened
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
    remindedAt: () => reminders.map(({ at }) => at),
  }
}
const utc = (moment: string) => new Date(moment).toISOString()

describe('During a pause', () => {
  it('nothing is sent until it ends, and then says how late it is', () => {
    const { create, until, reminders, remindedAt } = paused(five)
    create({ title: 'Tea', next_run_at: two })
    until('2026-05-04T16:59:59.999+02:00')
    assert.deepEqual(remindedAt(), [])
    until(five)
    assert.deepEqual(remindedAt(), [utc(five)])
    assert.match(reminders[0]?.content ?? '', /It was for today at 14:00, 3 hours ago\.$/)
  })

  it("a member's own high-priority goals are sent on time", () => {
    const { create, clock, remindedAt } = paused(openEnd)
    create({ title: 'Tea', priority: 'high', next_run_at: two })
    clock.advance(day)
    assert.deepEqual(remindedAt(), [utc(two)])
  })

  it('goals started by the companion wait, whatever their priority', () => {
    const { remind, clock, remindedAt } = paused(five)
    remind({ title: 'Tea', origin: 'companion', priority: 'high', next_run_at: two })
    clock.advance(6 * hour)
    assert.deepEqual(remindedAt(), [utc(five)])
  })

  it('goals that ask or act wait too', () => {
    for (const autonomy of ['ask', 'act']) {
      const { create, until, reminders, asked } = paused(five)
      create({ title: 'Tea', autonomy, next_run_at: two })
      until('2026-05-04T16:59:59+02:00')
      assert.deepEqual([reminders.length, asked.length], [0, 0])
      until(five)
      assert.equal(reminders.length + asked.length, 1)
    }
  })

  it('waiting goals are sent at once when it is lifted', () => {
    const { create, until, resume, clock, remindedAt } = paused(openEnd)
    create({ title: 'Tea', next_run_at: two })
    until(three)
    resume()
    clock.advance(0)
    assert.deepEqual(remindedAt(), [utc(three)])
  })

  it('waiting goals are sent within five minutes if nobody reports that it was lifted', () => {
    const { create, until, prefer, clock, remindedAt } = paused(openEnd)
    create({ title: 'Tea', next_run_at: two })
    until(three)
    prefer({})
    clock.advance(5 * minute)
    assert.equal(remindedAt().length, 1)
  })

  it('an extension keeps goals back beyond the former end', () => {
    const { create, until, prefer, remindedAt } = paused(three)
    create({ title: 'Tea', next_run_at: two })
    until('2026-05-04T14:30:00+02:00')
    prefer({ paused_until: five })
    until('2026-05-04T16:59:00+02:00')
    assert.deepEqual(remindedAt(), [])
    until(five)
    assert.equal(remindedAt().length, 1)
  })

  it('goals wait for the morning if it ends at night', () => {
    const { create, clock, remindedAt } = paused('2026-05-04T23:00:00+02:00')
    create({ title: 'Tea', next_run_at: two })
    clock.advance(day)
    assert.deepEqual(remindedAt(), [utc('2026-05-05T07:00:00+02:00')])
  })

  it('goals beyond the daily budget still wait after it', () => {
    const { create, until, remindedAt } = paused(five, { daily_budget: 2 })
    for (const title of ['one', 'two', 'three']) create({ title, next_run_at: two })
    until('2026-05-04T21:00:00+02:00')
    assert.deepEqual(remindedAt(), [utc(five), utc(five)])
  })

  it('a repeating goal is sent once afterwards, and keeps its schedule', () => {
    const { create, clock, remindedAt, list } = paused('2026-05-07T12:00:00+02:00')
    create({ title: 'Tea', next_run_at: two, repeats: 'FREQ=DAILY' })
    clock.advance(3 * day)
    assert.deepEqual(remindedAt(), [utc('2026-05-07T12:00:00+02:00')])
    assert.equal(list().items[0]?.next_run_at, utc('2026-05-07T14:00:00+02:00'))
  })

  it('a restart sends nothing that waits', () => {
    const { create, until, restart, remindedAt } = paused(five)
    create({ title: 'Tea', next_run_at: two })
    until(three)
    restart()
    assert.deepEqual(remindedAt(), [])
    until(five)
    assert.equal(remindedAt().length, 1)
  })

  it('other members are still notified', () => {
    const { create, until, join, reminders } = paused(openEnd)
    const mia = join('mia')
    create({ title: 'Tea', next_run_at: two })
    create({ title: 'Tea', next_run_at: two }, mia)
    until(three)
    assert.deepEqual(
      reminders.map(({ member }) => member),
      [mia],
    )
  })

  it('nothing is suggested, until it ends', () => {
    const { until, memories, olga, asked, clock } = paused(five)
    const birthday: Noticeable = {
      memory_uuid: '1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
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

it('an expired pause holds nothing back', () => {
  const { create, until, remindedAt } = paused('2026-05-04T11:00:00+02:00')
  create({ title: 'Tea', next_run_at: two })
  until(two)
  assert.deepEqual(remindedAt(), [utc(two)])
})
