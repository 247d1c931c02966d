import { eq } from 'drizzle-orm'
import { real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type ArchivedKind, ofMember } from '../../store/archived.ts'
import { json, keyOf, timestamp } from '../../store/columns.ts'

const member = () => text().notNull().references(keyOf('members', 'family_member_uuid'))

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

export const archived: readonly ArchivedKind[] = [
  { type: 'personality', table: personalities, mine: eq(personalities.family_member_uuid, ofMember) },
  {
    type: 'personality_snapshot',
    table: personalitySnapshots,
    mine: eq(personalitySnapshots.family_member_uuid, ofMember),
  },
]
