// One peer of test/bench/search.ts, in a process of its own, so that its memory can be told.
// node test/bench/search-peers.ts <hnswlib | lancedb | lancedb-hnsw | scan | wasm | bm25> <folder>
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import wabt from 'wabt'
import { topK } from '../../daemon/features/memory/search/top-k.ts'
import { bm25 } from './retrieval/peers.ts'
import { dimension, type PeerReport, type Task } from './search-task.ts'

/** What is used of https://webassembly.github.io/spec/js-api, which the types of Node leave out. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer }
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> }
}

interface Index {
  readonly search: (vector: readonly number[], member: number, text: string) => number[] | Promise<number[]>
  /** Bytes on the disk. */
  readonly disk: () => number | Promise<number>
}

const [kind = '', folder = ''] = process.argv.slice(2)
const task = JSON.parse(readFileSync(join(folder, 'task.json'), 'utf8')) as Task
const { packages, members, count, k, questions } = task
const require = createRequire(join(packages, 'package.json'))

/** The vectors in parts, so that a peer's memory is not also theirs. */
function* parts(maxRows = 5_000): Generator<[number, Float32Array]> {
  const file = openSync(join(folder, 'vectors'), 'r')
  for (let at = 0; at < count; at += maxRows) {
    const part = new Float32Array(Math.min(maxRows, count - at) * dimension)
    readSync(file, part, 0, part.byteLength, at * dimension * 4)
    yield [at, part]
  }
  closeSync(file)
}

const vectorAt = (part: Float32Array, index: number) =>
  Array.from(part.subarray(index * dimension, (index + 1) * dimension))

async function sizeOf(path: string): Promise<number> {
  const files = await readdir(path, { recursive: true, withFileTypes: true })
  const sizes = files
    .filter((file) => file.isFile())
    .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

interface Hnsw {
  initIndex(options: object): void
  addPoint(point: number[], label: number): void
  setEf(ef: number): void
  searchKnn(point: readonly number[], k: number, filter?: (label: number) => boolean): { neighbors: number[] }
  writeIndexSync(file: string): void
}

function hnswlib(): Index {
  const library = require('hnswlib-node') as { HierarchicalNSW: new (space: string, size: number) => Hnsw }
  const index = new library.HierarchicalNSW('ip', dimension)
  index.initIndex({ maxElements: count, m: 16, efConstruction: 200 })
  for (const [at, part] of parts())
    for (let one = 0; one < part.length / dimension; one += 1) index.addPoint(vectorAt(part, one), at + one)
  index.setEf(100)
  return {
    search: (vector, member) =>
      index.searchKnn(vector, k, members > 1 ? (label) => label % members === member : undefined).neighbors,
    disk: () => {
      index.writeIndexSync(join(folder, 'hnswlib'))
      return statSync(join(folder, 'hnswlib')).size
    },
  }
}

interface LanceQuery {
  distanceType(type: 'dot'): LanceQuery
  where(condition: string): LanceQuery
  select(columns: string[]): LanceQuery
  limit(count: number): LanceQuery
  toArray(): Promise<{ id: number }[]>
}
interface LanceTable {
  add(rows: object[]): Promise<unknown>
  createIndex(column: string, options?: object): Promise<void>
  search(vector: readonly number[]): LanceQuery
}

async function lancedb(indexed: boolean): Promise<Index> {
  const { connect, Index: Indices } = require('@lancedb/lancedb') as {
    connect: (path: string) => Promise<{ createTable(name: string, rows: object[]): Promise<LanceTable> }>
    Index: { bitmap(): object; hnswSq(options: object): object }
  }
  const path = join(folder, kind)
  const connection = await connect(path)
  let table: LanceTable | undefined
  for (const [at, part] of parts()) {
    const rows = Array.from({ length: part.length / dimension }, (_, one) => ({
      id: at + one,
      owner: `member${(at + one) % members}`,
      vector: vectorAt(part, one),
    }))
    if (table) await table.add(rows)
    else table = await connection.createTable('memories', rows)
  }
  if (!table) throw new Error('there is nothing to search')
  const filled = table
  await filled.createIndex('owner', { config: Indices.bitmap() })
  if (indexed) await filled.createIndex('vector', { config: Indices.hnswSq({ distanceType: 'dot' }) })
  return {
    search: async (vector, member) => {
      const query = filled.search(vector).distanceType('dot').select(['id', '_distance']).limit(k)
      const rows = await (members > 1 ? query.where(`owner = 'member${member}'`) : query).toArray()
      return rows.map(({ id }) => id)
    },
    disk: () => sizeOf(path),
  }
}

/** Four sums at a time, and no check of bounds, is as fast as a plain loop gets. */
function dot(all: Float32Array, start: number, query: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let at = 0; at < dimension; at += 4) {
    a += (all[start + at] as number) * (query[at] as number)
    b += (all[start + at + 1] as number) * (query[at + 1] as number)
    c += (all[start + at + 2] as number) * (query[at + 2] as number)
    d += (all[start + at + 3] as number) * (query[at + 3] as number)
  }
  return a + b + c + d
}

