import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { openSlice } from '../../../daemon/features/memory/slice.ts'
import { dot, randomNumbers, randomVector } from '../../support/memory/random-vectors.ts'

const random = randomNumbers(2)
const vectors = Array.from({ length: 60 }, () => randomVector(random))
const at = (number: number) => vectors[number % vectors.length] ?? new Float32Array(384)
const none = () => []
const byMeaning = { ideal: 0, meaning: 1 }

describe('A slice', () => {
  test('contains what was put and not dropped, in any order', () => {
    const change = fc.record({ id: fc.integer({ min: 1, max: 40 }), vector: fc.option(fc.nat(59)) })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120 }), (changes) => {
        const slice = openSlice()
        const expected = new Map<number, Float32Array>()
        for (const { id, vector } of changes) {
          if (vector === null) slice.drop(id)
          else slice.put(id, at(vector))
          if (vector === null) expected.delete(id)
          else expected.set(id, at(vector))
        }
        const question = at(17)
        const { count, best, cosine } = slice.search(question, none)
        assert.equal(count, expected.size)
        assert.equal(slice.count(), expected.size)
        assert.deepEqual(new Set(best(50, null, byMeaning)), new Set(expected.keys()))
        for (let id = 1; id <= 40; id += 1) {
          const vector = expected.get(id)
          if (vector) assert.ok(Math.abs((cosine(id) ?? 9) - dot(vector, question)) < 0.005)
          else assert.equal(cosine(id), undefined)
        }
      }),
      { numRuns: 60 },
    )
  })

  test("counts a word's memories, of the owner only", () => {
    const slice = openSlice()
    for (const id of [3, 5, 8]) slice.put(id, at(id))
    const { lookUp, weigh, weightOf } = slice.search(at(1), (stem) => (stem === 'tea' ? [5, 8, 999_999] : []))
    assert.equal(lookUp('tea'), 2)
    weigh(1.5)
    assert.equal(lookUp('coffee'), 0)
    weigh(9)
    assert.deepEqual([3, 5, 8, 999_999].map(weightOf), [0, 1.5, 1.5, 0])
  })

  test('returns the best by words and meaning together, among the allowed', () => {
    const slice = openSlice()
    for (let id = 1; id <= 59; id += 1) slice.put(id, at(id))
    const { lookUp, weigh, best } = slice.search(at(7), () => [30])
    lookUp('tea')
    weigh(2)
    const found = (k: number, allowed: ReadonlySet<number> | null) =>
      best(k, allowed, { ideal: 2, meaning: 3 })
    assert.deepEqual(found(1, null).slice(0, 2), [7, 30])
    assert.deepEqual(new Set(found(1, new Set([30, 31]))), new Set([30, 31]))
    assert.deepEqual(found(1, new Set()), [])
  })
})
