import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readReminder } from '../../daemon/features/conversation/reminding.ts'

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
  ['an alarm is a reminder', 'Set an alarm for 7 am tomorrow', 'reminder', due(5, 7)],
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

/** A name, what is said, what it is of, and the parts of its rule. */
const again: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['every day', 'Remind me every day to stretch', 'stretch', ['FREQ=DAILY']],
  [
    'every day at a time',
    'Remind me to take my pills every day at 8 am',
    'take my pills',
    ['BYHOUR=8', 'BYMINUTE=0', 'FREQ=DAILY'],
  ],
  [
    'every other day',
    'Remind me to water the fern every other day',
    'water the fern',
    ['FREQ=DAILY', 'INTERVAL=2'],
  ],
  [
    'a weekday with a time',
    'Remind me to call Gran every Saturday at 10',
    'call Gran',
    ['BYDAY=SA', 'BYHOUR=10', 'BYMINUTE=0', 'FREQ=WEEKLY'],
  ],
  [
    'a weekday at half past',
    'Remind me of choir every Tuesday at half past six',
    'choir',
    ['BYDAY=TU', 'BYHOUR=18', 'BYMINUTE=30', 'FREQ=WEEKLY'],
  ],
  [
    'every two weeks',
    'Remind me to change the sheets every 2 weeks',
    'change the sheets',
    ['FREQ=WEEKLY', 'INTERVAL=2'],
  ],
  ['every month', 'Remind me every month to back up my photos', 'back up my photos', ['FREQ=MONTHLY']],
]

describe('A reminder that repeats', () => {
  for (const [name, said, title, rule] of again)
    it(`comes ${name}`, () => {
      const reminder = readReminder(said, now, berlin)
      assert.equal(reminder?.title, title)
      assert.equal(reminder.due_at, null)
      const parts = reminder.repeats?.split(';').filter((part) => part !== 'INTERVAL=1')
      assert.deepEqual(parts?.toSorted(), rule)
    })
})

/** A name, and what is said. */
const none: readonly (readonly [string, string])[] = [
  ['to be told who somebody is', 'Remind me, who is Doris?'],
  ['to be told what something is called', 'Remind me what my dentist is called'],
  ['to be told where something is', "Remind me where's the spare key"],
  ['what reminds of somebody else', 'She reminds me of my aunt'],
  ['what was remembered', 'I remembered the milk'],
  ['what is done every day', 'I walk the dog every day at 8'],
]

describe('No reminder is asked for by', () => {
  for (const [name, said] of none)
    it(name, () => {
      assert.equal(readReminder(said, now, berlin), null)
    })
})
