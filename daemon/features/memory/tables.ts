import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type ArchivedKind, ofMember } from '../../store/archived.ts'
import { json, keyOf, timestamp } from '../../store/columns.ts'

export const memoryKinds = ['fact', 'preference', 'event', 'note'] as const

export const memories = sqliteTable('memories', {
  /** The row of its vector. */
  memory_id: integer().primaryKey(),
  memory_uuid: text().notNull().unique(),
  /** Who it was stored by. */
  family_member_uuid: text().notNull().references(keyOf('members', 'family_member_uuid')),
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
  family_member_uuid: text().primaryKey().notNull().references(keyOf('members', 'family_member_uuid')),
  memories: integer().notNull(),
  bytes: integer().notNull(),
})

/** Where the text of a memory stands beside the memory: a reply, a question about it, a goal that was suggested for it. */
export const memoryQuotes = sqliteTable('memory_quotes', {
  memory_uuid: text().notNull(),
  place: text({ enum: ['message', 'interaction', 'goal'] }).notNull(),
  id: text().notNull(),
})

/**
 * Which model made the vectors of which table. Searches use the active one; one that is being built takes its place when
 * it is whole, and the one before is kept until the next start.
 */
export const vectorTables = sqliteTable('vector_tables', {
  name: text({ enum: ['a', 'b'] }).primaryKey(),
  model: text(),
  state: text({ enum: ['active', 'building', 'kept', 'empty'] }).notNull(),
})

export const importMemories = sqliteTable(
  'import_memories',
  {
    import_uuid: text().notNull().references(keyOf('imports', 'import_uuid'), { onDelete: 'cascade' }),
    memory_id: integer()
      .notNull()
      .references(() => memories.memory_id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.import_uuid, table.memory_id] })],
)

export const archived: readonly ArchivedKind[] = [
  {
    type: 'memory',
    table: memories,
    mine: and(eq(memories.family_member_uuid, ofMember), isNull(memories.forgotten_at)),
    without: ['memory_id', 'owner', 'statement', 'wording', 'forgotten_at'],
  },
  {
    type: 'forgotten',
    table: memories,
    mine: and(eq(memories.family_member_uuid, ofMember), isNotNull(memories.forgotten_at)),
    without: ['memory_id', 'owner', 'statement', 'wording'],
  },
  {
    type: 'fact',
    table: facts,
    mine: sql`memory_id IN (SELECT memory_id FROM memories WHERE family_member_uuid = ${ofMember})`,
    without: ['fact_id', 'memory_id'],
    beside: {
      memory_uuid: sql`(SELECT memory_uuid FROM memories WHERE memories.memory_id = facts.memory_id)`,
    },
  },
]
