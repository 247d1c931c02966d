import { randomUUID } from 'node:crypto'
import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import { type FailureKind, isUnwritable } from '../../kernel/errors.ts'
import type { SignInMethod } from '../../kernel/context.ts'
import type { Restriction } from '../../kernel/scope.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { IdentityAudit } from './audit.ts'
import { InvalidRefreshToken, SessionEnded } from './failures.ts'
import type { LiveSession, LiveSessions } from './live-sessions.ts'
import type { MemberRow } from './members.ts'
import type { Binding } from './proofs.ts'
import { fingerprint, newSecret } from './secrets.ts'
import { isBoundTo, type Moment, type SessionRow, maxAheadMs, sessionStore } from './session-store.ts'

const day = 86_400_000
/** How long the predecessor of a refresh token may be used again, for a client that lost the answer. */
const retryGrace = 10_000
/** How long an ended session is kept, so that its refresh token gets the right error. */
const remembered = 7 * day

/** When the password was given in a session that was opened by something else. */
export const passwordNeverGiven = iso(0)

/** A session with the refresh token that was just made for it; the token is nowhere else. */
export interface GrantedSession {
  readonly session: SessionRow
  readonly refresh_token: string
  /** Seconds. */
  readonly refresh_expires_in: number
}

/** How many sessions may come of one, and live at once. */
const maxChildren = 20

/** From where, with what and bound to what a session is opened. */
export interface SignInOrigin {
  readonly address: string
  /** The program, as people know it. */
  readonly client: string | null
  readonly binding: Binding | null
}

export interface SignIn extends SignInOrigin {
  readonly methods: readonly SignInMethod[]
  readonly device_uuid: string | null
  /** What it may do less than its member. */
  readonly restriction?: Restriction
  /** How long it lasts unused, in milliseconds, where that is shorter than the settings say. */
  readonly idle?: number
  /** How long it lasts at most, in milliseconds; where it is not said, as the settings say. */
  readonly longest?: number
  /** When the password was given, ISO 8601; where it is not said, now. */
  readonly authenticated_at?: string
  /** The session that it comes of, and ends with. */
  readonly parent?: SessionRow
}

type SessionQueries = ReturnType<typeof sessionStore>

/** Opens a session of a member who was just recognised, by the password where it is not said how; writes that down. */
export type OpenSession = (
  tx: Transaction,
  member: MemberRow,
  signInOrigin: SignInOrigin,
  how?: Omit<SignIn, keyof SignInOrigin>,
) => GrantedSession

export interface Sessions {
  open(tx: Transaction, member: MemberRow, signIn: SignIn): GrantedSession
  /**
   * Exchanges a refresh token for the next one (RFC 9700, 4.14.2); on a disk that takes nothing, the newest stays as it is. The
   * immediate predecessor may be used again for 10 s; an older token was stolen or copied, and ends the session. Of a session
   * that is bound to a key, only a client that has the key may exchange it, and the predecessor however late. Throws `INVALID_CREDENTIALS` or `TOKEN_REVOKED`.
   */
  refresh(
    refresh_token: string,
    from: Pick<SignInOrigin, 'address' | 'binding'>,
    refreshed: (tx: Transaction, at: SessionRow) => void,
  ): GrantedSession
  /** Makes the next refresh token of a session without the one before, which holds no longer. */
  renew(tx: Transaction, session: SessionRow, address: string): GrantedSession
  /** The same where the password was just given once more. */
  trust(tx: Transaction, session: SessionRow, address: string): GrantedSession
  /** Opens a session beside one that goes on, as a child of the first of them; the 21st ends the one unused the longest. */
  openBeside(tx: Transaction, member: MemberRow, session: SessionRow, address: string): GrantedSession
  /** Takes the restriction of a session away: it may do what its member may, and lasts as any other. */
  lift(tx: Transaction, session_uuid: string): void
  /** Ends a session and what came of it; false where it had ended already. */
  end(tx: Transaction, session_uuid: string): boolean
  /** Ends all sessions of a member but `except` and the one that it came of; answers those that it ended. */
  endAll(tx: Transaction, family_member_uuid: string, except?: string | null): string[]
  endOfDevice(tx: Transaction, device_uuid: string): string[]
  /** Ends those that go on and fit. */
  endWhere(tx: Transaction, fits: (session: LiveSession) => boolean): void
  find(session_uuid: string): SessionRow | undefined
  /** The same for one that has not ended. */
  going(session_uuid: string): SessionRow | undefined
  /** The session that a refresh token is of, also an old one. */
  ofRefreshToken(refresh_token: string): SessionRow | undefined
  /** The same for one with which the session can go on. */
  ofCurrentToken(refresh_token: string): SessionRow | undefined
  /** Those of a member that have not ended, or everybody's for null. */
  list(
    family_member_uuid: string | null,
    page: { limit: number; offset: number },
  ): { items: SessionRow[]; total: number }
  /** Forgets the sessions that time has ended. */
  sweep(tx: Transaction): void
}

