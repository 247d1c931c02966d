import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import type { AppBridge } from '../../daemon/client/app-bridge.ts'
import type { Client } from '../../daemon/client/client.ts'
import { ApiError } from '../../daemon/client/errors.ts'
import type { SignedIn, TokenSource } from '../../daemon/client/tokens.ts'
import type { BrowserSession } from '../../daemon/ui/api/browser-sessions.ts'
import { PageSession } from '../../daemon/ui/api/page-session.ts'
import type { TabKey } from '../../daemon/ui/api/tab.ts'

/** What a sign-in answers, or whatever gives new tokens; `number` tells them apart. */
export const signedIn = (who: string, number = 1, expires_in = 900): SignedIn => ({
  access_token: `${who}-${number}`,
  refresh_token: `refresh-${who}-${number}`,
  token_type: 'Bearer',
  expires_in,
  refresh_expires_in: 2_592_000,
  session_uuid: `session-of-${who}`,
  family_member: {
    family_member_uuid: who,
    username: who,
    full_name: who,
    relationship: 'family',
    roles: [],
    standing: 'primary',
    trust_level: 'basic',
    preferences: {},
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  },
})

/** Two keys, which nobody looks into. */
export const keys = {} as BrowserSession['keys']

export type Key = TabKey & { readonly tab_key: string }

export const refused = (status: number) => new ApiError({ status, code: null, message: 'refused' })

interface Asked extends PromiseWithResolvers<unknown> {
  /** The operation, and with whose token. */
  readonly what: string
}

/** A page of which the test answers what it asks the daemon. */
export function openPage(key: Key | null = null, app: AppBridge | null = null) {
  const state = {
    key: key as TabKey | null,
    held: new Set<string>(),
    loaded: 0,
    seen: [] as string[],
    left: [] as string[],
  }
  const asked: Asked[] = []
  const connect = (tokens?: TokenSource) => {
    const call = async (name: string) => {
      const token = tokens ? (await tokens()).token : 'nobody'
      const one = { what: `${name} as ${token}`, ...Promise.withResolvers<unknown>() }
      asked.push(one)
      return one.promise
    }
    return { call, callByName: call } as Client
  }
  const sessions = new Map<string, BrowserSession>()
  const page = new PageSession({
    connect,
    app,
    browser: {
      makeKeys: () => Promise.resolve(keys),
      deviceKeys: () => Promise.resolve(null),
      keepDeviceKeys: () => Promise.resolve(),
      proveWith: () => () => Promise.resolve('proof'),
      find: (session_uuid) =>
        Promise.resolve(sessions.get(session_uuid ?? [...sessions.keys()].at(-1) ?? '') ?? null),
      keep: (session) => {
        sessions.set(session.session_uuid, session)
        return Promise.resolve()
      },
      forget: (session_uuid) => {
        sessions.delete(session_uuid)
        return Promise.resolve()
      },
      alone: (_session_uuid, change) => change(),
    },
    tab: {
      keptKey: () => state.key,
      keepKey: (next) => {
        state.key = next
      },
      heldElsewhere: () => Promise.resolve(false),
      holdSession: (session_uuid) => {
        state.held.add(session_uuid)
        return () => state.held.delete(session_uuid)
      },
    },
    loadAnew: () => {
      state.loaded += 1
      return Promise.resolve()
    },
  })
  page.watch(() => state.seen.push(page.presence().state))
  page.onSignOut((family_member_uuid) => state.left.push(family_member_uuid))
  /** Waits for the page to ask for that, and takes the question away. */
  const next = async (what: string): Promise<Asked> => {
    await setImmediate()
    const one = asked.shift()
    assert.equal(one?.what, what)
    return one
  }
  const signIn = async (who: string) => {
    const entering = page.signIn(() => Promise.resolve(signedIn(who)), false)
    const keeping = await next(`auth.keep_tab as ${who}-1`)
    keeping.resolve({ tab_key: `key-of-${who}` })
    await entering
  }
  const leave = async (who: string) => {
    const leaving = page.signOut()
    const ending = await next(`auth.logout as ${who}-1`)
    ending.resolve({})
    await leaving
  }
  return { page, state, sessions, asked, next, signIn, leave }
}
