import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { snoozeProblem, snoozes } from '../../../daemon/ui/inbox/snoozes.ts'
import { isShort, tickOf, timeLeftText } from '../../../daemon/ui/inbox/time-left-text.ts'
import { fromField, toField } from '../../../daemon/ui/parts/times.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

describe('The time left', () => {
  it('is more exact the less of it is left', () => {
    assert.equal(timeLeftText(3 * day + hour, 'en'), '3 days')
    assert.equal(timeLeftText(30 * hour, 'en'), '30 hr 0 min')
    assert.equal(timeLeftText(5 * hour + 12 * minute, 'en'), '5 hr 12 min')
    assert.equal(timeLeftText(4 * minute + 9 * second, 'en'), '4:09')
    assert.equal(timeLeftText(500, 'en'), '0:01')
    assert.equal(timeLeftText(-minute, 'en'), '0:00')
  })

  it('is written in the reader’s language', () => {
    assert.equal(timeLeftText(3 * day, 'de'), '3 Tage')
    assert.equal(timeLeftText(5 * hour, 'de'), '5 Std. 0 Min.')
  })

  it('is short below ten minutes, and updated every second below an hour', () => {
    assert.equal(isShort(10 * minute), false)
    assert.equal(isShort(10 * minute - 1), true)
    assert.equal(tickOf(hour), second)
    assert.ok(tickOf(2 * hour) > second)
  })
})

describe('Snoozing', () => {
  const noon = new Date(2026, 4, 4, 12)
  const names = (now: Date, expires_at: string | null) => snoozes(now, expires_at).map(({ name }) => name)

  it('offers an hour from now, this evening and tomorrow morning', () => {
    assert.deepEqual(snoozes(noon, null), [
      { name: 'hour', at: new Date(2026, 4, 4, 13) },
      { name: 'evening', at: new Date(2026, 4, 4, 18) },
      { name: 'morning', at: new Date(2026, 4, 5, 8) },
    ])
  })

  it('offers no evening that has begun or is about to', () => {
    assert.deepEqual(names(new Date(2026, 4, 4, 17, 45), null), ['hour', 'morning'])
    assert.deepEqual(names(new Date(2026, 4, 4, 22), null), ['hour', 'morning'])
  })

  it('offers nothing after the expiry', () => {
    assert.deepEqual(names(noon, new Date(2026, 4, 4, 18).toISOString()), ['hour'])
    assert.deepEqual(names(noon, new Date(2026, 4, 4, 12, 30).toISOString()), [])
  })

  it('accepts a chosen time in the future and before the expiry', () => {
    const end = new Date(2026, 4, 4, 18).toISOString()
    assert.equal(snoozeProblem(new Date(2026, 4, 4, 17), noon, end), null)
    assert.equal(snoozeProblem(new Date(2026, 4, 4, 18), noon, end), 'before')
    assert.equal(snoozeProblem(new Date(2030, 0, 1), noon, null), null)
    assert.equal(snoozeProblem(noon, noon, null), 'past')
    assert.equal(snoozeProblem(null, noon, null), 'past')
  })
})

describe('A field for date and time', () => {
  it('holds a moment in local time, and says it back', () => {
    const moment = new Date(2026, 0, 2, 3, 4)
    assert.equal(toField(moment.toISOString()), '2026-01-02T03:04')
    assert.deepEqual(fromField('2026-01-02T03:04'), moment)
  })

  it('is empty for no moment, and gives none for what is no time', () => {
    assert.equal(toField(null), '')
    assert.equal(fromField(''), null)
    assert.equal(fromField('soon'), null)
  })
})