/** Sessions: opened by a login, carried on by refresh tokens, ended by logout, revocation, theft or time. */
export function openSessions(
  store: Store,
  audit: IdentityAudit,
  bus: Bus,
  clock: Clock,
  settings: Config['sessions'],
  live: LiveSessions,
): Sessions {
  const queries = sessionStore(store)
  const idle = settings.idle_days * day
  const common = { queries, audit, clock, live, idle }
  const { forget, end, hasEnded, parentOf } = openEnding({ ...common, bus })
  const { grant, renew, exchange, prolong, isCurrent } = openGranting({ ...common, end, hasEnded })
  const moment = (now = clock.now()): Moment => ({ now, idle_since: now - idle })
  const { begin, open, openBeside } = openBeginning({ ...common, settings, grant, forget, end, parentOf })
  for (const { roles, ...session } of queries.live(moment())) begin(session, roles)

  const endEach = (tx: Transaction, uuids: string[]) => uuids.filter((session_uuid) => end(tx, session_uuid))

  return {
    open,
    openBeside,

    refresh: (refresh_token, from, refreshed) => {
      try {
        const outcome = store.write((tx) => {
          const granted = exchange(tx, refresh_token, from)
          if (typeof granted !== 'function') refreshed(tx, granted.session)
          return granted
        })
        if (typeof outcome === 'function') throw outcome()
        return outcome
      } catch (error) {
        const held = isUnwritable(error) && prolong(refresh_token, from)
        if (held) return held
        throw error
      }
    },

    renew,
    trust: (tx, session, address) => {
      const now = clock.now()
      queries.authenticate(tx, session.session_uuid, now)
      return renew(tx, { ...session, authenticated_at: iso(now) }, address)
    },
    lift: (tx, session_uuid) => {
      const session = queries.find(session_uuid)
      if (!session) return
      queries.lift(tx, session_uuid, Date.parse(session.created_at) + settings.longest_days * day)
      tx.afterCommit(() => {
        const going = live.get(session_uuid)
        if (going) live.set(session_uuid, { ...going, restriction: null })
      })
    },
    end,
    endAll: (tx, family_member_uuid, except = null) => {
      const parent = except === null ? undefined : queries.find(except)?.parent_uuid
      return endEach(
        tx,
        queries.openOf(family_member_uuid, except).filter((session_uuid) => session_uuid !== parent),
      )
    },
    endOfDevice: (tx, device_uuid) => endEach(tx, queries.openOfDevice(device_uuid)),
    endWhere: (tx, fits) => {
      for (const [session_uuid, session] of live) if (fits(session)) end(tx, session_uuid)
    },
    find: queries.find,
    going: (session_uuid) => {
      const session = queries.find(session_uuid)
      return session && !hasEnded(session) ? session : undefined
    },
    ofCurrentToken: (refresh_token) => {
      const held = queries.byToken(fingerprint(refresh_token))
      return held && isCurrent(held) && !hasEnded(held.session) ? held.session : undefined
    },
    ofRefreshToken: (refresh_token) => queries.byToken(fingerprint(refresh_token))?.session,
    list: (family_member_uuid, page) => queries.list(family_member_uuid, moment(), page),

    sweep: (tx) => {
      const before = clock.now() - remembered
      queries.purge(tx, before, before - idle)
      const going = new Set(queries.live(moment()).map(({ session_uuid }) => session_uuid))
      const inUse = (session_uuid: string) => {
        const { idle: own = null, last_seen_at = 0 } = live.get(session_uuid) ?? {}
        return own !== null && clock.now() - last_seen_at < own
      }
      const over = [...live.keys()].filter((session_uuid) => !going.has(session_uuid) && !inUse(session_uuid))
      tx.afterCommit(() => over.forEach(forget))
    },
  }
}

