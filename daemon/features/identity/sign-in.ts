import type { Clock } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Audit } from '../../store/audit.ts'
import type { Once } from '../../store/idempotency.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { accessLifetime, type AccessTokens } from './access-tokens.ts'
import type { Devices } from './devices.ts'
import * as failures from './failures.ts'
import { type MemberRow, type Members, toFamilyMember } from './members.ts'
import type { PasswordCheck } from './password-check.ts'
import type { Passwords } from './passwords.ts'
import type { GivenEvidence } from '../../kernel/evidence.ts'
import { normalPassword, normalUsername } from './rules.ts'
import * as schemas from './schemas.ts'
import type { SessionRecords } from './session-records.ts'
import type { Proofs } from './proofs.ts'
import type { Arrival, Granted, Sessions, SignIn } from './sessions.ts'

/** The answer of a login, for a session that was just granted. */
export type SignedInAs = (member: MemberRow, granted: Granted) => Promise<schemas.SignedIn>

/** Makes the answer of a login: the access token, the refresh token, and who it is. */
export function signedInAs(tokens: AccessTokens): SignedInAs {
  return async (member, { session, refresh_token, refresh_expires_in }) => ({
    access_token: await tokens.issue(member, session),
    token_type: 'Bearer',
    expires_in: accessLifetime,
    refresh_token,
    refresh_expires_in,
    session_uuid: session.session_uuid,
    family_member: toFamilyMember(member),
  })
}

interface SignInDependencies {
  readonly store: Store
  readonly once: Once
  readonly audit: Audit
  readonly clock: Clock
  readonly members: Members
  readonly sessions: Sessions
  readonly records: SessionRecords
  readonly devices: Devices
  readonly passwords: Passwords
  readonly check: PasswordCheck
  readonly openSession: OpenSession
  readonly arrivalOf: ArrivalOf
  readonly proofs: Proofs
  readonly signedIn: SignedInAs
  /** The login by evidence. */
  readonly recognised: {
    readonly signIn: (context: Context, given: readonly GivenEvidence[]) => Promise<schemas.SignedIn>
  }
}

/** From where, with what and bound to what a client comes; throws `INVALID_CREDENTIALS` for a bad proof of its key. */
export type ArrivalOf = (context: Context) => Promise<Arrival>

/** Reads it of a call. */
export function arrivals(proofs: Proofs): ArrivalOf {
  return async (context) => {
    const { address, user_agent } = context
    const binding = await proofs.bindingOf(context)
    if (user_agent === undefined) return { address, client: null, binding }
    // Not needed before somebody signs in.
    const { clientName } = await import('./client-name.ts')
    return { address, client: clientName(user_agent), binding }
  }
}

/** Opens a session of a member who was just recognised, by the password where it is not said how; writes that down. */
export type OpenSession = (
  tx: Transaction,
  member: MemberRow,
  arrival: Arrival,
  how?: Omit<SignIn, keyof Arrival>,
) => Granted

/** Login, refresh, logout, and the session that one is in. */
export function signInOperations(dependencies: SignInDependencies) {
  const { store, clock, members, sessions, devices, check, signedIn, proofs } = dependencies
  const login = openLogin(dependencies)

  return {
    'auth.login': operation({
      rest: 'POST /auth/login',
      access: 'anyone',
      anySession: true,
      limit: 'authentication',
      account: ({ username }) => (username === undefined ? undefined : normalUsername(username)),
      summary: 'Sign in with username and password, or by being recognised',
      description:
        'The access token is valid for 15 minutes. After five failures in a row the account is locked, longer each time. ' +
        'With a proof of a key, the session goes on with nobody but who has that key. With `recognition`, on a paired device: ' +
        'whoever is recognised with 95 % or more gets a session that may do what one of a PIN may; else `reason` is `verify` ' +
        '(80 to 94 %), or `ask`.',
      proof: true,
      input: schemas.Credentials,
      output: schemas.SignedIn,
      errors: [
        failures.InvalidCredentials,
        failures.InvalidProof,
        failures.AccountLocked,
        failures.TooManyHashes,
      ],
    }).handle(login),

    'auth.step_up': operation({
      rest: 'POST /auth/step-up',
      access: 'member',
      limit: 'authentication',
      summary: 'Give the password once more, for what wants a recent sign-in',
      description: 'New tokens for the same session; the ones before hold no longer.',
      input: schemas.StepUp,
      output: schemas.SignedIn,
      errors: [
        failures.InvalidCredentials,
        failures.AccountLocked,
        failures.TooManyHashes,
        failures.NoSession,
      ],
    }).handle(async ({ password }, context) => {
      const { session_uuid, family_member_uuid } = context.caller
      const member = family_member_uuid === null ? undefined : members.byId(family_member_uuid)
      if (session_uuid === null || !member) throw failures.NoSession()
      const succeeded = await check.requirePassword({ username: member.username, password }, member, context)
      const granted = store.write((tx) => {
        const session = sessions.going(session_uuid)
        if (!session) throw failures.SessionEnded()
        succeeded(tx)
        return sessions.trust(tx, session, context.address)
      })
      return signedIn(member, granted)
    }),

    'auth.refresh': operation({
      rest: 'POST /auth/refresh',
      access: 'anyone',
      anySession: true,
      summary: 'Exchange a refresh token for new tokens',
      description:
        'A refresh token works once: keep the new one. Any but the last, which may be retried for 10 s, ends the session. ' +
        'One of a sign-in with a key needs a proof of that key, with the nonce that the refusal of one without tells.',
      proof: true,
      input: schemas.RefreshToken,
      output: schemas.SignedIn,
      errors: [
        failures.InvalidRefreshToken,
        failures.SessionEnded,
        failures.InvalidProof,
        failures.NonceRequired,
      ],
    }).handle(async (input, context) => {
      const from = { address: context.address, binding: await proofs.freshBindingOf(context) }
      const granted = sessions.refresh(input.refresh_token, from, (tx, { device_uuid }) => {
        if (device_uuid !== null) devices.seen(tx, device_uuid, clock.now())
      })
      const member = members.byId(granted.session.family_member_uuid)
      if (!member) throw failures.SessionEnded()
      return signedIn(member, granted)
    }),

    ...currentSession(dependencies),
  }
}

