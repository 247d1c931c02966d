import { and, count, desc, eq, getTableColumns, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { parameter, placeholders } from '../../store/columns.ts'
import { refreshTokens, sessions } from './tables.ts'
import { members } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { Binding } from './proofs.ts'

export type SessionRow = typeof sessions.$inferSelect

/** When a session counts as ended: what was not used after `idle_since`, and what has run out at `now`. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly idle_since: number
}

/** No session is opened for longer, in milliseconds: one that seems to last longer is from a clock that was set back since. */
export const maxAheadMs = 91 * 86_400_000

const bySession = eq(sessions.session_uuid, parameter('session_uuid'))

/** The queries on sessions and their refresh tokens, each prepared once. */
export function sessionStore(store: Store) {
  return { ...sessionReads(store), ...sessionWrites(store) }
}

function sessionReads({ database }: Store) {
  const going = and(
    isNull(sessions.revoked_at),
    gt(sessions.expires_at, parameter('now')),
    gt(sessions.rotated_at, parameter('idle_since')),
    sql`sessions.expires_at <= ${parameter('now')} + ${maxAheadMs}`,
    sql`(sessions.idle IS NULL OR sessions.rotated_at + sessions.idle > ${parameter('now')})`,
    sql`(sessions.parent_uuid IS NULL OR EXISTS (
      SELECT 1 FROM sessions AS parent WHERE parent.session_uuid = sessions.parent_uuid AND parent.revoked_at IS NULL
        AND parent.expires_at > ${parameter('now')} AND parent.rotated_at > ${parameter('idle_since')}))`,
  )
  // Null stands for everybody's.
  const whose = or(
    sql`${parameter('family_member_uuid')} IS NULL`,
    eq(sessions.family_member_uuid, parameter('family_member_uuid')),
  )
  const find = database.select().from(sessions).where(bySession).prepare()
  const byToken = database
    .select({ session: sessions, generation: refreshTokens.generation })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.session_uuid, refreshTokens.session_uuid))
    .where(eq(refreshTokens.token_hash, parameter('token_hash')))
    .prepare()
  const live = database
    .select({ ...getTableColumns(sessions), roles: members.roles })
    .from(sessions)
    .innerJoin(members, eq(members.family_member_uuid, sessions.family_member_uuid))
    .where(going)
    .prepare()
  const page = database
    .select()
    .from(sessions)
    .where(and(whose, going))
    .orderBy(desc(sessions.created_at), desc(sessions.session_uuid))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare()
  const counted = database.select({ total: count() }).from(sessions).where(and(whose, going)).prepare()
  const openOf = database
    .select({ session_uuid: sessions.session_uuid })
    .from(sessions)
    .where(
      and(
        isNull(sessions.revoked_at),
        eq(sessions.family_member_uuid, parameter('family_member_uuid')),
        ne(sessions.session_uuid, parameter('except')),
      ),
    )
    .prepare()
  const openOfDevice = database
    .select({ session_uuid: sessions.session_uuid })
    .from(sessions)
    .where(and(isNull(sessions.revoked_at), eq(sessions.device_uuid, parameter('device_uuid'))))
    .prepare()
  const openOfParent = database
    .select({ session_uuid: sessions.session_uuid })
    .from(sessions)
    .where(and(isNull(sessions.revoked_at), eq(sessions.parent_uuid, parameter('parent_uuid'))))
    .orderBy(desc(sessions.rotated_at))
    .prepare()
  const uuids = (rows: { session_uuid: string }[]) => rows.map(({ session_uuid }) => session_uuid)

  return {
    find: (session_uuid: string): SessionRow | undefined => find.get({ session_uuid }),

    /** The session of a refresh token, and the generation that the token is of. */
    byToken: (token_hash: string) => byToken.get({ token_hash }),

    /** All that have not ended, with the roles of their members. */
    live: (at: Moment) => live.all({ ...at }),

    /** Those of a member that have not ended, or everybody's; the newest first. */
    list: (family_member_uuid: string | null, at: Moment, page_: { limit: number; offset: number }) => ({
      items: page.all({ family_member_uuid, ...at, ...page_ }),
      total: counted.get({ family_member_uuid, ...at })?.total ?? 0,
    }),

    openOf: (family_member_uuid: string, except: string | null): string[] =>
      uuids(openOf.all({ family_member_uuid, except: except ?? '' })),

    /** Those that came of a session, the one used last first. */
    openOfParent: (parent_uuid: string): string[] => uuids(openOfParent.all({ parent_uuid })),

    openOfDevice: (device_uuid: string): string[] => uuids(openOfDevice.all({ device_uuid })),
  }
}

function sessionWrites({ database }: Store) {
  const insert = database.insert(sessions).values(placeholders(sessions)).prepare()
  const insertToken = database.insert(refreshTokens).values(placeholders(refreshTokens)).prepare()
  const rotate = database
    .update(sessions)
    .set({
      generation: sql`${sessions.generation} + 1`,
      rotated_at: parameter('now'),
      address: parameter('address'),
    })
    .where(bySession)
    .prepare()
  const authenticate = database
    .update(sessions)
    .set({ authenticated_at: parameter('now') })
    .where(bySession)
    .prepare()
  const lift = database
    .update(sessions)
    .set({ restriction: null, expires_at: parameter('expires_at') })
    .where(bySession)
    .prepare()
  const revoke = database
    .update(sessions)
    .set({ revoked_at: parameter('now') })
    .where(and(bySession, isNull(sessions.revoked_at)))
    .prepare()
  const ended = database
    .select({ session_uuid: sessions.session_uuid })
    .from(sessions)
    .where(
      or(
        lte(sessions.revoked_at, parameter('before')),
        lte(sessions.expires_at, parameter('before')),
        lte(sessions.rotated_at, parameter('idle_before')),
      ),
    )
  const ofEnded = inArray(refreshTokens.session_uuid, ended)
  const purgeTokens = database.delete(refreshTokens).where(ofEnded).prepare()
  const purge = database.delete(sessions).where(inArray(sessions.session_uuid, ended)).prepare()

  return {
    insert: (_: Transaction, row: SessionRow): void => {
      insert.run({ ...row })
    },

    insertToken: (_: Transaction, row: typeof refreshTokens.$inferSelect): void => {
      insertToken.run({ ...row })
    },

    /** Makes the next generation of refresh tokens the current one. */
    rotate: (_: Transaction, session_uuid: string, now: number, address: string): void => {
      rotate.run({ session_uuid, now, address })
    },

    /** The password was given once more. */
    authenticate: (_: Transaction, session_uuid: string, now: number): void => {
      authenticate.run({ session_uuid, now })
    },

    /** From now on it may do what its member may, until `expires_at`, milliseconds since the epoch. */
    lift: (_: Transaction, session_uuid: string, expires_at: number): void => {
      lift.run({ session_uuid, expires_at })
    },

    /** False where the session had ended already. */
    revoke: (_: Transaction, session_uuid: string, now: number): boolean =>
      revoke.run({ session_uuid, now }).changes === 1,

    /** Removes the sessions that ended before `before`, or were last used before `idle_before`, and their tokens. */
    purge: (_: Transaction, before: number, idle_before: number): number => {
      purgeTokens.run({ before, idle_before })
      return purge.run({ before, idle_before }).changes
    },
  }
}

/** Whether a client may go on with a session, as far as keys go. */
export function isBoundTo({ key_thumbprint, origin }: SessionRow, binding: Binding | null): boolean {
  return key_thumbprint === null || (key_thumbprint === binding?.key_thumbprint && origin === binding.origin)
}
