import { readFileSync } from 'node:fs'
import { programFile } from '../../../kernel/program.ts'

/** What is used of https://webassembly.github.io/spec/js-api, which the types of Node leave out. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number }) => {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: object }
}

const module = new WebAssembly.Module(readFileSync(programFile('daemon/features/memory/search/vectors.wasm')))

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

/** The loops over vectors, on a memory of their own that grows. */
export function openVectorLoops(initialBytes: number) {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(initialBytes / page) })
  const { exports } = new WebAssembly.Instance(module, { vectors: { memory } })
  let bytes = new Uint8Array(memory.buffer)
  return {
    ...(exports as Loops),
    /** All of it; another one after it has grown. */
    bytes: () => bytes,
    /** Sees to it that there are so many bytes. */
    reserve: (length: number): void => {
      const missing = Math.ceil((length - bytes.length) / page)
      if (missing <= 0) return
      memory.grow(Math.max(missing, Math.ceil((bytes.length / page) * growth)))
      bytes = new Uint8Array(memory.buffer)
    },
  }
}
