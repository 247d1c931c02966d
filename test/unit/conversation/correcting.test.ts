import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { correct, readCorrection } from '../../../daemon/features/conversation/correcting.ts'

const now = Date.UTC(2025, 2, 4, 13, 5)

/** A name, what is said, what is right by it, and what it is about. */
const corrections: readonly (readonly [string, string, string, string | null])[] = [
  ['"that\'s wrong" corrects, and says nothing of what is right', "That's wrong.", '', null],
  ['what follows it is what is right', "No, that's wrong, she lives in Leeds.", 'she lives in Leeds.', null],
  ['"I meant" begins with what is right', 'Sorry, I meant Thursday.', 'Thursday.', null],
  ['"make that" does, too', 'Make that six.', 'six.', null],
  ['a plain no before a statement corrects', "No, it's Biscuit.", "it's Biscuit.", null],
  ['"actually" before one does too', 'Actually it is pizza.', 'it is pizza.', null],
  ['"it should be" corrects', 'It should be 12 May', '12 May', null],
  [
    'what was told, "but" is about what was told',
    'I told you the bin goes on Fridays, but they have moved it to Thursdays.',
    'they have moved it to Thursdays.',
    'the bin goes on Fridays',
  ],
  [
    'the wrong number of somebody is about them',
    'I gave you the wrong number for Tom: it ends in 42.',
    'it ends in 42.',
    'Tom',
  ],
  [
    'a change of mind is about what the mind was on',
    "I've changed my mind about the carpet. Green it is",
    'Green it is',
    'the carpet',
  ],
  ['"not quite" before what is right corrects', 'Not quite: it is Leeds', 'it is Leeds', null],
  ['"wrong" before what is right corrects', 'Wrong, it is Leeds', 'it is Leeds', null],
  ['"that\'s not true" corrects', "That's not true, I was never in Leeds", 'I was never in Leeds', null],
  [
    'this and not that may say of what',
    "Hang on, about that scan: it's on the 20th, not the 19th.",
    "it's on the 20th, not the 19th.",
    'scan',
  ],
  ['this and not that corrects', "It's on the 20th, not the 19th.", "It's on the 20th, not the 19th.", null],
]

describe('A correction', () => {
  for (const [name, said, text, about] of corrections)
    it(name, () => {
      assert.deepEqual(readCorrection(said), { text, about })
    })
})

/** A name, and what is said. */
const others: readonly (readonly [string, string])[] = [
  ['luck', 'I got it!'],
  ['a wrong number', 'Wrong number again'],
  ['a plain no', 'No.'],
  ['a no to an offer', 'No, thank you.'],
  ['something that is told', 'My sister lives in Leeds'],
  ['something that is not so', 'I am not a morning person'],
  ['a wrong turn on the road', 'I took the wrong train this morning'],
  ['a question', 'What is my sister called?'],
  ['doubt', 'Not quite sure yet'],
  ['what is not quite done', 'Not quite finished'],
  ['what somebody said', 'This is wrong, said my mum'],
  ['what somebody said in between', '"That is wrong," said Tom'],
  ['a judgement of somebody', "That's not right of him"],
  ['a judgement of more', 'This is wrong on so many levels'],
  ['a mistake in life', 'It was a mistake to buy that car'],
  ['what is not true of others', "It's not true that he left"],
  ['having been wrong about somebody', 'I was wrong about him'],
  ['having meant well', 'I meant well'],
  ['what was meant to be done', 'I meant to call her'],
  ['what should be fine', 'It should be fine'],
  ['a no that is all right', "No, I'm fine"],
  ['a no that is all', "No, that's all"],
  ['a no that thinks not', "No, I don't think so"],
  ['an excuse', "Sorry, I'm late"],
  ['the weather', "Actually, it's raining"],
  ['the hour', "No, it's getting late"],
  ['how it is', "Actually it's so much better now"],
  ['an alarm', 'Wait, the milk is boiling over'],
  ['what somebody else got wrong', 'My teacher was wrong about the date'],
]

describe('Nothing is corrected by', () => {
  for (const [name, said] of others)
    it(name, () => {
      assert.equal(readCorrection(said), null)
    })
})

/** A name, the memory, what is right, and the memory after it. */
const memories: readonly (readonly [string, string, string, string])[] = [
  [
    'a name takes the place of a name',
    'I got a puppy called Biscuit',
    "it's Crumpet",
    'I got a puppy called Crumpet',
  ],
  [
    'a full name does, too',
    'My dentist is called Ann Miller',
    'his name is Tom Field',
    'My dentist is called Tom Field',
  ],
  [
    'a number takes the place of a number',
    'My sister has three children',
    'she has four',
    'My sister has four children',
  ],
  [
    'a code keeps what stands around it',
    'The code of the gate is 4711',
    "it's 4712",
    'The code of the gate is 4712',
  ],
  [
    'a weekday takes the place of a weekday',
    'The bin goes out on Friday',
    'on Thursday',
    'The bin goes out on Thursday',
  ],
  ['a time takes the place of a time', 'My train leaves at 9:15', 'at 9:45', 'My train leaves at 9:45'],
  ['"not this but that" names both', 'Tom lives in Bath', 'not Bath but Leeds', 'Tom lives in Leeds'],
  ['"that, not this" does, too', 'Tom lives in Bath', "it's Leeds, not Bath", 'Tom lives in Leeds'],
  [
    'what brings its own preposition takes the place of the old one',
    'The key is in the drawer',
    'it is under the mat',
    'The key is under the mat',
  ],
  [
    'behind takes the place of in front of',
    'The car is parked in front of the church',
    "it's behind the school",
    'The car is parked behind the school',
  ],
  ['on takes the place of in', 'The key is in the drawer', "it's on the shelf", 'The key is on the shelf'],
  ['a bare thing keeps it', 'The key is in the drawer', "it's the cupboard", 'The key is in the cupboard'],
  [
    'a place of one word needs none',
    'The printer is in the study',
    'it is upstairs',
    'The printer is upstairs',
  ],
  [
    'the same verb is not said twice',
    'Tom works in a bank',
    'he works at the post office',
    'Tom works at the post office',
  ],
  [
    'the same thing is not said twice',
    'The key is in the drawer',
    'the key is under the mat',
    'The key is under the mat',
  ],
  [
    '"not this but that" minds it, too',
    'The key is in the drawer',
    'not the drawer but under the mat',
    'The key is under the mat',
  ],
  [
    'so does "that, not this"',
    'The bread is on the table',
    "it's in the oven, not on the table",
    'The bread is in the oven',
  ],
  [
    'a sentence of its own takes the place of the memory',
    'I like coffee',
    'my favourite drink has always been green tea from the mountains of Japan',
    'my favourite drink has always been green tea from the mountains of Japan',
  ],
]

describe('A memory is put right so that', () => {
  for (const [name, memory, correction, right] of memories)
    it(name, () => {
      assert.equal(correct(memory, correction, now, 'Europe/Berlin'), right)
    })

  it('a date that stands beside a day goes with the day', () => {
    const memory = 'The vet comes on Friday (Friday, 7 March 2025)'
    assert.equal(correct(memory, 'on Thursday', now, 'Europe/Berlin'), 'The vet comes on Thursday')
  })

  it('of two numbers the one changes that it is about', () => {
    const memory = 'Tom is 7 and Emma is 9'
    assert.equal(correct(memory, 'Emma is 10', now, 'Europe/Berlin', 'Emma'), 'Tom is 7 and Emma is 10')
  })
})
