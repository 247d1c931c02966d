import { useSyncExternalStore } from 'react'
import { backoff } from '../../client/backoff.ts'
import { createClient } from '../../client/client.ts'
import { ApiError, SessionEndedError } from '../../client/errors.ts'
import {
  type Session,
  sessionOf,
  sessionTokens,
  type SignedIn,
  type TokenSource,
} from '../../client/tokens.ts'
import { base_url } from './address.ts'
import { heldElsewhere, holdSession, keepKey, keptKey } from './tab.ts'

/** Whose page this is. */
export type Presence =
  | { readonly state: 'arriving' }
  /** `ended`: there was a session and it is over. */
  | { readonly state: 'out'; readonly ended: boolean }
  | { readonly state: 'in'; readonly member: SignedIn['family_member']; readonly session_uuid: string }

/** For the operations that need no token. */
export const anonymous = createClient({ base_url })

// Tokens are nowhere but here: they go with the page.
let held: Session | null = null
let presence: Presence = { state: 'arriving' }
let release = () => {}
const listeners = new Set<() => void>()

function become(next: Presence): void {
  presence = next
  for (const listener of listeners) listener()
}

function hold(session: Session): void {
  const { session_uuid, family_member } = session
  const another = held?.session_uuid !== session_uuid
  held = session
  if (another) {
    release()
    release = holdSession(session_uuid)
  }
  become({ state: 'in', member: family_member, session_uuid })
}

function leave(ended: boolean): void {
  held = null
  release()
  keepKey(null)
  become({ state: 'out', ended })
}

const renewed = sessionTokens({ load: () => held, save: hold }, (refresh_token) =>
  anonymous.call('auth.refresh', { refresh_token }),
)

/** The tokens of whoever is signed in; the page shows the sign-in where the session is over. */
export const tokens: TokenSource = async (refused) => {
  try {
    return await renewed(refused)
  } catch (error) {
    if (error instanceof SessionEndedError && presence.state === 'in') leave(true)
    throw error
  }
}

/** Calls the daemon as whoever is signed in. */
export const client = createClient({ base_url, tokens })

/** Goes on with the session of the page before, where there is one; tries for as long as the daemon does not answer. */
export async function arrive(): Promise<void> {
  const kept = keptKey()
  if (!kept) return become({ state: 'out', ended: false })
  const beside = await heldElsewhere(kept.session_uuid)
  for (let failed = 1; ; failed += 1) {
    try {
      const answer = await anonymous.call('auth.resume', { tab_key: kept.tab_key, beside })
      keepKey({ tab_key: answer.tab_key, session_uuid: answer.session_uuid })
      return hold(sessionOf(answer, Date.now()))
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return leave(true)
      await new Promise((resolve) => setTimeout(resolve, backoff(failed)))
    }
  }
}

/** Goes on as whoever has just signed in. */
export async function signIn(answer: SignedIn): Promise<void> {
  hold(sessionOf(answer, Date.now()))
  const { tab_key } = await client.call('auth.keep_tab', {})
  keepKey({ tab_key, session_uuid: answer.session_uuid })
}

/** Gives the password once more, for what wants a recent sign-in. */
export async function stepUp(password: string): Promise<void> {
  hold(sessionOf(await client.call('auth.step_up', { password }), Date.now()))
}

/** Ends the session, also where the daemon cannot be told. */
export async function signOut(): Promise<void> {
  const before = held
  leave(false)
  if (!before) return
  const { access_token, expires_at } = before
  const own = createClient({ base_url, tokens: () => Promise.resolve({ token: access_token, expires_at }) })
  await own.call('auth.logout', {}).catch(() => {})
}

/** Takes over what has changed of the member. */
export function memberChanged(member: SignedIn['family_member']): void {
  if (held) hold({ ...held, family_member: member })
}

/** Whose page this is, as it changes. */
export function usePresence(): Presence {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => presence,
  )
}

/** The member who is signed in; throws where nobody is. */
export function useMember(): SignedIn['family_member'] {
  const seen = usePresence()
  if (seen.state !== 'in') throw new Error('nobody is signed in')
  return seen.member
}
