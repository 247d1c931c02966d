import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { iso } from '../../../daemon/kernel/clock.ts'
import { goalStatuses } from '../../../daemon/features/agency/tables.ts'
import { day, hour, minute, openTestAgency } from '../../support/agency.ts'

const tea = { title: 'Drink tea' }

describe('A new goal', () => {
  it('is returned in full, with defaults where nothing was given, and published', () => {
    const { create, clock, olga, listen } = openTestAgency()
    const heard = listen()
    const goal = create({ title: '  Drink tea ' })
    assert.deepEqual(goal, {
      goal_uuid: goal.goal_uuid,
      family_member_uuid: olga,
      title: 'Drink tea',
      description: null,
      origin: 'user',
      status: 'active',
      priority: 'medium',
      progress: 0,
      autonomy: 'notify',
      due_at: null,
      next_run_at: null,
      repeats: null,
      created_at: iso(clock.now()),
      updated_at: iso(clock.now()),
    })
    assert.deepEqual(heard, [{ event: 'created', goal }])
  })

  it('keeps every given field', () => {
    const { create, clock } = openTestAgency()
    const fields = {
      title: 'Water the plants',
      description: 'Not the cactus.',
      priority: 'high',
      autonomy: 'ask',
      next_run_at: iso(clock.now() + day),
      due_at: iso(clock.now() + 30 * day),
      repeats: 'FREQ=WEEKLY',
    }
    const goal = create(fields)
    assert.deepEqual({ ...goal, ...fields }, goal)
  })

  for (const [name, more, field] of [
    ['without a title', { title: undefined }, 'title'],
    ['with an empty title', { title: ' ' }, 'title'],
    ['with a title of 201 characters', { title: 'x'.repeat(201) }, 'title'],
    ['with a description of 2,001 characters', { description: 'x'.repeat(2_001) }, 'description'],
    ['of no known priority', { priority: 'urgent' }, 'priority'],
    ['of no known autonomy', { autonomy: 'anything' }, 'autonomy'],
    ['of another origin', { origin: 'companion' }, 'origin'],
    ['that was due', { due_at: '2020-01-01T00:00:00Z' }, 'due_at'],
    ['that is due at no moment', { due_at: 'soon' }, 'due_at'],
    ['that came up', { next_run_at: '2020-01-01T00:00:00Z' }, 'next_run_at'],
    ['that repeats every second', { repeats: 'FREQ=SECONDLY' }, 'repeats'],
    ['that never comes up', { repeats: 'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31' }, 'repeats'],
  ] as const) {
    it(`${name} is refused`, () => {
      const { create, count } = openTestAgency()
      assert.throws(
        () => create({ ...tea, ...more }),
        (error: { code: string; details: { field: string } }) => {
          assert.deepEqual([error.code, error.details.field], ['INVALID_REQUEST', field])
          return true
        },
      )
      assert.equal(count('goals'), 0)
    })
  }

  it('is created once for an idempotency key', () => {
    const { call, count } = openTestAgency()
    const first = call('agency.create_goal', tea, undefined, 'k')
    assert.deepEqual(call('agency.create_goal', tea, undefined, 'k'), first)
    assert.equal(count('goals'), 1)
  })

  it('cannot belong to a program, which is not a member', () => {
    const { create, call } = openTestAgency()
    assert.throws(() => create(tea, null), { code: 'NOT_FOUND' })
    assert.throws(() => call('agency.goals', {}, null), { code: 'NOT_FOUND' })
  })

  it('can come from the conversation, with the same result', () => {
    const { remind, goal, clock } = openTestAgency()
    const made = remind({ ...tea, priority: 'high', next_run_at: iso(clock.now() + hour) })
    assert.deepEqual(goal(made.goal_uuid), made)
    assert.equal(made.origin, 'user')
  })
})

describe('The goals of a member', () => {
  it('are listed newest first, in pages, those that are over only by their status', () => {
    const { create, cancel, list, clock } = openTestAgency()
    const ids = ['a', 'b', 'c'].map((title) => {
      clock.advance(minute)
      return create({ title }).goal_uuid
    })
    cancel(ids[1] ?? '')
    const titles = (input: object) => {
      const { items, total } = list(input)
      return [items.map(({ title }) => title).join(''), total]
    }
    assert.deepEqual(titles({}), ['ca', 2])
    assert.deepEqual(titles({ limit: 1, offset: 1 }), ['a', 2])
    assert.deepEqual(titles({ status: [...goalStatuses] }), ['cba', 3])
    assert.deepEqual(titles({ status: [...goalStatuses], limit: 1, offset: 1 }), ['b', 3])
    assert.deepEqual(titles({ status: ['active'] }), ['ca', 2])
    assert.deepEqual(titles({ status: ['cancelled', 'completed'] }), ['b', 1])
    assert.throws(() => list({ limit: 201 }), { code: 'INVALID_REQUEST' })
  })

  it('are invisible to other members', () => {
    const { create, join, list, update, cancel, accept, open, goal, olga } = openTestAgency()
    const mia = join('mia')
    const { goal_uuid } = create(tea)
    assert.deepEqual([list({}, mia).total, open(mia).length], [0, 0])
    for (const change of [
      () => update(goal_uuid, { title: 'Mine' }, mia),
      () => cancel(goal_uuid, mia),
      () => accept(goal_uuid, mia),
    ]) {
      assert.throws(change, { code: 'NOT_FOUND' })
    }
    assert.equal(goal(goal_uuid, olga).title, tea.title)
  })

  it('count as open until they have ended', () => {
    const { create, cancel, update, open } = openTestAgency()
    const [paused, done, gone, active] = ['a', 'b', 'c', 'd'].map((title) => create({ title }).goal_uuid)
    update(paused ?? '', { status: 'paused' })
    update(done ?? '', { status: 'completed' })
    cancel(gone ?? '')
    assert.deepEqual(new Set(open().map(({ goal_uuid }) => goal_uuid)), new Set([paused, active]))
  })

  it('are deleted by an erasure, and those of others are not', () => {
    const { create, join, erase, list, count, clock, olga } = openTestAgency()
    const mia = join('mia')
    for (const member of [olga, olga, mia]) create({ ...tea, next_run_at: iso(clock.now() + hour) }, member)
    clock.advance(hour)
    assert.equal(count('interruptions'), 3)
    assert.deepEqual(erase(), { goals: 2 })
    assert.deepEqual([count('goals'), list({}, mia).total, count('interruptions')], [1, 1, 1])
  })
})

