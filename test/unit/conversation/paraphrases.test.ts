import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainly } from '../../../daemon/features/conversation/paraphrases.ts'

/** A figure of speech, and a word that it stands for. */
const rows: readonly (readonly [string, string])[] = [
  ["I'm thirty on the 4th of April", 'birthday'],
  ['He turns six in July', 'birthday'],
  ['Whom do I report to?', 'boss'],
  ['They made her head of sales', 'job'],
  ['I gave up sugar', 'stopped'],
  ['The licence runs out in May', 'expires'],
  ['Our goldfish passed away', 'died'],
  ['We are living on toast', 'eating'],
  ['Where do my mum and dad sleep?', 'parents'],
  ['Where is Carla from?', 'born'],
  ['Who looks after the garden?', 'care'],
  ['Tom and Ann split up', 'separated'],
]

describe('Said plainly', () => {
  for (const [text, word] of rows)
    it(`"${text}" has "${word}" in it`, () => {
      assert.match(plainly(text), new RegExp(String.raw`\b${word}\b`))
    })

  it('a text without figures of speech stays', () => {
    assert.equal(plainly('I am thirty and own a boat'), 'I am thirty and own a boat')
  })
})
