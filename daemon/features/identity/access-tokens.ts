import { hash, randomUUID } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/context.ts'
import { AuthenticationRequired, TokenExpired, TokenRevoked } from '../../kernel/errors.ts'
import { algorithm, type Keys } from './keys.ts'
import type { FamilyMember } from './schemas.ts'
import type { LiveSessions } from './live-sessions.ts'

/** How long an access token holds, in seconds: 15 min. */
export const accessLifetime = 900
/** `iss` and `aud` of every token. */
const issuer = 'companion'
/** How long a `system:` token may hold at most, in seconds. */
const longestSystemLifetime = 600
/** By how much, in seconds, a token may seem to be from the future: a clock may be set between two readings. */
const clockSkew = 5
const type = 'at+jwt'

export interface AccessTokens {
  /** A token of 15 min for a session of `member`; `authenticated_at` in milliseconds since the epoch. */
  readonly issue: (member: FamilyMember, session_uuid: string, authenticated_at: number) => Promise<string>
  /** Who calls with this token; throws `AUTHENTICATION_REQUIRED`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`. */
  readonly verify: (token: string) => Promise<Caller>
}

/** JWT access tokens (RFC 9068), signed with Ed25519. A token's signature is checked once, its session every time. */
export function openAccessTokens(keys: Keys, sessions: LiveSessions, clock: Clock): AccessTokens {
  const verified = new LRUCache<string, Caller>({ max: 10_000 })

  const check = async (token: string): Promise<Caller> => {
    const { kid } = decodeHeader(token)
    const system = kid === keys.local.kid
    const key = system ? keys.local.key : keys.verifying.get(kid)
    if (!key) throw AuthenticationRequired()
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ: type,
      issuer,
      audience: issuer,
      requiredClaims: ['sub', 'exp', 'iat', 'jti'],
      currentDate: new Date(clock.now()),
    })
    // jose is content with a list of audiences that merely contains ours.
    if (payload.aud !== issuer) throw AuthenticationRequired()
    return system ? systemCaller(payload, clock.now()) : memberCaller(payload)
  }

  return {
    issue: (member, session_uuid, authenticated_at) => {
      const now = Math.floor(clock.now() / 1_000)
      const { family_member_uuid, full_name, relationship, roles } = member
      const auth_time = Math.floor(authenticated_at / 1_000)
      return new SignJWT({
        family_member_uuid,
        full_name,
        relationship,
        session_uuid,
        roles,
        amr: ['pwd'],
        auth_time,
      })
        .setProtectedHeader({ alg: algorithm, typ: type, kid: keys.signing.kid })
        .setSubject(family_member_uuid)
        .setIssuer(issuer)
        .setAudience(issuer)
        .setIssuedAt(now)
        .setExpirationTime(now + accessLifetime)
        .setJti(randomUUID())
        .sign(keys.signing.key)
    },

    verify: async (token) => {
      const fingerprint = hash('sha256', token)
      let caller = verified.get(fingerprint)
      if (!caller) {
        caller = await check(token).catch(refusal)
        verified.set(fingerprint, caller)
      }
      if (caller.expires_at <= clock.now()) throw TokenExpired()
      if (caller.session_uuid === null) return caller
      const session = sessions.get(caller.session_uuid)
      if (!session || session.family_member_uuid !== caller.family_member_uuid) throw TokenRevoked()
      return caller.admin && !session.admin ? { ...caller, admin: false } : caller
    },
  }
}

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

function memberCaller(claims: JWTPayload): Caller {
  const { sub, session_uuid, roles, auth_time, exp = 0 } = claims
  if (typeof sub !== 'string' || typeof session_uuid !== 'string') throw AuthenticationRequired()
  return {
    actor: `user:${sub}`,
    family_member_uuid: sub,
    session_uuid,
    admin: Array.isArray(roles) && roles.includes('admin'),
    authenticated_at: Number(auth_time) * 1_000,
    expires_at: exp * 1_000,
  }
}

function systemCaller({ sub = '', iat = 0, exp = 0 }: JWTPayload, now: number): Caller {
  const longest = Math.min(iat, now / 1_000 + clockSkew) + longestSystemLifetime
  if (!/^system:[a-z][a-z0-9-]{0,31}$/.test(sub) || exp > longest) throw AuthenticationRequired()
  return {
    actor: sub,
    family_member_uuid: null,
    session_uuid: null,
    admin: true,
    authenticated_at: iat * 1_000,
    expires_at: exp * 1_000,
  }
}
