import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { parameter } from '../../store/columns.ts'
import { memories } from '../../store/schema.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { MemoryRow } from './rows.ts'
import { vectorTableNames } from './vector.ts'

/** The queries on memories by the import that they came by. */
export function importRows(store: Store) {
  const { database } = store
  const claim = store.prepare('UPDATE memories SET import_uuid = ? WHERE memory_id = ?')
  const mine =
    'family_member_uuid = @family_member_uuid AND import_uuid = @import_uuid AND forgotten_at IS NULL'
  // The tables of the extension's own that list its keys: the others would read every vector.
  const held = vectorTableNames
    .map((name) => `EXISTS (SELECT 1 FROM memory_vectors_${name}_rowids AS v WHERE v.rowid = memory_id)`)
    .join(' OR ')
  const left = store.prepare<{ memory_id: number }>(
    `SELECT memory_id FROM memories WHERE forgotten_at IS NOT NULL AND (${held}) LIMIT ?`,
  )
  const again = store.prepare(
    `UPDATE memories SET valid_to = NULL, superseded_by = NULL, updated_at = @now
      WHERE superseded_by IN (SELECT memory_uuid FROM memories WHERE ${mine})
        AND family_member_uuid = @family_member_uuid AND import_uuid IS NOT @import_uuid`,
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
    /** Says that a memory came by an import. */
    claim: (_: Transaction, memory_id: number, import_uuid: string | null): void => {
      claim.run(import_uuid, memory_id)
    },

    /**
     * Forgets all that came by an import, but for its vectors, which take the time; answers how many that were. `now` is
     * ISO 8601.
     */
    forgetImport: (_: Transaction, family_member_uuid: string, import_uuid: string, now: string): number => {
      const at = { family_member_uuid, import_uuid, now: Date.parse(now) }
      again.run(at)
      return forget.run(at).changes
    },

    /** Some of those that are forgotten and have their vectors still. */
    forgottenWithVectors: (limit: number): number[] => left.all(limit).map(({ memory_id }) => memory_id),

    /** A member's own, also what was superseded, after an id, the oldest first. */
    allAfter: (family_member_uuid: string, after: number, limit: number): MemoryRow[] =>
      allAfter.all({ family_member_uuid, after, limit }),

    countOwn: (family_member_uuid: string): number => count.get(family_member_uuid)?.total ?? 0,
  }
}
