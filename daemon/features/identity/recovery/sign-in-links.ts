import { and, count, desc, eq, gt, lte, or, sql } from 'drizzle-orm'
import { parameter, placeholders } from '../../../store/columns.ts'
import { signInLinks } from '../tables.ts'
import type { Store, Transaction } from '../../../store/store.ts'

export type SignInLinkRow = typeof signInLinks.$inferSelect

/** The queries on sign-in links, each prepared once. One that was used is gone. */
export function signInLinkStore({ database }: Store) {
  const holding = gt(signInLinks.expires_at, parameter('now'))
  const byCode = and(eq(signInLinks.code_hash, parameter('code_hash')), holding)
  // Null stands for everybody's.
  const whose = or(
    sql`${parameter('family_member_uuid')} IS NULL`,
    eq(signInLinks.family_member_uuid, parameter('family_member_uuid')),
  )
  const find = database.select().from(signInLinks).where(byCode).prepare()
  const take = database.delete(signInLinks).where(byCode).returning().prepare()
  const insert = database.insert(signInLinks).values(placeholders(signInLinks)).prepare()
  const page = database
    .select()
    .from(signInLinks)
    .where(and(whose, holding))
    .orderBy(desc(signInLinks.created_at), desc(signInLinks.link_uuid))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare()
  const counted = database.select({ total: count() }).from(signInLinks).where(and(whose, holding)).prepare()
  const withdraw = database
    .delete(signInLinks)
    .where(and(eq(signInLinks.link_uuid, parameter('link_uuid')), whose, holding))
    .returning()
    .prepare()
  const forgetOf = database
    .delete(signInLinks)
    .where(eq(signInLinks.family_member_uuid, parameter('family_member_uuid')))
    .prepare()
  const forget = database
    .delete(signInLinks)
    .where(lte(signInLinks.expires_at, parameter('now')))
    .prepare()

  return {
    insert: (_: Transaction, row: SignInLinkRow): void => {
      insert.run({ ...row })
    },

    /** The link of that code, where it can be used at `now`, milliseconds since the epoch. */
    find: (code_hash: string, now: number): SignInLinkRow | undefined => find.get({ code_hash, now }),

    /** Uses it up; undefined where it cannot be used. */
    take: (_: Transaction, code_hash: string, now: number): SignInLinkRow | undefined =>
      take.get({ code_hash, now }),

    /** Those for a member, or everybody's for null, which can be used at `now`. */
    list: (
      family_member_uuid: string | null,
      now: number,
      at: { limit: number; offset: number },
    ): { items: SignInLinkRow[]; total: number } => ({
      items: page.all({ family_member_uuid, now, ...at }),
      total: counted.get({ family_member_uuid, now })?.total ?? 0,
    }),

    /** The one that is no longer usable, of a member or of anybody for null; undefined if there was none. */
    withdraw: (
      _: Transaction,
      link_uuid: string,
      family_member_uuid: string | null,
      now: number,
    ): SignInLinkRow | undefined => withdraw.get({ link_uuid, family_member_uuid, now }),

    forgetOf: (_: Transaction, family_member_uuid: string): void => {
      forgetOf.run({ family_member_uuid })
    },

    forget: (_: Transaction, now: number): void => {
      forget.run({ now })
    },
  }
}

export type SignInLinks = ReturnType<typeof signInLinkStore>
