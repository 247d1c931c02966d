import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../kernel/clock.ts'
import { fingerprint, newSecret } from '../secrets.ts'
import type { PasskeyRequest } from './passkeys.ts'

/** How long a sign-in may stay half done, in milliseconds. */
const lifetimeMs = 300_000
/** How many wrong codes end one. */
export const maxWrong = 5

export interface HalfSignIn {
  /** Null before anybody was recognised, where a passkey is all that is given. */
  readonly family_member_uuid: string | null
  /** The hash that the password fitted; null where none was given. Another password ends it. */
  readonly password_hash: string | null
  /** The session that gives a factor once more; null for a sign-in. */
  readonly session_uuid: string | null
  /** The member, by their username, in whose profile the owner is to read; null for a sign-in of one's own. */
  readonly profile: string | null
  /** What a browser signs, once. */
  challenge: PasskeyRequest | null
  approval: string | null
  wrong: number
}

interface ExpiringHalf extends HalfSignIn {
  readonly until: number
}

/** The sign-ins that wait for their second step, each by an `mfa_token` that is good for nothing else. */
export interface HalfSignIns {
  /** Keeps one for 5 min; answers its token, of which only a hash is kept. */
  readonly begin: (
    half: Pick<HalfSignIn, 'family_member_uuid' | 'password_hash' | 'session_uuid' | 'profile'>,
  ) => string
  /** Undefined for one that is over, and for any other text. */
  readonly find: (mfa_token: string) => HalfSignIn | undefined
  readonly end: (mfa_token: string) => void
}

/** Opens them; they are in memory, so that a restart ends them. */
export function openHalfSignIns(clock: Clock): HalfSignIns {
  const all = new LRUCache<string, ExpiringHalf>({ max: 10_000 })
  return {
    begin: (half) => {
      const mfa_token = newSecret()
      const until = clock.monotonic() + lifetimeMs
      all.set(fingerprint(mfa_token), { ...half, challenge: null, approval: null, wrong: 0, until })
      return mfa_token
    },
    find: (mfa_token) => {
      const half = all.get(fingerprint(mfa_token))
      return half && clock.monotonic() < half.until ? half : undefined
    },
    end: (mfa_token) => void all.delete(fingerprint(mfa_token)),
  }
}
