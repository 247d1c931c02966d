import { and, count, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { parameter, placeholders } from '../../store/columns.ts'
import { apiKeys } from '../../store/schema.ts'
import type { Store, Transaction } from '../../store/store.ts'

export type KeyRow = typeof apiKeys.$inferSelect

/** The queries on keys, each prepared once. One that was revoked is gone. */
export function keyStore({ database }: Store) {
  const byId = eq(apiKeys.key_uuid, parameter('key_uuid'))
  const ofMember = eq(apiKeys.family_member_uuid, parameter('family_member_uuid'))
  const holding = or(isNull(apiKeys.expires_at), gt(apiKeys.expires_at, parameter('now')))
  // Null stands for everybody's.
  const listed = and(or(sql`${parameter('family_member_uuid')} IS NULL`, ofMember), holding)
  const all = database.select().from(apiKeys).prepare()
  const insert = database.insert(apiKeys).values(placeholders(apiKeys)).prepare()
  const remove = database.delete(apiKeys).where(byId).prepare()
  const erase = database.delete(apiKeys).where(ofMember).prepare()
  const used = database
    .update(apiKeys)
    .set({ last_used_at: parameter('now') })
    .where(byId)
    .prepare()
  const forget = database
    .delete(apiKeys)
    .where(lte(apiKeys.expires_at, parameter('now')))
    .prepare()
  const page = database
    .select()
    .from(apiKeys)
    .where(listed)
    .orderBy(desc(apiKeys.created_at), desc(sql`rowid`))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare()
  const counted = database.select({ total: count() }).from(apiKeys).where(listed).prepare()

  return {
    all: (): KeyRow[] => all.all(),

    insert: (_: Transaction, row: KeyRow): void => {
      insert.run({ ...row })
    },

    remove: (_: Transaction, key_uuid: string): void => {
      remove.run({ key_uuid })
    },

    /** Deletes the keys of a member; answers how many there were. */
    erase: (_: Transaction, family_member_uuid: string): number => erase.run({ family_member_uuid }).changes,

    /** Milliseconds since the epoch. */
    used: (_: Transaction, key_uuid: string, now: number): void => {
      used.run({ key_uuid, now })
    },

    /** Deletes those that ended before `now`, milliseconds since the epoch. */
    forget: (_: Transaction, now: number): void => {
      forget.run({ now })
    },

    /** Those of a member that hold, or everybody's; the newest first. */
    list: (family_member_uuid: string | null, now: number, at: { limit: number; offset: number }) => ({
      items: page.all({ family_member_uuid, now, ...at }),
      total: counted.get({ family_member_uuid, now })?.total ?? 0,
    }),
  }
}

export type KeyQueries = ReturnType<typeof keyStore>
