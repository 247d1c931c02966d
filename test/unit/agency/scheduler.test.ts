import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { iso } from '../../../daemon/kernel/clock.ts'
import { day, hour, minute, openTestAgency } from '../../support/agency.ts'

function comingUp(more: object = {}, now?: string) {
  const opened = openTestAgency(now)
  const { create, clock, reminders, goal } = opened
  const { goal_uuid } = create({ title: 'Tea', next_run_at: iso(clock.now() + hour), ...more })
  const texts = () => reminders.map(({ content }) => content)
  return { ...opened, texts, goal_uuid, goal: () => goal(goal_uuid) }
}

describe('A restart', () => {
  it('sends missed goals at once, and says how late they are', () => {
    const { clock, stop, restart, texts } = comingUp()
    stop()
    clock.advance(4 * hour)
    assert.deepEqual(texts(), [])
    restart()
    assert.deepEqual(texts(), ['A reminder, as you asked: Tea. It was for today at 13:00, 3 hours ago.'])
    restart()
    clock.advance(day)
    assert.equal(texts().length, 1)
  })

  it('sends a repeating goal once for all missed times, and then on schedule', () => {
    const { clock, stop, restart, texts, goal, until } = comingUp({ repeats: 'FREQ=DAILY' })
    stop()
    clock.advance(10 * day + 2 * hour)
    restart()
    assert.deepEqual(texts(), ['A reminder, as you asked: Tea. It was for today at 13:00, 1 hour ago.'])
    assert.equal(goal().next_run_at, '2026-05-15T11:00:00.000Z')
    until('2026-05-15T11:00:00Z')
    assert.deepEqual(texts().slice(1), ['A reminder, as you asked: Tea.'])
  })

  it('keeps future goals', () => {
    const { clock, restart, texts } = comingUp()
    clock.advance(minute)
    restart()
    clock.advance(58 * minute)
    assert.equal(texts().length, 0)
    clock.advance(minute)
    assert.equal(texts().length, 1)
  })

  it('sends nothing twice if the daemon stopped right after sending', () => {
    const { clock, restart, texts } = comingUp({ repeats: 'FREQ=DAILY' })
    clock.advance(hour)
    restart()
    assert.equal(texts().length, 1)
  })
})

describe('A change of the clock', () => {
  it('forward is noticed within 30 s', () => {
    const { clock, texts } = comingUp({ next_run_at: '2026-05-04T18:00:00+02:00' })
    clock.setTime(clock.now() + 8 * hour)
    clock.advance(30_000)
    assert.equal(texts().length, 1)
  })

  it('forward by days sends a repeating goal once', () => {
    const { clock, texts } = comingUp({ repeats: 'FREQ=DAILY' })
    clock.setTime(clock.now() + 5 * day + 2 * hour)
    clock.advance(hour)
    assert.equal(texts().length, 1)
  })

  it('back sends nothing before its time', () => {
    const { clock, texts } = comingUp()
    clock.setTime(clock.now() - 5 * hour)
    clock.advance(6 * hour - 1)
    assert.equal(texts().length, 0)
    clock.advance(1)
    assert.equal(texts().length, 1)
  })

  it('back does not send a goal again', () => {
    const { clock, texts, goal } = comingUp({ repeats: 'FREQ=DAILY' })
    clock.advance(hour)
    clock.setTime(clock.now() - 2 * hour)
    clock.advance(3 * hour)
    assert.equal(texts().length, 1)
    assert.equal(goal().next_run_at, '2026-05-05T11:00:00.000Z')
  })

  it('ahead by years and back does not silence a repeating goal', () => {
    const { clock, texts, goal } = comingUp({ repeats: 'FREQ=DAILY' })
    const years = 40 * 365 * day + 2 * hour
    clock.setTime(clock.now() + years)
    clock.advance(hour)
    assert.equal(texts().length, 1)
    clock.setTime(clock.now() - years)
    clock.advance(hour)
    assert.equal(goal().next_run_at, '2026-05-05T11:00:00.000Z')
    clock.advance(day)
    assert.equal(texts().length, 2)
  })

  it('does not break times further away than any timer', () => {
    const { texts, clock } = comingUp({ next_run_at: '2026-06-20T12:00:00+02:00' })
    clock.advance(47 * day - 1)
    assert.equal(texts().length, 0)
    clock.advance(1)
    assert.equal(texts().length, 1)
  })
})

