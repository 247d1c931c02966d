import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store } from '../../store/store.ts'
import type { SignInOriginOf } from './sign-in-origin.ts'
import type { IdentityAudit } from './audit.ts'
import type { Devices } from './devices.ts'
import type { Factors } from './factors/factors.ts'
import * as factorFailures from './factors/failures.ts'
import type { RecentFactor } from './factors/recent-factor.ts'
import type { SecondSteps } from './factors/second-step.ts'
import { openStepUp } from './factors/step-up.ts'
import * as failures from './failures.ts'
import { type Members, toFamilyMember } from './members.ts'
import type { PasswordCheck } from './password-check.ts'
import type { Passwords } from './passwords.ts'
import type { OpenProfile } from './pins/owner-access.ts'
import type { DeviceOf, PinCheck } from './pins/pin-check.ts'
import type { PinSignIn } from './pins/pin-sign-in.ts'
import type { GivenEvidence } from '../../kernel/evidence.ts'
import { normalPassword, normalUsername } from './rules.ts'
import * as schemas from './schemas.ts'
import type { SessionRecords } from './session-records.ts'
import type { Proofs } from './proofs.ts'
import type { OpenSession, Sessions } from './sessions.ts'
import type { SignedInAs } from './signed-in.ts'

interface SignInDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly audit: IdentityAudit
  readonly clock: Clock
  readonly members: Members
  readonly sessions: Sessions
  readonly records: SessionRecords
  readonly devices: Devices
  readonly passwords: Passwords
  readonly check: PasswordCheck
  readonly openSession: OpenSession
  readonly signInOriginOf: SignInOriginOf
  readonly proofs: Proofs
  readonly deviceOf: DeviceOf
  readonly pinCheck: PinCheck
  readonly pinSignIn: PinSignIn
  readonly openProfile: OpenProfile
  readonly signedIn: SignedInAs
  readonly factors: Factors
  readonly secondSteps: SecondSteps
  readonly recent: RecentFactor
  readonly recognised: {
    readonly signIn: (context: Context, given: readonly GivenEvidence[]) => Promise<schemas.SignedIn>
  }
}

/** How long a sign-in may take that waits for an approval, in milliseconds. */
const maxSignInMs = 45_000

const { MfaRequired, WrongSecondFactor, SignInOver } = factorFailures
const stepUpErrors = [MfaRequired, WrongSecondFactor, SignInOver, factorFailures.NoPasskeyHere]
const secondStepErrors = [
  ...stepUpErrors,
  factorFailures.SignInRejected,
  factorFailures.MethodUnavailable,
  factorFailures.TooManyApprovals,
]

interface OpeningDependencies {
  readonly sessions: Sessions
  readonly audit: IdentityAudit
  readonly bus: Bus
  readonly factors: Pick<Factors, 'howByPassword'>
  readonly pins: () => { readonly deviceOf: DeviceOf; readonly pinCheck: Pick<PinCheck, 'passwordGiven'> }
}

/** Makes what opens them; a password alone opens one as far as it goes. */
export function openingOf({ sessions, audit, bus, factors, pins }: OpeningDependencies): OpenSession {
  return (tx, member, signInOrigin, given = factors.howByPassword(member.family_member_uuid)) => {
    const { address } = signInOrigin
    const { methods, restriction } = given
    const { deviceOf, pinCheck } = pins()
    const whole = methods.includes('pwd') && restriction === undefined
    // A password on a trusted device makes PINs work there.
    const device_uuid =
      given.device_uuid ?? (whole ? deviceOf(signInOrigin.binding)?.device_uuid : null) ?? null
    if (whole && device_uuid !== null) pinCheck.passwordGiven(tx, device_uuid, member.family_member_uuid)
    const granted = sessions.open(tx, member, { ...signInOrigin, ...given, device_uuid })
    const { family_member_uuid, session_uuid } = granted.session
    const about = { address, family_member_uuid, session_uuid, details: { methods: [...methods] } }
    audit.record(tx, { event: 'signed_in', actor: `user:${family_member_uuid}`, ...about })
    const proved = methods.some((method) => method !== 'rba' && method !== 'vbm')
    tx.afterCommit(() => bus.publish('session.opened', { family_member_uuid, device_uuid, proved }))
    return granted
  }
}

