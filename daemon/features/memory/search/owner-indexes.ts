import type Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { VectorTable } from '../vector.ts'
import { openOwnerIndex, type OwnerIndex } from './owner-index.ts'
import { openOwnerReading } from './owner-reading.ts'

/** Memories in memory, of all owners together. */
const maxMemories = 1_200_000
/** How long is read at once while somebody may wait, in milliseconds. */
const sliceMs = 20
/** An index with more dropped places than so many, and than a quarter of all, is made anew; and so with changed ones. */
const maxDropped = 1_000

interface CachedIndex {
  readonly table: VectorTable
  readonly owner: string
  readonly index: OwnerIndex
  /** What is left to be read, part by part; null once it is whole. */
  reading: Generator<void> | null
  /** What was written since. */
  readonly changed: Set<number>
}

/** The indexes of owners, read when they are asked for. */
export interface OwnerIndexes {
  readonly of: (table: VectorTable, owner: string) => OwnerIndex
  /**
   * Reads what all have in the background, as far as there is room, so that the first search need not; then calls `done`
   * with whoever was told something last, or null where there is nobody.
   */
  readonly warm: (table: VectorTable, done: (owner: string | null) => void) => void
  /** To be called for each written memory, with whose it is, and with whose it was before. */
  readonly changed: (owner: string, memory_id: number) => void
  /** To be called when the tables hold other vectors than before. */
  readonly clear: () => void
}

const keyOf = (table: VectorTable, owner: string) => `${table} ${owner}`

/** Reads on until it is whole, or a moment (of `performance.now`) has come. */
function readUntil(one: CachedIndex, moment: number): void {
  while (one.reading && performance.now() < moment) if (one.reading.next().done) one.reading = null
}

function isWorn({ index, changed }: CachedIndex): boolean {
  const dropped = index.length() - index.count() + changed.size
  return dropped > maxDropped && dropped > index.length() / 4
}

/** Opens them over a connection that reads. */
export function openOwnerIndexes(client: Database.Database): OwnerIndexes {
  const cache = new LRUCache<string, CachedIndex>({ maxSize: maxMemories })
  const waiting: CachedIndex[] = []
  let whenWarm = () => {}
  const { count, owners, read, renew } = openOwnerReading(client)

  const begin = (table: VectorTable, owner: string): CachedIndex => {
    const memories = count(owner)
    const index = openOwnerIndex(memories)
    const reading = read(table, owner, index)
    const begun: CachedIndex = { table, owner, index, reading, changed: new Set() }
    // One that is larger than all together may be is kept alone.
    cache.set(keyOf(table, owner), begun, { size: Math.min(maxMemories, Math.max(1, memories)) })
    return begun
  }

  const readOn = () => {
    const [first] = waiting
    if (!first || !client.open) return
    // It may have been cleared meanwhile.
    const wanted = cache.peek(keyOf(first.table, first.owner)) === first
    if (wanted) readUntil(first, performance.now() + sliceMs)
    if (!wanted || first.reading === null) waiting.shift()
    if (waiting.length > 0) setImmediate(readOn)
    else whenWarm()
  }

  return {
    of: (table, owner) => {
      const cached = cache.get(keyOf(table, owner))
      const wanted = cached && !isWorn(cached) ? cached : begin(table, owner)
      readUntil(wanted, Infinity)
      for (const id of wanted.changed) renew(table, owner, wanted.index, id)
      wanted.changed.clear()
      return wanted.index
    },
    warm: (table, done) => {
      const idle = waiting.length === 0
      let left = maxMemories - cache.calculatedSize
      const all = owners()
      whenWarm = () => done(all[0]?.owner ?? null)
      for (const { owner, memories } of all) {
        if (cache.has(keyOf(table, owner)) || memories > left) continue
        left -= memories
        waiting.push(begin(table, owner))
      }
      if (idle && waiting.length > 0) setImmediate(readOn)
    },
    changed: (owner, memory_id) => {
      for (const one of cache.values()) if (one.owner === owner) one.changed.add(memory_id)
    },
    clear: () => cache.clear(),
  }
}
