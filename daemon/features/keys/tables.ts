import { eq } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Scope } from '../../kernel/scope.ts'
import { type ArchivedKind, ofMember } from '../../store/archived.ts'
import { json, keyOf, timestamp } from '../../store/columns.ts'

/** What programs come with instead of a sign-in. */
export const apiKeys = sqliteTable('api_keys', {
  key_uuid: text().primaryKey().notNull(),
  family_member_uuid: text().notNull().references(keyOf('members', 'family_member_uuid')),
  key_hash: text().notNull().unique(),
  name: text().notNull(),
  scopes: json().$type<Scope[]>().notNull(),
  allowed_operations: json().$type<string[]>(),
  created_at: timestamp().notNull(),
  last_used_at: timestamp(),
  expires_at: timestamp(),
  /** The program that asked for it; null where its owner made it. */
  client_id: text().references(() => oauthClients.client_id),
  /** When its present text ends; null where that holds as long as the key. */
  token_expires_at: timestamp(),
})

/** Programs that ask members for keys, as they registered themselves. */
export const oauthClients = sqliteTable('oauth_clients', {
  client_id: text().primaryKey().notNull(),
  name: text(),
  redirect_uris: json().$type<string[]>().notNull(),
  created_at: timestamp().notNull(),
})

export const keyRefreshTokens = sqliteTable('key_refresh_tokens', {
  token_hash: text().primaryKey().notNull(),
  key_uuid: text()
    .notNull()
    .references(() => apiKeys.key_uuid, { onDelete: 'cascade' }),
  created_at: timestamp().notNull(),
  /** When it was given for another one. */
  used_at: timestamp(),
})

export const archived: readonly ArchivedKind[] = [
  {
    type: 'key',
    table: apiKeys,
    mine: eq(apiKeys.family_member_uuid, ofMember),
    without: ['key_hash'],
  },
]
