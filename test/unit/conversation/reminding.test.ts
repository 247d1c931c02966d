import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readReminder } from '../../../daemon/features/conversation/reminding.ts'

/** A Tuesday, 14:05 in Berlin, 13:05 in London. */
const now = Date.UTC(2025, 2, 4, 13, 5)
const berlin = 'Europe/Berlin'
const due = (day: number, hour: number, minute = 0) => Date.UTC(2025, 2, day, hour - 1, minute)

/** A name, what is said, what it is of, and when it is due. */
const once: readonly (readonly [string, string, string, number | null])[] = [
  ['"at 5" is in the afternoon', 'Remind me to call Anna tomorrow at 5', 'call Anna', due(5, 17)],
  ['"at 5 am" is in the morning', 'Remind me to feed the cat tomorrow at 5 am', 'feed the cat', due(5, 5)],
  [
    'the time may come first',
    'Tomorrow at 10:30 remind me to water the plants',
    'water the plants',
    due(5, 10, 30),
  ],
  [
    'a span is counted from now',
    'Remind me in 2 hours to turn the oven off',
    'turn the oven off',
    due(4, 16, 5),
  ],
  ['a weekday is the next one, at 9', 'Remind me to pay the rent on Friday', 'pay the rent', due(7, 9)],
  [
    '"half past nine" is 9:30',
    'Remind me about the pills tomorrow at half past nine',
    'the pills',
    due(5, 9, 30),
  ],
  [
    '"quarter to eight" is 7:45',
    'Remind me of the bus tomorrow at quarter to eight',
    'the bus',
    due(5, 7, 45),
  ],
  [
    '"quarter past 11" is 11:15',
    'Remind me of the call tomorrow at quarter past 11',
    'the call',
    due(5, 11, 15),
  ],
  ['no time is no time', 'Remind me to buy milk', 'buy milk', null],
  ['an alarm is a reminder', 'Set an alarm for 7 am tomorrow', 'your alarm', due(5, 7)],
  ['a timer runs for as long as is said', 'Set a timer for 10 minutes', 'your timer', due(4, 14, 15)],
  ['people get up in the morning', 'Wake me up at 6:30 tomorrow', 'wake up', due(5, 6, 30)],
  ['what is of nothing but its time is a reminder', 'Remind me tomorrow', 'reminder', due(5, 9)],
  ['tomorrow evening is at 20', 'Remind me tomorrow evening to call Mum', 'call Mum', due(5, 20)],
  ['6 in the morning is no afternoon', 'Remind me tomorrow morning at 6 to run', 'run', due(5, 6)],
  ['05:00 is no afternoon', 'Remind me tomorrow at 05:00 to run', 'run', due(5, 5)],
  ['an hour is counted from now', 'Remind me in an hour to check the oven', 'check the oven', due(4, 15, 5)],
  ['so is half an hour', 'Remind me in half an hour to check the oven', 'check the oven', due(4, 14, 35)],
  ['noon that is over is tomorrow', 'Remind me at noon to eat', 'eat', due(5, 12)],
  [
    'next Friday is that of next week',
    'Remind me next Friday at half past six to fetch Tom',
    'fetch Tom',
    due(14, 18, 30),
  ],
  ['Wednesday week is the one after', 'Remind me on Wednesday week to call Tom', 'call Tom', due(12, 9)],
  ['a day of the month is the next one', 'Remind me on the 15th to pay Tom', 'pay Tom', due(15, 9)],
  [
    'the "8 pm train" is a train',
    'Remind me to take the 8 pm train on Friday at 6 pm',
    'take the 8 pm train',
    due(7, 18),
  ],
  [
    'a daily meeting is a meeting',
    'Remind me of the daily meeting at 9 tomorrow',
    'the daily meeting',
    due(5, 9),
  ],
  ['words that end in "in" keep it', 'Remind me on Saturday to sleep in', 'sleep in', due(8, 9)],
  ['"don\'t forget to" asks for one', "Don't forget to buy milk", 'buy milk', null],
  ['what is over says so by its time', 'Remind me today at 9 am to call Bob', 'call Bob', due(4, 9)],
  [
    'so is "don\'t let me forget"',
    "Don't let me forget to post the letter on Friday",
    'post the letter',
    due(7, 9),
  ],
  [
    'so is what must not be forgotten',
    'I must not forget to ring the vet on Friday',
    'ring the vet',
    due(7, 9),
  ],
]

describe('A reminder', () => {
  for (const [name, said, title, due_at] of once)
    it(`once: ${name}`, () => {
      assert.deepEqual(readReminder(said, now, berlin), { title, due_at, repeats: null })
    })

  it('is due by the clock of the zone', () => {
    const said = 'Remind me to call Anna tomorrow at 5'
    assert.equal(readReminder(said, now, 'Europe/London')?.due_at, due(5, 18))
  })

  it('is due by the clock also after it changes', () => {
    const said = 'Remind me to call Anna on 31 March at 5'
    assert.equal(readReminder(said, now, berlin)?.due_at, Date.UTC(2025, 2, 31, 15))
  })
})

