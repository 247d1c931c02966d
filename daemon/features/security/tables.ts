import { eq, sql } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { actorOf, type ArchivedKind, ofMember } from '../../store/archived.ts'
import { timestamp } from '../../store/columns.ts'
import { audit } from '../../store/tables.ts'

export const blockedAddresses = sqliteTable('blocked_addresses', {
  address: text().primaryKey(),
  reason: text(),
  created_by: text().notNull(),
  created_at: timestamp().notNull(),
  expires_at: timestamp(),
})

export const archived: readonly ArchivedKind[] = [
  {
    type: 'audit',
    table: audit,
    mine: eq(audit.family_member_uuid, ofMember),
    without: ['seq', 'hash', 'address'],
    // Where somebody else was, is theirs.
    beside: { address: sql`CASE WHEN actor = ${actorOf} THEN address END` },
  },
]
