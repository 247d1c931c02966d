import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cosineOfDistance, openBitVectors } from '../../../../daemon/features/memory/search/bit-vectors.ts'
import { openInt8Vectors } from '../../../../daemon/features/memory/search/int8-vectors.ts'
import { dot, randomNumbers, randomVector } from '../../../support/memory/random-vectors.ts'

// More than one page of memory, and more than one block.
const count = 20_000
const random = randomNumbers(1)
const vectors = Array.from({ length: count }, () => randomVector(random))
const at = (place: number) => vectors[place] ?? new Float32Array(384)

const worth = Float32Array.from(cosineOfDistance)
/** About how like the first ones are to a vector. */
const cosines = (signs: ReturnType<typeof openBitVectors>, vector: Float32Array, many: number) => {
  const sums = new Float32Array(many)
  signs.add(vector, worth, sums)
  return sums
}

/** The angle of as many signs as differ, counted one by one. */
const bySigns = (one: Float32Array, other: Float32Array) => {
  const different = one.filter((value, index) => value > 0 !== (other[index] ?? 0) > 0).length
  return Math.fround(Math.cos((Math.PI * different) / 384))
}

describe('Bit vectors', () => {
  const signs = openBitVectors()
  for (const [place, vector] of vectors.entries()) signs.set(place, vector)

  test('are each compared with those of the query', () => {
    const question = randomVector(random)
    const result = cosines(signs, question, count)
    assert.equal(result.length, count)
    for (const [place, vector] of vectors.entries())
      if (place % 97 === 0 || place > count - 20) assert.equal(result[place], bySigns(question, vector))
  })

  test('add what the question is worth to what is there already', () => {
    const values = new Float32Array(8).fill(2)
    signs.add(at(7), worth, values)
    assert.equal(values[7], 3)
  })

  test('give 1 for equal vectors, -1 for opposites', () => {
    const result = cosines(signs, at(7), 8)
    assert.equal(result.length, 8)
    assert.equal(result[7], 1)
    assert.equal(
      cosines(
        signs,
        at(7).map((value) => -value),
        8,
      )[7],
      -1,
    )
  })

  test('are put anew, the others staying as they were', () => {
    signs.set(3, at(11))
    const result = cosines(signs, at(11), 6)
    assert.equal(result[3], 1)
    assert.equal(result[5], bySigns(at(11), at(5)))
  })
})

describe('Int8 vectors', () => {
  const bytes = openInt8Vectors()
  for (const [place, vector] of vectors.entries()) bytes.set(place, vector)
  const product = (place: number, vector: Float32Array) => bytes.productsWith(vector)(place)

  test('preserve dot products to 0.005', () => {
    const question = randomVector(random)
    const answered = bytes.productsWith(question)
    for (let place = 0; place < count; place += 37)
      assert.ok(Math.abs(answered(place) - dot(at(place), question)) < 0.005)
    assert.ok(Math.abs(product(42, at(42)) - 1) < 0.005)
  })

  test('are put anew, the others staying as they were', () => {
    bytes.set(3, at(11))
    const near = (place: number, vector: Float32Array) => Math.abs(product(place, vector) - 1) < 0.005
    assert.deepEqual([near(3, at(11)), near(4, at(4)), near(5, at(5))], [true, true, true])
  })

  test('have no similarity to anything if the vector is zero', () => {
    bytes.set(6, new Float32Array(384))
    assert.equal(product(6, at(1)), 0)
  })

  test('are the same where room was made for all at once', () => {
    const roomy = openInt8Vectors(count)
    for (const [place, vector] of vectors.entries()) roomy.set(place, vector)
    for (const place of [0, 100, count - 1])
      assert.equal(roomy.productsWith(at(1))(place), product(place, at(1)))
  })

  test('give back room that is empty for the next', () => {
    const given = openBitVectors()
    given.set(0, at(1))
    given.release()
    const next = openBitVectors()
    next.reserve(0)
    // No sign of it is 1.
    assert.equal(cosines(next, at(1), 1)[0], bySigns(at(1), new Float32Array(384)))
    next.release()
  })
})
