import { readFileSync } from 'node:fs'
import { lazy } from '../../../kernel/lazy.ts'
import { programFile } from '../../../kernel/program.ts'
import { dimension } from '../vector.ts'

/** What is used of https://webassembly.github.io/spec/js-api, which the types of Node leave out. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number }) => {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: object }
}

/** What `vectors.wat` exports, which says what each does. */
interface Loops {
  readonly hamming: (query: number, vector: number, end: number, distance: number) => void
  readonly signs: (floats: number, signs: number) => void
  readonly quantize: (floats: number, bytes: number) => number
  readonly product: (bytes: number, floats: number) => number
}

/** Bytes of a page of memory. */
const page = 65_536
/** Room that is made when there is none left, as a share of what there is. */
const growth = 0.25
/** Bytes that are given out at once: eight vectors of bytes, 64 of signs. */
export const blockBytes = 8 * dimension
/** At the beginning are vectors that come and go, each where one of 384 floats has room. */
const scratchBytes = 2 * blockBytes
/** Where those are. */
export const scratch = {
  written: 0,
  compared: dimension * 4,
  signs: dimension * 8,
  distances: dimension * 12,
}

/** Room for records of one size, in blocks: it grows as it is needed. */
export interface Slice {
  /** Makes room up to a place. */
  readonly reserve: (place: number) => void
  /** The address of a record; of those of a block, one lies behind the other. */
  readonly at: (place: number) => number
  /** How many bytes it has. */
  readonly bytes: () => number
  /** Gives its blocks to others. It has no room then. */
  readonly release: () => void
}

/** The loops over vectors, and the one memory that they work on. */
export interface VectorMemory extends Loops {
  /** Puts a vector where the loops find it. */
  readonly write: (vector: Float32Array, at: number) => void
  /** The 16-bit numbers at an address, until it grows. */
  readonly numbersAt: (at: number, count: number) => Int16Array
  /** Opens room for records of so many bytes each, of which a whole number, a power of two, has room in a block. */
  readonly open: (recordBytes: number) => Slice
  /** Bytes of all slices that are open. */
  readonly used: () => number
}

/**
 * The memory of all vectors of a thread. It is one, in slices, as the engine sets address space aside for each, ten gigabytes
 * whatever it holds: of a few thousand the last is refused (https://v8.dev/blog/4gb-wasm-memory).
 */
export const vectorMemory = lazy(openVectorMemory)

function openVectorMemory(): VectorMemory {
  const module = new WebAssembly.Module(
    readFileSync(programFile('daemon/features/memory/search/vectors.wasm')),
  )
  const memory = new WebAssembly.Memory({ initial: 1 })
  const loops = new WebAssembly.Instance(module, { vectors: { memory } }).exports as Loops
  let bytes = new Uint8Array(memory.buffer)
  /** Numbers of blocks that were given back, and of the first that nobody has had. */
  const free: number[] = []
  let next = scratchBytes / blockBytes

  const take = (): number => {
    const given = free.pop()
    if (given !== undefined) return given
    const missing = Math.ceil(((next + 1) * blockBytes - bytes.length) / page)
    if (missing > 0) {
      memory.grow(Math.max(missing, Math.ceil((bytes.length / page) * growth)))
      bytes = new Uint8Array(memory.buffer)
    }
    next += 1
    return next - 1
  }

  return {
    ...loops,
    write: (vector, at) => new Float32Array(bytes.buffer, at, dimension).set(vector),
    numbersAt: (at, count) => new Int16Array(bytes.buffer, at, count),
    open: (recordBytes) => {
      const perBlock = blockBytes / recordBytes
      const shift = Math.log2(perBlock)
      const blocks: number[] = []
      return {
        reserve: (place) => {
          while (blocks.length <= place >> shift) blocks.push(take())
        },
        at: (place) => (blocks[place >> shift] ?? 0) * blockBytes + (place & (perBlock - 1)) * recordBytes,
        bytes: () => blocks.length * blockBytes,
        release: () => {
          for (const block of blocks.splice(0)) {
            // Nothing of whose it was is left for the next.
            bytes.fill(0, block * blockBytes, (block + 1) * blockBytes)
            free.push(block)
          }
        },
      }
    },
    used: () => (next - free.length) * blockBytes - scratchBytes,
  }
}
