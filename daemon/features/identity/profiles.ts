import { LRUCache } from 'lru-cache'
import type { Clock } from '../../kernel/clock.ts'
import type { members as table } from './tables.ts'

type Row = typeof table.$inferSelect

/** What other features know of a member. */
export type MemberProfile = Pick<
  Row,
  'family_member_uuid' | 'full_name' | 'relationship' | 'roles' | 'preferences'
>

/** How long a profile is held in memory, in milliseconds, and of how many members. */
const cacheTtlMs = 86_400_000
const maxCached = 1_000

export interface Profiles {
  /** Undefined where there is no such member. */
  readonly of: (family_member_uuid: string) => MemberProfile | undefined
  readonly changed: (family_member_uuid: string) => void
}

/** The profiles of members, those in use held in memory until they are changed. */
export function openProfiles(find: (family_member_uuid: string) => Row | undefined, clock: Clock): Profiles {
  const cache = new LRUCache<string, MemberProfile>({
    max: maxCached,
    ttl: cacheTtlMs,
    ttlResolution: 0,
    perf: clock,
  })
  return {
    of: (uuid) => {
      const cached = cache.get(uuid)
      if (cached) return cached
      const row = find(uuid)
      if (!row) return undefined
      const { family_member_uuid, full_name, relationship, roles, preferences } = row
      const profile = { family_member_uuid, full_name, relationship, roles, preferences }
      cache.set(uuid, profile)
      return profile
    },
    changed: (uuid) => void cache.delete(uuid),
  }
}
