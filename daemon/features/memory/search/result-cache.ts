import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../kernel/clock.ts'
import type { SearchResult } from './finding.ts'

/** How long the answer of a search is kept, in milliseconds. */
const ttlMs = 300_000
/** Hits in all kept answers together, at most. */
const maxHits = 5_000
/** How soon after a write answers from before are let go, in milliseconds. */
const lettingGoMs = 1_000

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
  /** Counts the writes to what somebody owns. */
  readonly generation: (owner: string) => number
  /** To be called for each write to what somebody owns. */
  readonly changed: (owner: string) => void
  readonly clear: () => void
  readonly stop: () => void
}

export function openResultCache(clock: Clock): ResultCache {
  const cache = new LRUCache<string, Cached>({ maxSize: maxHits })
  const generations = new Map<string, number>()
  const generation = (owner: string) => generations.get(owner) ?? 0
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
      generations.set(owner, generation(owner) + 1)
      if (cache.size > 0) cancel ??= clock.after(lettingGoMs, letGo)
    },
    clear: () => cache.clear(),
    stop: () => cancel?.(),
  }
}