/** Everything of each member in one array. */
function slicesOfMembers(): Float32Array[] {
  const slices = Array.from(
    { length: members },
    () => new Float32Array(Math.ceil(count / members) * dimension),
  )
  for (const [at, part] of parts()) {
    for (let one = 0; one < part.length / dimension; one += 1) {
      const number = at + one
      slices[number % members]?.set(
        part.subarray(one * dimension, (one + 1) * dimension),
        Math.floor(number / members) * dimension,
      )
    }
  }
  return slices
}

/** Everything of a member in one array, and a loop. */
function scan(): Index {
  const slices = slicesOfMembers()
  const nearest = (vector: readonly number[], member: number) => {
    const slice = slices[member] ?? new Float32Array()
    const query = Float32Array.from(vector)
    const best: { index: number; score: number }[] = []
    for (let start = 0, index = 0; start < slice.length; start += dimension, index += 1) {
      const score = dot(slice, start, query)
      if (best.length === k && score <= (best.at(-1)?.score ?? -1)) continue
      const place = best.findIndex((other) => other.score < score)
      best.splice(place === -1 ? best.length : place, 0, { index, score })
      if (best.length > k) best.pop()
    }
    return best.map(({ index }) => index * members + member)
  }
  return { search: nearest, disk: () => 0 }
}

/** The numbers of the best of a member, by their places. */
const best = (scores: Float32Array | Float64Array, member: number) =>
  topK(scores, k).map((place) => place * members + member)

/** The same in WebAssembly: every product, by the vector instructions of the processor, and the best of them. */
async function wasm(): Promise<Index> {
  const tools = await wabt()
  const text = readFileSync(join(import.meta.dirname, 'dot.wat'), 'utf8')
  const module = new WebAssembly.Module(tools.parseWat('dot.wat', text, { simd: true }).toBinary({}).buffer)
  const slices = slicesOfMembers().map((slice) => {
    const rows = slice.length / dimension
    const [productsAt, vectorsAt] = [dimension * 4, dimension * 4 + Math.ceil(rows / 4) * 16]
    const memory = new WebAssembly.Memory({ initial: Math.ceil((vectorsAt + slice.byteLength) / 65_536) })
    new Float32Array(memory.buffer, vectorsAt, slice.length).set(slice)
    const { exports } = new WebAssembly.Instance(module, { peer: { memory } })
    const dot = exports['dot'] as (query: number, vector: number, end: number, product: number) => void
    return (vector: readonly number[]) => {
      new Float32Array(memory.buffer, 0, dimension).set(vector)
      dot(0, vectorsAt, vectorsAt + slice.byteLength, productsAt)
      return new Float32Array(memory.buffer, productsAt, rows)
    }
  })
  return {
    search: (vector, member) => best(slices[member]?.(vector) ?? new Float32Array(), member),
    disk: () => 0,
  }
}

/** The words of a member's memories, as textbooks rank by them. */
function words(): Index {
  const texts = JSON.parse(readFileSync(join(folder, 'texts.json'), 'utf8')) as string[]
  const scorers = Array.from({ length: members }, (_, member) =>
    bm25(texts.filter((_text, at) => at % members === member).map((content) => ({ speaker: null, content }))),
  )
  return {
    search: (_vector, member, text) => best(scorers[member]?.(text) ?? new Float64Array(), member),
    disk: () => 0,
  }
}

const kinds: Readonly<Record<string, () => Index | Promise<Index>>> = {
  hnswlib,
  lancedb: () => lancedb(false),
  'lancedb-hnsw': () => lancedb(true),
  scan,
  wasm,
  bm25: words,
}

const startedAt = performance.now()
const index = await kinds[kind]?.()
if (!index) throw new Error(`there is no peer ${kind}`)
const build = (performance.now() - startedAt) / 1_000
for (const { vector, member, text } of questions.slice(0, 20)) await index.search(vector, member, text)
const times: number[] = []
const results: number[][] = []
for (const { vector, member, text } of questions) {
  const asked = performance.now()
  results.push(await index.search(vector, member, text))
  times.push(performance.now() - asked)
}
const report: PeerReport = {
  build,
  disk: await index.disk(),
  rss: process.memoryUsage.rss(),
  times,
  found: results,
}
process.stdout.write(JSON.stringify(report))