describe('A change of a goal', () => {
  it('changes only the given fields, and is published', () => {
    const { create, update, clock, listen } = openTestAgency()
    const goal = create({ ...tea, description: 'green' })
    const heard = listen()
    clock.advance(minute)
    const changed = update(goal.goal_uuid, { title: 'Drink coffee ', description: null, priority: 'low' })
    assert.deepEqual(changed, {
      ...goal,
      title: 'Drink coffee',
      description: null,
      priority: 'low',
      updated_at: iso(clock.now()),
    })
    assert.deepEqual(heard, [{ event: 'updated', goal: changed }])
  })

  it('of progress is published as such, and does not complete the goal', () => {
    const { create, update, listen } = openTestAgency()
    const { goal_uuid } = create(tea)
    const heard = listen()
    assert.deepEqual(
      [update(goal_uuid, { progress: 1 })].map((goal) => [goal.progress, goal.status]),
      [[1, 'active']],
    )
    assert.deepEqual(
      heard.map(({ event }) => event),
      ['progress'],
    )
  })

  it('that completes the goal sets its progress to 100, and the goal no longer runs', () => {
    const { create, update, listen, clock, reminders } = openTestAgency()
    const { goal_uuid } = create({ ...tea, next_run_at: iso(clock.now() + hour), repeats: 'FREQ=DAILY' })
    const heard = listen()
    const done = update(goal_uuid, { status: 'completed', progress: 0.5 })
    assert.deepEqual([done.status, done.progress, done.next_run_at], ['completed', 1, null])
    assert.deepEqual(
      heard.map(({ event }) => event),
      ['completed'],
    )
    clock.advance(2 * day)
    assert.deepEqual(reminders, [])
  })

  it('to the current status is an ordinary change', () => {
    const { create, update, listen } = openTestAgency()
    const { goal_uuid } = create(tea)
    const heard = listen()
    assert.equal(update(goal_uuid, { status: 'active' }).status, 'active')
    assert.deepEqual(
      heard.map(({ event }) => event),
      ['updated'],
    )
  })

  it('is refused once the goal has ended, whatever it contains', () => {
    for (const end of ['complete', 'cancel'] as const) {
      const { create, update, cancel, accept } = openTestAgency()
      const { goal_uuid } = create(tea)
      if (end === 'cancel') cancel(goal_uuid)
      else update(goal_uuid, { status: 'completed' })
      for (const wanted of [
        { title: 'x' },
        { progress: 1 },
        { status: 'active' },
        { repeats: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
      ]) {
        assert.throws(() => update(goal_uuid, wanted), {
          code: 'CONFLICT',
          message: 'goal is completed or cancelled',
          details: { reason: 'goal_ended' },
        })
      }
      assert.throws(() => cancel(goal_uuid), { code: 'CONFLICT' })
      assert.throws(() => accept(goal_uuid), { code: 'CONFLICT' })
    }
  })

  it('requires something to change, and an existing goal', () => {
    const { create, update } = openTestAgency()
    const { goal_uuid } = create(tea)
    assert.throws(() => update(goal_uuid, {}), { code: 'INVALID_REQUEST' })
    assert.throws(() => update(goal_uuid, { progress: 1.5 }), { code: 'INVALID_REQUEST' })
    assert.throws(() => update(goal_uuid, { status: 'cancelled' }), { code: 'INVALID_REQUEST' })
    assert.throws(() => update(goal_uuid, { due_at: '2020-01-01T00:00:00Z' }), { code: 'INVALID_REQUEST' })
    assert.throws(() => update(randomUUID(), tea), { code: 'NOT_FOUND' })
  })

  it('cannot accept what is no suggestion', () => {
    const { create, accept } = openTestAgency()
    const { goal_uuid } = create(tea)
    assert.throws(() => accept(goal_uuid), { code: 'CONFLICT', message: 'goal is not a suggestion' })
  })
})

it('a cancelled goal is kept and no longer runs', () => {
  const { create, cancel, goal, clock, reminders, listen } = openTestAgency()
  const { goal_uuid } = create({ ...tea, next_run_at: iso(clock.now() + hour) })
  const heard = listen()
  assert.equal(cancel(goal_uuid).status, 'cancelled')
  clock.advance(day)
  assert.equal(goal(goal_uuid).status, 'cancelled')
  assert.deepEqual([reminders, heard.map(({ event }) => event)], [[], ['cancelled']])
})
