import { dimension } from '../vector.ts'
import { scratch, vectorMemory } from './vector-memory.ts'

/** Vectors that others are compared with. */
export interface ComparedVectors {
  /** Makes room up to a place; what is there and has no vector is like nothing. */
  readonly reserve: (place: number) => void
  readonly set: (place: number, vector: Float32Array) => void
  readonly has: (place: number) => boolean
  /**
   * What answers the dot product of the one at a place with a unit vector, exact to about 0.005; until the next call, also
   * of others.
   */
  readonly productsWith: (vector: Float32Array) => (place: number) => number
  /** Their bytes in the memory of all vectors. */
  readonly bytes: () => number
  /** Gives those back: none may be used any more. */
  readonly release: () => void
}

/** Opens room for vectors as bytes, 388 of each, which grows as it is filled; for so many at once. */
export function openInt8Vectors(count = 0): ComparedVectors {
  const { quantize, product, write, open } = vectorMemory()
  const { reserve, at, bytes, release } = open(dimension)
  let scales = new Float32Array(count)

  const reservePlace = (place: number) => {
    reserve(place)
    if (place < scales.length) return
    const before = scales
    scales = new Float32Array(Math.max(16, Math.ceil(place * 1.25)))
    scales.set(before)
  }

  return {
    reserve: reservePlace,
    set: (place, vector) => {
      reservePlace(place)
      write(vector, scratch.written)
      scales[place] = quantize(scratch.written, at(place))
    },
    // Where there is none, the scale is 0.
    has: (place) => (scales[place] ?? 0) > 0,
    productsWith: (vector) => {
      write(vector, scratch.compared)
      return (place) => product(at(place), scratch.compared) * (scales[place] ?? 0)
    },
    bytes,
    release,
  }
}
