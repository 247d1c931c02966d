import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { topK } from '../../../../daemon/features/memory/search/top-k.ts'

describe('The k largest values', () => {
  test('match those of a full sort', () => {
    const values = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { maxLength: 200 })
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 50 }), (numbers, k) => {
        const all = Float32Array.from(numbers)
        const largest = topK(all, k).map((place) => all[place])
        assert.deepEqual(largest, [...all].toSorted((a, b) => b - a).slice(0, k))
      }),
    )
  })

  test('are distinct positions, the earlier first among equals', () => {
    assert.deepEqual(topK(Float32Array.of(1, 3, 3, 2), 3), [1, 2, 3])
  })

  test('leave out excluded values: minus infinity', () => {
    assert.deepEqual(topK(Float32Array.of(-Infinity, 5, -Infinity), 3), [1])
    assert.deepEqual(topK(new Float32Array(), 3), [])
  })
})
