import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { json, timestamp } from './columns.ts'

export const idempotency = sqliteTable('idempotency', {
  owner: text().notNull(),
  key: text().notNull(),
  /** `shown_once` had a secret for a result; what a result named that is `gone` was deleted. */
  state: text({ enum: ['kept', 'shown_once', 'gone'] }).notNull(),
  request_hash: text(),
  result: json(),
  created_at: timestamp().notNull(),
})

/** The ids in a request and in its result. */
export const idempotencySubjects = sqliteTable('idempotency_subjects', {
  subject: text().notNull(),
  owner: text().notNull(),
  key: text().notNull(),
})

export const auditEvents = [
  'signed_in',
  'sign_in_failed',
  'sign_in_refused',
  'locked',
  'registered',
  'registration_refused',
  'refresh_token_reused',
  'signed_out',
  'session_revoked',
  'token_revoked',
  'password_changed',
  'password_recovered',
  'recovery_started',
  'recovery_failed',
  'recovery_cancelled',
  'sign_in_link_created',
  'sign_in_link_withdrawn',
  'roles_changed',
  'engines_changed',
  'device_paired',
  'pairing_failed',
  'device_revoked',
  'authority_made',
  'certificate_issued',
  'certificate_renewed',
  'certificate_revoked',
  'emergency_reset',
  'pin_assigned',
  'pin_ended',
  'standing_changed',
  'profile_opened',
  'owner_access_changed',
  'signing_key_rotated',
  'second_factor_required',
  'second_factor_failed',
  'second_factor_added',
  'second_factor_removed',
  'backup_codes_made',
  'key_created',
  'key_revoked',
  'backup_restored',
  'database_mended',
  'snapshot_checked',
  'voice_enrolled',
  'voice_deleted',
  'admin_operation',
  'person_introduced',
  'person_removed',
  'person_restored',
  'person_erased',
] as const

export const audit = sqliteTable('audit', {
  seq: integer().primaryKey({ autoIncrement: true }),
  created_at: timestamp().notNull(),
  event: text({ enum: auditEvents }).notNull(),
  actor: text().notNull(),
  address: text().notNull(),
  family_member_uuid: text(),
  session_uuid: text(),
  details: json().$type<Record<string, unknown>>().notNull(),
  /** Over the row and the hash of the one before. */
  hash: text().notNull(),
})

/** What was deleted for good, so that no backup brings it back. */
export const erasures = sqliteTable('erasures', {
  erasure_uuid: text().primaryKey().notNull(),
  kind: text({ enum: ['member', 'account', 'memory', 'history', 'conversation', 'message'] }).notNull(),
  /** The id of what was deleted; of a history, its member's. */
  subject: text().notNull(),
  erased_at: timestamp().notNull(),
})

/** Something that was deleted for good: an id and a moment, never a text. */
export type Erasure = typeof erasures.$inferSelect
