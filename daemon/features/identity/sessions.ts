import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import type { FailureKind } from '../../kernel/errors.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { InvalidRefreshToken, SessionEnded } from './failures.ts'
import type { LiveSessions } from './live-sessions.ts'
import type { MemberRow } from './members.ts'
import { type SessionRow, sessionStore } from './session-store.ts'

const day = 86_400_000
/** How long the predecessor of a refresh token may be used again, for a client that lost the answer. */
const retryGrace = 10_000

/** A session with the refresh token that was just made for it; the token is nowhere else. */
export interface Granted {
  readonly session: SessionRow
  readonly refresh_token: string
  /** Seconds. */
  readonly refresh_expires_in: number
}

export interface Sessions {
  open(tx: Transaction, member: MemberRow): Granted
  /**
   * Exchanges a refresh token for the next one (RFC 9700, 4.14.2). The immediate predecessor may be used again for 10 s;
   * an older token was stolen or copied, and ends the session. Throws `INVALID_CREDENTIALS` or `TOKEN_REVOKED`.
   */
  refresh(refresh_token: string): Granted
  end(tx: Transaction, session_uuid: string): void
  find(session_uuid: string): SessionRow | undefined
}

/** Sessions: opened by a login, carried on by refresh tokens, ended by logout, theft or time. */
export function openSessions(
  store: Store,
  bus: Bus,
  clock: Clock,
  settings: Config['sessions'],
  live: LiveSessions,
): Sessions {
  const queries = sessionStore(store)
  const idle = settings.idle_days * day
  for (const { session_uuid, family_member_uuid, roles } of queries.live(clock.now(), clock.now() - idle)) {
    live.set(session_uuid, { family_member_uuid, admin: roles.includes('admin') })
  }

  const grant = (tx: Transaction, session: SessionRow): Granted => {
    const refresh_token = randomBytes(32).toString('base64url')
    const { session_uuid, generation } = session
    queries.insertToken(tx, { token_hash: fingerprint(refresh_token), session_uuid, generation })
    const left = Math.min(idle, Date.parse(session.expires_at) - clock.now())
    return { session, refresh_token, refresh_expires_in: Math.floor(left / 1_000) }
  }

  const end = (tx: Transaction, session_uuid: string) => {
    if (!queries.revoke(tx, session_uuid, clock.now())) return
    tx.afterCommit(() => {
      live.delete(session_uuid)
      bus.publish('session.ended', { session_uuid }, { session_uuid })
    })
  }

  /** What becomes of a refresh token: the next one, or the failure that is thrown once the change is on the disk. */
  const exchange = (tx: Transaction, token: string): Granted | FailureKind => {
    const found = queries.byToken(fingerprint(token))
    if (!found) return InvalidRefreshToken
    const { session, generation } = found
    const now = clock.now()
    if (session.revoked_at !== null) return SessionEnded
    if (now >= Date.parse(session.expires_at) || now >= Date.parse(session.rotated_at) + idle)
      return SessionEnded
    if (generation === session.generation) {
      queries.rotate(tx, session.session_uuid, now)
      return grant(tx, { ...session, generation: generation + 1, rotated_at: iso(now) })
    }
    const retry = generation === session.generation - 1 && now <= Date.parse(session.rotated_at) + retryGrace
    if (retry) return grant(tx, session)
    end(tx, session.session_uuid)
    return SessionEnded
  }

  return {
    open: (tx, member) => {
      const now = iso(clock.now())
      const session: SessionRow = {
        session_uuid: randomUUID(),
        family_member_uuid: member.family_member_uuid,
        generation: 1,
        rotated_at: now,
        authenticated_at: now,
        created_at: now,
        expires_at: iso(clock.now() + settings.longest_days * day),
        revoked_at: null,
      }
      queries.insert(tx, session)
      tx.afterCommit(() => {
        const { family_member_uuid, roles } = member
        live.set(session.session_uuid, { family_member_uuid, admin: roles.includes('admin') })
      })
      return grant(tx, session)
    },

    refresh: (refresh_token) => {
      const outcome = store.write((tx) => exchange(tx, refresh_token))
      if (typeof outcome === 'function') throw outcome()
      return outcome
    },

    end,
    find: queries.find,
  }
}

/** 256 random bits need no salt and no slow hash. */
const fingerprint = (refresh_token: string) => hash('sha256', refresh_token)
