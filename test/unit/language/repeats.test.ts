import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { repeatIn } from '../../../daemon/language/en/repeats.ts'
import { tooOftenIn } from '../../../daemon/language/en/rules.ts'

/** A Tuesday, 14:05 in Berlin. */
const now = Date.UTC(2025, 2, 4, 13, 5)
const time_zone = 'Europe/Berlin'
const due = (day: number, hour: number, minute = 0) => Date.UTC(2025, 2, day, hour - 1, minute)

/** How often, what is said, the first moment, and the rule. */
const rows: readonly (readonly [string, string, number, string])[] = [
  [
    'every day, in the morning',
    'Remind me every day to stretch',
    due(5, 9),
    'FREQ=DAILY;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'every day at a time',
    'Remind me to take my pills every day at 8 am',
    due(5, 8),
    'FREQ=DAILY;BYHOUR=8;BYMINUTE=0',
  ],
  [
    'every day at two times',
    'Remind me every day at 8 am and 8 pm to take my pills',
    due(4, 20),
    'FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0',
  ],
  ['each morning', 'Remind me each morning at 7 to stretch', due(5, 7), 'FREQ=DAILY;BYHOUR=7;BYMINUTE=0'],
  ['every morning at 6', 'Remind me every morning at 6 to run', due(5, 6), 'FREQ=DAILY;BYHOUR=6;BYMINUTE=0'],
  ['every night', 'Remind me every night at 10 to lock up', due(4, 22), 'FREQ=DAILY;BYHOUR=22;BYMINUTE=0'],
  [
    'every other day, counted from today',
    'Remind me to water the fern every other day',
    due(6, 9),
    'FREQ=DAILY;INTERVAL=2;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'on a weekday',
    'Remind me on Mondays to take the bins out',
    due(10, 9),
    'FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'on a weekday at half past',
    'Remind me of choir every Tuesday at half past six',
    due(4, 18, 30),
    'FREQ=WEEKLY;BYDAY=TU;BYHOUR=18;BYMINUTE=30',
  ],
  [
    'on two weekdays',
    'Remind me every Monday and Friday at 6 to go running',
    due(7, 18),
    'FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=18;BYMINUTE=0',
  ],
  [
    'every weekday',
    'Remind me every weekday at 7:15 to pack lunch',
    due(5, 7, 15),
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=7;BYMINUTE=15',
  ],
  [
    'every other Tuesday, from the next one on',
    'Remind me every other Tuesday to water the fern',
    due(11, 9),
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9;BYMINUTE=0',
  ],
  ['weekly', 'Remind me weekly to call Gran', due(11, 9), 'FREQ=WEEKLY;BYHOUR=9;BYMINUTE=0'],
  [
    'every two weeks',
    'Remind me to change the sheets every 2 weeks',
    due(18, 9),
    'FREQ=WEEKLY;INTERVAL=2;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'on the first of every month, over the change of the clocks',
    'Remind me to pay the rent on the first of every month',
    Date.UTC(2025, 3, 1, 7),
    'FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'at the end of the month for who says the 31st',
    'Remind me on the 31st of every month to read the meter',
    Date.UTC(2025, 2, 31, 7),
    'FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'on the last day of February for who says a day that it never has',
    'Remind me every 30 February to sow the tomatoes',
    Date.UTC(2026, 1, 28, 8),
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'without an end for who says no times',
    'Remind me every day for 0 times to stretch',
    due(5, 9),
    'FREQ=DAILY;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'on the last Friday of every month',
    'Remind me on the last Friday of every month to send the invoice',
    due(28, 9),
    'FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'every year on a date',
    "Remind me of Anna's birthday every year on 3 May",
    Date.UTC(2025, 4, 3, 7),
    'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'until a day',
    'Remind me every day until Friday to practise',
    due(5, 9),
    'FREQ=DAILY;BYHOUR=9;BYMINUTE=0;UNTIL=20250307',
  ],
  [
    'so many times',
    'Remind me every day for 5 days to take antibiotics',
    due(5, 9),
    'FREQ=DAILY;BYHOUR=9;BYMINUTE=0;COUNT=5',
  ],
  [
    'from a day on',
    'Remind me every Sunday from next week to call Gran',
    due(16, 9),
    'FREQ=WEEKLY;BYDAY=SU;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'every evening at the usual hour',
    'every evening, water the beans',
    due(4, 18),
    'FREQ=DAILY;BYHOUR=18;BYMINUTE=0',
  ],
  ['each day in words', 'at half past twelve each day', due(5, 12, 30), 'FREQ=DAILY;BYHOUR=12;BYMINUTE=30'],
]

describe('What repeats', () => {
  for (const [name, sentence, first, rule] of rows)
    it(`comes ${name}`, () => {
      const repeated = repeatIn(sentence, { now, time_zone })
      assert.deepEqual([repeated?.rule, repeated?.first], [rule, first])
    })

  it('is nothing where nothing is said of how often', () => {
    assert.equal(repeatIn('the daily meeting at 9', { now, time_zone }), null)
    assert.equal(repeatIn('every 0 days', { now, time_zone }), null)
  })

  it('may be wanted more often than a goal comes up', () => {
    assert.equal(tooOftenIn('every ten minutes, please'), 'every ten minutes')
    assert.equal(tooOftenIn('every half hour'), 'every half hour')
    assert.equal(tooOftenIn('every hour'), null)
  })
})
