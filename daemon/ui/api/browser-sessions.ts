import type { KeyPair } from 'dpop'
import { createStore, del, get, set } from 'idb-keyval'
import type { Prove } from '../../client/client.ts'

/** A sign-in that this browser stays in. The private key is in the browser, and nobody can take it out. */
export interface BrowserSession {
  readonly session_uuid: string
  readonly refresh_token: string
  readonly keys: KeyPair
}

/** The sign-ins that a browser profile stays in, for all of its tabs. A copy of them is worth nothing without their keys. */
export interface BrowserSessions {
  readonly makeKeys: () => Promise<KeyPair>
  /** The keys by which the browser is a trusted device; null where it was not paired. */
  readonly deviceKeys: () => Promise<KeyPair | null>
  readonly keepDeviceKeys: (keys: KeyPair) => Promise<void>
  /** Proves to the daemon that this browser has a key. */
  readonly proveWith: (keys: KeyPair) => Prove
  /** The one of that id, or for null the newest; null where there is none. */
  readonly find: (session_uuid: string | null) => Promise<BrowserSession | null>
  /** Keeps a session, as the newest. */
  readonly keep: (session: BrowserSession) => Promise<void>
  readonly forget: (session_uuid: string) => Promise<void>
  /** Runs `change` while no other tab changes that session. */
  readonly alone: <T>(session_uuid: string, change: () => Promise<T>) => Promise<T>
}

const newest = 'newest'
const device = 'device'
const placeOf = (session_uuid: string) => `session.${session_uuid}`

/** Opens what the browser keeps for this address, which is no other program's but one that takes it over. */
export function openBrowserSessions(): BrowserSessions {
  const store = createStore('companion', 'sessions')
  const find = async (session_uuid: string | null) => {
    const wanted = session_uuid ?? (await get<string>(newest, store))
    return wanted === undefined ? null : ((await get<BrowserSession>(placeOf(wanted), store)) ?? null)
  }
  return {
    deviceKeys: async () => (await get<KeyPair>(device, store).catch(() => undefined)) ?? null,
    keepDeviceKeys: (keys) => set(device, keys, store),
    // Not needed by whoever does not stay.
    makeKeys: async () => (await import('dpop')).generateKeyPair('ES256', { extractable: false }),
    proveWith:
      (keys) =>
      async ({ method, url, nonce }) =>
        (await import('dpop')).generateProof(keys, url, method, nonce),
    // Where a browser keeps nothing, as in some private windows, nobody stays.
    find: (session_uuid) => find(session_uuid).catch(() => null),
    keep: async (session) => {
      await set(placeOf(session.session_uuid), session, store)
      await set(newest, session.session_uuid, store)
    },
    forget: async (session_uuid) => {
      await del(placeOf(session_uuid), store)
      if ((await get(newest, store)) === session_uuid) await del(newest, store)
    },
    alone: (session_uuid, change) => navigator.locks.request(`companion.tokens.${session_uuid}`, change),
  }
}
