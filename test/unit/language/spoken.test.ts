import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { spokenDate, spokenDay, spokenTime } from '../../../daemon/language/en/spoken.ts'

const at = (text: string) => Date.parse(text)
/** A Monday noon in Berlin. */
const context = { now: at('2026-05-04T12:00:00+02:00'), time_zone: 'Europe/Berlin' }

describe('A time is spoken', () => {
  for (const [moment, words] of [
    ['2026-05-04T17:00:00+02:00', 'today at 17:00'],
    ['2026-05-05T09:00:00+02:00', 'tomorrow at 09:00'],
    ['2026-05-12T17:00:00+02:00', 'on Tuesday, 12 May at 17:00'],
    ['2027-01-01T10:00:00+01:00', 'on Friday, 1 January 2027 at 10:00'],
  ] as const)
    it(`${words} (${moment})`, () => {
      assert.equal(spokenTime(at(moment), context), words)
    })

  it('as a day alone, by its name or by its date', () => {
    assert.equal(spokenDay(at('2026-05-05T09:00:00+02:00'), context), 'tomorrow')
    assert.equal(spokenDate(at('2026-05-05T09:00:00+02:00'), context), 'Tuesday, 5 May')
  })
})