interface BeginningDependencies {
  readonly queries: SessionQueries
  readonly audit: IdentityAudit
  readonly clock: Clock
  readonly live: LiveSessions
  readonly settings: Config['sessions']
  readonly grant: ReturnType<typeof openGranting>['grant']
  readonly forget: ReturnType<typeof openEnding>['forget']
  readonly end: ReturnType<typeof openEnding>['end']
  readonly parentOf: ReturnType<typeof openEnding>['parentOf']
}

function openBeginning(dependencies: BeginningDependencies) {
  const { queries, audit, clock, live, settings, grant, forget, end, parentOf } = dependencies
  /** Ends a session once it was not used for as long as it lasts, and closes what is open of it. */
  const watchUse = (session_uuid: string) => {
    const { idle = null, last_seen_at = 0 } = live.get(session_uuid) ?? {}
    if (idle === null) return
    const left = last_seen_at + idle - clock.now()
    if (left <= 0) forget(session_uuid)
    else clock.after(left, () => watchUse(session_uuid))
  }
  const begin = (session: SessionRow, roles: readonly string[]) => {
    const { session_uuid, family_member_uuid, device_uuid, parent_uuid, rotated_at } = session
    const { restriction, methods, idle } = session
    const last_seen_at = Date.parse(rotated_at)
    const admin = roles.includes('admin')
    const of = { family_member_uuid, device_uuid, parent_uuid, restriction, methods, idle }
    live.set(session_uuid, { ...of, admin, last_seen_at })
    watchUse(session_uuid)
  }

  const open: Sessions['open'] = (tx, member, { binding, parent, longest, methods, ...signIn }) => {
    const now = clock.now()
    const created_at = iso(now)
    const session: SessionRow = {
      session_uuid: randomUUID(),
      family_member_uuid: member.family_member_uuid,
      generation: 1,
      rotated_at: created_at,
      created_at,
      authenticated_at: created_at,
      expires_at: parent?.expires_at ?? iso(now + (longest ?? settings.longest_days * day)),
      revoked_at: null,
      parent_uuid: parent?.session_uuid ?? null,
      key_thumbprint: binding?.key_thumbprint ?? null,
      origin: binding?.origin ?? null,
      restriction: null,
      idle: null,
      methods: [...methods],
      ...signIn,
    }
    queries.insert(tx, session)
    tx.afterCommit(() => begin(session, member.roles))
    return grant(tx, session, now)
  }

  const openBeside: Sessions['openBeside'] = (tx, member, session, address) => {
    const parent = parentOf(session) ?? session
    const { session_uuid, family_member_uuid } = parent
    for (const child of queries.openOfParent(session_uuid).slice(maxChildren - 1)) end(tx, child)
    const { methods, device_uuid, authenticated_at, client, restriction, idle } = session
    const how = { address, client, binding: null, methods, device_uuid, authenticated_at }
    const less = { ...(restriction && { restriction }), ...(idle !== null && { idle }) }
    const granted = open(tx, member, { ...how, ...less, parent })
    audit.record(tx, {
      event: 'signed_in',
      actor: `user:${family_member_uuid}`,
      address,
      family_member_uuid,
      session_uuid: granted.session.session_uuid,
      details: { parent_uuid: session_uuid },
    })
    return granted
  }

  return { begin, open, openBeside }
}

interface EndingDependencies {
  readonly queries: SessionQueries
  readonly bus: Bus
  readonly clock: Clock
  readonly live: LiveSessions
  /** How long a session lasts that nobody uses, in milliseconds. */
  readonly idle: number
}

