import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DateTime } from 'luxon'
import { datedFor, momentsIn, spokenDate } from '../../../daemon/language/en/moments.ts'

/** A Tuesday, 14:05 in Berlin, 13:05 in London. */
const now = Date.UTC(2025, 2, 4, 13, 5)
const berlin = 'Europe/Berlin'

/** The time that a text names, by the clock of its zone. */
function clock(text: string, zone = berlin, said_at = now): string | undefined {
  const [moment] = momentsIn(text, said_at, zone)
  return moment && DateTime.fromMillis(moment.at, { zone }).toFormat('yyyy-MM-dd HH:mm')
}

/** A text, and the time that it names. */
const rows: readonly (readonly [string, string])[] = [
  ['tomorrow at 5', '2025-03-05 17:00'],
  ['at 5', '2025-03-04 17:00'],
  ['at 9 in the evening', '2025-03-04 21:00'],
  ['tomorrow', '2025-03-05 09:00'],
  ['tomorrow at 6', '2025-03-05 18:00'],
  ['tomorrow at 7', '2025-03-05 07:00'],
  ['tomorrow at 5 am', '2025-03-05 05:00'],
  ['tomorrow at 05:00 am', '2025-03-05 05:00'],
  ['tomorrow evening at 8', '2025-03-05 20:00'],
  ['tomorrow at 17:30', '2025-03-05 17:30'],
  ['on Friday', '2025-03-07 09:00'],
  ['on Monday', '2025-03-10 09:00'],
  ['on 12 May', '2025-05-12 09:00'],
  ['on 12 May 2026 at noon', '2026-05-12 12:00'],
  ['in 2 hours', '2025-03-04 16:05'],
  ['in 3 days at 10:15', '2025-03-07 10:15'],
]

describe('The time that is named', () => {
  for (const [text, at] of rows)
    it(`${text} is ${at}`, () => {
      assert.equal(clock(text), at)
    })

  it('is one of the zone of the member', () => {
    const [there] = momentsIn('tomorrow at 5', now, 'Europe/London')
    assert.equal(there?.at, Date.UTC(2025, 2, 5, 17))
    const [here] = momentsIn('tomorrow at 5', now, berlin)
    assert.equal(here?.at, Date.UTC(2025, 2, 5, 16))
  })

  it('keeps the time of day over the change of the clocks', () => {
    assert.equal(clock('on 31 March at 10:00'), '2025-03-31 10:00')
    assert.equal(clock('on 31 March at 10:00', 'Europe/London'), '2025-03-31 10:00')
  })

  it('is counted from the day that it is in the zone', () => {
    const late = Date.UTC(2025, 2, 4, 23, 30)
    assert.equal(clock('tomorrow at 10:00', berlin, late), '2025-03-06 10:00')
    assert.equal(clock('tomorrow at 10:00', 'Europe/London', late), '2025-03-05 10:00')
  })

  it('is in the past where that is meant', () => {
    const [moment] = momentsIn('on Monday', now, berlin, false)
    assert.ok(moment && moment.at < now)
  })

  it('says where it is, and whether it has a time of day', () => {
    const [timed] = momentsIn('Call me tomorrow at 10:00', now, berlin)
    const [day] = momentsIn('Call me tomorrow', now, berlin)
    assert.deepEqual([timed?.index, timed?.timed, timed?.text], [8, true, 'tomorrow at 10:00'])
    assert.equal(day?.timed, false)
  })

  it('depends on today or does not', () => {
    assert.equal(momentsIn('tomorrow', now, berlin)[0]?.relative, true)
    assert.equal(momentsIn('on 12 May', now, berlin)[0]?.relative, false)
  })

  it('is none where none is named', () => {
    assert.deepEqual(momentsIn('I like tea', now, berlin), [])
    assert.deepEqual(momentsIn('I am tired now', now, berlin), [])
  })
})

describe('A date is spoken', () => {
  it('with its weekday, and with the time where it is wanted', () => {
    assert.equal(spokenDate(now, berlin), 'Tuesday, 4 March 2025')
    assert.equal(spokenDate(now, berlin, true), 'Tuesday, 4 March 2025, 14:05')
    assert.equal(spokenDate(now, 'Europe/London', true), 'Tuesday, 4 March 2025, 13:05')
  })
})

/** A name, a text, and the text as it can be read later. */
const dated: readonly (readonly [string, string, string])[] = [
  ['tomorrow has its day', 'I have an exam tomorrow', 'I have an exam tomorrow (Wednesday, 5 March 2025)'],
  ['yesterday has the day before', 'We met Tom yesterday', 'We met Tom yesterday (Monday, 3 March 2025)'],
  [
    'a weekday to come is the next one',
    'The vet comes on Friday',
    'The vet comes on Friday (Friday, 7 March 2025)',
  ],
  [
    'a weekday that is over is the last one',
    'I met Tom on Monday',
    'I met Tom on Monday (Monday, 3 March 2025)',
  ],
  ['what is every week has none', 'I swim on Wednesdays', 'I swim on Wednesdays'],
  ['neither have the afternoons', 'I swim on Wednesday afternoons', 'I swim on Wednesday afternoons'],
  [
    'a day that has its date keeps that one',
    'I have an exam tomorrow (Saturday, 1 March 2025)',
    'I have an exam tomorrow (Saturday, 1 March 2025)',
  ],
  ['a text without a day stays', 'I like tea', 'I like tea'],
]

describe('For a later reader', () => {
  for (const [name, text, later] of dated)
    it(name, () => {
      assert.equal(datedFor(text, now, berlin), later)
    })
})
