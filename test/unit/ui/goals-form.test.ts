import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeOf, creationOf, problemsOf, valuesOf } from '../../../daemon/ui/goals/goal-form.ts'
import type { Goal } from '../../../daemon/ui/goals/goal.ts'
import { neverRepeats, readRepeats, weekdayName, writeRepeats } from '../../../daemon/ui/goals/repeats.ts'
import { fromField } from '../../../daemon/ui/parts/times.ts'

const goal: Goal = {
  goal_uuid: 'g',
  family_member_uuid: 'm',
  title: 'Learn the piano',
  description: null,
  origin: 'user',
  status: 'active',
  priority: 'medium',
  progress: 0,
  autonomy: 'notify',
  due_at: new Date(2026, 0, 1, 12).toISOString(),
  next_run_at: new Date(2026, 0, 1, 9).toISOString(),
  repeats: 'FREQ=WEEKLY;BYDAY=SA',
  created_at: '2025-01-01T00:00:00.000Z',
  updated_at: '2025-01-01T00:00:00.000Z',
}
const now = new Date(2026, 4, 4)
const tomorrow = '2026-05-05T09:30'

describe('The fields of a goal', () => {
  it('create a goal from the filled-in fields only', () => {
    const values = { ...valuesOf(null), title: '  Run ' }
    assert.deepEqual(creationOf(values), { title: 'Run', priority: 'medium', autonomy: 'notify' })
  })

  it('make a goal with everything', () => {
    const values = {
      ...valuesOf(null),
      title: 'Run',
      description: ' Slowly ',
      due_at: tomorrow,
      next_run_at: tomorrow,
      repeats: { ...neverRepeats, every: 'daily' as const },
    }
    const moment = fromField(tomorrow)?.toISOString()
    const { description, due_at, next_run_at, repeats } = creationOf(values)
    assert.deepEqual([description, due_at, next_run_at, repeats], ['Slowly', moment, moment, 'FREQ=DAILY'])
  })

  it('change nothing when nothing is different', () => {
    const before = valuesOf(goal)
    assert.equal(changeOf('g', before, before), null)
  })

  it('change what is different, and clear what is emptied', () => {
    const before = valuesOf({ ...goal, description: 'With both hands' })
    const values = {
      ...before,
      description: ' ',
      due_at: '',
      priority: 'high' as const,
      repeats: neverRepeats,
    }
    assert.deepEqual(changeOf('g', values, before), {
      id: 'g',
      description: null,
      due_at: null,
      priority: 'high',
      repeats: null,
    })
  })

  it('leave existing times in the past alone, and refuse new ones', () => {
    const before = valuesOf(goal)
    assert.deepEqual(problemsOf(before, before, now), {})
    assert.deepEqual(problemsOf({ ...before, due_at: '2026-01-02T12:00' }, before, now), { due_at: 'past' })
    assert.deepEqual(problemsOf({ ...before, due_at: tomorrow }, before, now), {})
  })

  it('require a title, a time for repeats, and a rule that says how often', () => {
    const before = valuesOf(goal)
    assert.deepEqual(problemsOf({ ...before, title: ' ' }, before, now), { title: 'title_missing' })
    assert.deepEqual(problemsOf({ ...before, next_run_at: '' }, before, now), { next_run_at: 'needs_time' })
    const own = { ...neverRepeats, every: 'own' as const, rule: 'often' }
    assert.deepEqual(problemsOf({ ...before, repeats: own }, before, now), { repeats: 'rule_wrong' })
  })
})

describe('What repeats', () => {
  it('is written as it was read', () => {
    for (const rule of [
      'FREQ=DAILY',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR',
      'FREQ=MONTHLY;BYDAY=1MO',
      'FREQ=YEARLY;INTERVAL=4',
      'FREQ=WEEKLY;BYDAY=SU;BYHOUR=10;BYMINUTE=0',
      'FREQ=DAILY;BYHOUR=7;BYMINUTE=5',
      'FREQ=DAILY;BYHOUR=7,19;BYMINUTE=0',
      'FREQ=DAILY;COUNT=3',
    ])
      assert.equal(writeRepeats(readRepeats(rule)), rule)
    assert.equal(writeRepeats(readRepeats(null)), null)
  })

  it('uses the fields where they can express it, and a custom rule otherwise', () => {
    assert.deepEqual(readRepeats('FREQ=WEEKLY;BYDAY=SA,SU'), {
      every: 'weekly',
      interval: 1,
      days: ['SA', 'SU'],
      time: '',
      rule: '',
    })
    assert.deepEqual(readRepeats('FREQ=WEEKLY;BYDAY=SU;BYHOUR=9;BYMINUTE=5').time, '09:05')
    assert.equal(readRepeats('FREQ=DAILY;BYHOUR=7,19').every, 'own')
    assert.equal(readRepeats('FREQ=MONTHLY;BYDAY=1MO').every, 'own')
    assert.equal(readRepeats('FREQ=DAILY;BYDAY=MO').every, 'own')
    assert.equal(readRepeats('FREQ=WEEKLY;BYDAY=SA;COUNT=3').every, 'own')
  })

  it('lists its days in the order of the week', () => {
    const rule = writeRepeats({ every: 'weekly', interval: 1, days: ['SU', 'MO'], time: '', rule: '' })
    assert.equal(rule, 'FREQ=WEEKLY;BYDAY=MO,SU')
  })

  it('names its days in the reader’s language', () => {
    assert.equal(weekdayName('MO', 'en', 'long'), 'Monday')
    assert.equal(weekdayName('SU', 'de', 'short'), 'So')
  })
})