describe('A daily goal', () => {
  for (const [name, now, at] of [
    ['when the clocks go forward', '2026-03-27T12:00:00+01:00', ['07:00', '06:00', '06:00']],
    ['when the clocks go back', '2026-10-23T12:00:00+02:00', ['06:00', '07:00', '07:00']],
  ] as const) {
    it(`runs at the same local time ${name}, once a day`, () => {
      const { create, clock, reminders } = openTestAgency(now)
      create({ title: 'Tea', repeats: 'FREQ=DAILY;BYHOUR=8;BYMINUTE=0' })
      clock.advance(3 * day)
      assert.deepEqual(
        reminders.map((text) => text.at.slice(11, 16)),
        at,
      )
    })
  }

  it('follows its member to another time zone', () => {
    const { clock, preferences, olga, goal } = comingUp({ repeats: 'FREQ=DAILY' })
    preferences.set(olga, { time_zone: 'America/New_York' })
    clock.advance(hour)
    assert.equal(goal().next_run_at, '2026-05-04T17:00:00.000Z')
  })
})

describe('Several goals', () => {
  it('run each at its own time', () => {
    const { create, clock, reminders } = openTestAgency()
    for (const [title, hours] of [
      ['third', 3],
      ['first', 1],
      ['second', 2],
    ] as const) {
      create({ title, next_run_at: iso(clock.now() + hours * hour) })
    }
    clock.advance(5 * hour)
    assert.deepEqual(
      reminders.map(({ content, at }) => [content.split(' ').at(-1), at.slice(11, 16)]),
      [
        ['first.', '11:00'],
        ['second.', '12:00'],
        ['third.', '13:00'],
      ],
    )
  })

  it('of several members are sent to the right member', () => {
    const { create, clock, reminders, join, olga, listen, asked } = openTestAgency()
    const mia = join('mia')
    const [heard, overheard] = [listen(olga), listen(mia)]
    create({ title: 'Olga', next_run_at: iso(clock.now() + hour) }, olga)
    create({ title: 'Mia', next_run_at: iso(clock.now() + hour) }, mia)
    clock.advance(hour)
    for (const [member, name, events] of [
      [olga, 'Olga', heard],
      [mia, 'Mia', overheard],
    ] as const) {
      const texts = reminders.filter((text) => text.member === member).map(({ content }) => content)
      assert.deepEqual(texts, [`A reminder, as you asked: ${name}.`])
      assert.deepEqual(
        asked.filter(({ user_id }) => user_id === member).map(({ title }) => title),
        [name],
      )
      assert.deepEqual(
        events.map(({ event, goal }) => [event, goal.title, goal.family_member_uuid]),
        [
          ['created', name, member],
          ['reminded', name, member],
        ],
      )
    }
  })

  it('run at their new times', () => {
    const { clock, update, goal_uuid, texts } = comingUp()
    update(goal_uuid, { next_run_at: iso(clock.now() + 10 * minute) })
    clock.advance(10 * minute)
    assert.equal(texts().length, 1)
    clock.advance(day)
    assert.equal(texts().length, 1)
  })
})

describe('A goal whose run failed', () => {
  it('is unchanged, and retried within seconds', () => {
    const { clock, broken, texts, goal, count } = comingUp()
    broken.say = true
    clock.advance(hour)
    assert.deepEqual([goal().next_run_at, count('interruptions')], ['2026-05-04T11:00:00.000Z', 0])
    broken.say = false
    clock.advance(5_000)
    assert.deepEqual([texts().length, goal().next_run_at], [1, null])
  })

  it('does not block the others', () => {
    const { clock, create, broken, lastAsked } = comingUp()
    create({ title: 'Silent', autonomy: 'ask', next_run_at: iso(clock.now() + hour) })
    broken.say = true
    clock.advance(hour)
    assert.equal(lastAsked().title, 'Silent')
  })
})

it('nothing runs once the scheduler has stopped', () => {
  const { clock, stop, texts, create } = comingUp()
  stop()
  create({ title: 'Late', next_run_at: iso(clock.now() + minute) })
  clock.advance(day)
  assert.deepEqual(texts(), [])
})

it("a member without preferences gets the machine's time zone", () => {
  const { preferences, olga, create, clock, reminders } = openTestAgency()
  preferences.delete(olga)
  create({ title: 'Tea', priority: 'high', next_run_at: iso(clock.now() + hour) })
  clock.advance(hour)
  assert.equal(reminders.length, 1)
})
