import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { parameter, placeholders } from '../../store/columns.ts'
import { importMemories } from './tables.ts'
import { memories } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { MemoryRow } from './rows.ts'
import { vectorTableNames } from './vector.ts'

/** The queries on memories by the import that they came by. */
export function importRows(store: Store) {
  const { database } = store
  const cameBy = database
    .insert(importMemories)
    .values(placeholders(importMemories))
    .onConflictDoNothing()
    .prepare()
  const release = database
    .delete(importMemories)
    .where(eq(importMemories.import_uuid, parameter('import_uuid')))
    .prepare()
  // Neither told by the member too since, nor by another import.
  const mine = `family_member_uuid = @family_member_uuid AND import_uuid IS NOT NULL AND forgotten_at IS NULL
    AND memory_id IN (SELECT memory_id FROM import_memories WHERE import_uuid = @import_uuid)
    AND NOT EXISTS (SELECT 1 FROM import_memories AS o WHERE o.memory_id = memories.memory_id AND o.import_uuid <> @import_uuid)`
  // The tables of the extension's own that list its keys: the others would read every vector.
  const held = vectorTableNames
    .map((name) => `EXISTS (SELECT 1 FROM memory_vectors_${name}_rowids AS v WHERE v.rowid = memory_id)`)
    .join(' OR ')
  const left = store.prepare<{ memory_id: number }>(
    `SELECT memory_id FROM memories WHERE forgotten_at IS NOT NULL AND (${held}) LIMIT ?`,
  )
  // What it took the place of has the place of what took its own, if anything but itself did: one after the other where
  // several of the import took each other's place, and each once, so that no circle of them is walked for ever.
  const again = store.prepare(
    `WITH RECURSIVE
        gone AS MATERIALIZED (SELECT memory_uuid, valid_to, superseded_by FROM memories WHERE ${mine}),
        successors (memory_id, valid_to, superseded_by) AS (
          SELECT memory_id, valid_to, superseded_by FROM memories
            WHERE family_member_uuid = @family_member_uuid AND NOT (${mine})
              AND superseded_by IN (SELECT memory_uuid FROM gone)
          UNION
          SELECT memory_id, gone.valid_to, gone.superseded_by FROM successors
            JOIN gone ON gone.memory_uuid = successors.superseded_by)
      UPDATE memories SET updated_at = @now, (valid_to, superseded_by) =
          (SELECT valid_to, superseded_by FROM successors AS s WHERE s.memory_id = memories.memory_id
            AND s.superseded_by IS NOT memories.memory_uuid
            AND s.superseded_by NOT IN (SELECT memory_uuid FROM gone))
        WHERE memory_id IN (SELECT memory_id FROM successors)`,
  )
  const forget = store.prepare(`UPDATE memories SET forgotten_at = @now WHERE ${mine}`)
  const allAfter = database
    .select()
    .from(memories)
    .where(
      and(
        eq(memories.family_member_uuid, parameter('family_member_uuid')),
        isNull(memories.forgotten_at),
        gt(memories.memory_id, parameter('after')),
      ),
    )
    .orderBy(asc(memories.memory_id))
    .limit(sql.placeholder('limit'))
    .prepare()
  const count = store.prepare<{ total: number }>(
    'SELECT count(*) AS total FROM memories WHERE family_member_uuid = ? AND forgotten_at IS NULL',
  )

  return {
    /** Notes that a memory came by an import, be it the first that brought it or not. */
    cameBy: (_: Transaction, memory_id: number, import_uuid: string): void => {
      cameBy.run({ import_uuid, memory_id })
    },

    /** Says that nothing came by an import: what it held was known. */
    release: (_: Transaction, import_uuid: string): void => {
      release.run({ import_uuid })
    },

    /**
     * Forgets all that came by an import and not otherwise too, but for its vectors, which take the time; answers how many
     * that were. `now` is ISO 8601.
     */
    forgetImport: (_: Transaction, family_member_uuid: string, import_uuid: string, now: string): number => {
      const at = { family_member_uuid, import_uuid, now: Date.parse(now) }
      again.run(at)
      const { changes } = forget.run(at)
      release.run({ import_uuid })
      return changes
    },

    /** Some of those that are forgotten and have their vectors still. */
    forgottenWithVectors: (limit: number): number[] => left.all(limit).map(({ memory_id }) => memory_id),

    /** A member's own, also what was superseded, after an id, the oldest first. */
    allAfter: (family_member_uuid: string, after: number, limit: number): MemoryRow[] =>
      allAfter.all({ family_member_uuid, after, limit }),

    countOwn: (family_member_uuid: string): number => count.get(family_member_uuid)?.total ?? 0,
  }
}