function openEnding({ queries, bus, clock, live, idle }: EndingDependencies) {
  const forget = (session_uuid: string) => {
    if (!live.delete(session_uuid)) return
    bus.publish('session.ended', { session_uuid }, { session_uuid })
  }

  const isOver = ({ session_uuid, expires_at, rotated_at, ...session }: SessionRow) => {
    // New tokens alone are no use of it: a page that nobody looks at gets them too.
    const used = live.get(session_uuid)?.last_seen_at ?? Date.parse(rotated_at)
    const unused_until = session.idle === null ? Date.parse(rotated_at) + idle : used + session.idle
    const now = clock.now()
    return now >= Math.min(Date.parse(expires_at), unused_until) || Date.parse(expires_at) > now + maxAheadMs
  }

  const parentOf = ({ parent_uuid }: SessionRow) =>
    parent_uuid === null ? undefined : queries.find(parent_uuid)

  const hasEnded = (session: SessionRow): boolean => {
    if (session.revoked_at !== null || isOver(session)) return true
    if (session.parent_uuid === null) return false
    const parent = parentOf(session)
    return !parent || hasEnded(parent)
  }

  const end = (tx: Transaction, session_uuid: string): boolean => {
    for (const child of queries.openOfParent(session_uuid)) end(tx, child)
    const session = queries.find(session_uuid)
    // Also one that time has ended, which a clock set back must not bring to life again.
    if (!session || !queries.revoke(tx, session_uuid, clock.now())) return false
    tx.afterCommit(() => forget(session_uuid))
    return !isOver(session)
  }

  return { forget, end, hasEnded, parentOf }
}

interface GrantingDependencies
  extends Omit<EndingDependencies, 'bus'>, Pick<ReturnType<typeof openEnding>, 'end' | 'hasEnded'> {
  readonly audit: IdentityAudit
}

/** The refresh tokens of sessions: made, and exchanged for the next one; where nothing can be written, the newest holds on. */
function openGranting({ queries, audit, clock, live, idle, end, hasEnded }: GrantingDependencies) {
  const secondsLeft = (session: SessionRow, now: number) => {
    const unused_until = Date.parse(session.rotated_at) + (session.idle ?? idle)
    return Math.floor((Math.min(unused_until, Date.parse(session.expires_at)) - now) / 1_000)
  }
  const grant = (tx: Transaction, session: SessionRow, now: number): GrantedSession => {
    const refresh_token = newSecret()
    queries.insertToken(tx, { ...session, token_hash: fingerprint(refresh_token) })
    return { session, refresh_token, refresh_expires_in: secondsLeft(session, now) }
  }

  const renew = (tx: Transaction, session: SessionRow, address: string): GrantedSession => {
    const { session_uuid, generation } = session
    const now = clock.now()
    queries.rotate(tx, session_uuid, now, address)
    tx.afterCommit(() => {
      const going = live.get(session_uuid)
      if (going?.idle === null) going.last_seen_at = clock.now()
    })
    return grant(tx, { ...session, generation: generation + 1, rotated_at: iso(now), address }, now)
  }

  /** Whether a token is the newest of its session, or the one before where the answer with the newest may be lost. */
  const isCurrent = ({ session, generation }: { session: SessionRow; generation: number }) => {
    if (generation === session.generation) return true
    // A clock that was set back makes the grace no longer.
    const since = Math.abs(clock.now() - Date.parse(session.rotated_at))
    return generation === session.generation - 1 && (session.key_thumbprint !== null || since <= retryGrace)
  }

  /** What becomes of a refresh token: the next one, or the failure that is thrown once the change is on the disk. */
  const exchange = (
    tx: Transaction,
    token: string,
    { address, binding }: Pick<SignInOrigin, 'address' | 'binding'>,
  ): GrantedSession | FailureKind => {
    const held = queries.byToken(fingerprint(token))
    if (!held) return InvalidRefreshToken
    const { session, generation } = held
    const { session_uuid, family_member_uuid } = session
    if (hasEnded(session)) return SessionEnded
    // Whoever has copied it ends nothing by trying.
    if (!isBoundTo(session, binding)) return InvalidRefreshToken
    if (generation === session.generation) return renew(tx, session, address)
    if (isCurrent(held)) return grant(tx, session, clock.now())
    end(tx, session_uuid)
    const actor = `user:${family_member_uuid}`
    audit.record(tx, { event: 'refresh_token_reused', actor, address, family_member_uuid, session_uuid })
    return SessionEnded
  }

  /** Lets the newest token of a session hold on; null for any other. */
  const prolong = (token: string, { binding }: Pick<SignInOrigin, 'binding'>): GrantedSession | null => {
    const held = queries.byToken(fingerprint(token))
    if (!held || hasEnded(held.session) || !isBoundTo(held.session, binding)) return null
    const { session, generation } = held
    if (generation !== session.generation) return null
    return { session, refresh_token: token, refresh_expires_in: secondsLeft(session, clock.now()) }
  }

  return { grant, renew, exchange, prolong, isCurrent }
}
