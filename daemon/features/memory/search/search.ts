import type { Clock } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import { programModule } from '../../../kernel/program.ts'
import { openThread } from '../../../kernel/thread.ts'
import type { CheckupResult } from '../checkup.ts'
import type { Filter } from '../filter.ts'
import type { Findings } from '../integrity.ts'
import { household } from '../rows.ts'
import { nothing } from '../vector.ts'
import type { VectorTables } from '../vector-tables.ts'
import type { Embedding } from '../vectors.ts'
import { resultOf, type SearchQuery, type SearchResult } from './finding.ts'
import { maxReread, rerank } from './reranking.ts'
import type { ThreadNotification, ThreadRequest } from './search-thread.ts'
import { LRUCache } from 'lru-cache'

export interface MemorySearch {
  /** What a member may see, the best first. */
  readonly query: (
    family_member_uuid: string,
    text: string,
    filter: Filter,
    limit: number,
  ) => Promise<SearchResult>
  /** Whether the places of all memories agree. */
  readonly check: () => Promise<Findings>
  /** A member's duplicate and unused memories. */
  readonly checkup: (family_member_uuid: string) => Promise<CheckupResult>
  /** To be called when searches use other vectors than before. */
  readonly changedAll: () => void
  /** To be called for each written memory: drops the cached results of everyone who may see it. */
  readonly changed: (owner: string, memory_id: number) => void
  /** Reads what searches look at, and loads the model, before anybody asks. */
  readonly warm: () => void
  readonly stop: () => Promise<void>
}

interface SearchDependencies {
  readonly file: string
  readonly tables: VectorTables
  readonly embedding: Embedding
  readonly clock: Clock
  readonly log: Log
}

/** What a search keeps of words and rows; vectors lie outside of the heap. */
const maxHeapMb = 512
/** How long the thread stays without a search, in milliseconds: to read 100,000 memories anew takes seconds. */
const idleMs = 600_000

/** Searches in a thread of their own. An answer is kept for 5 min, and asked anew after any write that could change it. */
export function openSearch({ file, tables, embedding, clock, log }: SearchDependencies): MemorySearch {
  const thread = openThread(
    programModule('daemon/features/memory/search/search-thread'),
    { file },
    { maxHeapMb, idleMs },
  )
  const cache = openResultCache(clock)
  const checkups = new Map<string, Promise<CheckupResult>>()

  const find = async (owners: readonly string[], text: string, filter: Filter, limit: number) => {
    const { name: table, model } = tables.active()
    const vector = await vectorOf(model, text, embedding, log)
    const reranker = embedding.reranker()
    const calibration = embedding.calibration(model)
    const query: SearchQuery = {
      owners,
      text,
      vector,
      table,
      filter,
      limit: reranker ? Math.max(limit, maxReread) : limit,
      calibration,
      now: clock.now(),
    }
    const request: ThreadRequest = { search: query }
    const result = (await thread.request(request)) as SearchResult
    if (!reranker) return result
    const reread = await rerank(text, result.hits, reranker, log)
    return resultOf(reread.slice(0, limit), calibration)
  }

  return {
    query: async (family_member_uuid, text, filter, limit) => {
      const owners =
        filter.visibility === null
          ? [family_member_uuid, household]
          : [filter.visibility === 'private' ? family_member_uuid : household]
      const reranker = embedding.reranker()?.id ?? null
      const key = JSON.stringify([family_member_uuid, text, filter, limit, reranker])
      return cache.of(key, owners, limit, () => find(owners, text, filter, limit))
    },

    changed: (owner, memory_id) => {
      cache.changed(owner)
      const notification: ThreadNotification = { changed: memory_id, owner }
      thread.notify(notification)
    },

    check: async () => {
      // One that is being built is not whole yet.
      const request: ThreadRequest = { check: [tables.active().name] }
      return (await thread.request(request)) as Findings
    },

    checkup: (family_member_uuid) => {
      // Who asks again before there is an answer gets the same one, unless there was a write.
      const key = JSON.stringify([
        family_member_uuid,
        ...[family_member_uuid, household].map(cache.generation),
      ])
      const running = checkups.get(key)
      if (running) return running
      const request: ThreadRequest = {
        checkup: { family_member_uuid, table: tables.active().name, now: clock.now() },
      }
      const result = thread.request(request).finally(() => {
        if (checkups.get(key) === result) checkups.delete(key)
      }) as Promise<CheckupResult>
      checkups.set(key, result)
      return result
    },

    changedAll: () => {
      cache.clear()
      checkups.clear()
      const notification: ThreadNotification = { changed: 'all' }
      thread.notify(notification)
    },

    warm: () => {
      const { name: table, model } = tables.active()
      const request: ThreadRequest = { warm: table }
      // Whoever searches hears of what does not work.
      thread.request(request).catch(() => {})
      embedding.embed(model, ['companion'], 'query').catch(() => {})
      embedding
        .reranker()
        ?.read('companion', ['companion'], 0)
        .catch(() => {})
    },

    stop: async () => {
      cache.stop()
      await thread.stop()
    },
  }
}

