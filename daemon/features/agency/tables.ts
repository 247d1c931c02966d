import { eq } from 'drizzle-orm'
import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type ArchivedKind, ofMember } from '../../store/archived.ts'
import { keyOf, timestamp } from '../../store/columns.ts'

const member = () => text().notNull().references(keyOf('members', 'family_member_uuid'))

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

export const archived: readonly ArchivedKind[] = [
  { type: 'goal', table: goals, mine: eq(goals.family_member_uuid, ofMember) },
  {
    type: 'interruption',
    table: interruptions,
    mine: eq(interruptions.family_member_uuid, ofMember),
    without: ['interruption_id'],
  },
]
