import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { timesIn, withDigits, withMonth } from '../../../daemon/language/en/clock-words.ts'

/** What is said, and in digits. */
const digits: readonly (readonly [string, string])[] = [
  ['at half past six', 'at 6:30'],
  ['at quarter to one', 'at 12:45'],
  ['at ten past four', 'at 4:10'],
  ['at half nine', 'at 9:30'],
  ["at seven o'clock", 'at 7'],
  ['every day at seven', 'every day at 7'],
  ['tomorrow morning at 6', 'tomorrow morning at 6 am'],
  ['at 05:00', 'at 5:00 am'],
  ['look at two houses', 'look at two houses'],
  ['half of it', 'half of it'],
]

describe('In digits', () => {
  for (const [said, written] of digits)
    it(`${said}: ${written}`, () => {
      assert.equal(withDigits(said), written)
    })
})

/** What is said, and the times of day that it names. */
const times: readonly (readonly [string, readonly string[]])[] = [
  ['every day at 5', ['17:0']],
  ['every morning at 5', ['5:0']],
  ['every evening at 8', ['20:0']],
  ['at 8 am and 8 pm', ['8:0', '20:0']],
  ['at 12 at night', ['0:0']],
  ['daily 18:30', ['18:30']],
  ['at noon', ['12:0']],
  ['at midnight', ['0:0']],
  ['3 eggs', []],
  ['on the 3rd', []],
  ['for 5 days', []],
]

describe('The times of day', () => {
  for (const [text, named] of times)
    it(`in "${text}" are ${named.join(', ') || 'none'}`, () => {
      assert.deepEqual(
        timesIn(text).map(({ hour, minute }) => `${hour}:${minute}`),
        named,
      )
    })
})

describe('A day of the month', () => {
  const now = Date.UTC(2025, 2, 4, 13, 5)

  it('has the month that it comes in next', () => {
    assert.equal(withMonth('on the 15th', now, 'Europe/Berlin'), 'on 15 March 2025')
    assert.equal(withMonth('on the 3rd', now, 'Europe/Berlin'), 'on 3 April 2025')
    assert.equal(withMonth('on the 31st', Date.UTC(2025, 3, 2), 'Europe/Berlin'), 'on 31 May 2025')
  })

  it('keeps the month that it has', () => {
    for (const text of ['on the 15th of May', 'on the 15th May', 'on the 1st of every month'])
      assert.equal(withMonth(text, now, 'Europe/Berlin'), text)
  })
})
