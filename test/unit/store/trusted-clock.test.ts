import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { clockNoteIn, openTrustedClock } from '../../../daemon/store/trusted-clock.ts'
import { ManualClock } from '../../support/clock.ts'
import { temporaryFolder } from '../../support/daemon.ts'

const [hour, day] = [3_600_000, 86_400_000]

describe('A clock by which things are deleted', () => {
  it('is believed while it runs on, however long, and where it is set by a day at most', () => {
    const clock = new ManualClock()
    const steady = openTrustedClock(clock, [])
    clock.advance(400 * day)
    assert.equal(steady.isTrusted(), true)
    for (const shift of [day, -day]) {
      clock.setTime(clock.now() + shift)
      assert.equal(steady.isTrusted(), true)
    }
  })

  it('is not believed for an hour after it was set by more, ahead or back', () => {
    for (const years of [70, -50]) {
      const clock = new ManualClock()
      const steady = openTrustedClock(clock, [])
      clock.setTime(clock.now() + years * 365 * day)
      assert.equal(steady.isTrusted(), false)
      clock.advance(hour - 1)
      assert.equal(steady.isTrusted(), false)
      // Put right again, it has to prove itself anew.
      clock.setTime(clock.now() - years * 365 * day)
      assert.equal(steady.isTrusted(), false)
      clock.advance(hour - 1)
      assert.equal(steady.isTrusted(), false)
      clock.advance(1)
      assert.equal(steady.isTrusted(), true)
    }
  })

  it('is not believed for an hour after a start that no trace is near, and at once where one is', () => {
    const clock = new ManualClock()
    const now = clock.now()
    assert.equal(openTrustedClock(clock, [now - 700 * day, now - day]).isTrusted(), true)
    for (const traces of [[now - 700 * day], [now + 700 * day, now - 2 * day]]) {
      const steady = openTrustedClock(clock, traces)
      assert.equal(steady.isTrusted(), false)
      clock.advance(hour)
      assert.equal(steady.isTrusted(), true)
      clock.setTime(now)
    }
  })

  it('is believed by nobody who comes later, until it has proved itself to one of them', () => {
    const file = join(temporaryFolder(), 'clock-set')
    const clock = new ManualClock()
    const open = () => openTrustedClock(clock, [clock.now()], clockNoteIn(file))
    const first = open()
    assert.equal(first.isTrusted(), true)
    clock.setTime(clock.now() - 7_000 * day)
    assert.equal(first.isTrusted(), false)
    clock.setTime(clock.now() + 7_000 * day)
    const second = open()
    clock.advance(hour - 1)
    assert.equal(second.isTrusted(), false)
    const third = open()
    clock.advance(hour)
    assert.equal(third.isTrusted(), true)
    assert.equal(existsSync(file), false)
    assert.equal(open().isTrusted(), true)
  })

  it('has to prove itself where its note cannot be written', () => {
    const clock = new ManualClock()
    const steady = openTrustedClock(clock, [], clockNoteIn(join(temporaryFolder(), 'nowhere', 'clock-set')))
    clock.setTime(clock.now() + 7_000 * day)
    assert.equal(steady.isTrusted(), false)
    clock.advance(hour)
    assert.equal(steady.isTrusted(), true)
  })
})
