import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { killMemoryRepeatedly } from '../../bench/kill-memory-repeatedly.ts'
import { itLong } from '../../support/long.ts'

const kills = 5

describe('a daemon that is killed while memories are written', () => {
  // A smoke run of the benchmark, which every run has, is the same with one kill.
  itLong('keeps every acknowledged memory, and its row, words and vector agree', async (t) => {
    const report = await killMemoryRepeatedly(kills)
    t.diagnostic(`${report.acknowledged} acknowledged writes, ${report.remembered} memories`)
    assert.deepEqual(report.lost, [])
    assert.deepEqual(report.damage, [])
    assert.deepEqual(report.refused, [])
    assert.equal(report.kills, kills)
    assert.ok(report.acknowledged >= report.kills)
  })
})
