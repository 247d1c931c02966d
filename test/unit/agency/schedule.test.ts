import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readRule } from '../../../daemon/features/agency/recurrence-rule.ts'
import {
  afterPause,
  afterRun,
  noSchedule,
  reschedule,
  type Schedule,
  type ScheduleChange,
} from '../../../daemon/features/agency/schedule.ts'

const berlin = 'Europe/Berlin'
const at = (text: string) => Date.parse(`${text}:00+02:00`)
/** A Monday. */
const now = at('2026-05-04T12:00')
const friday = at('2026-05-08T10:00')
const sunday = at('2026-05-10T10:00')
const weekly = readRule('FREQ=WEEKLY')
const daily = readRule('FREQ=DAILY')

const change = (wanted: ScheduleChange, before: Schedule = noSchedule) =>
  reschedule(before, wanted, now, berlin)
const times = ({ due_at, next_run_at }: Schedule) => ({ due_at, next_run_at })

describe('A goal comes up', () => {
  for (const [name, wanted, next_run_at] of [
    ['never, where nothing is said', {}, null],
    ['when it is due', { due_at: friday }, friday],
    ['when it is wanted to', { next_run_at: friday }, friday],
    ['when it is wanted to before it is due', { next_run_at: friday, due_at: sunday }, friday],
    ['at the first occurrence from now on', { repeats: daily }, at('2026-05-05T12:00')],
    ['when it is wanted to before it repeats', { repeats: weekly, next_run_at: friday }, friday],
    ['when it is due, where it would repeat only after', { repeats: weekly, due_at: friday }, friday],
    ['at the first occurrence before it is due', { repeats: daily, due_at: friday }, at('2026-05-05T12:00')],
  ] as const) {
    it(name, () => {
      assert.equal(change(wanted).next_run_at, next_run_at)
    })
  }

  it('never if its rule has no occurrence', () => {
    const repeats = readRule('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')
    assert.throws(() => change({ repeats }), { details: { field: 'repeats', reason: 'never comes up' } })
  })
})

describe('Changing when a goal comes up', () => {
  const due = change({ due_at: friday })
  const repeating = change({ repeats: weekly, next_run_at: friday })

  it('moves with the due date', () => {
    assert.deepEqual(times(change({ due_at: sunday }, due)), { due_at: sunday, next_run_at: sunday })
    assert.deepEqual(times(change({ due_at: null }, due)), { due_at: null, next_run_at: null })
  })

  it('leaves a separate reminder time alone', () => {
    const before = change({ due_at: sunday, next_run_at: friday })
    assert.deepEqual(times(change({ due_at: null }, before)), { due_at: null, next_run_at: friday })
  })

  it('removes the time and keeps the due date', () => {
    assert.deepEqual(times(change({ next_run_at: null }, due)), { due_at: friday, next_run_at: null })
  })

  it('applies the rule from the new time', () => {
    const { next_run_at, recurrence } = change({ next_run_at: sunday }, repeating)
    assert.equal(next_run_at, sunday)
    assert.equal(recurrence?.from, Date.parse('2026-05-10T10:00:00Z'))
  })

  it('applies a new rule from the existing time', () => {
    const { next_run_at } = change({ repeats: readRule('FREQ=WEEKLY;BYDAY=SA') }, repeating)
    assert.equal(next_run_at, at('2026-05-09T10:00'))
  })

  it('to once keeps the next time', () => {
    const once = change({ repeats: null }, repeating)
    assert.deepEqual([once.next_run_at, once.recurrence], [friday, null])
  })

  it('to never is refused for a repeating goal', () => {
    assert.throws(() => change({ next_run_at: null }, repeating), { code: 'INVALID_REQUEST' })
    assert.equal(change({ next_run_at: null, repeats: null }, repeating).next_run_at, null)
  })
})

describe('After a run, a goal', () => {
  const after = (wanted: ScheduleChange, moment: string) =>
    afterRun(change(wanted), at(moment), berlin).next_run_at

  it('that runs once never runs again', () => {
    assert.equal(after({ next_run_at: friday }, '2026-05-08T10:00'), null)
  })

  it('runs again when it is due', () => {
    assert.equal(after({ next_run_at: friday, due_at: sunday }, '2026-05-08T10:00'), sunday)
  })

  it('never runs again after its due date, even if it repeats', () => {
    assert.equal(after({ repeats: daily, due_at: friday }, '2026-05-08T10:00'), null)
  })

  it('repeats until it is due', () => {
    const wanted = { repeats: weekly, next_run_at: friday, due_at: at('2026-05-17T10:00') }
    assert.equal(after(wanted, '2026-05-08T10:00'), at('2026-05-15T10:00'))
    assert.equal(after(wanted, '2026-05-15T10:00'), at('2026-05-17T10:00'))
  })

  it('skips missed occurrences', () => {
    assert.equal(after({ repeats: daily, next_run_at: friday }, '2026-06-01T11:00'), at('2026-06-02T10:00'))
  })

  it('no longer runs when the rule has ended', () => {
    const repeats = readRule('FREQ=DAILY;COUNT=2')
    assert.equal(after({ repeats, next_run_at: friday }, '2026-05-08T10:00'), at('2026-05-09T10:00'))
    assert.equal(after({ repeats, next_run_at: friday }, '2026-05-09T10:00'), null)
  })
})

describe('After a pause, a goal', () => {
  const after = (wanted: ScheduleChange, moment: string) =>
    afterPause(change(wanted), at(moment), berlin).next_run_at

  it('runs at its next occurrence if it repeats', () => {
    assert.equal(after({ repeats: daily, next_run_at: friday }, '2026-05-20T11:00'), at('2026-05-21T10:00'))
  })

  it('keeps its time if that is still ahead', () => {
    assert.equal(after({ repeats: daily, next_run_at: friday }, '2026-05-05T11:00'), friday)
  })

  it('runs late if it was to run once', () => {
    assert.equal(after({ next_run_at: friday }, '2026-05-20T11:00'), friday)
  })
})