/** Login, refresh, logout, and the session that one is in. */
export function signInOperations(dependencies: SignInDependencies) {
  const { clock, members, sessions, devices, signedIn, proofs } = dependencies
  const login = openLogin(dependencies)

  return {
    'auth.login': operation({
      rest: 'POST /auth/login',
      access: 'anyone',
      anySession: true,
      limit: 'authentication',
      account: ({ username }) => (username === undefined ? undefined : normalUsername(username)),
      timeoutMs: maxSignInMs,
      summary: 'Sign in with username and password, with a passkey, with a PIN or by being recognised',
      description:
        'The access token is valid for 15 minutes. After five failures in a row the account is locked, longer each time. ' +
        'Where the member has a second factor, the right password is answered by `MFA_REQUIRED`, with an `mfa_token` of 5 ' +
        'minutes and the `methods` to go on with: send `mfa_token`, `method`, and `code` or `assertion`; for `push` nothing ' +
        'else, and again while `state` is `waiting`, with the `number` that is to be entered elsewhere. `method` `passkey` ' +
        'alone begins a sign-in without a password. ' +
        'With a proof of a key, the session goes on with nobody but who has that key; with that of a paired device, the ' +
        'password makes PINs work there. With `recognition`, on a paired device that proves itself: a PIN, or whatever else ' +
        'recognises somebody with 95 % or more, gets a session that may do what one of a PIN may; else `reason` is `verify` ' +
        '(80 to 94 %), or `ask`. With `master` it is the password of the owner, who may read in the profile for 15 minutes.',
      proof: true,
      input: schemas.Credentials,
      output: schemas.SignedIn,
      errors: [
        failures.InvalidCredentials,
        failures.InvalidProof,
        failures.AccountLocked,
        failures.TooManyHashes,
        ...secondStepErrors,
        failures.WrongPin,
        failures.PasswordOnly,
        failures.OwnerRefused,
      ],
    }).handle(login),

    'auth.step_up': operation({
      rest: 'POST /auth/step-up',
      access: 'member',
      limit: 'authentication',
      enrolment: true,
      summary: 'Give the password once more, or a passkey, for what wants a recent sign-in',
      description:
        'New tokens for the same session; the ones before hold no longer. What is about second factors wants one of them ' +
        'too: a `code` beside the password, or a passkey, which is enough for both.',
      input: schemas.StepUp,
      output: schemas.SignedIn,
      errors: [
        failures.InvalidCredentials,
        failures.AccountLocked,
        failures.TooManyHashes,
        failures.NoSession,
        ...stepUpErrors,
      ],
    }).handle(openStepUp(dependencies)),

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
      anySession: true,
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
      const family_member = toFamilyMember(member, caller.restriction)
      return { ...records.show(session, caller), family_member, audit_head }
    }),
  }
}

function openLogin(dependencies: SignInDependencies) {
  const { pinSignIn, openProfile, secondSteps, recognised } = dependencies
  const withPassword = openPasswordLogin(dependencies)
  return async (input: schemas.Credentials, context: Context): Promise<schemas.SignedIn> => {
    const { recognition, master = false, ...others } = input
    if (recognition) {
      const [extra] = Object.keys(others)
      if (extra !== undefined || master)
        throw invalidRequest(extra ?? 'master', 'is not used with recognition')
      const given = Array.isArray(recognition) ? recognition : [recognition]
      const [first, ...more] = given
      // A PIN alone is as good as certain, or wrong.
      if (first?.kind === 'pin' && more.length === 0) return pinSignIn.signIn(first.pin, context)
      return recognised.signIn(context, given)
    }
    const { username, password, mfa_token, method } = others
    const given = username !== undefined || password !== undefined
    if (given === (mfa_token !== undefined || method !== undefined))
      throw invalidRequest('', 'needs either username and password, or mfa_token and method')
    if (username !== undefined && password !== undefined)
      return (master ? openProfile : withPassword)({ username, password }, context)
    if (given) throw invalidRequest(username === undefined ? 'username' : 'password', 'is required')
    if (mfa_token !== undefined) return secondSteps.goOn(others, context)
    if (method !== 'passkey') throw invalidRequest('mfa_token', 'is required')
    throw await secondSteps.askPasskey(context)
  }
}

/** Signs in with username and password; a hash that is out of date is brought up to date. */
function openPasswordLogin(dependencies: SignInDependencies) {
  const { store, members, passwords, check, signedIn, openSession, signInOriginOf, factors, secondSteps } =
    dependencies
  const login = async (
    input: { username: string; password: string },
    context: Context,
  ): Promise<schemas.SignedIn> => {
    const member = members.byUsername(normalUsername(input.username))
    const succeeded = await check.requirePassword(input, member, context)
    if (!member) throw failures.InvalidCredentials()
    const signInOrigin = await signInOriginOf(context)
    // Where there is no room for it now, a later sign-in brings the hash up to date.
    const password_hash = passwords.outdated(member.password_hash)
      ? await passwords.hash(normalPassword(input.password)).catch(() => member.password_hash)
      : member.password_hash
    const opened = store.write((tx) => {
      const now = members.byId(member.family_member_uuid)
      if (now?.password_hash !== member.password_hash) return null
      if (password_hash !== member.password_hash) members.update(tx, { ...now, password_hash })
      // Half of a sign-in is no success yet: else the password would clear what guesses at codes have counted.
      if (factors.on(now.family_member_uuid)) return { now: { ...now, password_hash }, granted: null }
      succeeded(tx)
      return { now, granted: openSession(tx, now, signInOrigin) }
    })
    // The hash was changed while this one was compared: the password is asked of the new one.
    if (!opened) return login(input, context)
    if (!opened.granted) throw await secondSteps.begin(opened.now, context)
    return signedIn(opened.now, opened.granted)
  }
  return login
}
