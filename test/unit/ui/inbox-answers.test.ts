import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answeredWith, answerOf, controlOf } from '../../../daemon/ui/inbox/answers.ts'

const controlFor = (
  interaction_type: 'question' | 'choice' | 'dialogue' | 'approval' | 'ack',
  expected: string | null,
  category: string | null = null,
) => controlOf({ interaction_type, expected_answer_type: expected, category })

describe('The control of an interaction', () => {
  it('follows from its type when no answer type is expected', () => {
    assert.equal(controlFor('question', null), 'line')
    assert.equal(controlFor('dialogue', null), 'text')
    assert.equal(controlFor('choice', null), 'choice')
    assert.equal(controlFor('approval', null), 'approval')
    assert.equal(controlFor('approval', null, 'sign_in'), 'sign_in')
    assert.equal(controlFor('ack', null), 'ack')
  })

  it('follows from what is expected of a question or dialogue', () => {
    assert.equal(controlFor('question', 'number'), 'number')
    assert.equal(controlFor('question', ' Integer '), 'number')
    assert.equal(controlFor('dialogue', 'boolean'), 'boolean')
    assert.equal(controlFor('question', 'date'), 'date')
    assert.equal(controlFor('question', 'date-time'), 'datetime-local')
    assert.equal(controlFor('question', 'time'), 'time')
  })

  it('ignores unknown answer types, and those of types with a fixed control', () => {
    assert.equal(controlFor('question', 'haiku'), 'line')
    assert.equal(controlFor('dialogue', 'haiku'), 'text')
    assert.equal(controlFor('approval', 'number'), 'approval')
    assert.equal(controlFor('choice', 'boolean'), 'choice')
  })
})

describe('An answer', () => {
  it('is trimmed text where text is wanted', () => {
    assert.deepEqual(answerOf('line', '  Soup. '), { answer_text: 'Soup.' })
    assert.deepEqual(answerOf('text', 'One\n\ntwo\n'), { answer_text: 'One\n\ntwo' })
  })

  it('carries a value, too, where one is wanted', () => {
    assert.deepEqual(answerOf('number', '7.5'), { answer_text: '7.5', answer_json: { value: 7.5 } })
    assert.deepEqual(answerOf('boolean', 'yes'), { answer_text: 'yes', answer_json: { value: true } })
    assert.deepEqual(answerOf('boolean', 'no'), { answer_text: 'no', answer_json: { value: false } })
    assert.deepEqual(answerOf('date', '2026-05-04'), {
      answer_text: '2026-05-04',
      answer_json: { value: '2026-05-04' },
    })
  })

  it('is exactly the chosen option', () => {
    assert.deepEqual(answerOf('choice', ' Tea '), { answer_text: ' Tea ' })
  })

  it('is null when nothing is given, or no number', () => {
    assert.equal(answerOf('line', '  '), null)
    assert.equal(answerOf('number', ''), null)
    assert.equal(answerOf('number', 'seven'), null)
  })

  it('is shown as it was given, or as JSON when there is only a value', () => {
    assert.equal(answeredWith({ answer_text: '7', answer_json: { value: 7 } }), '7')
    assert.equal(answeredWith({ answer_text: null, answer_json: { value: 7 } }), '{"value":7}')
    assert.equal(answeredWith({ answer_text: null, answer_json: null }), null)
  })
})
