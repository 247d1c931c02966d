import { and, eq, sql } from 'drizzle-orm'
import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { UsedMemory } from '../../language/turn.ts'
import { type ArchivedKind, ofMember } from '../../store/archived.ts'
import { json, keyOf, timestamp } from '../../store/columns.ts'

const member = () => text().notNull().references(keyOf('members', 'family_member_uuid'))

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

/** What can be done because of a message, and undone. */
export const changeKinds = [
  'remembered',
  'corrected',
  'forgot',
  'remembering_stopped',
  'remembering_resumed',
  'reminder_made',
  'reminder_moved',
  'reminder_renamed',
  'reminder_done',
  'reminder_cancelled',
] as const

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

/** What a reply is grounded in, but for what others share with the household. */
const ownUsed =
  sql`(SELECT json_group_array(json(value)) FROM json_each(messages.memories_used) WHERE NOT EXISTS
  (SELECT 1 FROM memories WHERE memory_uuid = json_extract(value, '$.memory_uuid') AND family_member_uuid <> ${ofMember}))`.mapWith(
    (text: string) => JSON.parse(text) as unknown,
  )

export const archived: readonly ArchivedKind[] = [
  {
    type: 'conversation',
    table: conversations,
    mine: and(eq(conversations.family_member_uuid, ofMember), eq(conversations.temporary, false)),
    without: ['temporary'],
  },
  {
    type: 'message',
    table: messages,
    mine: and(
      eq(messages.family_member_uuid, ofMember),
      eq(messages.off_record, false),
      sql`conversation_uuid IN (SELECT conversation_uuid FROM conversations WHERE temporary = 0)`,
    ),
    without: ['message_id', 'off_record', 'original', 'memories_used'],
    beside: { memories_used: ownUsed },
  },
  {
    type: 'contradiction',
    table: contradictions,
    mine: eq(contradictions.family_member_uuid, ofMember),
  },
  { type: 'forgetting', table: forgettings, mine: eq(forgettings.family_member_uuid, ofMember) },
]
