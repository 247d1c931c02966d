import { hash } from 'node:crypto'
import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/context.ts'
import { AuthenticationRequired, TokenExpired } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { adminScopes } from '../../kernel/scope.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { KeyQueries, KeyRow } from './store.ts'

/** What every key begins with, so that people and scanners know one by sight. */
const prefix = 'cmp_'
/** How long it may take until the last use of a key is in the database, in milliseconds. */
const flushDelayMs = 60_000

/** What is kept of a key: 256 random bits need no salt and no slow hash. */
export const hashOfKey = (key: string): string => hash('sha256', key)

/** The text of a key, made of 256 random bits as base64url. */
export const textOfKey = (secret: string): string => prefix + secret

/**
 * The keys that hold, in memory: a request is checked without reading the database. Those who change the database change
 * this too, once their transaction is on the disk.
 */
export interface LiveKeys {
  /** Who calls with a key, null where it does not look like one; throws `AUTHENTICATION_REQUIRED` or `TOKEN_EXPIRED`. */
  readonly authenticate: (token: string) => Caller | null
  readonly find: (key_uuid: string) => KeyRow | undefined
  readonly all: () => readonly KeyRow[]
  readonly countOf: (family_member_uuid: string) => number
  readonly add: (row: KeyRow) => void
  /** Takes a key for one whose text is another now. */
  readonly renew: (row: KeyRow) => void
  /** Ends keys: what was opened with them is closed. */
  readonly end: (fits: (row: KeyRow) => boolean) => void
  /** Closes what was opened with the keys of a member, who may come back. */
  readonly suspend: (family_member_uuid: string) => void
  /** When a key was last used, ISO 8601; null for never. */
  readonly lastUsed: (row: KeyRow) => string | null
  /** Writes down which keys were used since the last time. */
  readonly flush: () => void
}

interface LiveKeysDependencies {
  readonly store: Store
  readonly queries: KeyQueries
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly isAdmin: (family_member_uuid: string) => boolean
  readonly isMember: (family_member_uuid: string) => boolean
}

/** Opens the keys of the database. */
export function openLiveKeys(dependencies: LiveKeysDependencies): LiveKeys {
  const { store, queries, bus, clock, log, isAdmin, isMember } = dependencies
  const byHash = new Map(queries.all().map((row) => [row.key_hash, row]))
  /** When each was last used since the last flush, milliseconds since the epoch. */
  const used = new Map<string, number>()
  let cancel: (() => void) | null = null

  const flush = () => {
    cancel?.()
    cancel = null
    if (used.size === 0) return
    try {
      store.write((tx: Transaction) => {
        for (const [key_uuid, now] of used) queries.used(tx, key_uuid, now)
      })
      for (const [key_hash, row] of byHash)
        if (used.has(row.key_uuid)) byHash.set(key_hash, { ...row, last_used_at: lastUsed(row) })
      used.clear()
    } catch (error) {
      // A full disk locks no program out.
      log.error({ err: error }, 'the last use of keys could not be written')
    }
  }

  const lastUsed = ({ key_uuid, last_used_at }: KeyRow) => {
    const now = used.get(key_uuid)
    return now === undefined ? last_used_at : iso(now)
  }

  return {
    authenticate: (token) => {
      if (!token.startsWith(prefix)) return null
      const row = byHash.get(hashOfKey(token))
      if (!row || !isMember(row.family_member_uuid)) throw AuthenticationRequired()
      const expires_at = Math.min(momentOf(row.expires_at), momentOf(row.token_expires_at))
      if (expires_at <= clock.now()) throw TokenExpired()
      used.set(row.key_uuid, clock.now())
      cancel ??= clock.after(flushDelayMs, flush)
      return { ...callerOf(row, isAdmin(row.family_member_uuid)), expires_at }
    },
    find: (key_uuid) => byHash.values().find((row) => row.key_uuid === key_uuid),
    all: () => [...byHash.values()],
    countOf: (owner) => [...byHash.values()].filter((row) => row.family_member_uuid === owner).length,
    add: (row) => void byHash.set(row.key_hash, row),
    renew: (row) => {
      for (const [key_hash, { key_uuid }] of byHash) if (key_uuid === row.key_uuid) byHash.delete(key_hash)
      byHash.set(row.key_hash, row)
    },
    end: (fits) => {
      for (const [key_hash, row] of byHash) {
        if (!fits(row)) continue
        byHash.delete(key_hash)
        used.delete(row.key_uuid)
        bus.publish('key.ended', { key_uuid: row.key_uuid })
      }
    },
    suspend: (family_member_uuid) => {
      for (const row of byHash.values())
        if (row.family_member_uuid === family_member_uuid)
          bus.publish('key.ended', { key_uuid: row.key_uuid })
    },
    lastUsed,
    flush,
  }
}

/** Milliseconds since the epoch; infinity for never. */
const momentOf = (text: string | null) => (text === null ? Infinity : Date.parse(text))

function callerOf(
  { key_uuid, family_member_uuid, name, scopes, allowed_operations }: KeyRow,
  admin: boolean,
) {
  const held = new Set(scopes.filter((scope) => admin || !adminScopes.has(scope)))
  return {
    actor: `user:${family_member_uuid}`,
    family_member_uuid,
    session_uuid: null,
    parent_uuid: null,
    admin: held.has('admin'),
    device_uuid: null,
    trusted: false,
    // No password was ever given for it.
    authenticated_at: 0,
    key: {
      key_uuid,
      name,
      scopes: held,
      allowed_operations: allowed_operations && new Set(allowed_operations),
    },
    restriction: null,
    methods: [],
  }
}
