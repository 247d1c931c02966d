import { dimension } from '../vector.ts'
import { blockBytes, scratch, vectorMemory } from './vector-memory.ts'

/** Bytes of one vector. */
const size = dimension / 8
/** Vectors that lie one behind the other. */
const perBlock = blockBytes / size

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
  /** Their bytes in the memory of all vectors. */
  readonly bytes: () => number
  /** Gives those back: none may be used any more. */
  readonly release: () => void
}

/** Opens room for vectors, which grows as it is filled. */
export function openBitVectors(): BitVectors {
  const { hamming, signs, write, numbersAt, open } = vectorMemory()
  const { reserve, at, bytes, release } = open(size)
  const writeSigns = (vector: Float32Array, address: number) => {
    write(vector, scratch.written)
    signs(scratch.written, address)
  }

  return {
    reserve,
    set: (place, vector) => {
      reserve(place)
      writeSigns(vector, at(place))
    },
    add: (vector, worth, values) => {
      writeSigns(vector, scratch.signs)
      const distances = numbersAt(scratch.distances, perBlock)
      for (let first = 0; first < values.length; first += perBlock) {
        const many = Math.min(perBlock, values.length - first)
        const address = at(first)
        hamming(scratch.signs, address, address + many * size, scratch.distances)
        for (let place = 0; place < many; place += 1)
          values[first + place] = (values[first + place] ?? 0) + (worth[distances[place] ?? 0] ?? 0)
      }
    },
    bytes,
    release,
  }
}
