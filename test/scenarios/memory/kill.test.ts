import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { killMemoryRepeatedly } from '../../bench/kill-memory.ts'
import { amount, itScaled } from '../../support/long.ts'

const kills = amount(1, 5)

describe('a daemon that is killed while memories are written', () => {
  itScaled('keeps every acknowledged memory, and its row, words and vector agree', async (t) => {
    const report = await killMemoryRepeatedly(kills)
    t.diagnostic(`${report.acknowledged} acknowledged writes, ${report.remembered} memories`)
    assert.deepEqual(report.lost, [])
    assert.deepEqual(report.damage, [])
    assert.deepEqual(report.refused, [])
    assert.equal(report.kills, kills)
    assert.ok(report.acknowledged >= report.kills)
  })
})
