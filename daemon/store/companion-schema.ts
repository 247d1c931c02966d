import { blob, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { changeKinds } from './change-kinds.ts'
import { json, timestamp } from './columns.ts'
import { members, memories } from './schema.ts'

const member = () =>
  text()
    .notNull()
    .references(() => members.family_member_uuid)

export const conversations = sqliteTable('conversations', {
  conversation_uuid: text().primaryKey(),
  family_member_uuid: member(),
  started_at: timestamp().notNull(),
  last_message_at: timestamp(),
  /** When it was left for another one. */
  cleared_at: timestamp(),
  /** What its member calls it; null where they have not said. */
  title: text(),
  /** Whether it leaves nothing once it is left. */
  temporary: integer({ mode: 'boolean' }).notNull(),
})

const conversationOf = () => text().references(() => conversations.conversation_uuid)

/** A memory that a reply is grounded in. */
export interface UsedMemory {
  readonly memory_uuid: string
  readonly content: string
  readonly why: string
}

/** Something that was done because of a message, and can be undone. */
export interface Change {
  readonly kind: (typeof changeKinds)[number]
  readonly memory_uuids: readonly string[]
  readonly goal_uuids: readonly string[]
  /** When each of the reminders had been due, in milliseconds since the epoch; null where one had no time. */
  readonly due_before: readonly (number | null)[]
  /** What each of the reminders was called, where that was changed. */
  readonly titles_before?: readonly string[]
  /** How often each of the reminders came up, an RRULE of RFC 5545, where that was changed. */
  readonly repeats_before?: readonly (string | null)[]
  /** ISO 8601; null while it stands. */
  readonly undone_at: string | null
}

export const messages = sqliteTable('messages', {
  message_id: integer().primaryKey({ autoIncrement: true }),
  message_uuid: text().notNull().unique(),
  conversation_uuid: conversationOf().notNull(),
  family_member_uuid: member(),
  role: text({ enum: ['user', 'companion'] }).notNull(),
  content: text().notNull(),
  /** What the client said about the situation. */
  context: json().$type<Record<string, unknown>>().notNull(),
  emotion: text().notNull(),
  confidence: real().notNull(),
  /** Which engine wrote it; null for what a member said. */
  engine: text(),
  degraded: integer({ mode: 'boolean' }).notNull(),
  memories_used: json().$type<UsedMemory[]>().notNull(),
  /** The message that it answers; null for what the companion began by itself. */
  reply_to: text(),
  created_at: timestamp().notNull(),
  /** What it was, while something of it is forgotten and can be taken back. */
  original: text(),
  /** What was done because of the message that it answers. */
  changes: json().$type<Change[]>().notNull(),
  /** Whether it was said while nothing was to be kept. */
  off_record: integer({ mode: 'boolean' }).notNull(),
})

export const readMarkers = sqliteTable('read_markers', {
  family_member_uuid: member().primaryKey(),
  /** The newest message that was read; never an older one than before. */
  message_id: integer().notNull(),
})

export const unansweredMessages = sqliteTable('unanswered_messages', {
  family_member_uuid: member(),
  idempotency_key: text().notNull(),
  /** Distinguishes the request from another one with the same key. */
  request_hash: text().notNull(),
  message_uuid: text().notNull(),
  /** What was done because of it; null where nothing was yet. */
  actions: json('deeds').$type<Record<string, unknown>>(),
  created_at: timestamp().notNull(),
})

export const conversationFocus = sqliteTable('conversation_focus', {
  conversation_uuid: conversationOf().primaryKey(),
  focus: json().$type<Record<string, unknown>>().notNull(),
})

export const traitNames = [
  'openness',
  'conscientiousness',
  'extraversion',
  'agreeableness',
  'neuroticism',
] as const
/** The five traits, each 0 to 1. */
export type Traits = Readonly<Record<(typeof traitNames)[number], number>>

export const personalities = sqliteTable('personalities', {
  family_member_uuid: member().primaryKey(),
  openness: real().notNull(),
  conscientiousness: real().notNull(),
  extraversion: real().notNull(),
  agreeableness: real().notNull(),
  neuroticism: real().notNull(),
  companion_name: text().notNull(),
  updated_at: timestamp().notNull(),
})

export const personalitySnapshots = sqliteTable('personality_snapshots', {
  snapshot_uuid: text().primaryKey(),
  family_member_uuid: member(),
  label: text(),
  traits: json().$type<Traits>().notNull(),
  companion_name: text().notNull(),
  created_at: timestamp().notNull(),
})

export const emotionLedger = sqliteTable('emotion_ledger', {
  entry_id: integer().primaryKey({ autoIncrement: true }),
  family_member_uuid: member(),
  kind: text({ enum: ['baseline', 'impulse'] }).notNull(),
  /** Of a baseline where the state falls back to, of an impulse how far it pushes: each -1 to 1. */
  valence: real().notNull(),
  arousal: real().notNull(),
  dominance: real().notNull(),
  cause: text().notNull(),
  message_uuid: text(),
  created_at: timestamp().notNull(),
})

export const emotions = sqliteTable('emotions', {
  family_member_uuid: member().primaryKey(),
  valence: real().notNull(),
  arousal: real().notNull(),
  dominance: real().notNull(),
  baseline_valence: real().notNull(),
  baseline_arousal: real().notNull(),
  baseline_dominance: real().notNull(),
  /** The last entry of the ledger that this holds. */
  entry_id: integer().notNull(),
  updated_at: timestamp().notNull(),
})

export const goalStatuses = ['suggested', 'active', 'paused', 'completed', 'cancelled'] as const
export const goalPriorities = ['low', 'medium', 'high'] as const
export const autonomies = ['notify', 'ask', 'act'] as const

export const goals = sqliteTable('goals', {
  goal_uuid: text().primaryKey(),
  family_member_uuid: member(),
  title: text().notNull(),
  description: text(),
  origin: text({ enum: ['user', 'companion'] }).notNull(),
  status: text({ enum: goalStatuses }).notNull(),
  priority: text({ enum: goalPriorities }).notNull(),
  progress: real().notNull(),
  autonomy: text({ enum: autonomies }).notNull(),
  due_at: timestamp(),
  next_run_at: timestamp(),
  /** Every so often again: an RRULE of RFC 5545; null for once. */
  repeats: text(),
  /** The question that waits for the member's answer. */
  interaction_id: text(),
  /** What was noticed, so that the same is suggested once. */
  noticed: text(),
  created_at: timestamp().notNull(),
  updated_at: timestamp().notNull(),
})

export const interruptions = sqliteTable('interruptions', {
  interruption_id: integer().primaryKey({ autoIncrement: true }),
  family_member_uuid: member(),
  goal_uuid: text().notNull(),
  created_at: timestamp().notNull(),
})

export const contradictions = sqliteTable('contradictions', {
  interaction_id: text().primaryKey(),
  family_member_uuid: member(),
  older_uuid: text().notNull(),
  newer_uuid: text().notNull(),
  created_at: timestamp().notNull(),
})

export const forgettings = sqliteTable('forgettings', {
  interaction_id: text().primaryKey(),
  family_member_uuid: member(),
  memory_uuids: json().$type<string[]>().notNull(),
  created_at: timestamp().notNull(),
  /** Messages of which nothing is remembered, and the memories that they are forgotten as. */
  unkept: json().$type<{ memory_uuid: string; message_uuid: string }[]>().notNull(),
})

export const importErrors = [
  'unknown_format',
  'archive_damaged',
  'archive_newer',
  'memory_full',
  'file_missing',
  'internal',
] as const

/** Files that memories were taken from. */
export const imports = sqliteTable('imports', {
  import_uuid: text().primaryKey().notNull(),
  family_member_uuid: member(),
  /** A `draft` is being sent, or looked at before it is started. */
  state: text({ enum: ['draft', 'running', 'done', 'failed', 'undone'] }).notNull(),
  /** Null as long as nobody has said it or read the file. */
  format: text(),
  /** Whether what assistants said is taken too. */
  roles: text({ enum: ['own', 'all'] }).notNull(),
  /** Null where each memory has the one that the file says. */
  visibility: text({ enum: ['private', 'household'] }),
  source_name: text(),
  /** How many characters of the file have come. */
  received: integer().notNull(),
  /** How many bytes these are. */
  bytes: integer().notNull(),
  /** How many memories it holds; null until it is read. */
  total: integer(),
  done: integer().notNull(),
  stored: integer().notNull(),
  merged: integer().notNull(),
  skipped: integer().notNull(),
  error: text({ enum: importErrors }),
  /** How often reading it was begun and did not end. */
  attempts: integer().notNull(),
  created_at: timestamp().notNull(),
  finished_at: timestamp(),
})

/** Every import that a memory came by. */
export const importMemories = sqliteTable(
  'import_memories',
  {
    import_uuid: text()
      .notNull()
      .references(() => imports.import_uuid, { onDelete: 'cascade' }),
    memory_id: integer()
      .notNull()
      .references(() => memories.memory_id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.import_uuid, table.memory_id] })],
)