/** The vector of a question; an empty one where the model does not work, and words have to do. */
async function vectorOf(model: string, text: string, embedding: Embedding, log: Log): Promise<Float32Array> {
  try {
    const [made] = await embedding.embed(model, [text], 'query')
    return made ?? nothing
  } catch (error) {
    log.error({ err: error, model }, 'searching by words only: the embedding model does not work')
    return nothing
  }
}

/** How long the answer of a search is kept, in milliseconds. */
const ttlMs = 300_000
/** Hits in all kept answers together, at most. */
const maxHits = 5_000
/** How soon after a write answers from before are let go, in milliseconds. */
const lettingGoMs = 1_000
/** Writes are told apart for so many owners, those who wrote last. */
const maxOwners = 10_000

/** What a search found, and the generations of whose memories it was found among: each write makes another. */
interface Cached {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly owners: readonly string[]
  readonly seen: readonly number[]
  readonly result: Promise<SearchResult>
}

/** Answers of searches, none of them from before a write that could change it. */
export interface ResultCache {
  /** The answer to a question among what some own, of `limit` hits at most: a kept one, or what `find` finds now. */
  readonly of: (
    key: string,
    owners: readonly string[],
    limit: number,
    find: () => Promise<SearchResult>,
  ) => Promise<SearchResult>
  /** Grows with each write to what somebody owns. */
  readonly generation: (owner: string) => number
  /** To be called for each write to what somebody owns. */
  readonly changed: (owner: string) => void
  readonly clear: () => void
  readonly stop: () => void
}

export function openResultCache(clock: Clock): ResultCache {
  const cache = new LRUCache<string, Cached>({ maxSize: maxHits })
  let writes = 0
  /** The newest write of those who are told apart no more, and so of anybody whose are not known. */
  let forgotten = 0
  const generations = new LRUCache<string, number>({
    max: maxOwners,
    dispose: (write, _owner, reason) => {
      if (reason === 'evict') forgotten = Math.max(forgotten, write)
    },
  })
  const generation = (owner: string) => generations.peek(owner) ?? forgotten
  const isCurrent = ({ at, owners, seen }: Cached) =>
    clock.now() - at < ttlMs && owners.every((owner, index) => generation(owner) === seen[index])
  let cancel: (() => void) | null = null
  // What was deleted for good is not held on to either.
  const letGo = () => {
    cancel = null
    for (const [key, cached] of cache.entries()) if (!isCurrent(cached)) cache.delete(key)
  }

  return {
    of: (key, owners, limit, find) => {
      const entry = cache.get(key)
      if (entry && isCurrent(entry)) return entry.result
      const cached = { at: clock.now(), owners, seen: owners.map(generation), result: find() }
      cache.set(key, cached, { size: limit })
      // What failed is not kept.
      cached.result.catch(() => {
        if (cache.peek(key) === cached) cache.delete(key)
      })
      return cached.result
    },
    generation,
    changed: (owner) => {
      generations.set(owner, (writes += 1))
      if (cache.size > 0) cancel ??= clock.after(lettingGoMs, letGo)
    },
    clear: () => cache.clear(),
    stop: () => cancel?.(),
  }
}
