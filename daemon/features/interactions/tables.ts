import { eq } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type ArchivedKind, ofMember } from '../../store/archived.ts'
import { json, keyOf, timestamp } from '../../store/columns.ts'

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

export const interactions = sqliteTable('interactions', {
  interaction_id: text().primaryKey(),
  user_id: text().notNull().references(keyOf('members', 'family_member_uuid')),
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
  /** Who asked (`user:<uuid>`, `system:<name>`); null for the companion itself and for a simulation. */
  asked_by: text(),
  asked_by_key: text(),
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
  /** The name of the key that was used; null for a person. */
  via: text(),
})

export const archived: readonly ArchivedKind[] = [
  { type: 'interaction', table: interactions, mine: eq(interactions.user_id, ofMember) },
  { type: 'interaction_event', table: interactionEvents, mine: eq(interactionEvents.user_id, ofMember) },
]
