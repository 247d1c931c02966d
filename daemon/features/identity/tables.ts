import { eq, getTableColumns, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { SignInMethod } from '../../kernel/context.ts'
import { restrictions } from '../../kernel/scope.ts'
import { actorOf, type ArchivedKind, ofMember } from '../../store/archived.ts'
import { json, timestamp } from '../../store/columns.ts'

export const members = sqliteTable('members', {
  family_member_uuid: text().primaryKey(),
  username: text().notNull().unique(),
  full_name: text().notNull(),
  relationship: text().notNull(),
  roles: json().$type<string[]>().notNull(),
  password_hash: text().notNull(),
  created_at: timestamp().notNull(),
  updated_at: timestamp().notNull(),
  preferences: json().$type<Record<string, unknown>>().notNull(),
  /** Which range the member's PIN is of. */
  standing: text({ enum: ['primary', 'secondary', 'temporary'] }).notNull(),
  /** Whether the owner may open the profile with the owner's own password, to read in it. */
  opens_to_owner: integer({ mode: 'boolean' }).notNull(),
  /** When they were removed; nobody finds them from then on, unless that is undone. */
  removed_at: timestamp(),
})

/** The members who have yet to be told that their profile opens to the owner, which they were never asked. */
export const ownerAccessUntold = sqliteTable('owner_access_untold', {
  family_member_uuid: text()
    .primaryKey()
    .references(() => members.family_member_uuid),
})

export const deviceKinds = ['desktop', 'phone', 'tablet', 'voice', 'browser', 'other'] as const

export const devices = sqliteTable('devices', {
  device_uuid: text().primaryKey(),
  family_member_uuid: text()
    .notNull()
    .references(() => members.family_member_uuid),
  name: text().notNull(),
  kind: text({ enum: deviceKinds }).notNull(),
  public_key: text(),
  certificate: text(),
  trusted_at: timestamp().notNull(),
  last_seen_at: timestamp().notNull(),
  revoked_at: timestamp(),
  /** The key that it has proved to have when it was paired (RFC 7638). */
  key_thumbprint: text(),
})

/** What members sign in with on the devices that know them. */
export const pins = sqliteTable('pins', {
  family_member_uuid: text()
    .primaryKey()
    .notNull()
    .references(() => members.family_member_uuid),
  /** HMAC-SHA256 by a key of the home. */
  pin_hash: text().notNull().unique(),
  digits: integer().notNull(),
  assigned_at: timestamp().notNull(),
})

/** Who has given their password on which device. */
export const deviceMembers = sqliteTable('device_members', {
  device_uuid: text()
    .notNull()
    .references(() => devices.device_uuid, { onDelete: 'cascade' }),
  family_member_uuid: text()
    .notNull()
    .references(() => members.family_member_uuid),
  signed_in_at: timestamp().notNull(),
})

export const pinTries = sqliteTable('pin_tries', {
  device_uuid: text()
    .primaryKey()
    .notNull()
    .references(() => devices.device_uuid, { onDelete: 'cascade' }),
  /** Since the last right one, or the last password. */
  in_row: integer().notNull(),
  /** Those of a day: how many digits each had, and when it was, milliseconds since the epoch. */
  wrong: json().$type<{ digits: number; at: number }[]>().notNull(),
  /** Whether PINs are taken no more until somebody gives their password. */
  password_only: integer({ mode: 'boolean' }).notNull(),
})

export const sessions = sqliteTable('sessions', {
  session_uuid: text().primaryKey(),
  family_member_uuid: text()
    .notNull()
    .references(() => members.family_member_uuid),
  generation: integer().notNull(),
  rotated_at: timestamp().notNull(),
  authenticated_at: timestamp().notNull(),
  created_at: timestamp().notNull(),
  expires_at: timestamp().notNull(),
  revoked_at: timestamp(),
  /** The trusted device that the session is of; null for a sign-in with a password. */
  device_uuid: text().references(() => devices.device_uuid),
  /** Where it was last used from. */
  address: text().notNull(),
  /** The session that this one came of, and ends with. */
  parent_uuid: text(),
  /** The program that it was opened with, as it says of itself. */
  client: text(),
  /** The key that a client proves it has, and where it has it; without one, the refresh token is enough. */
  key_thumbprint: text(),
  origin: text(),
  /** How its member was recognised, as the claim `amr` says it (RFC 8176). */
  methods: json().$type<SignInMethod[]>().notNull(),
  /** How long it lasts unused, in milliseconds, where that is not what the settings say. */
  idle: integer(),
  /** What it may do less than its member. */
  restriction: text({ enum: restrictions }),
})

export const refreshTokens = sqliteTable('refresh_tokens', {
  token_hash: text().primaryKey(),
  session_uuid: text()
    .notNull()
    .references(() => sessions.session_uuid),
  generation: integer().notNull(),
})

/** A code that makes a device a trusted one. */
export const pairings = sqliteTable('pairings', {
  code_hash: text().primaryKey(),
  family_member_uuid: text()
    .notNull()
    .references(() => members.family_member_uuid),
  name: text().notNull(),
  kind: text({ enum: deviceKinds }).notNull(),
  /** When the member who made the code had given the password. */
  authenticated_at: timestamp().notNull(),
  expires_at: timestamp().notNull(),
})

export const invitations = sqliteTable('invitations', {
  invitation_uuid: text().primaryKey(),
  code_hash: text().notNull().unique(),
  created_by: text().notNull(),
  created_at: timestamp().notNull(),
  expires_at: timestamp().notNull(),
})

/** With which a member sets a new password and signs in, where an admin helps. */
export const signInLinks = sqliteTable('sign_in_links', {
  link_uuid: text().primaryKey().notNull(),
  code_hash: text().notNull().unique(),
  family_member_uuid: text()
    .notNull()
    .references(() => members.family_member_uuid),
  without_second_factor: integer({ mode: 'boolean' }).notNull(),
  created_by: text().notNull(),
  created_at: timestamp().notNull(),
  expires_at: timestamp().notNull(),
})

/** The wish of a trusted device to set a new password without the old one. */
export const deviceRecoveries = sqliteTable('device_recoveries', {
  device_uuid: text()
    .primaryKey()
    .notNull()
    .references(() => devices.device_uuid),
  family_member_uuid: text()
    .notNull()
    .references(() => members.family_member_uuid),
  session_uuid: text().notNull(),
  requested_at: timestamp().notNull(),
  /** From when and until when the password can be set. */
  ready_at: timestamp().notNull(),
  expires_at: timestamp().notNull(),
  /** When its member said, elsewhere, that it was not them. */
  cancelled_at: timestamp(),
})

/** The seeds of members whose authenticator app is a second factor. */
export const totpSecrets = sqliteTable('totp_secrets', {
  family_member_uuid: text()
    .primaryKey()
    .notNull()
    .references(() => members.family_member_uuid),
  sealed: text().notNull(),
  /** The step of the newest code that was taken: neither that nor an older one is taken again. */
  last_step: integer().notNull(),
  created_at: timestamp().notNull(),
  last_used_at: timestamp(),
})

/** Codes that stand in for a second factor, each once; one that was used is gone. */
export const backupCodes = sqliteTable('backup_codes', {
  /** Keyed, so that the database alone says nothing of the code. */
  code_hash: text().primaryKey().notNull(),
  family_member_uuid: text()
    .notNull()
    .references(() => members.family_member_uuid),
  created_at: timestamp().notNull(),
})

/** WebAuthn credentials. */
export const passkeys = sqliteTable('passkeys', {
  passkey_uuid: text().primaryKey().notNull(),
  family_member_uuid: text()
    .notNull()
    .references(() => members.family_member_uuid),
  /** Base64url, as the authenticator made it. */
  credential_id: text().notNull().unique(),
  /** COSE, in base64url. */
  public_key: text().notNull(),
  /** How often it has signed, as it says; 0 where it does not count. */
  counter: integer().notNull(),
  /** How a browser reaches it. */
  transports: json().$type<string[]>().notNull(),
  /** The host that it is for. */
  rp_id: text().notNull(),
  name: text().notNull(),
  created_at: timestamp().notNull(),
  last_used_at: timestamp(),
})

/** Members who approve sign-ins where they are signed in already. */
export const pushFactors = sqliteTable('push_factors', {
  family_member_uuid: text()
    .primaryKey()
    .notNull()
    .references(() => members.family_member_uuid),
  created_at: timestamp().notNull(),
  last_used_at: timestamp(),
})

/** Failed attempts in a row, of an account or a device. */
export const lockouts = sqliteTable('lockouts', {
  subject: text().primaryKey(),
  failures: integer().notNull(),
  locked_at: timestamp(),
  /** How long the lock lasts, in milliseconds. */
  lasts: integer().notNull(),
  updated_at: timestamp().notNull(),
})

/** Single tokens that hold no longer, until they would have run out. */
export const revokedTokens = sqliteTable('revoked_tokens', {
  jti: text().primaryKey(),
  expires_at: timestamp().notNull(),
})

export const archived: readonly ArchivedKind[] = [
  {
    type: 'profile',
    table: members,
    mine: eq(members.family_member_uuid, ofMember),
    without: ['password_hash', 'preferences', 'removed_at'],
  },
  {
    type: 'preferences',
    table: members,
    mine: eq(members.family_member_uuid, ofMember),
    without: Object.keys(getTableColumns(members)).filter((name) => name !== 'preferences'),
  },
  {
    type: 'session',
    table: sessions,
    mine: eq(sessions.family_member_uuid, ofMember),
    without: ['generation', 'key_thumbprint'],
  },
  {
    type: 'device',
    table: devices,
    mine: eq(devices.family_member_uuid, ofMember),
    without: ['public_key', 'certificate', 'key_thumbprint'],
  },
  {
    type: 'device_sign_in',
    table: deviceMembers,
    mine: eq(deviceMembers.family_member_uuid, ofMember),
    key: sql`device_uuid`,
  },
  {
    type: 'passkey',
    table: passkeys,
    mine: eq(passkeys.family_member_uuid, ofMember),
    without: ['credential_id', 'public_key', 'counter'],
  },
  {
    type: 'authenticator',
    table: totpSecrets,
    mine: eq(totpSecrets.family_member_uuid, ofMember),
    without: ['sealed', 'last_step'],
  },
  { type: 'approval', table: pushFactors, mine: eq(pushFactors.family_member_uuid, ofMember) },
  {
    type: 'invitation',
    table: invitations,
    mine: eq(invitations.created_by, actorOf),
    without: ['code_hash', 'created_by'],
  },
]
