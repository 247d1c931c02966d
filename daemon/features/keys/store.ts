import { and, count, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { parameter, placeholders, updates } from '../../store/columns.ts'
import { apiKeys, keyRefreshTokens } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'

export type KeyRow = typeof apiKeys.$inferSelect
export type RefreshRow = typeof keyRefreshTokens.$inferSelect

type Renewed = 'key_hash' | 'token_expires_at' | 'expires_at'

/** How many used refresh tokens of a key are known, so that one that comes again is told from one that never was. */
const maxUsedTokens = 100

/** The queries on keys, each prepared once. One that was revoked is gone. */
export function keyStore({ database }: Store) {
  const byId = eq(apiKeys.key_uuid, parameter('key_uuid'))
  const ofMember = eq(apiKeys.family_member_uuid, parameter('family_member_uuid'))
  const holding = or(isNull(apiKeys.expires_at), gt(apiKeys.expires_at, parameter('now')))
  // Null stands for everybody's.
  const listed = and(or(sql`${parameter('family_member_uuid')} IS NULL`, ofMember), holding)
  const all = database.select().from(apiKeys).prepare()
  const insert = database.insert(apiKeys).values(placeholders(apiKeys)).prepare()
  const remove = database.delete(apiKeys).where(byId).prepare()
  const erase = database.delete(apiKeys).where(ofMember).prepare()
  const used = database
    .update(apiKeys)
    .set({ last_used_at: parameter('now') })
    .where(byId)
    .prepare()
  const forget = database
    .delete(apiKeys)
    .where(lte(apiKeys.expires_at, parameter('now')))
    .prepare()
  const page = database
    .select()
    .from(apiKeys)
    .where(listed)
    .orderBy(desc(apiKeys.created_at), desc(sql`rowid`))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare()
  const renew = database
    .update(apiKeys)
    .set(updates(['key_hash', 'token_expires_at', 'expires_at']))
    .where(byId)
    .prepare()
  const counted = database.select({ total: count() }).from(apiKeys).where(listed).prepare()

  return {
    all: (): KeyRow[] => all.all(),

    insert: (_: Transaction, row: KeyRow): void => {
      insert.run({ ...row })
    },

    /** Gives a key another text, and another end. */
    renew: (
      _: Transaction,
      { key_uuid, key_hash, token_expires_at, expires_at }: Pick<KeyRow, 'key_uuid' | Renewed>,
    ): void => {
      renew.run({ key_uuid, key_hash, token_expires_at, expires_at })
    },

    remove: (_: Transaction, key_uuid: string): void => {
      remove.run({ key_uuid })
    },

    /** Deletes the keys of a member; answers how many there were. */
    erase: (_: Transaction, family_member_uuid: string): number => erase.run({ family_member_uuid }).changes,

    /** Milliseconds since the epoch. */
    used: (_: Transaction, key_uuid: string, now: number): void => {
      used.run({ key_uuid, now })
    },

    /** Deletes those that ended before `now`, milliseconds since the epoch. */
    forget: (_: Transaction, now: number): void => {
      forget.run({ now })
    },

    /** Those of a member that hold, or everybody's; the newest first. */
    list: (family_member_uuid: string | null, now: number, at: { limit: number; offset: number }) => ({
      items: page.all({ family_member_uuid, now, ...at }),
      total: counted.get({ family_member_uuid, now })?.total ?? 0,
    }),
  }
}

export type KeyQueries = ReturnType<typeof keyStore>

/** The queries on the refresh tokens of keys, each prepared once; they go with their key. */
export function refreshTokenStore({ database }: Store) {
  const byHash = eq(keyRefreshTokens.token_hash, parameter('token_hash'))
  const ofKey = eq(keyRefreshTokens.key_uuid, parameter('key_uuid'))
  const findByHash = database.select().from(keyRefreshTokens).where(byHash).prepare()
  const insert = database.insert(keyRefreshTokens).values(placeholders(keyRefreshTokens)).prepare()
  const unused = isNull(keyRefreshTokens.used_at)
  const use = database
    .update(keyRefreshTokens)
    .set(updates(['used_at']))
    .where(and(byHash, unused))
    .prepare()
  const useAll = database
    .update(keyRefreshTokens)
    .set(updates(['used_at']))
    .where(and(ofKey, unused))
    .prepare()
  const oldest = database
    .select({ token_hash: keyRefreshTokens.token_hash })
    .from(keyRefreshTokens)
    .where(ofKey)
    .orderBy(desc(keyRefreshTokens.created_at), desc(sql`rowid`))
    .limit(sql.placeholder('limit'))
    .offset(maxUsedTokens)
  const forget = database
    .delete(keyRefreshTokens)
    .where(inArray(keyRefreshTokens.token_hash, oldest))
    .prepare()

  return {
    find: (token_hash: string): RefreshRow | undefined => findByHash.get({ token_hash }),

    /** Makes it the one refresh token of its key that is good. */
    insert: (_: Transaction, row: RefreshRow): void => {
      const { key_uuid, created_at: used_at } = row
      useAll.run({ key_uuid, used_at })
      forget.run({ key_uuid, limit: -1 })
      insert.run({ ...row })
    },

    use: (_: Transaction, token_hash: string, used_at: string): void => {
      use.run({ token_hash, used_at })
    },
  }
}
