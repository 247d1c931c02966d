import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { killRepeatedly } from '../bench/kill-repeatedly.ts'

describe('a daemon that is killed under load', () => {
  it('loses nothing that it acknowledged, and starts again', async (t) => {
    const report = await killRepeatedly(10)
    t.diagnostic(`${report.kills} kills, ${report.acknowledged} acknowledged writes`)
    assert.deepEqual(report.lost, [])
    assert.deepEqual(report.damage, [])
    assert.deepEqual(report.refused, [])
    assert.equal(report.kills, 10)
    assert.ok(report.acknowledged >= report.kills)
    assert.ok(report.expired > 0)
  })
})
