import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Crashes } from '../../../app/supervisor/crashes.ts'
import { Tail } from '../../../app/supervisor/daemon-process.ts'

const half = () => 0.5

describe('Crashes', () => {
  it('wait longer each time, and the fifth within 5 minutes is the last', () => {
    const crashes = new Crashes(half)
    const delays = [0, 1, 2, 3, 4].map((seconds) => crashes.count(seconds * 1_000, 100))
    assert.deepEqual(delays, [375, 750, 1_500, 3_000, null])
  })

  it('of more than 5 minutes ago count no more', () => {
    const crashes = new Crashes(half)
    for (const seconds of [0, 1, 2, 3]) crashes.count(seconds * 1_000, 100)
    assert.equal(crashes.count(301_000, 60_000), 375)
  })

  it('within 5 minutes count together although each was overcome', () => {
    const crashes = new Crashes(half)
    const delays = [0, 70, 140, 210, 280].map((seconds) => crashes.count(seconds * 1_000, 60_000))
    assert.deepEqual(delays, [375, 375, 375, 375, null])
  })

  it('are too many after five in a row, whatever the time between', () => {
    const crashes = new Crashes(half)
    const delays = [0, 120, 240, 360, 480].map((seconds) => crashes.count(seconds * 1_000, 0))
    assert.deepEqual(delays, [375, 750, 1_500, 3_000, null])
  })

  it('begin anew with the shortest wait after the daemon has run for a minute', () => {
    const crashes = new Crashes(half)
    for (const seconds of [0, 1]) crashes.count(seconds * 1_000, 100)
    assert.equal(crashes.count(70_000, 60_000), 375)
    assert.equal(crashes.count(71_000, 100), 750)
  })

  it('are forgotten where somebody starts the daemon by hand', () => {
    const crashes = new Crashes(half)
    for (const seconds of [0, 1, 2, 3]) crashes.count(seconds * 1_000, 100)
    crashes.forget()
    assert.equal(crashes.count(4_000, 100), 375)
  })

  it('wait for half of the time at least, and all of it at most', () => {
    const [shortest, longest] = [0, 1].map((chance) => new Crashes(() => chance).count(0, 0))
    assert.deepEqual([shortest, longest], [250, 500])
  })
})

describe('The tail of what was written', () => {
  it('is its last lines, oldest first, whatever the pieces', () => {
    const tail = new Tail(3)
    for (const piece of ['one\ntw', 'o\r\nth', 'ree\n\nfour\nfi', 've']) tail.add(piece)
    assert.deepEqual(tail.lines(), ['three', 'four', 'five'])
  })

  it('is bounded where no line ends', () => {
    const tail = new Tail()
    for (let pieces = 0; pieces < 50; pieces += 1) tail.add('x'.repeat(1_000))
    assert.ok((tail.lines()[0]?.length ?? 0) <= 11_000)
  })

  it('is nothing where nothing was written', () => {
    assert.deepEqual(new Tail().lines(), [])
  })
})
