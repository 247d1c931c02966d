import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Crashes } from '../../../app/supervisor/crashes.ts'
import { Tail } from '../../../daemon/client/local/daemon-process.ts'

const half = () => 0.5

describe('Crashes', () => {
  it('lead to longer waits, and to giving up at the fifth within 5 minutes', () => {
    const crashes = new Crashes(half)
    const delays = [0, 1, 2, 3, 4].map((seconds) => crashes.count(seconds * 1_000, 100))
    assert.deepEqual(delays, [375, 750, 1_500, 3_000, null])
  })

  it('older than 5 minutes no longer count', () => {
    const crashes = new Crashes(half)
    for (const seconds of [0, 1, 2, 3]) crashes.count(seconds * 1_000, 100)
    assert.equal(crashes.count(301_000, 60_000), 375)
  })

  it('within 5 minutes add up even if each was recovered from', () => {
    const crashes = new Crashes(half)
    const delays = [0, 70, 140, 210, 280].map((seconds) => crashes.count(seconds * 1_000, 60_000))
    assert.deepEqual(delays, [375, 375, 375, 375, null])
  })

  it('are too many after five in a row, however far apart', () => {
    const crashes = new Crashes(half)
    const delays = [0, 120, 240, 360, 480].map((seconds) => crashes.count(seconds * 1_000, 0))
    assert.deepEqual(delays, [375, 750, 1_500, 3_000, null])
  })

  it('start over with the shortest wait after the daemon has run for a minute', () => {
    const crashes = new Crashes(half)
    for (const seconds of [0, 1]) crashes.count(seconds * 1_000, 100)
    assert.equal(crashes.count(70_000, 60_000), 375)
    assert.equal(crashes.count(71_000, 100), 750)
  })

  it('are forgotten when somebody starts the daemon by hand', () => {
    const crashes = new Crashes(half)
    for (const seconds of [0, 1, 2, 3]) crashes.count(seconds * 1_000, 100)
    crashes.forget()
    assert.equal(crashes.count(4_000, 100), 375)
  })

  it('wait for between half and all of the delay', () => {
    const [shortest, longest] = [0, 1].map((chance) => new Crashes(() => chance).count(0, 0))
    assert.deepEqual([shortest, longest], [250, 500])
  })
})

describe('The tail of what was written', () => {
  it('has the last lines, oldest first, however the output is split', () => {
    const tail = new Tail(3)
    for (const piece of ['one\ntw', 'o\r\nth', 'ree\n\nfour\nfi', 've']) tail.add(piece)
    assert.deepEqual(tail.lines(), ['three', 'four', 'five'])
  })

  it('is bounded if no line ends', () => {
    const tail = new Tail()
    for (let pieces = 0; pieces < 50; pieces += 1) tail.add('x'.repeat(1_000))
    assert.ok((tail.lines()[0]?.length ?? 0) <= 11_000)
  })

  it('is empty without output', () => {
    assert.deepEqual(new Tail().lines(), [])
  })
})
