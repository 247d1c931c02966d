import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { iso } from '../../../daemon/kernel/clock.ts'
import { berlin, day, hour, openTestAgency } from '../../support/agency.ts'

/** What was said, each with the local time of Berlin in May. */
function open(now?: string) {
  const opened = openTestAgency(now)
  const { reminders, create, clock } = opened
  return {
    ...opened,
    at: (moment: string, count: number, more: object = {}) => {
      for (let n = 1; n <= count; n += 1) create({ title: `Tea ${n}`, next_run_at: moment, ...more })
    },
    remindedAt: () => reminders.map(({ at }) => iso(Date.parse(at) + 2 * hour).slice(5, 16)),
    prefer: (member: string, agency: object) => opened.preferences.set(member, { time_zone: berlin, agency }),
    days: (count: number) => clock.advance(count * day),
  }
}

describe('In quiet hours', () => {
  const midnight = '2026-05-05T00:30:00+02:00'

  it('nothing is sent until they end, and then says how late it is', () => {
    const { at, until, remindedAt, reminders } = open()
    at(midnight, 1)
    until('2026-05-05T06:59:59+02:00')
    assert.deepEqual(remindedAt(), [])
    until('2026-05-05T07:00:00+02:00')
    assert.deepEqual(remindedAt(), ['05-05T07:00'])
    assert.match(reminders[0]?.content ?? '', /It was for today at 00:30, 6 hours ago\.$/)
  })

  it('goals due before midnight wait for the next morning', () => {
    const { at, days, remindedAt } = open()
    at('2026-05-04T22:00:00+02:00', 1)
    days(1)
    assert.deepEqual(remindedAt(), ['05-05T07:00'])
  })

  it('a goal due right before them is sent', () => {
    const { at, days, remindedAt } = open()
    at('2026-05-04T21:59:59+02:00', 1)
    days(1)
    assert.deepEqual(remindedAt(), ['05-04T21:59'])
  })

  it("a member's own high-priority goals are sent on time", () => {
    const { at, days, remindedAt } = open()
    at(midnight, 1, { priority: 'high' })
    days(1)
    assert.deepEqual(remindedAt(), ['05-05T00:30'])
  })

  it('goals started by the companion wait, whatever their priority', () => {
    const { remind, days, remindedAt } = open()
    remind({ title: 'Tea', origin: 'companion', priority: 'high', next_run_at: midnight })
    days(1)
    assert.deepEqual(remindedAt(), ['05-05T07:00'])
  })

  it('goals that ask or act wait too', () => {
    for (const autonomy of ['ask', 'act']) {
      const { at, until, reminders, asked } = open()
      at(midnight, 1, { autonomy })
      until('2026-05-05T06:59:59+02:00')
      assert.deepEqual([reminders.length, asked.length], [0, 0])
      until('2026-05-05T07:00:00+02:00')
      assert.equal(reminders.length + asked.length, 1)
    }
  })

  it('a goal that repeats at night keeps its schedule, though it is sent later', () => {
    const { at, days, remindedAt, list } = open()
    at(midnight, 1, { repeats: 'FREQ=DAILY' })
    days(2)
    assert.deepEqual(remindedAt(), ['05-05T07:00', '05-06T07:00'])
    assert.equal(list().items[0]?.next_run_at, '2026-05-06T22:30:00.000Z')
  })

  it('members without quiet hours are still notified', () => {
    const { at, create, days, reminders, join, prefer } = open()
    const mia = join('mia')
    prefer(mia, { quiet_hours: null })
    at(midnight, 1)
    create({ title: 'Tea', next_run_at: midnight }, mia)
    days(1)
    assert.deepEqual(
      reminders.map(({ member, at: moment }) => [member === mia, moment]),
      [
        [true, '2026-05-04T22:30:00.000Z'],
        [false, '2026-05-05T05:00:00.000Z'],
      ],
    )
  })

  it('waiting goals are sent within five minutes of the hours being switched off', () => {
    const { at, until, remindedAt, prefer, olga } = open()
    at(midnight, 1)
    until('2026-05-05T02:00:00+02:00')
    prefer(olga, { quiet_hours: null })
    until('2026-05-05T02:05:00+02:00')
    assert.equal(remindedAt().length, 1)
  })

  it('a restart sends nothing that waits', () => {
    const { at, until, remindedAt, restart } = open()
    at(midnight, 1)
    until('2026-05-05T03:00:00+02:00')
    restart()
    assert.deepEqual(remindedAt(), [])
    until('2026-05-05T07:00:00+02:00')
    assert.equal(remindedAt().length, 1)
  })

  for (const [name, evening, morning] of [
    ['forward', '2026-03-28T21:00:00+01:00', '2026-03-29T07:00:00+02:00'],
    ['back', '2026-10-24T21:00:00+02:00', '2026-10-25T07:00:00+01:00'],
  ] as const) {
    it(`waiting goals are sent at 07:00 when the clocks go ${name} that night`, () => {
      const { create, clock, reminders, days } = open(evening)
      create({ title: 'Tea', next_run_at: iso(clock.now() + 3 * hour) })
      days(1)
      assert.deepEqual(
        reminders.map(({ at }) => at),
        [iso(Date.parse(morning))],
      )
    })
  }
})

