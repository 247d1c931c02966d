import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { yesOrNo } from '../../../daemon/features/conversation/polarity.ts'

/** A question, a memory, and what that answers. */
const rows: readonly (readonly [string, string, 'Yes' | 'No'])[] = [
  ['Do I like plums?', 'I like plums', 'Yes'],
  ['Do I like plums?', "I can't stand plums", 'No'],
  ['Do I like plums?', 'I like plums but not pears', 'Yes'],
  ['Do I like pears?', 'I like plums but not pears', 'No'],
  ['Do I hate plums?', 'I love plums', 'No'],
  ['Do I eat meat?', 'I have been vegetarian since May', 'No'],
  ['Does Tom smoke?', 'Tom gave up smoking', 'No'],
  ["Don't I eat pork?", "I don't eat pork", 'Yes'],
]

describe('A memory answers', () => {
  for (const [question, memory, answer] of rows)
    it(`${answer} to "${question}": ${memory}`, () => {
      assert.equal(yesOrNo(question, memory), answer)
    })
})
