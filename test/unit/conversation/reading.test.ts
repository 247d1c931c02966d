import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readStatement } from '../../../daemon/features/conversation/reading.ts'

const now = Date.UTC(2025, 2, 4, 13, 5)
const read = (text: string) => readStatement(text, now, 'Europe/Berlin')

/** A sentence, what is kept of it, and as what. */
const kept: readonly (readonly [string, string, string])[] = [
  ['My sister is called Anna.', 'My sister is called Anna', 'fact'],
  ['The spare key is under the flowerpot', 'The spare key is under the flowerpot', 'fact'],
  ['Oh, by the way, my train leaves at 9', 'My train leaves at 9', 'fact'],
  ['Remember that my dentist is Dr Field', 'My dentist is Dr Field', 'fact'],
  ["Don't forget that I am vegan", 'I am vegan', 'fact'],
  ['Actually, I hate olives.', 'I hate olives', 'preference'],
  ['my brother loves rhubarb cake!', 'My brother loves rhubarb cake', 'preference'],
  ['I want to see Rome one day', 'I want to see Rome one day', 'preference'],
  ['Doris moved to Bath', 'Doris moved to Bath', 'event'],
  ["Norman won't touch fish", "Norman won't touch fish", 'fact'],
  ["Norman's scared of geese", "Norman's scared of geese", 'fact'],
  ["You'll never guess, Norman sold the boat", 'Norman sold the boat', 'fact'],
  ['I have an exam tomorrow', 'I have an exam tomorrow (Wednesday, 5 March 2025)', 'event'],
]

describe('What is told is kept', () => {
  for (const [text, content, kind] of kept)
    it(`as a ${kind}: ${text}`, () => {
      const told = read(text)
      assert.deepEqual([told?.content, told?.kind], [content, kind])
    })

  it('as a wish where it is one', () => {
    assert.deepEqual(read('I want to see Rome one day')?.tags, ['wish'])
    assert.deepEqual(read('I love rhubarb cake')?.tags, [])
  })

  it('as the most important where it is about health', () => {
    const told = read('I am allergic to penicillin')
    assert.deepEqual([told?.kind, told?.importance, told?.tags], ['fact', 0.9, ['health']])
  })
})

/** What tells nothing of a life. */
const empty: readonly string[] = [
  "I don't know what to say",
  "I'm fine",
  'I have to go now',
  'I forgot my keys',
  'I asked for my sister',
  'You are so clever',
  "That's really nice of you",
  'Thank you very much',
  'Let me think about it',
  'Water boils when hot',
  "That's a pity",
  'Tea please',
  'Hello there you',
  '',
]

describe('Nothing is kept of', () => {
  for (const text of empty)
    it(text === '' ? 'an empty sentence' : text, () => {
      assert.equal(read(text), null)
    })
})
