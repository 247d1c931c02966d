import { eq, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type ArchivedKind, ofMember } from '../../store/archived.ts'
import { keyOf, timestamp } from '../../store/columns.ts'

const member = () => text().notNull().references(keyOf('members', 'family_member_uuid'))

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

export const archived: readonly ArchivedKind[] = [
  {
    type: 'import',
    table: imports,
    mine: eq(imports.family_member_uuid, ofMember),
    without: ['bytes', 'attempts'],
    key: sql`import_uuid`,
  },
]
