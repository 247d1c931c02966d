import { useSyncExternalStore } from 'react'
import { type Client, createClient } from '../../client/client.ts'
import type { SignedIn } from '../../client/tokens.ts'
import { app } from './app.ts'
import { openBrowserSessions } from './browser-sessions.ts'
import { PageSession, type Presence } from './page-session.ts'
import { forgetMember, tab } from './tab.ts'

/** The REST root of the daemon that serves this page. */
const base_url = (): string => `${location.origin}/api/v1`

const session = new PageSession({
  connect: (tokens) => createClient(tokens ? { base_url, tokens } : { base_url }),
  tab,
  browser: openBrowserSessions(),
  app,
  loadAnew: () => {
    location.reload()
    return new Promise(() => {})
  },
})
session.onSignOut(forgetMember)

export const {
  anonymous,
  client,
  tokens,
  arrive,
  signIn,
  stepUp,
  renew,
  requestNewPassword,
  setWaitedPassword,
  signOut,
  onSignOut,
  memberChanged,
  keepApp,
  pad,
} = session

/** Calls the daemon with an access token that is nobody's on this page. */
export const clientWith = (token: string): Client =>
  createClient({ base_url, tokens: async () => ({ token, expires_at: Number.POSITIVE_INFINITY }) })

/** Whose page this is, as it changes. */
export function usePresence(): Presence {
  return useSyncExternalStore(session.watch, session.presence)
}

/** The member who is signed in; throws where nobody is. */
export function useMember(): SignedIn['family_member'] {
  const seen = usePresence()
  if (seen.state !== 'in') throw new Error('nobody is signed in')
  return seen.member
}

/** What the session may do less than its member; null for nothing less. */
export function useRestriction() {
  const seen = usePresence()
  return seen.state === 'in' ? seen.restriction : null
}

/** The address of its WebSocket. */
export const ws_url = (): string => `${location.origin.replace(/^http/, 'ws')}/ws`
