import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { startDaily } from '../../../daemon/features/backups/daily.ts'
import type { Backup } from '../../../daemon/features/backups/schemas.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { ManualClock } from '../../support/clock.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** The daily backups before a clock that stands still; `made` is how many there were. */
function start({ newest = null as number | null, hasMembers = true } = {}) {
  const clock = new ManualClock()
  const state = {
    made: 0,
    made_at: newest === null ? [] : [clock.now() - newest],
    hasMembers,
    busy: false,
    fails: false,
  }
  const complaints: string[] = []
  const daily = startDaily({
    backups: {
      busy: () => state.busy,
      newestDaily: (now) => {
        const past = state.made_at.filter((at) => at <= now)
        return past.length === 0 ? null : iso(Math.max(...past))
      },
      create: async () => {
        if (state.fails) throw new Error('the disk is full')
        state.made += 1
        state.made_at.push(clock.now())
        // Nobody looks at it.
        return {} as Backup
      },
    },
    hasMembers: () => state.hasMembers,
    clock,
    log: pino({ level: 'error' }, { write: (line) => void complaints.push(line) }),
  })
  return { clock, daily, state, complaints }
}

describe('The daily backup', () => {
  it('is made shortly after the start if there is none, and then once a day', () => {
    const { clock, state } = start()
    assert.equal(state.made, 0)
    clock.advance(minute)
    assert.equal(state.made, 1)
    clock.advance(23 * hour)
    assert.equal(state.made, 1)
    clock.advance(hour)
    assert.equal(state.made, 2)
    clock.advance(10 * day)
    assert.equal(state.made, 12)
  })

  it('is not repeated within a day', () => {
    const { clock, state } = start({ newest: 20 * hour })
    clock.advance(3 * hour)
    assert.equal(state.made, 0)
    clock.advance(2 * hour)
    assert.equal(state.made, 1)
  })

  it('is not made before the home has an owner', () => {
    const { clock, state } = start({ hasMembers: false })
    clock.advance(2 * day)
    assert.equal(state.made, 0)
    state.hasMembers = true
    clock.advance(hour)
    assert.equal(state.made, 1)
  })

  it('waits for another backup in progress', () => {
    const { clock, state } = start()
    state.busy = true
    clock.advance(2 * hour)
    assert.equal(state.made, 0)
    state.busy = false
    clock.advance(hour)
    assert.equal(state.made, 1)
  })

  it('is retried within the hour after a failure, which is logged', async () => {
    const { clock, state, complaints } = start()
    state.fails = true
    clock.advance(minute)
    await new Promise((resolve) => setImmediate(resolve))
    assert.match(complaints.join(''), /the daily backup could not be made/)
    state.fails = false
    clock.advance(hour)
    assert.equal(state.made, 1)
  })

  it('is made once a day as ever where the newest is from a time to come', () => {
    const { clock, state } = start({ newest: -40 * day })
    clock.advance(minute)
    assert.equal(state.made, 1)
    clock.advance(5 * hour)
    assert.equal(state.made, 1)
    clock.advance(day)
    assert.equal(state.made, 2)
  })

  it('is no longer made once it was stopped', () => {
    const { clock, state, daily } = start()
    daily.stop()
    clock.advance(2 * day)
    assert.equal(state.made, 0)
  })
})
