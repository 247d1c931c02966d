import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { parameter, placeholders } from '../../store/columns.ts'
import { members, refreshTokens, sessions } from '../../store/schema.ts'
import type { Store, Transaction } from '../../store/store.ts'

export type SessionRow = typeof sessions.$inferSelect

/** The queries on sessions and their refresh tokens, each prepared once. */
export function sessionStore({ database }: Store) {
  const bySession = eq(sessions.session_uuid, parameter('session_uuid'))
  const find = database.select().from(sessions).where(bySession).prepare()
  const insert = database.insert(sessions).values(placeholders(sessions)).prepare()
  const insertToken = database.insert(refreshTokens).values(placeholders(refreshTokens)).prepare()
  const byToken = database
    .select({ session: sessions, generation: refreshTokens.generation })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.session_uuid, refreshTokens.session_uuid))
    .where(eq(refreshTokens.token_hash, parameter('token_hash')))
    .prepare()
  const rotate = database
    .update(sessions)
    .set({ generation: sql`${sessions.generation} + 1`, rotated_at: parameter('now') })
    .where(bySession)
    .prepare()
  const revoke = database
    .update(sessions)
    .set({ revoked_at: parameter('now') })
    .where(and(bySession, isNull(sessions.revoked_at)))
    .prepare()
  const live = database
    .select({
      session_uuid: sessions.session_uuid,
      family_member_uuid: sessions.family_member_uuid,
      roles: members.roles,
    })
    .from(sessions)
    .innerJoin(members, eq(members.family_member_uuid, sessions.family_member_uuid))
    .where(
      and(
        isNull(sessions.revoked_at),
        gt(sessions.expires_at, parameter('now')),
        gt(sessions.rotated_at, parameter('idle_since')),
      ),
    )
    .prepare()

  return {
    find: (session_uuid: string): SessionRow | undefined => find.get({ session_uuid }),

    insert: (_: Transaction, row: SessionRow): void => {
      insert.run({ ...row })
    },

    insertToken: (_: Transaction, row: typeof refreshTokens.$inferSelect): void => {
      insertToken.run({ ...row })
    },

    /** The session of a refresh token, and the generation that the token is of. */
    byToken: (token_hash: string) => byToken.get({ token_hash }),

    /** Makes the next generation of refresh tokens the current one. */
    rotate: (_: Transaction, session_uuid: string, now: number): void => {
      rotate.run({ session_uuid, now })
    },

    /** False where the session had ended already. */
    revoke: (_: Transaction, session_uuid: string, now: number): boolean =>
      revoke.run({ session_uuid, now }).changes === 1,

    /** All that were used after `idle_since` and have not ended at `now`, both milliseconds since the epoch. */
    live: (now: number, idle_since: number) => live.all({ now, idle_since }),
  }
}
