import type Database from 'better-sqlite3'
import pLimit from 'p-limit'
import { type Duplicates, type HoldingMemory, openDuplicates } from './duplicates.ts'
import { openPause, type Pause } from './pace.ts'
import { importanceNow } from './search/ranking.ts'
import type { MemoryRow } from './rows.ts'
import { topK } from './search/top-k.ts'
import type { VectorTable } from './vector.ts'
import { openRowsByIds } from './rows-by-ids.ts'

/** Each list holds at most so many. */
const maxGroups = 50
/** Rows that are read at once. */
const page = 2_000
/** How long work goes on without a pause for searches, in milliseconds. */
const sliceMs = 20
/** How long memories are compared at most, in milliseconds. */
const maxDurationMs = 10_000

/** Whose memories are looked at. */
export interface CheckupQuery {
  readonly family_member_uuid: string
  readonly table: VectorTable
  /** Milliseconds since the epoch. */
  readonly now: number
}

export interface CheckupResult {
  readonly checked: number
  readonly duplicates: { readonly memories: MemoryRow[]; readonly similarity: number }[]
  readonly stale: MemoryRow[]
  readonly never_used: MemoryRow[]
  readonly totals: { readonly duplicates: number; readonly stale: number; readonly never_used: number }
}

type CheckedMemory = HoldingMemory & Omit<Use, 'pinned'> & { readonly pinned: number }

/**
 * Opens the check-up over a connection that reads: of what one member has stored and still holds, the duplicates and what
 * is of no use. One at a time, in parts between which searches are answered.
 */
export function openCheckup(client: Database.Database): (query: CheckupQuery) => Promise<CheckupResult> {
  const oneAtATime = pLimit(1)
  const findDuplicates = openDuplicates(client)
  const whole = openRowsByIds(client)
  const after = client.prepare<[string, number, number], CheckedMemory>(
    `SELECT memory_id, owner, importance, strength, pinned, created_at, updated_at, last_accessed_at FROM memories
      WHERE family_member_uuid = ? AND forgotten_at IS NULL AND superseded_by IS NULL AND memory_id > ?
      ORDER BY memory_id LIMIT ?`,
  )

  const survey = async ({ family_member_uuid, now }: CheckupQuery, pause: Pause) => {
    const holding: HoldingMemory[] = []
    const disused = { never_used: [] as CheckedMemory[], stale: [] as CheckedMemory[] }
    for (let rows = after.all(family_member_uuid, 0, page); rows.length > 0;) {
      for (const row of rows) {
        const { memory_id, owner, created_at } = row
        holding.push({ memory_id, owner, created_at })
        const disuse = disuseOf({ ...row, pinned: row.pinned === 1 }, now)
        if (disuse) disused[disuse].push(row)
      }
      await pause()
      rows = after.all(family_member_uuid, rows.at(-1)?.memory_id ?? 0, page)
    }
    return { holding, disused }
  }

  return (query) =>
    oneAtATime(async () => {
      const pause = openPause(sliceMs)
      const { holding, disused } = await survey(query, pause)
      const { checked, groups } = await findDuplicates({ table: query.table, holding, pause, maxDurationMs })
      const grouped = new Set(groups.flatMap(({ ids }) => ids))
      const left = (rows: readonly CheckedMemory[]) => rows.filter(({ memory_id }) => !grouped.has(memory_id))
      const [neverUsed, stale] = [left(disused.never_used), left(disused.stale)]
      const shown = { never_used: leastRecentlyUsed(neverUsed), stale: leastRecentlyUsed(stale) }
      const first = groups.slice(0, maxGroups)
      // Read at one moment, at the end: what was forgotten or replaced meanwhile is left out.
      const rows = whole([...first.flatMap(({ ids }) => ids), ...shown.never_used, ...shown.stale])
      const holds = (id: number) => {
        const row = rows.get(id)
        const still = row?.family_member_uuid === query.family_member_uuid && row.forgotten_at === null
        return still && row.superseded_by === null ? [row] : []
      }
      const together = ({ ids, similarity }: Duplicates) => {
        const memories = ids.flatMap(holds).toSorted(newestFirst)
        return memories.length > 1 ? [{ memories, similarity }] : []
      }
      return {
        checked,
        duplicates: first.flatMap(together),
        stale: shown.stale.flatMap(holds),
        never_used: shown.never_used.flatMap(holds),
        totals: { duplicates: groups.length, stale: stale.length, never_used: neverUsed.length },
      }
    })
}

/** The ids of those that nothing has used for the longest time. */
function leastRecentlyUsed(rows: readonly CheckedMemory[]): number[] {
  const ages = Float64Array.from(rows, ({ last_accessed_at }) => -last_accessed_at)
  return topK(ages, maxGroups).flatMap((at) => rows[at]?.memory_id ?? [])
}

function newestFirst(one: MemoryRow, other: MemoryRow): number {
  return Date.parse(other.created_at) - Date.parse(one.created_at) || other.memory_id - one.memory_id
}

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
