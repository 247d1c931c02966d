import { dimension } from '../vector.ts'
import { openVectorLoops } from './vector-loops.ts'

/** Vectors as bytes, 388 of each. */
export interface Int8Vectors {
  /** Makes room up to a place; what is there and has no vector is like nothing. */
  readonly reserve: (place: number) => void
  readonly set: (place: number, vector: Float32Array) => void
  readonly has: (place: number) => boolean
  /** What answers the dot product of the one at a place with a unit vector, exact to about 0.005; until the next call. */
  readonly productsWith: (vector: Float32Array) => (place: number) => number
}

/** In memory: the vector that comes, the one that is compared with, and the bytes of all. */
const [comparedAt, vectorsAt] = [dimension * 4, dimension * 8]

/** Opens room for vectors, which grows as it is filled; for so many at once. */
export function openInt8Vectors(count = 0): Int8Vectors {
  const { quantize, product, bytes, reserve } = openVectorLoops(vectorsAt + count * dimension)
  let scales = new Float32Array(count)
  const write = (vector: Float32Array, at: number) =>
    new Float32Array(bytes().buffer, at, dimension).set(vector)

  const reservePlace = (place: number) => {
    reserve(vectorsAt + (place + 1) * dimension)
    if (place < scales.length) return
    const before = scales
    scales = new Float32Array(Math.max(1_024, Math.ceil(place * 1.25)))
    scales.set(before)
  }

  return {
    reserve: reservePlace,
    set: (place, vector) => {
      reservePlace(place)
      write(vector, 0)
      scales[place] = quantize(0, vectorsAt + place * dimension)
    },
    // Where there is none, the scale is 0.
    has: (place) => (scales[place] ?? 0) > 0,
    productsWith: (vector) => {
      write(vector, comparedAt)
      return (place) => product(vectorsAt + place * dimension, comparedAt) * (scales[place] ?? 0)
    },
  }
}
