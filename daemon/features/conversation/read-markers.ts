import { count, eq, gt, and, sql } from 'drizzle-orm'
import { messages, readMarkers } from './tables.ts'
import { parameter, placeholders } from '../../store/columns.ts'
import type { Store, Transaction } from '../../store/store.ts'

/** The queries on how far members have read what the companion says by itself, each prepared once. */
export function readMarkerStore({ database }: Pick<Store, 'database'>) {
  const member = parameter('family_member_uuid')
  const own = eq(readMarkers.family_member_uuid, member)
  const marker = database.select({ message_id: readMarkers.message_id }).from(readMarkers).where(own)
  const unread = database
    .select({ total: count() })
    .from(messages)
    .where(
      and(
        eq(messages.family_member_uuid, member),
        // To the letter as the index of these has it: by a parameter it would not be found.
        sql`${messages.role} = 'companion' AND ${messages.reply_to} IS NULL`,
        gt(messages.message_id, sql`coalesce((${marker}), 0)`),
      ),
    )
    .prepare()
  const advance = database
    .insert(readMarkers)
    .values(placeholders(readMarkers))
    .onConflictDoUpdate({
      target: readMarkers.family_member_uuid,
      set: { message_id: sql`excluded.message_id` },
      setWhere: sql`excluded.message_id > ${readMarkers.message_id}`,
    })
    .prepare()
  const erase = database.delete(readMarkers).where(own).prepare()

  return {
    unread: (family_member_uuid: string): number => unread.get({ family_member_uuid })?.total ?? 0,

    /** Notes that a member has read up to a message; false where they had before. */
    advance: (_: Transaction, family_member_uuid: string, message_id: number): boolean =>
      advance.run({ family_member_uuid, message_id }).changes > 0,

    erase: (_: Transaction, family_member_uuid: string): void => {
      erase.run({ family_member_uuid })
    },
  }
}

export type ReadMarkers = ReturnType<typeof readMarkerStore>
