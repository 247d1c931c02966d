import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openFrequency } from '../../../daemon/kernel/frequency.ts'
import { ManualClock } from '../../support/clock.ts'

const minute = 60_000
const day = 1_440 * minute
const open = () => {
  const clock = new ManualClock()
  return { clock, ...openFrequency(clock, { max: 3, windowMs: 10 * minute }) }
}

describe('A frequency', () => {
  it('has room for so many within any stretch of the window, and says when there is some again', () => {
    const { clock, take } = open()
    for (let count = 0; count < 3; count += 1) {
      assert.equal(take('ann'), 0)
      clock.advance(minute)
    }
    assert.equal(take('ann'), 420)
    clock.advance(7 * minute - 500)
    assert.equal(take('ann'), 1)
    clock.advance(500)
    assert.equal(take('ann'), 0)
    assert.equal(take('ann'), 60)
  })

  it('counts nothing that it has refused', () => {
    const { clock, take } = open()
    for (let count = 0; count < 10; count += 1) take('ann')
    clock.advance(10 * minute)
    assert.deepEqual([take('ann'), take('ann'), take('ann')], [0, 0, 0])
  })

  it('counts each subject by itself, and forgets one alone', () => {
    const { take, forget } = open()
    for (const subject of ['ann', 'ben']) for (let count = 0; count < 3; count += 1) take(subject)
    forget('ann')
    assert.deepEqual([take('ann'), take('ben'), take('cat')], [0, 600, 0])
  })

  for (const [way, days] of [
    ['back', -400],
    ['forth', 400],
  ] as const)
    it(`neither makes room nor takes any where the time is set ${way}`, () => {
      const { clock, take } = open()
      for (let count = 0; count < 3; count += 1) take('ann')
      clock.setTime(clock.now() + days * day)
      assert.equal(take('ann'), 600)
      clock.advance(10 * minute)
      assert.equal(take('ann'), 0)
    })
})
