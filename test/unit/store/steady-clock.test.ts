import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openSteadyClock } from '../../../daemon/store/steady-clock.ts'
import { ManualClock } from '../../support/clock.ts'

const [hour, day] = [3_600_000, 86_400_000]

describe('A clock by which things are deleted', () => {
  it('is believed while it runs on, however long, and where it is set by a day at most', () => {
    const clock = new ManualClock()
    const steady = openSteadyClock(clock, [])
    clock.advance(400 * day)
    assert.equal(steady.isSteady(), true)
    for (const shift of [day, -day]) {
      clock.setTime(clock.now() + shift)
      assert.equal(steady.isSteady(), true)
    }
  })

  it('is not believed for an hour after it was set by more, ahead or back', () => {
    for (const years of [70, -50]) {
      const clock = new ManualClock()
      const steady = openSteadyClock(clock, [])
      clock.setTime(clock.now() + years * 365 * day)
      assert.equal(steady.isSteady(), false)
      clock.advance(hour - 1)
      assert.equal(steady.isSteady(), false)
      // Put right again, it has to prove itself anew.
      clock.setTime(clock.now() - years * 365 * day)
      assert.equal(steady.isSteady(), false)
      clock.advance(hour - 1)
      assert.equal(steady.isSteady(), false)
      clock.advance(1)
      assert.equal(steady.isSteady(), true)
    }
  })

  it('is not believed for an hour after a start that no trace is near, and at once where one is', () => {
    const clock = new ManualClock()
    const now = clock.now()
    assert.equal(openSteadyClock(clock, [now - 700 * day, now - day]).isSteady(), true)
    for (const traces of [[now - 700 * day], [now + 700 * day, now - 2 * day]]) {
      const steady = openSteadyClock(clock, traces)
      assert.equal(steady.isSteady(), false)
      clock.advance(hour)
      assert.equal(steady.isSteady(), true)
      clock.setTime(now)
    }
  })
})
