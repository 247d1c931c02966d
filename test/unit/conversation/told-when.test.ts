import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toldWhen } from '../../../daemon/features/conversation/told-when.ts'
import { recalled, turnOf } from '../../support/conversation/chat-turn.ts'

/** A Tuesday afternoon in Berlin. */
const memories = [
  recalled('I like tea', { created_at: '2025-03-04T08:00:00.000Z' }),
  recalled('I have a cat', { created_at: '2025-03-03T22:30:00.000Z' }),
  recalled('I met Tom', { created_at: '2025-03-03T23:30:00.000Z' }),
  recalled('I hate tea', { created_at: '2025-03-03T10:00:00.000Z', superseded: true }),
  recalled('I am Ann', { created_at: '2025-01-03T10:00:00.000Z' }),
]
const told = (question: string) =>
  toldWhen(question, turnOf(question, { memories }))?.memories.map(({ content }) => content)

describe('What was told on a day', () => {
  it('is what was told on the day of the member', () => {
    assert.deepEqual(told('What did I say yesterday?'), ['I have a cat'])
    assert.deepEqual(told('what did we talk about today'), ['I met Tom', 'I like tea'])
    assert.deepEqual(told('What have I told you this week?'), ['I have a cat', 'I met Tom', 'I like tea'])
  })

  it('is asked for by a day alone', () => {
    assert.equal(told('What did I say about Tom yesterday?'), undefined)
    assert.equal(told('What did Tom say yesterday?'), undefined)
    assert.equal(told('What did I eat yesterday?'), undefined)
  })
})
