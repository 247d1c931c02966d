import { and, eq, gte, isNull, lt } from 'drizzle-orm'
import { parameter } from '../../store/columns.ts'
import { memories } from './tables.ts'
import type { Store } from '../../store/store.ts'
import type { MemoryRow } from './rows.ts'

/** Of memories that have the same words, so many are looked at. */
const maxWorded = 20

/** What is known already of what is to be remembered: memories of the same member and owner that still hold. */
export function knownReads({ database }: Store) {
  const holds = and(
    eq(memories.family_member_uuid, parameter('family_member_uuid')),
    eq(memories.owner, parameter('owner')),
    isNull(memories.forgotten_at),
    isNull(memories.superseded_by),
  )
  const worded = database
    .select()
    .from(memories)
    .where(and(holds, eq(memories.wording, parameter('wording'))))
    .limit(maxWorded)
    .prepare()
  const same = database
    .select()
    .from(memories)
    .where(and(holds, eq(memories.statement, parameter('statement'))))
    .prepare()
  // All that begins with a subject and a space, by the index: a space comes right before an exclamation mark.
  const about = database
    .select()
    .from(memories)
    .where(and(holds, gte(memories.statement, parameter('from')), lt(memories.statement, parameter('to'))))
    .prepare()

  return {
    /** The memories of the same member and owner that say the same and still hold. */
    same: (row: Pick<MemoryRow, 'family_member_uuid' | 'owner' | 'statement'>): MemoryRow[] => {
      const { family_member_uuid, owner, statement } = row
      return same.all({ family_member_uuid, owner, statement })
    },

    /** Those of the same member and owner that still hold and have the same words, in whatever order: some of many. */
    worded: (row: Pick<MemoryRow, 'family_member_uuid' | 'owner' | 'wording'>): MemoryRow[] => {
      const { family_member_uuid, owner, wording } = row
      return worded.all({ family_member_uuid, owner, wording })
    },

    /** Those of the same member and owner that still hold and whose statement begins with `subject`. */
    about: (row: Pick<MemoryRow, 'family_member_uuid' | 'owner'>, subject: string): MemoryRow[] => {
      const { family_member_uuid, owner } = row
      return about.all({ family_member_uuid, owner, from: `${subject} `, to: `${subject}!` })
    },
  }
}
