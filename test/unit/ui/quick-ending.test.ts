import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError, ConnectionError } from '../../../daemon/client/errors.ts'
import type { Interaction } from '../../../daemon/client/interaction.ts'
import type { Whole } from '../../../daemon/ui/inbox/interaction.ts'
import { answerStateOf } from '../../../daemon/ui/quick/ending.ts'

const whole = (changes: Partial<Interaction> = {}): Whole => ({
  interaction: {
    interaction_id: 'i',
    interaction_type: 'question',
    status: 'pending',
    ...changes,
  } as Interaction,
  events: [],
})

const refused = (status: number) => new ApiError({ status, code: null, message: 'no' })
const endingAfter = (changes: Partial<Interaction>) => {
  const answerState = answerStateOf({ data: whole(changes), error: null })
  return answerState.state === 'over' ? answerState.ending : answerState.state
}

describe('where an interaction stands', () => {
  it('waits while it is pending, also where reading it again failed', () => {
    const data = whole()
    assert.deepEqual(answerStateOf({ data, error: null }), { state: 'waiting', whole: data })
    assert.equal(answerStateOf({ data, error: new ConnectionError('away') }).state, 'waiting')
  })

  it('is over with every other status, under its name', () => {
    for (const status of ['answered', 'approved', 'rejected', 'dismissed', 'deferred', 'cancelled'] as const)
      assert.equal(endingAfter({ status }), status)
  })

  it('is seen where it is a notice, whether that could be put aside or only ended', () => {
    for (const status of ['dismissed', 'cancelled'] as const)
      assert.equal(endingAfter({ interaction_type: 'ack', status }), 'seen')
    assert.equal(endingAfter({ interaction_type: 'ack', status: 'deferred' }), 'deferred')
    assert.equal(endingAfter({ interaction_type: 'ack' }), 'waiting')
  })

  it('has expired once its words are refused, which stay where they were read before', () => {
    const data = whole({ prompt: 'Tea?' })
    const error = refused(410)
    assert.deepEqual(answerStateOf({ data, error }), { state: 'over', ending: 'expired', whole: data })
    assert.deepEqual(answerStateOf({ data: undefined, error }), {
      state: 'over',
      ending: 'expired',
      whole: null,
    })
  })

  it('is unknown where it is not there or is no id, whatever was read before', () => {
    for (const status of [404, 400])
      for (const data of [undefined, whole()])
        assert.equal(answerStateOf({ data, error: refused(status) }).state, 'unknown')
  })

  it('is not known before it is read, and failed where that cannot be', () => {
    assert.deepEqual(answerStateOf({ data: undefined, error: null }), { state: 'reading' })
    const error = refused(500)
    assert.deepEqual(answerStateOf({ data: undefined, error }), { state: 'failed', error })
  })
})
