import { dimension } from '../vector.ts'
import { openVectorLoops } from './vector-loops.ts'

/** Bytes of one vector. */
const size = dimension / 8
const block = 16_384
/** In memory: the vector that comes, its signs, the distances of a block, and the signs of all. */
const [signsAt, distancesAt] = [dimension * 4, dimension * 4 + size]
const vectorsAt = distancesAt + block * 2

/**
 * What two unit vectors that differ in so many signs are like, by how many: the cosine of the angle that would part them
 * if they pointed anywhere at random (Charikar 2002, https://doi.org/10.1145/509907.509965). Off by 0.05 in the mean.
 */
export const cosineOfDistance: readonly number[] = Array.from({ length: dimension + 1 }, (_, distance) =>
  Math.cos((Math.PI * distance) / dimension),
)

/** The signs of vectors, 48 bytes of each, compared with another one's by the vector instructions of the processor. */
export interface BitVectors {
  readonly reserve: (place: number) => void
  readonly set: (place: number, vector: Float32Array) => void
  /** Adds to each of the first values, by place, what `worth` says for as many signs as that one differs in from a vector. */
  readonly add: (vector: Float32Array, worth: Float32Array, values: Float32Array) => void
}

/** Opens room for vectors, which grows as it is filled; for so many at once. */
export function openBitVectors(count = 0): BitVectors {
  const { hamming, signs, bytes, reserve } = openVectorLoops(vectorsAt + count * size)
  const write = (vector: Float32Array, at: number) => {
    new Float32Array(bytes().buffer, 0, dimension).set(vector)
    signs(0, at)
  }

  const reservePlace = (place: number) => reserve(vectorsAt + (place + 1) * size)

  return {
    reserve: reservePlace,
    set: (place, vector) => {
      reservePlace(place)
      write(vector, vectorsAt + place * size)
    },
    add: (vector, worth, values) => {
      write(vector, signsAt)
      const distances = new Int16Array(bytes().buffer, distancesAt, block)
      for (let first = 0; first < values.length; first += block) {
        const many = Math.min(block, values.length - first)
        const at = vectorsAt + first * size
        hamming(signsAt, at, at + many * size, distancesAt)
        for (let place = 0; place < many; place += 1)
          values[first + place] = (values[first + place] ?? 0) + (worth[distances[place] ?? 0] ?? 0)
      }
    },
  }
}
