import type Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { parameter } from '../../store/columns.ts'
import { memories } from '../../store/schema.ts'
import type { Candidate } from './ranking.ts'
import { type Filter, parametersOf } from './filter.ts'
import type { MemoryRow } from './rows.ts'

/** What is read of each memory that may be an answer. */
export interface CandidateRow extends Omit<Candidate, 'semantic' | 'share'> {
  readonly owner: string
}

/** Whose memories are looked at, and which of them. */
export interface CandidateFilter {
  readonly owners: readonly string[]
  readonly filter: Filter
}

/** The rows of memories for a search. Only those that match the filter are read. */
export interface CandidateRows {
  readonly ids: (wanted: CandidateFilter) => number[]
  readonly read: (ids: readonly number[], wanted: CandidateFilter) => CandidateRow[]
  /** What was said right before and after in the same conversation: at most two ids. */
  readonly beside: (row: CandidateRow) => number[]
  readonly whole: (ids: readonly number[]) => ReadonlyMap<number, MemoryRow>
}

type Read = Omit<CandidateRow, 'pinned' | 'superseded'> & Record<'pinned' | 'superseded', number>

export function openCandidateRows(client: Database.Database): CandidateRows {
  const condition = `memories.owner IN (SELECT value FROM json_each(:owners)) AND memories.forgotten_at IS NULL
    AND (:kind IS NULL OR memories.kind = :kind)
    AND (:visibility IS NULL OR memories.visibility = :visibility)
    AND (:tag IS NULL OR EXISTS (SELECT 1 FROM json_each(memories.tags) WHERE value = :tag))
    AND (:pinned IS NULL OR memories.pinned = :pinned)
    AND memories.created_at >= :created_after AND memories.created_at < :created_before`
  const ids = client.prepare<[object], number>(`SELECT memory_id FROM memories WHERE ${condition}`).pluck()
  const read = client.prepare<[object], Read>(
    `SELECT memory_id, owner, conversation_uuid, length(content) AS length, importance, strength, pinned, created_at,
      last_accessed_at, superseded_by IS NOT NULL AS superseded
    FROM json_each(:ids) AS asked JOIN memories ON memories.memory_id = asked.value WHERE ${condition}`,
  )
  const whole = drizzle({ client })
    .select()
    .from(memories)
    .where(sql`${memories.memory_id} IN (SELECT value FROM json_each(${parameter('ids')}))`)
    .prepare()
  const turn = (compare: '<' | '>', order: 'ASC' | 'DESC') =>
    client
      .prepare<unknown[], number>(
        `SELECT memory_id FROM memories
          WHERE conversation_uuid = ? AND owner = ? AND forgotten_at IS NULL AND memory_id ${compare} ?
          ORDER BY memory_id ${order} LIMIT 1`,
      )
      .pluck()
  const turns = [turn('<', 'DESC'), turn('>', 'ASC')]
  const named = ({ owners, filter }: CandidateFilter) => ({
    owners: JSON.stringify(owners),
    ...parametersOf(filter),
  })

  return {
    ids: (wanted) => ids.all(named(wanted)),
    read: (memory_ids, wanted) =>
      memory_ids.length === 0
        ? []
        : read
            .all({ ids: JSON.stringify(memory_ids), ...named(wanted) })
            .map((row) => ({ ...row, pinned: row.pinned === 1, superseded: row.superseded === 1 })),
    beside: ({ conversation_uuid, owner, memory_id }) =>
      conversation_uuid === null
        ? []
        : turns.flatMap((query) => query.get(conversation_uuid, owner, memory_id) ?? []),
    whole: (memory_ids) =>
      new Map(whole.all({ ids: JSON.stringify(memory_ids) }).map((row) => [row.memory_id, row])),
  }
}
