import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contradict } from '../../../daemon/features/conversation/contradicting.ts'

/** A name, and two statements of which only one can hold. */
const opposed: readonly (readonly [string, string, string])[] = [
  ['love and hate of the same', 'I hate olives', 'I love olives'],
  ['what is no longer liked', "I don't like olives", 'I really like olives'],
  ["somebody else's", 'My sister loves cheese', 'My sister hates cheese'],
  ['another word for the same', 'I love movies', 'I detest films'],
]

describe('Only one can hold:', () => {
  for (const [name, newer, older] of opposed)
    it(name, () => {
      assert.equal(contradict(newer, older), true)
      assert.equal(contradict(older, newer), true)
    })
})

/** A name, and two statements that both can hold. */
const together: readonly (readonly [string, string, string])[] = [
  ['of two things', 'I hate olives', 'I love cheese'],
  ['of two people', 'I hate olives', 'My sister loves olives'],
  ['of a thing and a part of it', 'I love Italian food', 'I hate food'],
  ['that say the same', 'I love olives', 'I really like olives'],
  ['that are no likings', 'I live in Leeds', 'I live in Bath'],
  ['without anything that is liked', 'I love it', 'I hate it'],
]

describe('Both can hold:', () => {
  for (const [name, newer, older] of together)
    it(`statements ${name}`, () => {
      assert.equal(contradict(newer, older), false)
      assert.equal(contradict(older, newer), false)
    })
})
