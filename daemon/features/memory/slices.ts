import type Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { Partition } from './partition.ts'
import { openSlice, type Slice } from './slice.ts'
import { nothing, vectorOf, type VectorTable } from './vector.ts'
import { openVectorChunks } from './vector-chunks.ts'
import type { WordLookup } from './words.ts'

/** An owner with fewer memories is searched as fast in the table. */
const worthIt = 2_000
/** Vectors in memory, of all owners together: about 450 bytes each. */
const maxVectors = 1_000_000
/** How long is read at once while somebody may wait, in milliseconds: of 100,000 memories all are read in about 30 parts. */
const sliceMs = 20

interface Kept {
  readonly table: VectorTable
  readonly owner: string
  readonly slice: Slice
  /** The chunks that are to be read yet. */
  readonly ahead: number[]
  whole: boolean
  /** What was written since it began to be read. */
  readonly changed: Set<number>
}

/** The vectors of owners who have many, in memory, so that a search by meaning need not read them all. */
export interface Slices {
  /** What an owner has, as far as a question goes; null where it is not in memory. */
  readonly of: (table: VectorTable, owner: string, vector: Float32Array) => Partition | null
  /** To be called for each written memory. */
  readonly changed: (memory_id: number) => void
  /** To be called when the tables hold other vectors than before. */
  readonly clear: () => void
}

/**
 * Opens them over a connection that reads. The vectors of an owner are read once they are asked for, part by part, one
 * owner after the other.
 */
export function openSlices(client: Database.Database, having: WordLookup): Slices {
  const kept = new LRUCache<string, Kept>({ maxSize: maxVectors })
  const waiting: Kept[] = []
  const idsOf = client
    .prepare<[string], number>('SELECT memory_id FROM memories WHERE owner = ? AND forgotten_at IS NULL')
    .pluck()
  const chunks = openVectorChunks(client)
  const stored = (name: VectorTable) =>
    client.prepare<[number], { owner: string; embedding: Buffer | null }>(
      `SELECT memories.owner, embedding FROM memories LEFT JOIN memory_vectors_${name} AS v
        ON v.memory_id = memories.memory_id
        WHERE memories.memory_id = ? AND memories.forgotten_at IS NULL`,
    )
  const find = { a: stored('a'), b: stored('b') }
  const keyOf = ({ table, owner }: Pick<Kept, 'table' | 'owner'>) => `${table} ${owner}`

  const read = ({ table, owner, slice }: Kept, memory_id: number) => {
    const found = find[table].get(memory_id)
    // One without a vector is found by its words.
    if (found?.owner === owner) slice.put(memory_id, found.embedding ? vectorOf(found.embedding) : nothing)
    else slice.drop(memory_id)
  }

  const finish = (one: Kept) => {
    const ids = new Set(idsOf.all(one.owner))
    for (const id of ids) if (!one.slice.has(id)) read(one, id)
    for (const id of one.slice.ids()) if (!ids.has(id)) one.slice.drop(id)
    one.whole = true
  }

  const readOn = () => {
    const [one] = waiting
    if (!one || !client.open) return
    // It may have been cleared meanwhile.
    if (kept.peek(keyOf(one)) === one) {
      const until = performance.now() + sliceMs
      while (one.ahead.length > 0 && performance.now() < until) {
        for (const [id, vector] of chunks.read(one.table, one.ahead.pop() ?? 0)) one.slice.put(id, vector)
      }
      if (one.ahead.length === 0) finish(one)
    } else one.ahead.length = 0
    if (one.ahead.length === 0) waiting.shift()
    if (waiting.length > 0) setImmediate(readOn)
  }

  const begin = (table: VectorTable, owner: string) => {
    const count = idsOf.all(owner).length
    if (count < worthIt || count > maxVectors) return
    const ahead = chunks.of(table, owner)
    const one: Kept = { table, owner, slice: openSlice(), ahead, whole: false, changed: new Set() }
    kept.set(keyOf(one), one, { size: count })
    waiting.push(one)
    if (waiting.length === 1) setImmediate(readOn)
  }

  return {
    of: (table, owner, vector) => {
      const one = kept.get(keyOf({ table, owner }))
      if (!one) begin(table, owner)
      if (!one?.whole) return null
      for (const id of one.changed) read(one, id)
      one.changed.clear()
      return one.slice.search(vector, (word) => having(owner, word))
    },
    changed: (memory_id) => {
      for (const { changed } of kept.values()) changed.add(memory_id)
    },
    clear: () => kept.clear(),
  }
}
