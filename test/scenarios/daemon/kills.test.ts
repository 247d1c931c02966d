import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { killEverything, tableOf } from '../../bench/kills/kill-everything.ts'
import { itLong } from '../../support/long.ts'

const kills = 50
/** Its first four are a backup, a restore, a migration and an import. */
const seed = 52

describe('A daemon that is killed at any moment', () => {
  // A smoke run of the benchmark, which every run has, is the same with one kill.
  itLong('loses nothing that it acknowledged, whatever else was under way, and goes on', async (t) => {
    const report = await killEverything(kills, seed)
    for (const line of tableOf(report, seed).split('\n')) t.diagnostic(line)
    assert.deepEqual(report.lost, [])
    assert.deepEqual(report.damage, [])
    assert.deepEqual(report.refused, [])
    assert.equal(report.kills, kills)
    assert.ok(report.acknowledged >= kills)
  })
})
