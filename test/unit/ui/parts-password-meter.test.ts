import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readMeter } from '../../../daemon/ui/parts/password-meter.ts'

const usual = { min_length: 8, min_score: 2 }

describe('The meter of a new password', () => {
  it('gives a hint while it is empty', () => {
    assert.deepEqual(readMeter('', 0, usual), { text: 'hint', color: 'red', value: 0 })
  })

  it('calls a short password too short, however hard to guess', () => {
    assert.deepEqual(readMeter('qX7!vR', 3, usual), { text: 'short', color: 'red', value: 20 })
    assert.equal(readMeter('qX7!vR', 3, { ...usual, min_length: 6 }).text, 'score_3')
  })

  it('says how hard a long enough password is to guess', () => {
    const texts = [0, 1, 2, 3, 4].map((score) => readMeter('some words', score, usual).text)
    assert.deepEqual(texts, ['score_0', 'score_1', 'score_2', 'score_3', 'score_4'])
    assert.equal(readMeter('some words', 4, usual).color, 'teal')
  })

  it('praises nothing that the household would refuse', () => {
    for (const score of [2, 3]) {
      const { text, color } = readMeter('some words', score, { ...usual, min_score: 4 })
      assert.deepEqual([text, color], ['not_enough', 'orange'])
    }
    assert.equal(readMeter('some words', 4, { ...usual, min_score: 4 }).text, 'score_4')
  })
})
