import type Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { Partition } from './partition.ts'
import { openSlice, type Slice } from './slice.ts'
import { nothing, vectorOf, type VectorTable } from './vector.ts'
import type { HavingWord } from './word-index.ts'

/** An owner with fewer memories is searched as fast in the table. */
const worthIt = 2_000
/** Vectors in memory, of all owners together: 388 bytes each. */
const mostVectors = 1_000_000
/** Vectors that are read at once while somebody may wait. */
const batch = 1_000

interface Kept {
  readonly table: VectorTable
  readonly owner: string
  readonly slice: Slice
  /** What is to be read yet. */
  readonly ahead: number[]
  /** What was written since it was read. */
  readonly changed: Set<number>
}

/** The vectors of owners who have many, in memory, so that a search by meaning need not read them all. */
export interface Slices {
  /** What an owner has, as far as a question goes; null where it is not in memory. */
  readonly of: (table: VectorTable, owner: string, vector: Float32Array) => Partition | null
  /** To be told of each memory that was written. */
  readonly changed: (memory_id: number) => void
  /** To be told where the tables hold other vectors than before. */
  readonly clear: () => void
}

/** Opens them over a connection that reads. The vectors of an owner are read once they are asked for, part by part. */
export function openSlices(client: Database.Database, having: HavingWord): Slices {
  const kept = new LRUCache<string, Kept>({ maxSize: mostVectors })
  const idsOf = client
    .prepare<[string], number>('SELECT memory_id FROM memories WHERE owner = ? AND forgotten_at IS NULL')
    .pluck()
  const stored = (name: VectorTable) =>
    client.prepare<[number], { owner: string; embedding: Buffer | null }>(
      `SELECT memories.owner, embedding FROM memories LEFT JOIN memory_vectors_${name} AS v
        ON v.memory_id = memories.memory_id
        WHERE memories.memory_id = ? AND memories.forgotten_at IS NULL`,
    )
  const find = { a: stored('a'), b: stored('b') }

  const read = ({ table, owner, slice }: Kept, memory_id: number) => {
    const found = find[table].get(memory_id)
    // One without a vector is found by its words.
    if (found?.owner === owner) slice.put(memory_id, found.embedding ? vectorOf(found.embedding) : nothing)
    else slice.drop(memory_id)
  }

  const readOn = (key: string, one: Kept) => {
    // It was cleared meanwhile, or the search has ended.
    if (kept.peek(key) !== one || !client.open) return
    for (const id of one.ahead.splice(-batch)) read(one, id)
    if (one.ahead.length > 0) setImmediate(readOn, key, one)
  }

  const begin = (key: string, table: VectorTable, owner: string) => {
    const ahead = idsOf.all(owner)
    if (ahead.length < worthIt || ahead.length > mostVectors) return
    const one: Kept = { table, owner, slice: openSlice(), ahead, changed: new Set() }
    kept.set(key, one, { size: ahead.length })
    setImmediate(readOn, key, one)
  }

  return {
    of: (table, owner, vector) => {
      const key = `${table} ${owner}`
      const one = kept.get(key)
      if (!one) begin(key, table, owner)
      if (!one || one.ahead.length > 0) return null
      for (const id of one.changed) read(one, id)
      one.changed.clear()
      return one.slice.ask(vector, (word) => having(owner, word))
    },
    changed: (memory_id) => {
      for (const { changed } of kept.values()) changed.add(memory_id)
    },
    clear: () => kept.clear(),
  }
}
