import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DateTime } from 'luxon'
import { readReminders } from '../../../daemon/features/conversation/understanding/reminders.ts'
import { sentencesOf } from '../../../daemon/features/conversation/understanding/sentences.ts'

const time_zone = 'Europe/London'
const at = (wall: string) => DateTime.fromISO(wall, { zone: time_zone }).toMillis()
const now = at('2026-05-12T16:10')
const tea = { goal_uuid: 'tea', title: 'buy tea for Anna', due_at: at('2026-05-13T17:00') }
const bins = { goal_uuid: 'bins', title: 'put the bins out', due_at: null }

/** What a message does, by what its sentences say alone. */
const read = (said: string, rest: Partial<Parameters<typeof readReminders>[1]> = {}) =>
  readReminders(
    sentencesOf(said).map((text) => ({ text, act: 'tell', likely: 1, asks: text.endsWith('?') })),
    { now, time_zone, open: [], last: null, asked_when: false, ...rest },
  ).acts

/** What is said on Tuesday, 12 May 2026 at 16:10, of what it reminds, and when. */
const made: readonly (readonly [string, string, string | null])[] = [
  ['Remind me to call Ann tomorrow at 5', 'call Ann', '2026-05-13T17:00'],
  ['remind me at half seven to ring Bisi', 'ring Bisi', '2026-05-12T19:30'],
  ['Remind me in an hour and a half to move the car', 'move the car', '2026-05-12T17:40'],
  [
    'Could you remind me, the Friday after next, that the books are due back?',
    'the books are due back',
    '2026-05-22T09:00',
  ],
  ['set a reminder three weeks from today, worm the cat', 'worm the cat', '2026-06-02T09:00'],
  ["Don't let me forget to post the letter on Friday", 'post the letter', '2026-05-15T09:00'],
  ['Remind me this evening to charge the phone', 'charge the phone', '2026-05-12T18:00'],
  ['Remind me tonight to lock up', 'lock up', '2026-05-12T20:00'],
  ['Remind me that I owe Femi for the pizza', 'I owe Femi for the pizza', null],
  ['On the 3rd I have to pay Mr Okafor. Remind me, will you.', 'pay Mr Okafor', '2026-06-03T09:00'],
]

describe('A reminder', () => {
  for (const [said, title, when] of made)
    it(`is made: ${said}`, () => {
      const due_at = when === null ? null : at(when)
      assert.deepEqual(read(said), [{ kind: 'remind', title, due_at, repeats: null }])
    })

  for (const said of [
    'This song reminds me of my dad',
    'Did I remind you of anyone just then?',
    'My sister keeps reminding me to get a job',
    'I told the lads to set a reminder for their homework',
  ])
    it(`is none: ${said}`, () => {
      assert.deepEqual(read(said), [])
    })

  it('may repeat', () => {
    const [act] = read('Remind me every day at 8 am to take my tablet')
    assert.deepEqual(act?.kind === 'remind' && [act.title, act.repeats], [
      'take my tablet',
      'FREQ=DAILY;BYHOUR=8;BYMINUTE=0',
    ])
  })

  it('of a time that is over is none', () => {
    assert.deepEqual(read('Remind me today at 9 am to call Bob'), [{ kind: 'no reminder', reason: 'passed' }])
  })
})

/** What is said, and when the reminder at 17:00 tomorrow is to come instead. */
const moved: readonly (readonly [string, string])[] = [
  ['make the tea one six', '2026-05-13T18:00'],
  ['push the tea to Friday, same time', '2026-05-15T17:00'],
  ['move the tea an hour earlier', '2026-05-13T16:00'],
  ['add another 15 minutes to the tea one', '2026-05-13T17:15'],
  ['move the tea to Saturday at 10 in the morning', '2026-05-16T10:00'],
]

describe('A reminder that is open', () => {
  const open = [tea, bins]
  for (const [said, when] of moved)
    it(`is moved: ${said}`, () => {
      assert.deepEqual(read(said, { open }), [{ kind: 'move reminder', goal_uuid: 'tea', due_at: at(when) }])
    })

  it('is cancelled, done or listed by what it is of', () => {
    assert.deepEqual(read('cancel the reminder for the tea', { open }), [
      { kind: 'end reminder', goal_uuids: ['tea'], done: false },
    ])
    assert.deepEqual(read("I've put the bins out", { open }), [
      { kind: 'end reminder', goal_uuids: ['bins'], done: true },
    ])
    assert.deepEqual(read('What reminders have I got?', { open }), [
      { kind: 'list reminders', goal_uuids: ['tea', 'bins'] },
    ])
  })

  it('is not done because somebody asks about it', () => {
    assert.deepEqual(read('Have you put the bins out?', { open }), [])
  })

  it('gets the time that was asked for, and a message that is none is no answer', () => {
    const asked = { open: [bins], last: 'bins', asked_when: true }
    assert.deepEqual(read('tomorrow at 8', asked), [
      { kind: 'move reminder', goal_uuid: 'bins', due_at: at('2026-05-13T08:00') },
    ])
    assert.deepEqual(read('My sister Anna lives in Leeds.', asked), [])
  })
})
