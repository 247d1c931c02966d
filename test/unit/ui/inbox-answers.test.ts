import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answeredWith, answerOf, controlOf } from '../../../daemon/ui/inbox/answers.ts'

const controlFor = (
  interaction_type: 'question' | 'choice' | 'dialogue' | 'approval' | 'ack',
  expected: string | null,
) => controlOf({ interaction_type, expected_answer_type: expected })

describe('The control of an interaction', () => {
  it('follows from its type where nothing is expected', () => {
    assert.equal(controlFor('question', null), 'line')
    assert.equal(controlFor('dialogue', null), 'text')
    assert.equal(controlFor('choice', null), 'choice')
    assert.equal(controlFor('approval', null), 'approval')
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

  it('does not follow from what nobody knows, nor where the type leaves no choice', () => {
    assert.equal(controlFor('question', 'haiku'), 'line')
    assert.equal(controlFor('dialogue', 'haiku'), 'text')
    assert.equal(controlFor('approval', 'number'), 'approval')
    assert.equal(controlFor('choice', 'boolean'), 'choice')
  })
})

describe('An answer', () => {
  it('is words alone where words are wanted, without the space around them', () => {
    assert.deepEqual(answerOf('line', '  Soup. '), { answer_text: 'Soup.' })
    assert.deepEqual(answerOf('text', 'One\n\ntwo\n'), { answer_text: 'One\n\ntwo' })
  })

  it('is a value too where one is wanted', () => {
    assert.deepEqual(answerOf('number', '7.5'), { answer_text: '7.5', answer_json: { value: 7.5 } })
    assert.deepEqual(answerOf('boolean', 'yes'), { answer_text: 'yes', answer_json: { value: true } })
    assert.deepEqual(answerOf('boolean', 'no'), { answer_text: 'no', answer_json: { value: false } })
    assert.deepEqual(answerOf('date', '2026-05-04'), {
      answer_text: '2026-05-04',
      answer_json: { value: '2026-05-04' },
    })
  })

  it('is an option of a choice to the letter', () => {
    assert.deepEqual(answerOf('choice', ' Tea '), { answer_text: ' Tea ' })
  })

  it('is none where nothing is given, or no number', () => {
    assert.equal(answerOf('line', '  '), null)
    assert.equal(answerOf('number', ''), null)
    assert.equal(answerOf('number', 'seven'), null)
  })

  it('is shown as it was given, a value alone as JSON', () => {
    assert.equal(answeredWith({ answer_text: '7', answer_json: { value: 7 } }), '7')
    assert.equal(answeredWith({ answer_text: null, answer_json: { value: 7 } }), '{"value":7}')
    assert.equal(answeredWith({ answer_text: null, answer_json: null }), null)
  })
})
