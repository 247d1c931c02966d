import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { json, timestamp } from './columns.ts'

export const interactionTypes = ['question', 'choice', 'dialogue', 'approval', 'ack'] as const
export const interactionStatuses = [
  'pending',
  'answered',
  'approved',
  'rejected',
  'dismissed',
  'deferred',
  'expired',
  'cancelled',
] as const
export const interactionEventTypes = [
  'created',
  'answered',
  'approved',
  'rejected',
  'cancelled',
  'dismissed',
  'deferred',
  'expired',
] as const

export const members = sqliteTable('members', {
  family_member_uuid: text().primaryKey(),
  username: text().notNull().unique(),
  full_name: text().notNull(),
  relationship: text().notNull(),
  roles: json().$type<string[]>().notNull(),
  password_hash: text().notNull(),
  created_at: timestamp().notNull(),
  updated_at: timestamp().notNull(),
})

export const sessions = sqliteTable('sessions', {
  session_uuid: text().primaryKey(),
  family_member_uuid: text()
    .notNull()
    .references(() => members.family_member_uuid),
  generation: integer().notNull(),
  rotated_at: timestamp().notNull(),
  authenticated_at: timestamp().notNull(),
  created_at: timestamp().notNull(),
  expires_at: timestamp().notNull(),
  revoked_at: timestamp(),
})

export const refreshTokens = sqliteTable('refresh_tokens', {
  token_hash: text().primaryKey(),
  session_uuid: text()
    .notNull()
    .references(() => sessions.session_uuid),
  generation: integer().notNull(),
})

export const interactions = sqliteTable('interactions', {
  interaction_id: text().primaryKey(),
  user_id: text()
    .notNull()
    .references(() => members.family_member_uuid),
  correlation_id: text().notNull(),
  interaction_type: text({ enum: interactionTypes }).notNull(),
  status: text({ enum: interactionStatuses }).notNull(),
  prompt: text().notNull(),
  title: text(),
  requirement: text({ enum: ['required', 'optional'] }).notNull(),
  severity: text({ enum: ['low', 'medium', 'high'] }).notNull(),
  category: text(),
  expected_answer_type: text(),
  allowed_options: json().$type<string[]>().notNull(),
  answer_text: text(),
  answer_json: json().$type<Record<string, unknown>>(),
  answered_at: timestamp(),
  expires_at: timestamp(),
  idempotency_key: text(),
  created_at: timestamp().notNull(),
  updated_at: timestamp().notNull(),
  /** When a deferred interaction becomes pending again. */
  defer_until: timestamp(),
})

export const interactionEvents = sqliteTable('interaction_events', {
  event_id: text().primaryKey(),
  interaction_id: text()
    .notNull()
    .references(() => interactions.interaction_id),
  user_id: text().notNull(),
  correlation_id: text().notNull(),
  actor: text().notNull(),
  event_type: text({ enum: interactionEventTypes }).notNull(),
  from_status: text({ enum: interactionStatuses }),
  to_status: text({ enum: interactionStatuses }).notNull(),
  payload_json: json().$type<Record<string, unknown>>().notNull(),
  created_at: timestamp().notNull(),
})

export const idempotency = sqliteTable('idempotency', {
  owner: text().notNull(),
  key: text().notNull(),
  request_hash: text().notNull(),
  result: json().notNull(),
  created_at: timestamp().notNull(),
})
