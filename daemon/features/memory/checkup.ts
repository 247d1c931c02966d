import type Database from 'better-sqlite3'
import pLimit from 'p-limit'
import { openCandidateRows } from './candidate-rows.ts'
import { type Duplicates, type Holding, openDuplicates } from './duplicates.ts'
import { topK } from './top-k.ts'
import { openPause, type Pause } from './pace.ts'
import type { MemoryRow } from './store.ts'
import { disuseOf, type Use } from './disuse.ts'
import type { VectorTable } from './vector.ts'

/** Each list holds at most so many. */
const maxGroups = 50
/** Rows that are read at once. */
const page = 2_000
/** How long is worked at once while somebody may wait for a search, in milliseconds. */
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

type Read = Holding & Omit<Use, 'pinned'> & { readonly pinned: number }

/**
 * Opens the check-up over a connection that reads: of what one member has stored and still holds, the duplicates and what
 * is of no use. One at a time, in parts between which searches are answered.
 */
export function openCheckup(client: Database.Database): (query: CheckupQuery) => Promise<CheckupResult> {
  const oneAtATime = pLimit(1)
  const findDuplicates = openDuplicates(client)
  const { whole } = openCandidateRows(client)
  const after = client.prepare<[string, number, number], Read>(
    `SELECT memory_id, owner, importance, strength, pinned, created_at, updated_at, last_accessed_at FROM memories
      WHERE family_member_uuid = ? AND forgotten_at IS NULL AND superseded_by IS NULL AND memory_id > ?
      ORDER BY memory_id LIMIT ?`,
  )

  const survey = async ({ family_member_uuid, now }: CheckupQuery, pause: Pause) => {
    const holding: Holding[] = []
    const disused = { never_used: [] as Read[], stale: [] as Read[] }
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
      const left = (rows: readonly Read[]) => rows.filter(({ memory_id }) => !grouped.has(memory_id))
      const [neverUsed, stale] = [left(disused.never_used), left(disused.stale)]
      const shown = { never_used: longestUnused(neverUsed), stale: longestUnused(stale) }
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
function longestUnused(rows: readonly Read[]): number[] {
  const ages = Float64Array.from(rows, ({ last_accessed_at }) => -last_accessed_at)
  return topK(ages, maxGroups).flatMap((at) => rows[at]?.memory_id ?? [])
}

function newestFirst(one: MemoryRow, other: MemoryRow): number {
  return Date.parse(other.created_at) - Date.parse(one.created_at) || other.memory_id - one.memory_id
}
