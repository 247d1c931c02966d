import { ApiError, SessionEndedError } from './errors.ts'
import type { OutputOf } from './types.ts'

/** How long before its end a token is no longer used, in milliseconds. */
export const renewalMargin = 30_000

export interface AccessToken {
  readonly token: string
  /** When it runs out by the clock of this machine, milliseconds since the epoch; infinity for a key. */
  readonly expires_at: number
}

/**
 * Gives a token that holds for 30 s at least. Given one that the daemon `refused`, it gives another. Throws
 * `SessionEndedError` where only a new sign-in helps.
 */
export type TokenSource = (refused?: string) => Promise<AccessToken>

export type SignedIn = OutputOf<'auth.login'>

/** A member's sign-in, as a program keeps it. */
export interface Session {
  readonly access_token: string
  /** When the access token runs out, milliseconds since the epoch. */
  readonly expires_at: number
  readonly refresh_token: string
  readonly session_uuid: string
  /** What the session may do less than its member; left out for nothing less. */
  readonly restriction?: NonNullable<SignedIn['restriction']>
  readonly family_member: SignedIn['family_member']
}

/** Where a program keeps its session; other programs may keep theirs in the same place. */
export interface SessionStore {
  readonly load: () => Session | null | Promise<Session | null>
  readonly save: (session: Session) => void | Promise<void>
}

/** The session that a sign-in or a refresh at `now` has given. */
export function sessionOf(answer: SignedIn, now: number): Session {
  const { access_token, refresh_token, session_uuid, family_member, restriction } = answer
  return {
    access_token,
    expires_at: now + answer.expires_in * 1_000,
    refresh_token,
    session_uuid,
    ...(restriction && { restriction }),
    family_member,
    ...(restriction !== undefined && { restriction }),
  }
}

/**
 * The tokens of a stored session, renewed by `refresh` when they must be: once, however many ask. A new session is saved
 * before it is used, since its refresh token is the only one that holds from then on.
 */
export function sessionTokens(
  store: SessionStore,
  refresh: (refresh_token: string) => Promise<SignedIn>,
  now: () => number = Date.now,
): TokenSource {
  let renewing: Promise<Session> | null = null

  const usable = (session: Session, refused?: string) =>
    session.access_token !== refused && session.expires_at - now() > renewalMargin

  const renew = async (held: Session): Promise<Session> => {
    try {
      const renewed = sessionOf(await refresh(held.refresh_token), now())
      await store.save(renewed)
      return renewed
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      // Another program may have renewed the same session at the same moment, and saved what holds now.
      const newer = await store.load()
      if (newer && newer.refresh_token !== held.refresh_token && usable(newer)) return newer
      throw new SessionEndedError()
    }
  }

  return async (refused) => {
    const held = await store.load()
    if (!held) throw new SessionEndedError()
    if (usable(held, refused)) return accessTokenOf(held)
    renewing ??= renew(held).finally(() => {
      renewing = null
    })
    return accessTokenOf(await renewing)
  }
}

const accessTokenOf = ({ access_token, expires_at }: Session): AccessToken => ({
  token: access_token,
  expires_at,
})
