import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
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
  preferences: json().$type<Record<string, unknown>>().notNull(),
  /** Which range the member's PIN is of. */
  standing: text({ enum: ['primary', 'secondary', 'temporary'] }).notNull(),
  /** Whether the owner may open the profile with the owner's own password, to read in it. */
  opens_to_owner: integer({ mode: 'boolean' }).notNull(),
  /** When they were removed; nobody finds them from then on, unless that is undone. */
  removed_at: timestamp(),
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
  /** Who asked (`user:<uuid>`, `system:<name>`); null for the companion itself and for a simulation. */
  asked_by: text(),
  /** The key through which it was asked. */
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

export const blockedAddresses = sqliteTable('blocked_addresses', {
  address: text().primaryKey(),
  reason: text(),
  created_by: text().notNull(),
  created_at: timestamp().notNull(),
  expires_at: timestamp(),
})

export const routingMappings = sqliteTable('routing_mappings', {
  external_topic: text().primaryKey(),
  internal_topic: text().notNull(),
  created_by: text().notNull(),
  created_at: timestamp().notNull(),
})

export const memoryKinds = ['fact', 'preference', 'event', 'note'] as const

export const memories = sqliteTable('memories', {
  /** The row of its vector. */
  memory_id: integer().primaryKey(),
  memory_uuid: text().notNull().unique(),
  /** Who it was stored by. */
  family_member_uuid: text()
    .notNull()
    .references(() => members.family_member_uuid),
  /** Whose it is: the member's, or `household`. */
  owner: text().notNull(),
  content: text().notNull(),
  kind: text({ enum: memoryKinds }).notNull(),
  importance: real().notNull(),
  tags: json().$type<string[]>().notNull(),
  visibility: text({ enum: ['private', 'household'] }).notNull(),
  actor: text({ enum: ['user', 'conversation', 'import'] }).notNull(),
  conversation_uuid: text(),
  message_uuid: text(),
  confidence: real().notNull(),
  pinned: integer({ mode: 'boolean' }).notNull(),
  /** How often it was repeated. */
  strength: integer().notNull(),
  valid_from: timestamp().notNull(),
  valid_to: timestamp(),
  superseded_by: text(),
  created_at: timestamp().notNull(),
  updated_at: timestamp().notNull(),
  last_accessed_at: timestamp().notNull(),
  /** The normalised statement: two memories with the same one are one memory. */
  statement: text().notNull(),
  /** When it was forgotten; it can be taken back for some days, and is found by nothing meanwhile. */
  forgotten_at: timestamp(),
  /** Who said it, where that was not the member. */
  speaker: text(),
  /** What it was taken from, such as a file. */
  source_name: text(),
  /** The words by which one that says the same is looked for; null for memories of before there were any. */
  wording: text(),
  /** The import that it came by first; null where its member told or changed it themselves. */
  import_uuid: text(),
})

/** What a memory states of the member, or of somebody that it names; read from its words, and gone with it. */
export const facts = sqliteTable('facts', {
  fact_id: integer().primaryKey().notNull(),
  memory_id: integer()
    .notNull()
    .references(() => memories.memory_id, { onDelete: 'cascade' }),
  /** Of whom: by a name, by what they are to the member, or both; of neither for the member. */
  name: text(),
  relation: text(),
  attribute: text().notNull(),
  value: text().notNull(),
  modality: text({ enum: ['stated', 'past', 'denied'] }).notNull(),
  /** Whether a model has read it, and not the words of the language alone. */
  claimed: integer({ mode: 'boolean' }).notNull(),
})

/** Up to which memory facts were read, and by which edition of the reading; one row. */
export const factsRead = sqliteTable('facts_read', {
  edition: integer().notNull(),
  up_to: integer().notNull(),
})

/** How many memories each member has stored, and how many bytes those are; triggers keep it. */
export const memoryUsage = sqliteTable('memory_usage', {
  family_member_uuid: text()
    .primaryKey()
    .notNull()
    .references(() => members.family_member_uuid),
  memories: integer().notNull(),
  bytes: integer().notNull(),
})

/** Where the text of a memory stands beside the memory: a reply, a question about it, a goal that was suggested for it. */
export const memoryQuotes = sqliteTable('memory_quotes', {
  memory_uuid: text().notNull(),
  place: text({ enum: ['message', 'interaction', 'goal'] }).notNull(),
  id: text().notNull(),
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

/**
 * Which model made the vectors of which table. Searches use the active one; one that is being built takes its place when
 * it is whole, and the one before is kept until the next start.
 */
export const vectorTables = sqliteTable('vector_tables', {
  name: text({ enum: ['a', 'b'] }).primaryKey(),
  model: text(),
  state: text({ enum: ['active', 'building', 'kept', 'empty'] }).notNull(),
})
