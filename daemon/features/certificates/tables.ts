import { eq } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type ArchivedKind, ofMember } from '../../store/archived.ts'
import { timestamp } from '../../store/columns.ts'

export const certificates = sqliteTable('certificates', {
  /** Hexadecimal. */
  serial: text().primaryKey(),
  /** SHA-256 of the DER form. */
  fingerprint: text().notNull(),
  /** SHA-256 of the public key. */
  key_hash: text().notNull(),
  /** Null once everything of the member was deleted. */
  device_uuid: text(),
  family_member_uuid: text(),
  issued_at: timestamp().notNull(),
  expires_at: timestamp().notNull(),
  revoked_at: timestamp(),
})

export const archived: readonly ArchivedKind[] = [
  {
    type: 'certificate',
    table: certificates,
    mine: eq(certificates.family_member_uuid, ofMember),
    without: ['key_hash'],
  },
]
