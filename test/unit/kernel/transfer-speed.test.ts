import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTransferSpeed, secondsLeft } from '../../../daemon/kernel/transfer-speed.ts'

function open() {
  let now = 1_000_000
  const speed = openTransferSpeed({ monotonic: () => now })
  return {
    ...speed,
    /** So many bytes come, that long after those before. */
    after: (ms: number, bytes: number) => {
      now += ms
      speed.add(bytes)
    },
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('The speed of a transfer', () => {
  it('is unknown until something has come for half a second', () => {
    const speed = open()
    assert.equal(speed.perSecond(), null)
    speed.after(0, 5_000_000)
    speed.after(400, 1_000)
    assert.equal(speed.perSecond(), null)
    speed.after(100, 1_000)
    assert.equal(speed.perSecond(), 4_000)
  })

  it('is that of the last five seconds', () => {
    const speed = open()
    for (let count = 0; count < 100; count += 1) speed.after(100, 1_000)
    assert.equal(speed.perSecond(), 10_000)
    for (let count = 0; count < 60; count += 1) speed.after(100, 2_000)
    assert.equal(speed.perSecond(), 20_000)
  })

  it('counts what comes in quick succession, too', () => {
    const speed = open()
    for (let count = 0; count <= 2_000; count += 1) speed.after(1, 10)
    const measured = speed.perSecond() ?? 0
    assert.ok(Math.abs(measured - 10_000) < 500, String(measured))
  })

  it('falls while nothing comes, and is unknown after five seconds of that', () => {
    const speed = open()
    for (let count = 0; count < 20; count += 1) speed.after(100, 1_000)
    const before = speed.perSecond() ?? 0
    speed.pass(2_000)
    const during = speed.perSecond() ?? 0
    assert.ok(during > 0 && during < before)
    speed.pass(3_100)
    assert.equal(speed.perSecond(), null)
  })

  it('tells how long the rest takes', () => {
    assert.equal(secondsLeft(500, 1_000, 100), 5)
    assert.equal(secondsLeft(500, 1_001, 100), 6)
    assert.equal(secondsLeft(1_000, 1_000, 100), 0)
    assert.equal(secondsLeft(500, null, 100), null)
    assert.equal(secondsLeft(500, 1_000, null), null)
  })
})