/** The session that one is in, and its end. */
function currentSession({ once, audit, members, sessions, records }: SignInDependencies) {
  return {
    'auth.logout': operation({
      rest: 'POST /auth/logout',
      access: 'member',
      anySession: true,
      summary: 'End this session',
      description: 'Its tokens are refused from then on, and its WebSockets and streams are closed.',
      input: Nothing,
      output: schemas.SessionResult,
      errors: [failures.NoSession],
    }).handle((input, context) => {
      const { session_uuid, family_member_uuid, actor } = context.caller
      if (session_uuid === null) throw failures.NoSession()
      return once(context, input, (tx) => {
        sessions.end(tx, session_uuid)
        const { address } = context
        audit.record(tx, { event: 'signed_out', actor, address, family_member_uuid, session_uuid })
        return { session_uuid }
      })
    }),

    'auth.session': operation({
      rest: 'GET /auth/session',
      access: 'member',
      summary: 'This session and its member',
      description: 'A cheap way to find out whether an access token is still good, and whose it is.',
      input: Nothing,
      output: schemas.SessionInfo,
      errors: [failures.NoSession],
    }).handle((_input, { caller }) => {
      const session = caller.session_uuid === null ? undefined : sessions.find(caller.session_uuid)
      const member = session && members.byId(session.family_member_uuid)
      if (!session || !member) throw failures.NoSession()
      const audit_head = caller.trusted || caller.admin ? audit.head() : null
      return { ...records.show(session, caller), family_member: toFamilyMember(member), audit_head }
    }),
  }
}

/** Signs in by one of the ways that there are. */
function openLogin(dependencies: SignInDependencies) {
  const { recognised } = dependencies
  const withPassword = openPasswordLogin(dependencies)
  return ({ recognition, ...given }: schemas.Credentials, context: Context) => {
    if (recognition) {
      const [extra] = Object.keys(given)
      if (extra !== undefined) throw invalidRequest(extra, 'is not used with recognition')
      return recognised.signIn(context, Array.isArray(recognition) ? recognition : [recognition])
    }
    const { username, password } = given
    if (username === undefined) throw invalidRequest('username', 'is required')
    if (password === undefined) throw invalidRequest('password', 'is required')
    return withPassword({ username, password }, context)
  }
}

/** Signs in with username and password; a hash that is out of date is brought up to date. */
function openPasswordLogin(dependencies: SignInDependencies) {
  const { store, members, passwords, check, signedIn, openSession, arrivalOf } = dependencies
  const login = async (
    input: { username: string; password: string },
    context: Context,
  ): Promise<schemas.SignedIn> => {
    const member = members.byUsername(normalUsername(input.username))
    const succeeded = await check.requirePassword(input, member, context)
    if (!member) throw failures.InvalidCredentials()
    const arrival = await arrivalOf(context)
    // Where there is no room for it now, a later sign-in brings the hash up to date.
    const password_hash = passwords.outdated(member.password_hash)
      ? await passwords.hash(normalPassword(input.password)).catch(() => member.password_hash)
      : member.password_hash
    const opened = store.write((tx) => {
      const now = members.byId(member.family_member_uuid)
      if (now?.password_hash !== member.password_hash) return null
      succeeded(tx)
      if (password_hash !== member.password_hash) members.update(tx, { ...now, password_hash })
      return { now, granted: openSession(tx, now, arrival) }
    })
    // The hash was changed while this one was compared: the password is asked of the new one.
    return opened ? signedIn(opened.now, opened.granted) : login(input, context)
  }
  return login
}