describe('The daily budget', () => {
  const afternoon = '2026-05-04T15:00:00+02:00'

  it('allows five notifications, and the rest the next morning', () => {
    const { at, until, days, reminders, remindedAt } = open()
    at(afternoon, 7)
    until('2026-05-04T21:00:00+02:00')
    assert.equal(reminders.length, 5)
    days(1)
    assert.deepEqual(remindedAt().slice(5), ['05-05T07:00', '05-05T07:00'])
  })

  it('resets at local midnight without quiet hours', () => {
    const { at, days, remindedAt, prefer, olga } = open()
    prefer(olga, { quiet_hours: null, daily_budget: 1 })
    at(afternoon, 3)
    days(2)
    assert.deepEqual(remindedAt(), ['05-04T15:00', '05-05T00:00', '05-06T00:00'])
  })

  it('counts everything the companion starts', () => {
    const { at, days, until, reminders, asked, prefer, olga } = open()
    prefer(olga, { daily_budget: 2 })
    at(afternoon, 1, { autonomy: 'ask' })
    at(afternoon, 1, { autonomy: 'act' })
    at('2026-05-04T16:00:00+02:00', 1)
    until('2026-05-04T21:00:00+02:00')
    assert.deepEqual([reminders.length, asked.length], [1, 1])
    days(1)
    assert.deepEqual([reminders.length, asked.length], [2, 2])
  })

  it("does not hold back a member's own high-priority goals, but counts them", () => {
    const { at, until, reminders, prefer, olga } = open()
    prefer(olga, { daily_budget: 1 })
    at(afternoon, 3, { priority: 'high' })
    at('2026-05-04T16:00:00+02:00', 1)
    until('2026-05-04T21:00:00+02:00')
    assert.equal(reminders.length, 3)
  })

  it('of zero allows nothing', () => {
    const { at, days, reminders, prefer, olga } = open()
    prefer(olga, { daily_budget: 0 })
    at(afternoon, 1)
    days(2)
    assert.equal(reminders.length, 0)
  })

  it('is separate for each member', () => {
    const { at, create, until, reminders, join, prefer, olga } = open()
    const mia = join('mia')
    for (const member of [olga, mia]) prefer(member, { daily_budget: 1 })
    at(afternoon, 2)
    create({ title: 'Tea', next_run_at: afternoon }, mia)
    until('2026-05-04T21:00:00+02:00')
    assert.deepEqual(reminders.map(({ member }) => member).toSorted(), [olga, mia].toSorted())
  })

  it('survives a restart', () => {
    const { at, until, reminders, restart, prefer, olga } = open()
    prefer(olga, { daily_budget: 1 })
    at(afternoon, 2)
    until('2026-05-04T16:00:00+02:00')
    restart()
    until('2026-05-04T21:00:00+02:00')
    assert.equal(reminders.length, 1)
  })

  it('holds back the ones that came up first for the shortest time', () => {
    const { create, days, reminders, prefer, olga } = open()
    prefer(olga, { quiet_hours: null, daily_budget: 1 })
    for (const [title, at] of [
      ['first', '2026-05-04T14:00:00+02:00'],
      ['third', '2026-05-04T16:00:00+02:00'],
      ['second', '2026-05-04T15:00:00+02:00'],
    ] as const) {
      create({ title, next_run_at: at })
    }
    days(3)
    const order = reminders.map(({ content }) => /first|second|third/.exec(content)?.[0])
    assert.deepEqual(order, ['first', 'second', 'third'])
  })
})

it('goals beyond one batch are all sent eventually', () => {
  const { at, until, reminders, list } = open()
  at('2026-05-04T15:00:00+02:00', 505, { priority: 'high', autonomy: 'act' })
  until('2026-05-04T15:01:00+02:00')
  assert.equal(reminders.length, 505)
  assert.equal(list({ status: ['active'] }).total, 0)
})
