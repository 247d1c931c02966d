import { and, count, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { parameter, placeholders } from '../../store/columns.ts'
import { invitations } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'

export type InvitationRow = typeof invitations.$inferSelect

/** The queries on invitations, each prepared once. One that was used is gone. */
export function invitationStore({ database }: Store) {
  const holding = gt(invitations.expires_at, parameter('now'))
  const byCode = and(eq(invitations.code_hash, parameter('code_hash')), holding)
  const find = database.select().from(invitations).where(byCode).prepare()
  const take = database.delete(invitations).where(byCode).prepare()
  const insert = database.insert(invitations).values(placeholders(invitations)).prepare()
  const page = database
    .select()
    .from(invitations)
    .where(holding)
    .orderBy(desc(invitations.created_at), desc(invitations.invitation_uuid))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare()
  const counted = database.select({ total: count() }).from(invitations).where(holding).prepare()
  const withdraw = database
    .delete(invitations)
    .where(and(eq(invitations.invitation_uuid, parameter('invitation_uuid')), holding))
    .returning()
    .prepare()
  const withdrawAll = database.delete(invitations).prepare()
  const forget = database
    .delete(invitations)
    .where(lte(invitations.expires_at, parameter('now')))
    .prepare()

  return {
    insert: (_: Transaction, row: InvitationRow): void => {
      insert.run({ ...row })
    },

    /** Whether an invitation of that code can be used at `now`, milliseconds since the epoch. */
    holds: (code_hash: string, now: number): boolean => find.get({ code_hash, now }) !== undefined,

    /** Uses it up; false where it cannot be used. */
    take: (_: Transaction, code_hash: string, now: number): boolean =>
      take.run({ code_hash, now }).changes === 1,

    list: (
      now: number,
      at: { limit: number; offset: number },
    ): { items: InvitationRow[]; total: number } => ({
      items: page.all({ now, ...at }),
      total: counted.get({ now })?.total ?? 0,
    }),

    /** The invitation that is no longer usable; undefined if there was none. */
    withdraw: (_: Transaction, invitation_uuid: string, now: number): InvitationRow | undefined =>
      withdraw.get({ invitation_uuid, now }),

    withdrawAll: (_: Transaction): void => {
      withdrawAll.run()
    },

    forget: (_: Transaction, now: number): void => {
      forget.run({ now })
    },
  }
}

export type Invitations = ReturnType<typeof invitationStore>
