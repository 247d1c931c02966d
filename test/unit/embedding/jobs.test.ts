import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { batchesOf } from '../../../daemon/features/embedding/batches.ts'
import { Turns } from '../../../daemon/features/embedding/turns.ts'

describe('Batches', () => {
  const texts = Array.from({ length: 100 }, (_, at) => 'x'.repeat((at * 37) % 101))

  it('contain every text once', () => {
    const all = batchesOf(texts, 256).flat()
    assert.deepEqual(
      all.toSorted((a, b) => a - b),
      [...texts.keys()],
    )
  })

  it('contain at most 32 texts, the shortest first', () => {
    const batches = batchesOf(texts, 256)
    assert.deepEqual(
      batches.map(({ length }) => length),
      [32, 32, 32, 4],
    )
    const lengths = batches.flat().map((at) => texts[at]?.length ?? NaN)
    assert.deepEqual(
      lengths,
      lengths.toSorted((a, b) => a - b),
    )
  })

  it('are smaller for long texts, but never empty', () => {
    const long = Array.from({ length: 20 }, () => 'x'.repeat(2_048))
    assert.deepEqual(
      batchesOf(long, 512).map(({ length }) => length),
      [8, 8, 4],
    )
    assert.deepEqual(batchesOf(['x'.repeat(1_000_000)], 8_192), [[0]])
  })

  it('count a text no longer than the model reads', () => {
    const long = Array.from({ length: 32 }, () => 'x'.repeat(100_000))
    assert.equal(batchesOf(long, 128).length, 1)
  })

  it('are empty for no texts', () => {
    assert.deepEqual(batchesOf([], 256), [])
  })
})

describe('Turns', () => {
  const work = (name: string, urgent = false) => ({ name, urgent })

  it('run in order of arrival, urgent work first', () => {
    const turns = new Turns<ReturnType<typeof work>>()
    for (const one of [work('a'), work('b', true), work('c'), work('d', true)]) turns.add(one)
    const names = Array.from({ length: 5 }, () => turns.next()?.name)
    assert.deepEqual(names, ['b', 'd', 'a', 'c', undefined])
  })

  it('return to unfinished work after everything else that waits', () => {
    const turns = new Turns<ReturnType<typeof work>>()
    const [long, short] = [work('long'), work('short')]
    turns.add(long)
    turns.add(short)
    assert.equal(turns.next(), long)
    turns.add(long)
    assert.equal(turns.next(), short)
    assert.equal(turns.next(), long)
  })

  it('stop when they are cleared', () => {
    const turns = new Turns<ReturnType<typeof work>>()
    turns.add(work('a'))
    turns.add(work('b', true))
    turns.clear()
    assert.equal(turns.next(), undefined)
  })
})
