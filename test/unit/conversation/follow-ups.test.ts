import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { followUp } from '../../../daemon/features/conversation/follow-ups.ts'

/** What was told, what is asked about it, and what a bare answer means. */
const rows: readonly (readonly [string, string, string | null])[] = [
  ['I got a puppy', 'What is your puppy called?', 'My puppy is called …'],
  ['We have a new black cat', 'What is your cat called?', 'My cat is called …'],
  ['I had lunch with my sister', "What is your sister's name?", 'My sister is called …'],
  ['I have an exam tomorrow', 'Shall I remind you of it?', 'Remind me of an exam tomorrow'],
  [
    'My exam is on Friday (Friday, 7 March 2025) at 10',
    'Shall I remind you of it?',
    'Remind me of my exam on Friday at 10',
  ],
  ['We went to Bath', 'How was it?', null],
  ['I started to paint', 'What made you want to?', null],
  ['I love rhubarb cake', 'What do you like about it the most?', null],
  ['We moved to Leeds', 'How do you like it there?', null],
  ['I work as a nurse', 'How do you like it?', null],
]

describe('What was told is asked about', () => {
  for (const [told, question, meaning] of rows)
    it(`${told}: ${question}`, () => {
      assert.deepEqual(followUp(told), { question, meaning })
    })
})

/** What leaves nothing to ask for. */
const none: readonly string[] = [
  'I got a puppy called Biscuit',
  'I live with my sister Anna',
  'My code is 4711',
  'I feel like nobody cares about me',
  'I have been thinking a lot',
  'I hate my job',
  'My fridge does not work',
  'She loves horses',
  'My car started to smoke',
  'My aunt died in the hospital that we went to',
  'I would like a cup of tea',
]

describe('Nothing is asked about', () => {
  for (const told of none)
    it(told, () => {
      assert.equal(followUp(told), null)
    })
})
