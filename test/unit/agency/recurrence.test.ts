import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readRule, writeRule } from '../../../daemon/features/agency/recurrence-rule.ts'
import { readRecurrence, ruleOf, writeRecurrence } from '../../../daemon/features/agency/recurrence-text.ts'
import { occurrenceAfter, occurrenceUntil } from '../../../daemon/features/agency/recurrence.ts'
import { iso } from '../../../daemon/kernel/clock.ts'

const berlin = 'Europe/Berlin'
const recurrence = (rule: string, from: string) => ({
  parts: readRule(rule),
  from: Date.parse(`${from}:00Z`),
})

function occurrences(rule: string, from: string, after: string, limit = 3): string[] {
  const moments: string[] = []
  let last = Date.parse(after)
  while (moments.length < limit) {
    const next = occurrenceAfter(recurrence(rule, from), last, berlin)
    if (next === null) break
    moments.push(iso(next).slice(0, 16))
    last = next
  }
  return moments
}

describe('A rule', () => {
  for (const rule of [
    'FREQ=DAILY',
    'FREQ=DAILY;INTERVAL=2;COUNT=10',
    'FREQ=DAILY;BYHOUR=8,13,20;BYMINUTE=30',
    'FREQ=WEEKLY;BYDAY=MO,WE,FR;WKST=SU',
    'FREQ=WEEKLY;UNTIL=20261231T235959Z',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=12',
  ]) {
    it(`may be ${rule}`, () => {
      assert.equal(writeRule(readRule(rule)), rule)
    })
  }

  it('may be written in lower case and with its prefix', () => {
    assert.equal(writeRule(readRule('rrule:freq=weekly;byday=sa')), 'FREQ=WEEKLY;BYDAY=SA')
  })

  for (const [rule, reason] of [
    ['', 'is not a rule that the companion can follow: '],
    ['every day', 'is not a rule that the companion can follow: EVERY DAY'],
    ['FREQ=HOURLY', 'is not a rule that the companion can follow: FREQ=HOURLY'],
    ['FREQ=SECONDLY', 'is not a rule that the companion can follow: FREQ=SECONDLY'],
    ['INTERVAL=2', 'must say FREQ'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'says FREQ twice'],
    ['FREQ=DAILY;INTERVAL=0', 'is not a rule that the companion can follow: INTERVAL=0'],
    ['FREQ=DAILY;COUNT=x', 'is not a rule that the companion can follow: COUNT=X'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270101', 'may say one of COUNT and UNTIL'],
    ['FREQ=DAILY;BYEASTER=1', 'is not a rule that the companion can follow: BYEASTER=1'],
    ['FREQ=DAILY;BYDAY=2MO', 'cannot number the days of BYDAY with FREQ=DAILY'],
    ['FREQ=DAILY;BYMONTHDAY=30', 'cannot say BYMONTHDAY with FREQ=DAILY'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'must say BYDAY with BYSETPOS'],
    ['FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=0,10,20,30,40', 'may come up 24 times a day at most'],
    [
      'FREQ=DAILY;DTSTART=20260101T000000Z',
      'is not a rule that the companion can follow: DTSTART=20260101T000000Z',
    ],
    [
      'FREQ=DAILY\nRRULE:FREQ=WEEKLY',
      'is not a rule that the companion can follow: FREQ=DAILY\nRRULE:FREQ=WEEKLY',
    ],
  ] as const) {
    it(`may not be ${JSON.stringify(rule)}`, () => {
      assert.throws(() => readRule(rule), { code: 'INVALID_REQUEST', details: { field: 'repeats', reason } })
    })
  }
})

describe('Occurrences', () => {
  for (const [name, rule, from, after, expected] of [
    [
      'keep their local time when the clocks go forward',
      'FREQ=DAILY',
      '2026-03-27T08:00',
      '2026-03-28T00:00:00Z',
      ['2026-03-28T07:00', '2026-03-29T06:00', '2026-03-30T06:00'],
    ],
    [
      'keep their local time when the clocks go back',
      'FREQ=DAILY',
      '2026-10-23T08:00',
      '2026-10-24T00:00:00Z',
      ['2026-10-24T06:00', '2026-10-25T07:00', '2026-10-26T07:00'],
    ],
    [
      'in the skipped hour are an hour later that day, and not after',
      'FREQ=DAILY',
      '2026-03-28T02:30',
      '2026-03-28T00:00:00Z',
      ['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30'],
    ],
    [
      'in the hour that comes twice are once that day',
      'FREQ=DAILY',
      '2026-10-24T02:30',
      '2026-10-24T00:00:00Z',
      ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    [
      'that fall together in the skipped hour come once',
      'FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30',
      '2026-03-28T02:30',
      '2026-03-28T02:00:00Z',
      ['2026-03-28T02:30', '2026-03-29T01:30', '2026-03-30T00:30'],
    ],
    [
      'of every other week stay in their weeks',
      'FREQ=WEEKLY;INTERVAL=2',
      '2026-05-04T09:00',
      '2026-05-12T00:00:00Z',
      ['2026-05-18T07:00', '2026-06-01T07:00', '2026-06-15T07:00'],
    ],
    [
      'of the 31st leave short months out',
      'FREQ=MONTHLY',
      '2026-01-31T12:00',
      '2026-02-01T00:00:00Z',
      ['2026-03-31T10:00', '2026-05-31T10:00', '2026-07-31T10:00'],
    ],
    [
      'of the last workday of a month',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      '2026-01-01T12:00',
      '2026-05-01T00:00:00Z',
      ['2026-05-29T10:00', '2026-06-30T10:00', '2026-07-31T10:00'],
    ],
    [
      'that are counted end, whatever is left out before',
      'FREQ=DAILY;COUNT=4',
      '2026-05-01T12:00',
      '2026-05-02T12:00:00Z',
      ['2026-05-03T10:00', '2026-05-04T10:00'],
    ],
    [
      'until a day have all of that day, in local time',
      'FREQ=DAILY;UNTIL=20260503',
      '2026-05-01T23:30',
      '2026-05-02T00:00:00Z',
      ['2026-05-02T21:30', '2026-05-03T21:30'],
    ],
    [
      'until a moment in UTC have that moment',
      'FREQ=DAILY;UNTIL=20260502T213000Z',
      '2026-05-01T23:30',
      '2026-05-02T00:00:00Z',
      ['2026-05-02T21:30'],
    ],
    [
      'of the 30th of February never come',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
      '2026-01-01T12:00',
      '2026-01-01T00:00:00Z',
      [],
    ],
    [
      'of the last day of February',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1',
      '2026-01-01T09:00',
      '2027-01-01T00:00:00Z',
      ['2027-02-28T08:00', '2028-02-29T08:00', '2029-02-28T08:00'],
    ],
  ] as const) {
    it(name, () => {
      assert.deepEqual(occurrences(rule, from, after), expected)
    })
  }

  it('that have passed are found backwards', () => {
    const daily = recurrence('FREQ=DAILY', '2026-03-27T08:00')
    const until = (text: string) => {
      const moment = occurrenceUntil(daily, Date.parse(text), berlin)
      return moment === null ? null : iso(moment)
    }
    assert.equal(until('2026-03-29T06:00:00Z'), '2026-03-29T06:00:00.000Z')
    assert.equal(until('2026-03-29T05:59:59Z'), '2026-03-28T07:00:00.000Z')
    assert.equal(until('2026-03-27T06:59:59Z'), null)
  })

  it('come after the given moment, with none skipped', () => {
    const rules = [
      'FREQ=DAILY',
      'FREQ=WEEKLY;BYDAY=SU',
      'FREQ=DAILY;BYHOUR=0,2,3;BYMINUTE=30',
      'FREQ=MONTHLY;BYDAY=-1SU',
    ]
    const anyMoment = fc.integer({ min: Date.parse('2026-01-01Z'), max: Date.parse('2028-01-01Z') })
    fc.assert(
      fc.property(fc.constantFrom(...rules), anyMoment, (rule, after) => {
        const every = recurrence(rule, '2026-01-01T02:30')
        const next = occurrenceAfter(every, after, berlin)
        assert.ok(next !== null && next > after)
        assert.equal(occurrenceUntil(every, next, berlin), next)
        assert.ok((occurrenceUntil(every, next - 1, berlin) ?? 0) <= after)
      }),
      { numRuns: 200 },
    )
  })

  it('are read back as they were written', () => {
    const written = writeRecurrence(recurrence('FREQ=WEEKLY;BYDAY=SA', '2026-05-09T10:30'))
    assert.equal(written, 'DTSTART:20260509T103000\nRRULE:FREQ=WEEKLY;BYDAY=SA')
    assert.equal(writeRecurrence(readRecurrence(written)), written)
    assert.equal(ruleOf(written), 'FREQ=WEEKLY;BYDAY=SA')
  })
})
