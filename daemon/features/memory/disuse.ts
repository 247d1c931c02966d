import { importanceNow } from './ranking.ts'

const day = 86_400_000
/** How old a memory is that should have been of use by now. */
const ripe = 30 * day
/** For how long nothing has used what is stale. */
const longUnused = 180 * day
/**
 * The worth below which a memory has faded. One of middling importance (0.5) that was told once is there after 238 days
 * without use, the most important (1) after 418; what was told twice takes twice as long.
 */
const faded = 0.2

/** A memory as far as its use goes; times in milliseconds since the epoch. */
export interface Use {
  readonly importance: number
  readonly strength: number
  readonly pinned: boolean
  readonly created_at: number
  readonly updated_at: number
  readonly last_accessed_at: number
}

/**
 * Whether a memory is of no use: never found or used in more than 30 days, or faded and not used for 180. What is pinned
 * is neither. `now` is in milliseconds since the epoch.
 */
export function disuseOf(memory: Use, now: number): 'never_used' | 'stale' | null {
  if (memory.pinned) return null
  const unused = now - memory.last_accessed_at
  if (unused > ripe && neverUsed(memory)) return 'never_used'
  return unused > longUnused && importanceNow(memory, now) < faded ? 'stale' : null
}

/** A memory is last accessed when it is stored: that is when it was made, or last written where it was imported. */
function neverUsed({ created_at, updated_at, last_accessed_at, strength }: Use): boolean {
  return last_accessed_at <= created_at || (last_accessed_at === updated_at && strength === 1)
}
