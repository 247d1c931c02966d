import { and, eq, or, sql } from 'drizzle-orm'
import { blob, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { actorOf, type ArchivedKind, ofMember } from '../../store/archived.ts'
import { keyOf, timestamp } from '../../store/columns.ts'

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
    family_member_uuid: text().notNull().references(keyOf('members', 'family_member_uuid')),
    /** The trusted device; empty for none. */
    device_uuid: text().notNull(),
    /** Night, morning, afternoon or evening of a workday (0 to 3), or of a weekend (4 to 7). */
    daypart: integer().notNull(),
    count: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.family_member_uuid, table.device_uuid, table.daypart] })],
)

/** How somebody sounds, encrypted; a member, or a guest, who has no account. */
export const voiceTemplates = sqliteTable('voice_templates', {
  family_member_uuid: text().primaryKey().notNull(),
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

export const archived: readonly ArchivedKind[] = [
  {
    type: 'person',
    table: people,
    // Other members are none of this one's data, whoever introduced them.
    mine: or(
      eq(people.person_uuid, ofMember),
      and(eq(people.kind, 'guest'), or(eq(people.introduced_by, actorOf), eq(people.related_to, ofMember))),
    ),
  },
  {
    type: 'sign_in_habit',
    table: signInHabits,
    mine: eq(signInHabits.family_member_uuid, ofMember),
    key: sql`(device_uuid || ' ' || daypart)`,
  },
]
