import { LRUCache } from 'lru-cache'
import type { Clock } from '../../kernel/clock.ts'

/** How many things that wait for a member or a program are held at once; anybody may begin one. */
const maxHeld = 500

interface ExpiringValue<T> {
  readonly value: T
  /** Milliseconds since the epoch. */
  readonly expires_at: number
}

/** What lives for minutes at most, in memory. */
export interface Passing<T> {
  readonly get: (id: string) => ExpiringValue<T> | undefined
  readonly set: (id: string, value: T, seconds: number) => void
  readonly delete: (id: string) => void
  readonly deleteWhere: (fits: (value: T) => boolean) => void
}

/** Holds what is gone after its time, or earlier where too much comes after it. */
export function openPassing<T>(clock: Clock): Passing<T> {
  const held = new LRUCache<string, ExpiringValue<T>>({ max: maxHeld })
  return {
    get: (id) => {
      const entry = held.get(id)
      return entry && entry.expires_at > clock.now() ? entry : undefined
    },
    set: (id, value, seconds) => void held.set(id, { value, expires_at: clock.now() + seconds * 1_000 }),
    delete: (id) => void held.delete(id),
    deleteWhere: (fits) => {
      for (const [id, { value }] of held) if (fits(value)) held.delete(id)
    },
  }
}
