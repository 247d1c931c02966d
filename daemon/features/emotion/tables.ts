import { eq } from 'drizzle-orm'
import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type ArchivedKind, ofMember } from '../../store/archived.ts'
import { keyOf, timestamp } from '../../store/columns.ts'

const member = () => text().notNull().references(keyOf('members', 'family_member_uuid'))

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

export const archived: readonly ArchivedKind[] = [
  {
    type: 'emotion',
    table: emotions,
    mine: eq(emotions.family_member_uuid, ofMember),
    without: ['entry_id'],
  },
  {
    type: 'emotion_entry',
    table: emotionLedger,
    mine: eq(emotionLedger.family_member_uuid, ofMember),
    without: ['entry_id'],
  },
]
