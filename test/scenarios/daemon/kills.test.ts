import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { killEverything, tableOf } from '../../bench/kills/kill-everything.ts'
import { amount, itScaled } from '../../support/long.ts'

const kills = amount(1, 50)
/** Its first four are a backup, a restore, a migration and an import. */
const seed = 52

describe('A daemon that is killed at any moment', () => {
  itScaled('loses nothing that it acknowledged, whatever else was under way, and goes on', async (t) => {
    const report = await killEverything(kills, seed)
    for (const line of tableOf(report, seed).split('\n')) t.diagnostic(line)
    assert.deepEqual(report.lost, [])
    assert.deepEqual(report.damage, [])
    assert.deepEqual(report.refused, [])
    assert.equal(report.kills, kills)
    assert.ok(report.acknowledged >= kills)
  })
})
