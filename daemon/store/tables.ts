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

export const audit = sqliteTable('audit', {
  seq: integer().primaryKey({ autoIncrement: true }),
  created_at: timestamp().notNull(),
  /** One of those that the features record. */
  event: text().notNull(),
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
  /** One of those that features have rules for. */
  kind: text().notNull(),
  /** The id of what was deleted, or of whom it was. */
  subject: text().notNull(),
  erased_at: timestamp().notNull(),
})

/** Something that was deleted for good: an id and a moment, never a text. */
export type Erasure = typeof erasures.$inferSelect
