import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callAt } from '../../../daemon/kernel/clock.ts'
import { ManualClock } from '../../support/clock.ts'

const [minute, day] = [60_000, 86_400_000]

function open(moment: number, clock = new ManualClock(0)) {
  let calls = 0
  const cancel = callAt(clock, moment, () => (calls += 1))
  return { clock, cancel, calls: () => calls }
}

describe('A call at a moment', () => {
  it('comes once, however far away that is, and not before', () => {
    const { clock, calls } = open(40 * day)
    clock.advance(40 * day - 1)
    assert.equal(calls(), 0)
    clock.advance(1)
    assert.equal(calls(), 1)
    clock.advance(day)
    assert.equal(calls(), 1)
  })

  it('comes within 30 s of the end of a sleep in which timers stood still', () => {
    const { clock, calls } = open(15 * minute)
    clock.setTime(3 * day)
    clock.advance(30_000)
    assert.equal(calls(), 1)
  })

  it('comes at its moment where the clock was set back before', () => {
    const { clock, calls } = open(15 * minute, new ManualClock(10 * minute))
    clock.setTime(0)
    clock.advance(15 * minute - 1)
    assert.equal(calls(), 0)
    clock.advance(1)
    assert.equal(calls(), 1)
  })

  it('does not come once it is cancelled', () => {
    const { clock, cancel, calls } = open(day)
    clock.advance(10 * minute)
    cancel()
    clock.advance(2 * day)
    assert.deepEqual([calls(), clock.timers], [0, 0])
  })
})
