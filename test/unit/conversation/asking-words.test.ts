import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isAsking } from '../../../daemon/features/conversation/asking-words.ts'

describe('A word', () => {
  it('tells nothing where it only asks', () => {
    for (const word of ['What', "didn't", 'won’t', "can't", "I'm", 'told', 'the'])
      assert.equal(isAsking(word), true, word)
  })

  it('tells something where it is about something', () => {
    for (const word of ['sister', 'Doris', 'flowerpot', 'won']) assert.equal(isAsking(word), false, word)
  })
})
