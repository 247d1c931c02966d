import { and, count, desc, eq, sql } from 'drizzle-orm'
import { parameter, placeholders, updates } from '../../store/columns.ts'
import { personalities, personalitySnapshots } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'

export type PersonalityRow = typeof personalities.$inferSelect
export type SnapshotRow = typeof personalitySnapshots.$inferSelect

const { placeholder } = sql

/** The queries of this feature, each prepared once. */
export function personalityStore({ database }: Store) {
  const owner = parameter('family_member_uuid')
  const own = eq(personalities.family_member_uuid, owner)
  const find = database.select().from(personalities).where(own).prepare()
  const save = database
    .insert(personalities)
    .values(placeholders(personalities))
    .onConflictDoUpdate({ target: personalities.family_member_uuid, set: updates(changeable) })
    .prepare()

  const mine = eq(personalitySnapshots.family_member_uuid, owner)
  const findSnapshot = database
    .select()
    .from(personalitySnapshots)
    .where(and(eq(personalitySnapshots.snapshot_uuid, parameter('snapshot_uuid')), mine))
    .prepare()
  const snapshotOwner = database
    .select({ uuid: personalitySnapshots.family_member_uuid })
    .from(personalitySnapshots)
    .where(eq(personalitySnapshots.snapshot_uuid, parameter('snapshot_uuid')))
    .prepare()
  const page = database
    .select()
    .from(personalitySnapshots)
    .where(mine)
    .orderBy(desc(personalitySnapshots.created_at), desc(sql`rowid`))
    .limit(placeholder('limit'))
    .offset(placeholder('offset'))
    .prepare()
  const total = database.select({ total: count() }).from(personalitySnapshots).where(mine).prepare()
  const insertSnapshot = database
    .insert(personalitySnapshots)
    .values(placeholders(personalitySnapshots))
    .prepare()
  // By when they were written, not by the clock, which may have been set.
  const newest = database
    .select({ rowid: sql`rowid` })
    .from(personalitySnapshots)
    .where(mine)
    .orderBy(desc(sql`rowid`))
    .limit(placeholder('kept'))
  const thin = database
    .delete(personalitySnapshots)
    .where(and(mine, sql`rowid NOT IN (${newest})`))
    .prepare()
  const erase = database.delete(personalities).where(own).prepare()
  const eraseSnapshots = database.delete(personalitySnapshots).where(mine).prepare()

  return {
    find: (family_member_uuid: string): PersonalityRow | undefined => find.get({ family_member_uuid }),

    save: (_: Transaction, row: PersonalityRow): void => {
      save.run({ ...row })
    },

    /** Whose a snapshot is; undefined where there is none. */
    ownerOfSnapshot: (snapshot_uuid: string): string | undefined =>
      snapshotOwner.get({ snapshot_uuid })?.uuid,

    findSnapshot: (family_member_uuid: string, snapshot_uuid: string): SnapshotRow | undefined =>
      findSnapshot.get({ family_member_uuid, snapshot_uuid }),

    /** Newest first, with the count of all. */
    listSnapshots: (family_member_uuid: string, at: { limit: number; offset: number }) => ({
      items: page.all({ family_member_uuid, ...at }),
      total: total.get({ family_member_uuid })?.total ?? 0,
    }),

    /** Keeps one, and of the member's no more than `kept` in all: the oldest go. */
    insertSnapshot: (_: Transaction, row: SnapshotRow, maxKept: number): void => {
      insertSnapshot.run({ ...row })
      thin.run({ family_member_uuid: row.family_member_uuid, kept: maxKept })
    },

    /** Deletes all that is held of a member; answers how much. */
    erase: (_: Transaction, family_member_uuid: string) => ({
      personality_snapshots: eraseSnapshots.run({ family_member_uuid }).changes,
      personalities: erase.run({ family_member_uuid }).changes,
    }),
  }
}

const changeable = [
  'openness',
  'conscientiousness',
  'extraversion',
  'agreeableness',
  'neuroticism',
  'companion_name',
  'updated_at',
] as const
