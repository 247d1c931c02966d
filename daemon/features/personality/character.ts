import { LRUCache } from 'lru-cache'
import { type Clock, iso } from '../../kernel/clock.ts'
import { type Traits, traitNames } from './tables.ts'
import type { Transaction } from '../../store/store.ts'
import { defaultName, defaultTraits } from './defaults.ts'
import type { Personalities } from './store.ts'

/** What is kept of a companion: its traits and its name, without its mood. */
export interface Character {
  readonly traits: Traits
  readonly companion_name: string
  /** ISO 8601. */
  readonly updated_at: string
}

/** For how long a row is held in memory, in milliseconds, and of how many members. */
const cacheTtlMs = 3_600_000
const maxCached = 1_000

/** The characters of the companions, the ones in use held in memory until they are changed. */
export function openCharacters(
  personalities: Personalities,
  joinedAt: (family_member_uuid: string) => string | undefined,
  clock: Clock,
) {
  const cache = new LRUCache<string, Character>({
    max: maxCached,
    ttl: cacheTtlMs,
    ttlResolution: 0,
    perf: clock,
  })

  const read = (family_member_uuid: string): Character => {
    const row = personalities.find(family_member_uuid)
    if (row) {
      const { companion_name, updated_at } = row
      return { traits: traitsOf(row), companion_name, updated_at }
    }
    const updated_at = joinedAt(family_member_uuid) ?? iso(clock.now())
    return { traits: defaultTraits, companion_name: defaultName, updated_at }
  }

  return {
    /** The character of a member's companion; the default one unless it was changed. */
    of: (family_member_uuid: string): Character => {
      const cached = cache.get(family_member_uuid)
      if (cached) return cached
      const character = read(family_member_uuid)
      cache.set(family_member_uuid, character)
      return character
    },

    save: (tx: Transaction, family_member_uuid: string, { traits, ...rest }: Character): void => {
      personalities.save(tx, { family_member_uuid, ...traits, ...rest })
      tx.afterCommit(() => cache.delete(family_member_uuid))
    },

    erase: (tx: Transaction, family_member_uuid: string) => {
      tx.afterCommit(() => cache.delete(family_member_uuid))
      return personalities.erase(tx, family_member_uuid)
    },
  }
}

/** The five, and nothing else that the row has. */
export function traitsOf(row: Traits): Traits {
  return Object.fromEntries(traitNames.map((name) => [name, row[name]])) as unknown as Traits
}

export const sameTraits = (a: Traits, b: Traits): boolean => traitNames.every((name) => a[name] === b[name])