/** How often, what is said, what it is of, the first moment, and the rule. */
const again: readonly (readonly [string, string, string, number, string])[] = [
  [
    'every day, in the morning',
    'Remind me every day to stretch',
    'stretch',
    due(5, 9),
    'FREQ=DAILY;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'every day at a time',
    'Remind me to take my pills every day at 8 am',
    'take my pills',
    due(5, 8),
    'FREQ=DAILY;BYHOUR=8;BYMINUTE=0',
  ],
  [
    'every day at two times',
    'Remind me every day at 8 am and 8 pm to take my pills',
    'take my pills',
    due(4, 20),
    'FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0',
  ],
  [
    'each morning',
    'Remind me each morning at 7 to stretch',
    'stretch',
    due(5, 7),
    'FREQ=DAILY;BYHOUR=7;BYMINUTE=0',
  ],
  [
    'every morning at 6',
    'Remind me every morning at 6 to run',
    'run',
    due(5, 6),
    'FREQ=DAILY;BYHOUR=6;BYMINUTE=0',
  ],
  [
    'every night',
    'Remind me every night at 10 to lock up',
    'lock up',
    due(4, 22),
    'FREQ=DAILY;BYHOUR=22;BYMINUTE=0',
  ],
  [
    'every other day, counted from today',
    'Remind me to water the fern every other day',
    'water the fern',
    due(6, 9),
    'FREQ=DAILY;INTERVAL=2;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'on a weekday',
    'Remind me on Mondays to take the bins out',
    'take the bins out',
    due(10, 9),
    'FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'on a weekday at half past',
    'Remind me of choir every Tuesday at half past six',
    'choir',
    due(4, 18, 30),
    'FREQ=WEEKLY;BYDAY=TU;BYHOUR=18;BYMINUTE=30',
  ],
  [
    'on two weekdays',
    'Remind me every Monday and Friday at 6 to go running',
    'go running',
    due(7, 18),
    'FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=18;BYMINUTE=0',
  ],
  [
    'every weekday',
    'Remind me every weekday at 7:15 to pack lunch',
    'pack lunch',
    due(5, 7, 15),
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=7;BYMINUTE=15',
  ],
  [
    'every other Tuesday, from the next one on',
    'Remind me every other Tuesday to water the fern',
    'water the fern',
    due(11, 9),
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9;BYMINUTE=0',
  ],
  ['weekly', 'Remind me weekly to call Gran', 'call Gran', due(11, 9), 'FREQ=WEEKLY;BYHOUR=9;BYMINUTE=0'],
  [
    'every two weeks',
    'Remind me to change the sheets every 2 weeks',
    'change the sheets',
    due(18, 9),
    'FREQ=WEEKLY;INTERVAL=2;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'on the first of every month, over the change of the clocks',
    'Remind me to pay the rent on the first of every month',
    'pay the rent',
    Date.UTC(2025, 3, 1, 7),
    'FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'at the end of the month for who says the 31st',
    'Remind me on the 31st of every month to read the meter',
    'read the meter',
    Date.UTC(2025, 2, 31, 7),
    'FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'on the last day of February for who says a day that it never has',
    'Remind me every 30 February to sow the tomatoes',
    'sow the tomatoes',
    Date.UTC(2026, 1, 28, 8),
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'without an end for who says no times',
    'Remind me every day for 0 times to stretch',
    '0 times to stretch',
    due(5, 9),
    'FREQ=DAILY;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'on the last Friday of every month',
    'Remind me on the last Friday of every month to send the invoice',
    'send the invoice',
    due(28, 9),
    'FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'every year on a date',
    "Remind me of Anna's birthday every year on 3 May",
    "Anna's birthday",
    Date.UTC(2025, 4, 3, 7),
    'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3;BYHOUR=9;BYMINUTE=0',
  ],
  [
    'until a day',
    'Remind me every day until Friday to practise',
    'practise',
    due(5, 9),
    'FREQ=DAILY;BYHOUR=9;BYMINUTE=0;UNTIL=20250307',
  ],
  [
    'so many times',
    'Remind me every day for 5 days to take antibiotics',
    'take antibiotics',
    due(5, 9),
    'FREQ=DAILY;BYHOUR=9;BYMINUTE=0;COUNT=5',
  ],
  [
    'from a day on',
    'Remind me every Sunday from next week to call Gran',
    'call Gran',
    due(16, 9),
    'FREQ=WEEKLY;BYDAY=SU;BYHOUR=9;BYMINUTE=0',
  ],
]

describe('A reminder that repeats', () => {
  for (const [name, said, title, due_at, repeats] of again)
    it(`comes ${name}`, () => {
      assert.deepEqual(readReminder(said, now, berlin), { title, due_at, repeats })
    })

  it('comes by the clock of the zone', () => {
    const reminder = readReminder('Remind me every Monday at 10 to call Gran', now, 'America/New_York')
    assert.equal(reminder?.due_at, Date.UTC(2025, 2, 10, 14))
  })

  it('comes no more often than every hour, which is said', () => {
    const reminder = readReminder('Remind me every 10 minutes to drink', now, berlin)
    assert.deepEqual(reminder, { title: 'drink', due_at: null, repeats: null, tooOften: true })
    assert.equal(readReminder('Remind me every 4 hours to drink', now, berlin)?.due_at, due(4, 16))
  })
})

/** A name, and what is said. */
const none: readonly (readonly [string, string])[] = [
  ['to be told who somebody is', 'Remind me, who is Doris?'],
  ['to be told what something is called', 'Remind me what my dentist is called'],
  ['to be told where something is', "Remind me where's the spare key"],
  ['what reminds of somebody else', 'She reminds me of my aunt'],
  ['to keep something in mind', "Don't forget that I am vegan"],
  ['to keep in mind where something is', "Don't forget the milk is in the fridge"],
  ['not to be forgotten', "Don't forget about me"],
  ['what was remembered', 'I remembered the milk'],
  ['what is done every day', 'I walk the dog every day at 8'],
]

describe('No reminder is asked for by', () => {
  for (const [name, said] of none)
    it(name, () => {
      assert.equal(readReminder(said, now, berlin), null)
    })
})
