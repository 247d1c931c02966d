import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { killRepeatedly } from '../../bench/kill-repeatedly.ts'
import { itLong } from '../../support/long.ts'

const kills = 10

describe('a daemon that is killed under load', () => {
  itLong('loses nothing that it acknowledged, and starts again', async (t) => {
    const report = await killRepeatedly(kills)
    t.diagnostic(`${report.kills} kills, ${report.acknowledged} acknowledged writes`)
    assert.deepEqual(report.lost, [])
    assert.deepEqual(report.damage, [])
    assert.deepEqual(report.refused, [])
    assert.equal(report.kills, kills)
    assert.ok(report.acknowledged >= report.kills)
    assert.ok(report.expired > 0)
  })
})
