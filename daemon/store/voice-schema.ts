import { blob, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { timestamp } from './columns.ts'

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
