import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayAndTime, isReminder } from '../../../daemon/ui/goals/reminder.ts'

const at = (day: number, hour: number, month = 4, year = 2026) =>
  new Date(year, month, day, hour).toISOString()

describe('A goal', () => {
  const reminder = {
    autonomy: 'notify' as const,
    due_at: null,
    next_run_at: at(5, 17),
    repeats: null,
    progress: 0,
  }

  test('only reminds where there is nothing in it to get on with', () => {
    assert.equal(isReminder(reminder), true)
    assert.equal(isReminder({ ...reminder, next_run_at: null, repeats: 'FREQ=DAILY' }), true)
    assert.equal(isReminder({ ...reminder, next_run_at: null }), false)
    assert.equal(isReminder({ ...reminder, due_at: at(6, 9) }), false)
    assert.equal(isReminder({ ...reminder, progress: 0.1 }), false)
    assert.equal(isReminder({ ...reminder, autonomy: 'act' }), false)
  })
})

describe('Day and time', () => {
  const cases = [
    [at(4, 17), true, 'heute, 17:00'],
    [at(5, 17), true, 'morgen, 17:00'],
    [at(8, 9), false, 'Freitag, 09:00'],
    [at(20, 9), false, '20. Mai, 09:00'],
    [at(2, 9, 0, 2027), false, '2. Januar 2027, 09:00'],
  ] as const
  for (const [moment, near, words] of cases)
    test(`are told in words: ${words}`, () => {
      assert.deepEqual(dayAndTime(moment, at(4, 12), 'de'), { near, words })
    })

  test('has 24 hours in English too, as in replies', () => {
    assert.equal(dayAndTime(at(4, 17), at(4, 12), 'en-US').words, 'today, 17:00')
  })
})
