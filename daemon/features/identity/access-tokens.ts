import { hash, randomUUID } from 'node:crypto'
import { lt } from 'drizzle-orm'
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/context.ts'
import { AuthenticationRequired, TokenExpired, TokenRevoked } from '../../kernel/errors.ts'
import { parameter, placeholders } from '../../store/columns.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { algorithm, type Keys } from './keys.ts'
import type { LiveSessions } from './live-sessions.ts'
import type { MemberRow } from './members.ts'
import type { SessionRow } from './session-store.ts'
import { revokedTokens } from './tables.ts'

/** How long an access token holds, in seconds: 15 min. */
const accessLifetime = 900
/** `iss` and `aud` of every token. */
const issuer = 'companion'
/** How long a `system:` token may hold at most, in seconds. */
const maxSystemLifetime = 600
/** By how much, in seconds, a token may seem to be from the future: a clock may be set between two readings. */
const clockSkew = 5
const type = 'at+jwt'

export interface AccessTokens {
  /** A token for a session of `member`. */
  readonly issue: (
    member: Pick<MemberRow, 'family_member_uuid' | 'full_name' | 'relationship' | 'roles'>,
    session: SessionRow,
  ) => Promise<string>
  /** How long a token of a session holds that is issued now, in seconds: 15 min, or what is left of the session. */
  readonly lifetime: (session: Pick<SessionRow, 'expires_at'>) => number
  /**
   * Who calls with this token; throws `AUTHENTICATION_REQUIRED`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`. That is a use of its
   * session, unless it is said to be none.
   */
  readonly verify: (token: string, isUse?: boolean) => Promise<Caller>
  /** What a token of this home says of itself, also one that has run out; null for any other text. */
  readonly inspect: (token: string) => Promise<TokenIdentity | null>
}

export interface TokenIdentity {
  readonly jti: string
  readonly actor: string
  /** Null for a `system:` token. */
  readonly session_uuid: string | null
  /** Milliseconds since the epoch. */
  readonly expires_at: number
}

interface VerifiedToken {
  readonly caller: Caller
  readonly jti: string
  /** The local key that has signed it; null for a member's token. */
  readonly local_kid: string | null
}

/** JWT access tokens (RFC 9068), signed with Ed25519. A token's signature is checked once, its session every time. */
export function openAccessTokens(
  keys: Keys,
  sessions: LiveSessions,
  isRevoked: (jti: string) => boolean,
  clock: Clock,
): AccessTokens {
  const verified = new LRUCache<string, VerifiedToken>({ max: 10_000 })

  const read = async (token: string, now: number) => {
    const { kid } = decodeHeader(token)
    const local = keys.local()
    const system = kid === local.kid
    const key = system ? local.key : keys.verifying(kid)
    if (!key) throw AuthenticationRequired()
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ: type,
      issuer,
      audience: issuer,
      requiredClaims: ['sub', 'exp', 'iat', 'jti'],
      currentDate: new Date(now),
    })
    // jose is content with a list of audiences that merely contains ours.
    if (payload.aud !== issuer) throw AuthenticationRequired()
    return { kid, system, payload }
  }

  const check = async (token: string): Promise<VerifiedToken> => {
    const { kid, system, payload } = await read(token, clock.now())
    const caller = system ? systemCaller(payload, clock.now()) : memberCaller(payload, sessions)
    return { caller, jti: payload.jti ?? '', local_kid: system ? kid : null }
  }

  const verify = async (token: string, anew = false): Promise<VerifiedToken> => {
    const fingerprint = hash('sha256', token)
    const outcome = (anew ? null : verified.get(fingerprint)) ?? (await check(token).catch(refusal))
    verified.set(fingerprint, outcome)
    return outcome
  }

  return {
    lifetime: (session) => lifetimeOf(session, clock.now()),
    issue: issuing(keys, clock),

    verify: async (token, isUse = true) => {
      const { caller, jti, local_kid } = await verify(token)
      if (local_kid !== null && local_kid !== keys.local().kid) throw AuthenticationRequired()
      const left = caller.expires_at - clock.now()
      // One from a time to come was made before the clock was set back, and would hold until that time.
      if (left <= 0 || left > 2 * accessLifetime * 1_000) throw TokenExpired()
      if (isRevoked(jti)) throw TokenRevoked()
      if (caller.session_uuid === null) return caller
      const session = sessions.get(caller.session_uuid)
      if (!session || session.family_member_uuid !== caller.family_member_uuid) throw TokenRevoked()
      const now = clock.now()
      if (session.idle !== null && now - session.last_seen_at >= session.idle) throw TokenRevoked()
      if (isUse) session.last_seen_at = now
      // What it was restricted to may be over since.
      if (caller.restriction !== session.restriction) return (await verify(token, true)).caller
      const parent = session.parent_uuid === null ? undefined : sessions.get(session.parent_uuid)
      if (isUse && parent && parent.idle !== null) parent.last_seen_at = now
      return caller.admin && !session.admin ? { ...caller, admin: false } : caller
    },

    inspect: async (token) => {
      try {
        // A moment at which every token held that ever was made.
        const { system, payload } = await read(token, 0)
        const { jti = '', sub = '', session_uuid, exp = 0 } = payload
        return {
          jti,
          actor: system ? sub : `user:${sub}`,
          session_uuid: typeof session_uuid === 'string' ? session_uuid : null,
          expires_at: exp * 1_000,
        }
      } catch {
        return null
      }
    },
  }
}

