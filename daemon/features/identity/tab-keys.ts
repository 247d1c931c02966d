import { hkdfSync } from 'node:crypto'
import type { Bus } from '../../bus/bus.ts'
import type { Home } from '../../kernel/home.ts'
import { keepSecret, readSecret } from '../../kernel/encryption/home-key.ts'
import { fingerprint, newSecret } from './secrets.ts'

/**
 * Keys with which a page that is loaded anew goes on with its session. A browser keeps what a page stores for whoever
 * serves its address next, another program that takes the port of a stopped daemon included. These keys live in the
 * memory of this process alone, and as long as it runs nobody else serves that address: whatever a page of a later
 * program finds is worth nothing.
 */
export interface TabKeys {
  /** A key of this session, besides those that it has. */
  readonly make: (session_uuid: string) => string
  /** The session that a key is of; undefined for one of another run and of a session that has ended. */
  readonly sessionOf: (tab_key: string) => string | undefined
}

/** How many keys a session has at most: each reload of a page may ask for one. */
const maxKeys = 20

/** Opens the keys; those of a session go with it. */
export function openTabKeys(bus: Bus): TabKeys {
  const sessions = new Map<string, string>()
  const drop = (session_uuid: unknown, maxKeys: number) => {
    const held = [...sessions].filter(([, session]) => session === session_uuid).map(([key]) => key)
    for (const key of held.slice(0, Math.max(0, held.length - maxKeys))) sessions.delete(key)
  }
  bus.subscribe('session.ended', { receive: ({ payload }) => drop(payload['session_uuid'], 0) })
  return {
    make: (session_uuid) => {
      drop(session_uuid, maxKeys - 1)
      const key = newSecret()
      sessions.set(fingerprint(key), session_uuid)
      return key
    },
    sessionOf: (tab_key) => sessions.get(fingerprint(tab_key)),
  }
}

/**
 * The keys with which pages lock what they keep in a browser, 32 bytes in hexadecimal: derived for each member (HKDF-SHA256, RFC
 * 5869) from a secret of the home, so that a draft can be read again after any restart, and elsewhere by nobody.
 */
export function openPageKeys({ pageKey }: Pick<Home, 'pageKey'>): (family_member_uuid: string) => string {
  const stored = readSecret(pageKey)?.trim()
  const secret = stored || newSecret()
  if (!stored) keepSecret(pageKey, `${secret}\n`)
  return (family_member_uuid) =>
    Buffer.from(hkdfSync('sha256', secret, '', `companion page ${family_member_uuid}`, 32)).toString('hex')
}