/** Everybody whom the companion knows; triggers keep those who are members. */
export const people = sqliteTable('people', {
  person_uuid: text().primaryKey(),
  full_name: text().notNull(),
  relationship: text().notNull(),
  /** The member whom the relationship is to; null for the household. */
  related_to: text(),
  kind: text({ enum: ['member', 'guest'] }).notNull(),
  /** `user:<uuid>` or `system:<name>`; null where that is not known. */
  introduced_by: text(),
  created_at: timestamp().notNull(),
  removed_at: timestamp(),
  removed_by: text(),
})

/** How often a member has signed in where and when; older ones count less. */
export const signInHabits = sqliteTable(
  'sign_in_habits',
  {
    family_member_uuid: text()
      .notNull()
      .references(() => members.family_member_uuid),
    /** The trusted device; empty for none. */
    device_uuid: text().notNull(),
    /** Night, morning, afternoon or evening of a workday (0 to 3), or of a weekend (4 to 7). */
    daypart: integer().notNull(),
    count: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.family_member_uuid, table.device_uuid, table.daypart] })],
)

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

/** How somebody sounds, encrypted; a member, or a guest, who has no account. */
export const voiceTemplates = sqliteTable('voice_templates', {
  family_member_uuid: text().primaryKey().notNull(),
  /** The model that made it. */
  model: text().notNull(),
  /** Of how much speech, in seconds. */
  seconds: real().notNull(),
  sealed: blob({ mode: 'buffer' }).notNull(),
  created_at: timestamp().notNull(),
})

/** Recordings that somebody wanted kept, encrypted. */
export const voiceSamples = sqliteTable('voice_samples', {
  sample_uuid: text().primaryKey().notNull(),
  family_member_uuid: text().notNull(),
  sealed: blob({ mode: 'buffer' }).notNull(),
  created_at: timestamp().notNull(),
})
