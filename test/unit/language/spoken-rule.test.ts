import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { spokenRule } from '../../../daemon/language/en/spoken-rule.ts'

const rows: readonly (readonly [string, string])[] = [
  ['FREQ=DAILY', 'every day'],
  ['FREQ=DAILY;BYHOUR=9;BYMINUTE=5', 'every day at 09:05'],
  ['FREQ=DAILY;INTERVAL=3;BYHOUR=9;BYMINUTE=0', 'every 3 days at 09:00'],
  ['FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0', 'every day at 08:00 and 20:00'],
  ['FREQ=DAILY;BYHOUR=0,6,12,18;BYMINUTE=0', 'every day every 6 hours'],
  ['FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=18;BYMINUTE=0', 'every Monday and Friday at 18:00'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday'],
  ['FREQ=WEEKLY;BYDAY=SA,SU', 'every weekend'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 'every other Tuesday'],
  ['FREQ=WEEKLY;INTERVAL=2', 'every other week'],
  ['FREQ=MONTHLY;BYMONTHDAY=1', 'on the 1st of every month'],
  ['FREQ=MONTHLY;BYMONTHDAY=12', 'on the 12th of every month'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'on the last day of every month'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'on the last Friday of every month'],
  ['FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3', 'every year on 3 May'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', 'every year on the last day of February'],
  ['FREQ=DAILY;COUNT=5', 'every day 5 times'],
  ['FREQ=DAILY;UNTIL=20250307', 'every day until 7 March 2025'],
]

describe('A rule is spoken', () => {
  for (const [rule, words] of rows)
    it(`${rule}: ${words}`, () => {
      assert.equal(spokenRule(rule), words)
    })
})
