import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { liveThrough, tableOf } from '../../bench/day/live.ts'
import { itLong } from '../../support/long.ts'

/** The last disturbance, and what is waited for in the end, come on top of it. */
const seconds = 45
const seed = 7

describe('A household whose daemon is disturbed all day', () => {
  itLong(
    'finds everything that was acknowledged, once and where it belongs, and nothing that was refused',
    async (t) => {
      const report = await liveThrough(seed, { events: 50_000, milliseconds: seconds * 1_000 })
      for (const line of tableOf(report).split('\n')) t.diagnostic(line)
      assert.deepEqual(report.broken, [])
      assert.ok(report.events > 0)
      assert.ok(report.disturbed.size > 0)
    },
  )
})
