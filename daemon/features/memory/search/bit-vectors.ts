import { readFileSync } from 'node:fs'
import { programFile } from '../../../kernel/program.ts'
import { dimension } from '../vector.ts'

/** What is used of https://webassembly.github.io/spec/js-api, which the types of Node leave out. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number }) => {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> }
}

/** Bytes of one vector. */
const size = dimension / 8
/** Vectors that are compared in one call. */
const block = 16_384
const vectorsAt = size + block * 2
const page = 65_536
/** Room that is made when there is none left, as a share of what there is. */
const growth = 0.25

const module = new WebAssembly.Module(readFileSync(programFile('daemon/features/memory/search/hamming.wasm')))

/**
 * What two unit vectors that differ in so many signs are like, by how many: the cosine of the angle that would part them
 * if they pointed anywhere at random (Charikar 2002, https://doi.org/10.1145/509907.509965). Off by 0.05 in the mean.
 */
export const cosineOfDistance: readonly number[] = Array.from({ length: dimension + 1 }, (_, distance) =>
  Math.cos((Math.PI * distance) / dimension),
)

/** The signs of vectors, 48 bytes of each, compared with another one's by the vector instructions of the processor. */
export interface BitVectors {
  /** Puts a vector at a place, at most one beyond the last. */
  readonly set: (place: number, vector: Float32Array) => void
  /** Copies the vector of one place to another. */
  readonly move: (from: number, to: number) => void
  /** Adds to each of the first values, by place, what `worth` says for as many signs as that one differs in from a vector. */
  readonly add: (vector: Float32Array, worth: Float32Array, values: Float32Array) => void
}

/** Opens room for vectors, which grows as it is filled. */
export function openBitVectors(): BitVectors {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(vectorsAt / page) })
  const { exports } = new WebAssembly.Instance(module, { bits: { memory } })
  const hamming = exports['hamming'] as (query: number, vector: number, end: number, distance: number) => void
  let bytes = new Uint8Array(memory.buffer)

  return {
    set: (place, vector) => {
      const at = vectorsAt + place * size
      const missing = Math.ceil((at + size - bytes.length) / page)
      if (missing > 0) {
        memory.grow(Math.max(missing, Math.ceil((bytes.length / page) * growth)))
        bytes = new Uint8Array(memory.buffer)
      }
      writeSigns(vector, bytes, at)
    },
    move: (from, to) => {
      const at = vectorsAt + from * size
      bytes.copyWithin(vectorsAt + to * size, at, at + size)
    },
    add: (vector, worth, values) => {
      const distances = new Int16Array(memory.buffer, size, block)
      writeSigns(vector, bytes, 0)
      for (let first = 0; first < values.length; first += block) {
        const many = Math.min(block, values.length - first)
        const at = vectorsAt + first * size
        hamming(0, at, at + many * size, size)
        for (let place = 0; place < many; place += 1)
          values[first + place] = (values[first + place] ?? 0) + (worth[distances[place] ?? 0] ?? 0)
      }
    },
  }
}

function writeSigns(vector: Float32Array, into: Uint8Array, at: number): void {
  for (let index = 0; index < size; index += 1) {
    let byte = 0
    for (let bit = 0; bit < 8; bit += 1) if ((vector[index * 8 + bit] ?? 0) > 0) byte |= 1 << bit
    into[at + index] = byte
  }
}
