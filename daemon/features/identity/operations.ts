import { randomUUID } from 'node:crypto'
import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import type { Context } from '../../kernel/context.ts'
import type { Home } from '../../kernel/home.ts'
import { operation } from '../../kernel/operation.ts'
import type { Once } from '../../store/idempotency.ts'
import type { Store } from '../../store/store.ts'
import { accessLifetime, openAccessTokens } from './access-tokens.ts'
import * as failures from './failures.ts'
import type { Keys } from './keys.ts'
import type { LiveSessions } from './live-sessions.ts'
import { type MemberRow, memberStore, shownMember } from './members.ts'
import { openPasswords } from './passwords.ts'
import { demandPassword, normalPassword, normalUsername } from './rules.ts'
import * as schemas from './schemas.ts'
import { type Granted, openSessions } from './sessions.ts'
import { openSetupCode } from './setup-code.ts'

interface Needs {
  readonly home: Home
  readonly config: Pick<Config, 'password' | 'sessions'>
  readonly keys: Keys
  readonly store: Store
  readonly once: Once
  readonly bus: Bus
  readonly clock: Clock
}

/** Identity: who the members are, and the sessions in which they are who they say they are. */
export function identity({ home, config, keys, store, once, bus, clock }: Needs) {
  const members = memberStore(store)
  const live: LiveSessions = new Map()
  const sessions = openSessions(store, bus, clock, config.sessions, live)
  const tokens = openAccessTokens(keys, live, clock)
  const passwords = openPasswords(config.password)
  const setupCode = openSetupCode(home, members.none())

  const signedIn = async (
    member: MemberRow,
    { session, refresh_token, refresh_expires_in }: Granted,
  ): Promise<schemas.SignedIn> => {
    const family_member = shownMember(member)
    const authenticated_at = Date.parse(session.authenticated_at)
    return {
      access_token: await tokens.issue(family_member, session.session_uuid, authenticated_at),
      token_type: 'Bearer',
      expires_in: accessLifetime,
      refresh_token,
      refresh_expires_in,
      session_uuid: session.session_uuid,
      family_member,
    }
  }

  const newMember = async (input: schemas.Registration, roles: string[]): Promise<MemberRow> => {
    const password = normalPassword(input.password)
    demandPassword(password, input)
    const now = iso(clock.now())
    return {
      family_member_uuid: randomUUID(),
      username: normalUsername(input.username),
      full_name: input.full_name.trim(),
      relationship: input.relationship.trim(),
      roles,
      password_hash: await passwords.hash(password),
      created_at: now,
      updated_at: now,
    }
  }

  const registerOwner = async (input: schemas.Registration, code: string) => {
    if (input.roles || !setupCode.fits(code)) throw failures.RegistrationRefused()
    const member = await newMember(input, ['admin'])
    const granted = store.write((tx) => {
      if (!members.none()) throw failures.RegistrationRefused()
      members.insert(tx, member)
      tx.afterCommit(setupCode.burn)
      return sessions.open(tx, member)
    })
    return signedIn(member, granted)
  }

  const registerOther = async (input: schemas.Registration, context: Context) => {
    if (!context.caller?.admin) throw failures.RegistrationRefused()
    const member = await newMember(input, input.roles ?? [])
    // A quick hash of the request is stored beside the key, and a password may never be in one.
    const { password: _, ...request } = input
    return once(context, request, (tx) => {
      members.insert(tx, member)
      return { family_member: shownMember(member) }
    })
  }

  const operations = {
    'auth.register': operation({
      rest: 'POST /auth/register',
      body: 'envelope',
      status: 201,
      access: 'anyone',
      summary: 'Make the owner of a new home, or as an admin another member',
      input: schemas.Registration,
      output: schemas.Registered,
      errors: [
        failures.PasswordRejected,
        failures.RegistrationRefused,
        failures.UsernameTaken,
        failures.TooManyHashes,
      ],
    }).handle((input, context) =>
      input.setup_code === undefined ? registerOther(input, context) : registerOwner(input, input.setup_code),
    ),

    'auth.login': operation({
      rest: 'POST /auth/login',
      body: 'envelope',
      access: 'anyone',
      summary: 'Sign in with username and password',
      input: schemas.Credentials,
      output: schemas.SignedIn,
      errors: [failures.InvalidCredentials, failures.TooManyHashes],
    }).handle(async (input) => {
      const member = members.byUsername(normalUsername(input.username))
      const password = normalPassword(input.password)
      const fits = await passwords.verify(member?.password_hash, password)
      if (!fits || !member) throw failures.InvalidCredentials()
      // Where there is no room for it now, a later sign-in brings the hash up to date.
      const password_hash = passwords.outdated(member.password_hash)
        ? await passwords.hash(password).catch(() => null)
        : null
      const granted = store.write((tx) => {
        if (password_hash !== null) members.rehash(tx, member.family_member_uuid, password_hash)
        return sessions.open(tx, member)
      })
      return signedIn(member, granted)
    }),

    'auth.refresh': operation({
      rest: 'POST /auth/refresh',
      body: 'envelope',
      access: 'anyone',
      summary: 'Exchange a refresh token for new tokens',
      input: schemas.RefreshToken,
      output: schemas.SignedIn,
      errors: [failures.InvalidRefreshToken, failures.SessionEnded],
    }).handle((input) => {
      const granted = sessions.refresh(input.refresh_token)
      const member = members.byId(granted.session.family_member_uuid)
      if (!member) throw failures.SessionEnded()
      return signedIn(member, granted)
    }),

    'auth.logout': operation({
      rest: 'POST /auth/logout',
      body: 'envelope',
      access: 'member',
      summary: 'End this session',
      input: schemas.Nothing,
      output: schemas.LoggedOut,
      errors: [failures.NoSession],
    }).handle((input, context) => {
      const { session_uuid } = context.caller
      if (session_uuid === null) throw failures.NoSession()
      return once(context, input, (tx) => {
        sessions.end(tx, session_uuid)
        return { session_uuid }
      })
    }),

    'auth.session': operation({
      rest: 'GET /auth/session',
      body: 'envelope',
      access: 'member',
      summary: 'This session and its member',
      input: schemas.Nothing,
      output: schemas.SessionInfo,
      errors: [failures.NoSession],
    }).handle((_input, { caller }) => {
      const session = caller.session_uuid === null ? undefined : sessions.find(caller.session_uuid)
      const member = session && members.byId(session.family_member_uuid)
      if (!session || !member) throw failures.NoSession()
      return {
        session_uuid: session.session_uuid,
        family_member: shownMember(member),
        created_at: session.created_at,
        authenticated_at: session.authenticated_at,
        last_refreshed_at: session.rotated_at,
        expires_at: session.expires_at,
      }
    }),
  }

  return { operations, authenticate: tokens.verify, setupCode }
}
