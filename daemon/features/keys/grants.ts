import type { Audit } from '../../store/audit.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import { hashOfKey, type LiveKeys } from './live-keys.ts'
import { maxKeys, TooManyKeys } from './schemas.ts'
import { type KeyQueries, type KeyRow, refreshTokenStore } from './store.ts'

/** How long the text of a granted key is good, in seconds; its program then gets another by a refresh token. */
export const accessTokenLifetime = 3_600
/** How long a granted key lasts while its program does not ask for another text, in seconds. */
export const grantLifetime = 90 * 86_400
/** How long a refresh token that was used is taken again, in milliseconds: its answer may have been lost. */
const retryGraceMs = 10_000

/** What a member has agreed that a program may do as they, and where they did. */
export interface Consent extends Pick<
  KeyRow,
  'key_uuid' | 'family_member_uuid' | 'client_id' | 'name' | 'scopes'
> {
  readonly address: string
  readonly session_uuid: string | null
}

/** A granted key as its program comes with it. */
export interface Grant extends Pick<KeyRow, 'key_uuid' | 'family_member_uuid' | 'client_id' | 'scopes'> {
  /** Milliseconds since the epoch. */
  readonly expires_at: number
}

/**
 * Keys that programs got by asking their owner: rows like all others, whose text changes each hour. At most one refresh
 * token of a key is good; one that comes again later ends the key (RFC 9700, 4.14.2).
 */
export interface Grants {
  /** Throws `UNPROCESSABLE` where a member has as many keys as there may be. */
  readonly assertRoom: (consent: Pick<Consent, 'family_member_uuid' | 'client_id'>) => void
  /** Makes the key that a member agreed to. An earlier one of the same program for the same member ends. */
  readonly begin: (consent: Consent, token: string) => void
  /** Gives a key another text: the one before ends. */
  readonly renew: (key_uuid: string, token: string) => void
  readonly find: (key_uuid: string) => Grant | undefined
  readonly ofToken: (token: string) => Grant | undefined
  readonly addRefreshToken: (key_uuid: string, token: string) => void
  /** `used` once it was given for another one, but for a moment. */
  readonly ofRefreshToken: (token: string) => { grant: Grant; used: boolean } | undefined
  readonly useRefreshToken: (token: string) => void
  /** Ends a key because its program says so, or because somebody came with what had been used. */
  readonly end: (key_uuid: string, address: string) => void
  /** Whether any member has a key of a program. */
  readonly isUsed: (client_id: string) => boolean
}

interface GrantsDependencies {
  readonly store: Store
  readonly audit: Audit<'key_created' | 'key_revoked'>
  readonly clock: Clock
  readonly queries: KeyQueries
  readonly live: LiveKeys
}

/** Opens the keys that programs ask for. */
export function openGrants({ store, audit, clock, queries, live }: GrantsDependencies): Grants {
  const refreshTokens = refreshTokenStore(store)
  const after = (seconds: number) => iso(clock.now() + seconds * 1_000)
  const textOf = (token: string) => ({
    key_hash: hashOfKey(token),
    token_expires_at: after(accessTokenLifetime),
    expires_at: after(grantLifetime),
  })

  const earlier = ({ family_member_uuid, client_id }: Pick<Consent, 'family_member_uuid' | 'client_id'>) =>
    live.all().filter((row) => row.client_id === client_id && row.family_member_uuid === family_member_uuid)

  const assertRoom: Grants['assertRoom'] = (consent) => {
    if (live.countOf(consent.family_member_uuid) - earlier(consent).length >= maxKeys) throw TooManyKeys()
  }

  const remove = (tx: Transaction, ended: KeyRow, address: string, session_uuid: string | null) => {
    const { key_uuid, name, family_member_uuid } = ended
    const details = { key_uuid, name }
    const actor = `user:${family_member_uuid}`
    queries.remove(tx, key_uuid)
    audit.record(tx, { event: 'key_revoked', actor, address, family_member_uuid, session_uuid, details })
    tx.afterCommit(() => live.end((row) => row.key_uuid === key_uuid))
  }

  const grantOf = (row: KeyRow | undefined, end: string | null | undefined): Grant | undefined =>
    row && row.client_id !== null && end ? { ...row, expires_at: Date.parse(end) } : undefined
  const find = (key_uuid: string) => {
    const row = live.find(key_uuid)
    return grantOf(row, row?.expires_at)
  }

  return {
    assertRoom,
    begin: ({ address, session_uuid, ...granted }, token) => {
      const created_at = iso(clock.now())
      const row: KeyRow = {
        ...granted,
        ...textOf(token),
        allowed_operations: null,
        created_at,
        last_used_at: null,
      }
      store.write((tx) => {
        assertRoom(granted)
        for (const one of earlier(granted)) remove(tx, one, address, session_uuid)
        queries.insert(tx, row)
        const { key_uuid, family_member_uuid, name, scopes, client_id } = row
        const details = { key_uuid, name, scopes, client_id }
        const actor = `user:${family_member_uuid}`
        audit.record(tx, { event: 'key_created', actor, address, family_member_uuid, session_uuid, details })
        tx.afterCommit(() => live.add(row))
      })
    },
    renew: (key_uuid, token) => {
      const row = live.find(key_uuid)
      if (!row) return
      const renewed = { ...row, ...textOf(token) }
      store.write((tx) => {
        queries.renew(tx, renewed)
        tx.afterCommit(() => live.renew(renewed))
      })
    },
    find,
    ofToken: (token) => {
      const key_hash = hashOfKey(token)
      const row = live.all().find((one) => one.key_hash === key_hash)
      return grantOf(row, row?.token_expires_at)
    },
    addRefreshToken: (key_uuid, token) => {
      if (!live.find(key_uuid)) return
      const row = { token_hash: hashOfKey(token), key_uuid, created_at: iso(clock.now()), used_at: null }
      store.write((tx) => refreshTokens.insert(tx, row))
    },
    ofRefreshToken: (token) => {
      const row = refreshTokens.find(hashOfKey(token))
      const grant = row && find(row.key_uuid)
      if (!grant) return undefined
      return { grant, used: row.used_at !== null && Date.parse(row.used_at) + retryGraceMs <= clock.now() }
    },
    useRefreshToken: (token) => {
      store.write((tx) => refreshTokens.use(tx, hashOfKey(token), iso(clock.now())))
    },
    end: (key_uuid, address) => {
      const row = live.find(key_uuid)
      if (row) store.write((tx) => remove(tx, row, address, null))
    },
    isUsed: (client_id) => live.all().some((row) => row.client_id === client_id),
  }
}
