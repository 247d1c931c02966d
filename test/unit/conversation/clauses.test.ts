import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clausesOf } from '../../../daemon/features/conversation/clauses.ts'

/** A question, what is asked, and what is said beside it. */
const rows: readonly (readonly [string, string, string])[] = [
  ['Where is the ladder?', 'Where is the ladder?', ''],
  ['Do you know where the ladder is?', 'where the ladder is?', ''],
  ['And, quick question: who has the ladder?', 'who has the ladder?', ''],
  ['Before I forget, where is the ladder?', 'where is the ladder?', 'Before I forget'],
  ['When I was ten, where did we live?', 'where did we live?', 'When I was ten'],
  ['What did I sell before I moved?', 'What did I sell', 'before I moved?'],
  ['Where is the ladder, and who has the key?', 'Where is the ladder', 'who has the key?'],
  ['When is the party?', 'When is the party?', ''],
  ["You don't know when we meet, do you?", 'when we meet?', ''],
]

describe('Of a question', () => {
  for (const [question, main, aside] of rows)
    it(`what is asked is told from the rest: ${question}`, () => {
      assert.deepEqual(clausesOf(question), { main, aside })
    })
})
