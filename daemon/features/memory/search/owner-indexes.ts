import type Database from 'better-sqlite3'
import { type VectorTable, vectorTableNames } from '../vector.ts'
import { maxCompared, openOwnerIndex, type OwnerIndex, vectorBytes } from './owner-index.ts'
import { openOwnerReading } from './owner-reading.ts'

/** Bytes of all indexes together: of those of small ones, two thirds lie in the heap of the thread, which has 512 MB. */
const maxIndexBytes = 640 * 2 ** 20
/** How long is read at once while somebody may wait, in milliseconds. */
const sliceMs = 20
/** An index with more dropped places than so many, and than a quarter of all, is made anew; and so with changed ones. */
const maxDropped = 1_000
/** Who has fewer memories than so many is read when they ask: that takes some 20 ms. */
const minWarmed = 500

interface CachedIndex {
  readonly table: VectorTable
  readonly owner: string
  readonly index: OwnerIndex
  /** What is left to be read, part by part; null once it is whole. */
  reading: Generator<void> | null
  /** What was written since. */
  readonly changed: Set<number>
  /** What it takes, as far as it is counted. */
  bytes: number
}

/** The indexes of owners, read when they are asked for. */
export interface OwnerIndexes {
  /** Those of several owners, in their order, until the next call. */
  readonly of: (table: VectorTable, owners: readonly string[]) => OwnerIndex[]
  /**
   * Reads what owners have whom it takes long to read, in the background and as far as there is room, so that the first
   * search need not; then calls `done` with whoever was told something last, or null where there is nobody.
   */
  readonly warm: (table: VectorTable, done: (owner: string | null) => void) => void
  /** To be called for each written memory, with whose it is, and with whose it was before. */
  readonly changed: (owner: string, memory_id: number) => void
  /** To be called when the tables hold other vectors than before. */
  readonly clear: () => void
  /** Bytes of all of them together. */
  readonly bytes: () => number
}

const keyOf = (table: VectorTable, owner: string) => `${table} ${owner}`

/** Reads on until it is whole, or a moment (of `performance.now`) has come. */
function readUntil(one: CachedIndex, moment: number): void {
  while (one.reading && performance.now() < moment) if (one.reading.next().done) one.reading = null
}

function isWorn({ index, changed }: CachedIndex): boolean {
  if (index.length() > maxCompared && index.signs === null) return true
  const dropped = index.length() - index.count() + changed.size
  return dropped > maxDropped && dropped > index.length() / 4
}

/** Indexes that are kept, the one that was used last at the end. */
function openIndexCache(maxBytes: number) {
  const cache = new Map<string, CachedIndex>()
  let held = 0

  const remove = (one: CachedIndex) => {
    if (!cache.delete(keyOf(one.table, one.owner))) return
    held -= one.bytes
    one.index.release()
  }

  return {
    get: (table: VectorTable, owner: string) => cache.get(keyOf(table, owner)),
    /** Puts one at the end, where it is new or used again. */
    put: (one: CachedIndex) => {
      const key = keyOf(one.table, one.owner)
      if (!cache.delete(key)) held += one.bytes
      cache.set(key, one)
    },
    setBytes: (one: CachedIndex, bytes: number) => {
      held += bytes - one.bytes
      one.bytes = bytes
    },
    remove,
    /** Lets the first ones go until all together have room, but none of those in use. */
    makeRoom: (inUse: readonly CachedIndex[]) => {
      for (const one of cache.values()) {
        if (held <= maxBytes) return
        if (!inUse.includes(one)) remove(one)
      }
    },
    clear: () => {
      for (const one of cache.values()) remove(one)
    },
    bytes: () => held,
  }
}

/**
 * Opens them over a connection that reads. Together they take `maxBytes` at most: those that were used the longest ago go
 * first. Of somebody whose vectors alone take more than half of that, these are read from the table.
 */
export function openOwnerIndexes(client: Database.Database, maxBytes = maxIndexBytes): OwnerIndexes {
  const cache = openIndexCache(maxBytes)
  const waiting: CachedIndex[] = []
  let whenWarm = () => {}
  const { count, owners, read, renew, vectorOf } = openOwnerReading(client)

  const begin = (table: VectorTable, owner: string): CachedIndex => {
    const room = count(owner)
    const fits = room * vectorBytes <= maxBytes / 2
    const index = openOwnerIndex({ room, stored: fits ? null : (id) => vectorOf(table, id) })
    const bytes = index.bytes() + (fits ? room * vectorBytes : 0)
    return { table, owner, index, reading: read(table, owner, index), changed: new Set(), bytes }
  }

  const use = (table: VectorTable, owner: string): CachedIndex => {
    const cached = cache.get(table, owner)
    if (cached && isWorn(cached)) cache.remove(cached)
    const used = cached && !isWorn(cached) ? cached : begin(table, owner)
    cache.put(used)
    return used
  }

  const readWhole = (one: CachedIndex) => {
    const { table, owner, index, changed } = one
    try {
      readUntil(one, Infinity)
      for (const id of changed) renew(table, owner, index, id)
    } catch (error) {
      // What was read in part is no index.
      cache.remove(one)
      throw error
    }
    changed.clear()
    cache.setBytes(one, index.bytes())
  }

  const readOn = () => {
    const [first] = waiting
    if (!first || !client.open) return
    // It may have been cleared meanwhile.
    const wanted = cache.get(first.table, first.owner) === first
    if (wanted) readUntil(first, performance.now() + sliceMs)
    if (!wanted || first.reading === null) waiting.shift()
    if (waiting.length > 0) setImmediate(readOn)
    else whenWarm()
  }

  return {
    of: (table, wanted) => {
      const used: CachedIndex[] = []
      for (const owner of wanted) {
        const one = use(table, owner)
        used.push(one)
        cache.makeRoom(used)
        readWhole(one)
      }
      cache.makeRoom(used)
      return used.map(({ index }) => index)
    },
    warm: (table, done) => {
      const idle = waiting.length === 0
      const all = owners()
      whenWarm = () => done(all[0]?.owner ?? null)
      for (const { owner, memories } of all) {
        if (memories < minWarmed || cache.get(table, owner)) continue
        const one = begin(table, owner)
        if (cache.bytes() + one.bytes > maxBytes) break
        cache.put(one)
        waiting.push(one)
      }
      if (!idle) return
      if (waiting.length > 0) setImmediate(readOn)
      else whenWarm()
    },
    changed: (owner, memory_id) => {
      for (const table of vectorTableNames) cache.get(table, owner)?.changed.add(memory_id)
    },
    clear: cache.clear,
    bytes: cache.bytes,
  }
}