function issuing(keys: Keys, clock: Clock): AccessTokens['issue'] {
  return (member, session) => {
    const { session_uuid, methods, authenticated_at } = session
    const now = Math.floor(clock.now() / 1_000)
    const { family_member_uuid, full_name, relationship, roles } = member
    const auth_time = Math.floor(Date.parse(authenticated_at) / 1_000)
    const { kid, key } = keys.signing()
    return new SignJWT({
      family_member_uuid,
      full_name,
      relationship,
      session_uuid,
      roles,
      amr: methods,
      auth_time,
    })
      .setProtectedHeader({ alg: algorithm, typ: type, kid })
      .setSubject(family_member_uuid)
      .setIssuer(issuer)
      .setAudience(issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + lifetimeOf(session, clock.now()))
      .setJti(randomUUID())
      .sign(key)
  }
}

const lifetimeOf = ({ expires_at }: Pick<SessionRow, 'expires_at'>, now: number) =>
  Math.min(accessLifetime, Math.floor(Date.parse(expires_at) / 1_000) - Math.floor(now / 1_000))

function decodeHeader(token: string): { kid: string } {
  try {
    const { kid } = decodeProtectedHeader(token)
    if (typeof kid === 'string') return { kid }
  } catch {
    // What is no JWT at all is refused like any other bad token.
  }
  throw AuthenticationRequired()
}

function refusal(error: unknown): never {
  if (error instanceof errors.JWTExpired) throw TokenExpired()
  if (error instanceof errors.JOSEError) throw AuthenticationRequired()
  throw error
}

function memberCaller(claims: JWTPayload, sessions: LiveSessions): Caller {
  const { sub, session_uuid, roles, auth_time, exp = 0 } = claims
  if (typeof sub !== 'string' || typeof session_uuid !== 'string') throw AuthenticationRequired()
  // A session is of its device from its beginning to its end.
  const session = sessions.get(session_uuid)
  const { device_uuid = null, parent_uuid = null, restriction = null, methods = [] } = session ?? {}
  return {
    actor: `user:${sub}`,
    family_member_uuid: sub,
    session_uuid,
    parent_uuid,
    admin: restriction === null && Array.isArray(roles) && roles.includes('admin'),
    device_uuid,
    trusted: device_uuid !== null,
    authenticated_at: Number(auth_time) * 1_000,
    expires_at: exp * 1_000,
    key: null,
    restriction,
    methods,
  }
}

function systemCaller({ sub = '', iat = 0, exp = 0 }: JWTPayload, now: number): Caller {
  const maxExpiry = Math.min(iat, now / 1_000 + clockSkew) + maxSystemLifetime
  if (!/^system:[a-z][a-z0-9-]{0,31}$/.test(sub) || exp > maxExpiry) throw AuthenticationRequired()
  return {
    actor: sub,
    family_member_uuid: null,
    session_uuid: null,
    parent_uuid: null,
    admin: true,
    device_uuid: null,
    trusted: true,
    authenticated_at: iat * 1_000,
    expires_at: exp * 1_000,
    key: null,
    restriction: null,
    methods: [],
  }
}

/** Single tokens that hold no longer though they have not run out: those of no session. */
export interface RevokedTokens {
  /** Reads no database. */
  readonly has: (jti: string) => boolean
  readonly add: (tx: Transaction, token: { jti: string; expires_at: string }) => void
  /** Forgets those that have run out at `now`, milliseconds since the epoch. */
  readonly sweep: (tx: Transaction, now: number) => void
}

/** Opens the list, in memory and in the database. */
export function openRevokedTokens({ database }: Store): RevokedTokens {
  const insert = database
    .insert(revokedTokens)
    .values(placeholders(revokedTokens))
    .onConflictDoNothing()
    .prepare()
  const forget = database
    .delete(revokedTokens)
    .where(lt(revokedTokens.expires_at, parameter('now')))
    .returning({ jti: revokedTokens.jti })
    .prepare()
  const revoked = new Set(
    database
      .select()
      .from(revokedTokens)
      .all()
      .map(({ jti }) => jti),
  )

  return {
    has: (jti) => revoked.has(jti),
    add: (tx, token) => {
      insert.run(token)
      tx.afterCommit(() => revoked.add(token.jti))
    },
    sweep: (tx, now) => {
      const gone = forget.all({ now })
      tx.afterCommit(() => gone.forEach(({ jti }) => revoked.delete(jti)))
    },
  }
}
