import type { Context, SignInMethod } from '../../../kernel/context.ts'
import { invalidRequest } from '../../../kernel/errors.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import type { IdentityAudit } from '../audit.ts'
import { SessionEnded } from '../failures.ts'
import type { MemberRow, Members } from '../members.ts'
import type { Attempt, PasswordCheck } from '../password-check.ts'
import type * as schemas from '../schemas.ts'
import type { SignInOriginOf } from '../sign-in-origin.ts'
import type { EnterProfile } from '../pins/profile-entry.ts'
import type { OpenSession } from '../sessions.ts'
import type { SignedInAs } from '../signed-in.ts'
import type { BackupCodes } from './backup-codes.ts'
import type { Factors } from './factors.ts'
import * as failures from './failures.ts'
import { type HalfSignIn, type HalfSignIns, maxWrong } from './half-sign-ins.ts'
import type { Passkeys } from './passkeys.ts'
import type { Push } from './push.ts'
import type { MfaMethod, SecondStep } from './schemas.ts'
import type { Totp } from './totp.ts'

/** How long a call waits for an approval, in milliseconds; it is then made again. */
const approvalWaitMs = 30_000

/** How a session says that a second step was taken (RFC 8176). */
const amr: Readonly<Record<MfaMethod, SignInMethod>> = {
  totp: 'otp',
  backup_code: 'otp',
  passkey: 'hwk',
  push: 'mca',
}

export interface SecondStepDependencies {
  readonly store: Store
  readonly audit: IdentityAudit
  readonly members: Members
  readonly check: PasswordCheck
  readonly halves: HalfSignIns
  readonly factors: Factors
  readonly totp: Totp
  readonly passkeys: Passkeys
  readonly backupCodes: BackupCodes
  readonly push: Push
  readonly openSession: OpenSession
  readonly enterProfile: EnterProfile
  readonly signInOriginOf: SignInOriginOf
  readonly signedIn: SignedInAs
  /** Told of a session in which a second factor was just given. */
  readonly given: (tx: Transaction, session_uuid: string) => void
}

/** Uses up what was given; false where that was used already. */
export type Take = (tx: Transaction) => boolean

/** The second step of signing in, and a passkey that is the only one. */
export interface SecondSteps {
  /**
   * What to throw where the password of `member` was right and more is wanted: for a session of their own, or as the owner
   * for reading in the `profile` of the member with that username.
   */
  readonly begin: (member: MemberRow, context: Context, profile?: string) => Promise<Error>
  /** Goes on with a sign-in; throws `MFA_REQUIRED` where more is wanted still. */
  readonly goOn: (given: SecondStep, context: Context) => Promise<schemas.SignedIn>
  /** What to throw so that a browser signs with a passkey: of anybody's or of a member, in a session or for one. */
  readonly askPasskey: (
    context: Context,
    of?: { readonly family_member_uuid: string | null; readonly session_uuid: string },
  ) => Promise<Error>
  /** Checks a code of a member; null where it is wrong. */
  readonly checkCode: (member: MemberRow, method: MfaMethod, code: string) => Promise<Take | null>
  /** Checks a passkey that was asked for in a session; throws where it does not hold. */
  readonly checkInSession: (given: SecondStep, member: MemberRow, context: Context) => Promise<Take>
  /** Whose passkey, anybody's, has signed what was asked for in a session; null where it does not hold. Throws once that is over. */
  readonly ownerInSession: (given: SecondStep, context: Context) => Promise<string | null>
}

interface PendingSignIn {
  readonly mfa_token: string
  readonly half: HalfSignIn
  readonly member: MemberRow
  readonly attempt: Attempt
  readonly context: Context
}

/** Opens them. */
export function openSecondSteps(dependencies: SecondStepDependencies): SecondSteps {
  const { store, audit, members, check, halves, factors } = dependencies
  const { required, begin } = openAsking(dependencies)
  const { checkCode, checkAssertion } = openChecks(dependencies)
  const methods = openMethods({ ...dependencies, required, checkCode, checkAssertion })

  /** What was asked for in the session of a call, of a member or for null of anybody: never what was asked of others. */
  const takeInSession = ({ mfa_token = '' }: SecondStep, { caller }: Context, of: string | null) => {
    const half = halves.find(mfa_token)
    const isOfSession = half && half.session_uuid !== null && half.session_uuid === caller?.session_uuid
    if (!isOfSession || half.family_member_uuid !== of) throw failures.SignInOver()
    halves.end(mfa_token)
    return half
  }

  return {
    checkCode,

    goOn: async (given, context) => {
      const { mfa_token = '', method, code } = given
      const half = halves.find(mfa_token)
      if (!half || half.session_uuid !== null) throw failures.SignInOver()
      if (half.family_member_uuid === null) return methods.passkeyAlone(mfa_token, half, given, context)
      const member = members.byId(half.family_member_uuid)
      // Whoever has changed the password meanwhile wanted to end this.
      if (!member || member.password_hash !== half.password_hash) throw failures.SignInOver()
      const attempt = check.attemptOf(member, context)
      attempt.assertOpen()
      const going = { mfa_token, half, member, attempt, context }
      if (method === undefined) throw await required(mfa_token, half, context)
      if (!factors.usable(half.family_member_uuid, context.origin).includes(method))
        throw failures.MethodUnavailable()
      if (method === 'passkey') return methods.passkey(going, given)
      if (method === 'push') return methods.approval(going)
      if (code === undefined) throw invalidRequest('code', 'is required')
      return methods.code(going, method, code)
    },

    begin: async (member, context, profile) => {
      const { family_member_uuid, password_hash } = member
      const { address } = context
      store.write((tx) =>
        audit.record(tx, { event: 'second_factor_required', actor: 'nobody', address, family_member_uuid }),
      )
      return begin(
        { family_member_uuid, password_hash, session_uuid: null, profile: profile ?? null },
        context,
      )
    },

    askPasskey: (context, of) => {
      const { family_member_uuid = null, session_uuid = null } = of ?? {}
      return begin({ family_member_uuid, password_hash: null, session_uuid, profile: null }, context)
    },

    checkInSession: async (given, member, context) => {
      const half = takeInSession(given, context, member.family_member_uuid)
      const asserted = await checkAssertion(half, given, true)
      if (asserted) return asserted.take
      store.write((tx) =>
        check.attemptOf(member, context).fail(tx, 'second_factor_failed', { method: 'passkey' }),
      )
      throw failures.WrongSecondFactor()
    },

    ownerInSession: async (given, context) => {
      const asserted = await checkAssertion(takeInSession(given, context, null), given, true)
      return asserted && store.write(asserted.take) ? asserted.passkey.family_member_uuid : null
    },
  }
}

function openAsking({ halves, factors, passkeys }: SecondStepDependencies) {
  /** With a challenge for the passkeys of the page that asks, where there are any. */
  const required = async (mfa_token: string, half: HalfSignIn, { origin }: Context, more: object = {}) => {
    const { family_member_uuid, password_hash } = half
    const alone = password_hash === null
    const methods: readonly MfaMethod[] =
      alone || family_member_uuid === null ? ['passkey'] : factors.usable(family_member_uuid, origin)
    // The one that a browser may be signing already holds on.
    if (methods.includes('passkey')) half.challenge ??= await passkeys.ask(family_member_uuid, origin, alone)
    const options = half.challenge && { passkey_options: half.challenge.options }
    return failures.MfaRequired({ mfa_token, methods, ...options, ...more })
  }

  const begin = async (half: Parameters<HalfSignIns['begin']>[0], context: Context) => {
    const mfa_token = halves.begin(half)
    const begun = halves.find(mfa_token)
    if (!begun) throw failures.SignInOver()
    return required(mfa_token, begun, context)
  }

  return { required, begin }
}

function openChecks({ totp, backupCodes, passkeys }: SecondStepDependencies) {
  const checkCode: SecondSteps['checkCode'] = async ({ family_member_uuid }, method, code) => {
    if (method === 'totp') return totp.check(family_member_uuid, code)
    if (method !== 'backup_code') return null
    return (tx) => backupCodes.take(tx, family_member_uuid, code)
  }

  /** What a browser has signed, where it holds; the challenge is good once either way. */
  const checkAssertion = async (half: HalfSignIn, { assertion }: SecondStep, verified: boolean) => {
    const { challenge } = half
    half.challenge = null
    if (!assertion || !challenge) return null
    const asserted = await passkeys.check(assertion, challenge, verified)
    const owner = asserted?.passkey.family_member_uuid
    return owner === (half.family_member_uuid ?? owner) ? asserted : null
  }

  return { checkCode, checkAssertion }
}

type MethodDependencies = SecondStepDependencies &
  ReturnType<typeof openChecks> &
  Pick<ReturnType<typeof openAsking>, 'required'>

function openMethods(dependencies: MethodDependencies) {
  const { store, audit, members, check, halves, push, required, checkCode, checkAssertion } = dependencies

  /** Ends a sign-in, and what was asked for it. */
  const end = (tx: Transaction, mfa_token: string, { approval }: HalfSignIn) => {
    halves.end(mfa_token)
    if (approval !== null) push.withdraw(tx, approval)
  }
  const open = openBySecondStep(dependencies, end)

  /** Counts what was wrong against the account; the fifth time ends the sign-in. */
  const fail = ({ mfa_token, half, attempt }: PendingSignIn, method: MfaMethod): never => {
    half.wrong += 1
    const over = half.wrong >= maxWrong
    store.write((tx) => {
      attempt.fail(tx, 'second_factor_failed', { method })
      if (over) end(tx, mfa_token, half)
    })
    throw over ? failures.SignInOver() : failures.WrongSecondFactor()
  }

  return {
    code: async (going: PendingSignIn, method: MfaMethod, code: string) => {
      const take = await checkCode(going.member, method, code)
      const signedIn = take && (await open(going, take, ['pwd', amr[method], 'mfa']))
      return signedIn ?? fail(going, method)
    },

    passkey: async (going: PendingSignIn, given: SecondStep) => {
      const { mfa_token, half, context } = going
      if (!given.assertion) throw await required(mfa_token, half, context)
      const asserted = await checkAssertion(half, given, false)
      const signedIn = asserted && (await open(going, asserted.take, ['pwd', amr.passkey, 'mfa']))
      return signedIn ?? fail(going, 'passkey')
    },

    approval: openApproval(dependencies, end, open),

    /** With nothing but a passkey, behind which its owner has proved who they are. */
    passkeyAlone: async (mfa_token: string, half: HalfSignIn, given: SecondStep, context: Context) => {
      halves.end(mfa_token)
      const asserted = await checkAssertion(half, given, true)
      const member = asserted && members.byId(asserted.passkey.family_member_uuid)
      if (asserted && member) {
        const going = { mfa_token, half, member, attempt: check.attemptOf(member, context), context }
        const signedIn = await open(going, asserted.take, [amr.passkey, 'mfa'])
        if (signedIn) return signedIn
      }
      const { address, operation } = context
      const about = { actor: 'nobody', address, details: { method: 'passkey', operation } }
      store.write((tx) => audit.record(tx, { event: 'second_factor_failed', ...about }))
      throw failures.WrongSecondFactor()
    },
  }
}

type End = (tx: Transaction, mfa_token: string, half: HalfSignIn) => void

/** An approval of a sign-in elsewhere: asked for, waited for, and gone on with. */
function openApproval(
  { store, push, signInOriginOf, required }: MethodDependencies,
  end: End,
  open: ReturnType<typeof openBySecondStep>,
) {
  return async (going: PendingSignIn): Promise<schemas.SignedIn> => {
    const { mfa_token, half, member, context } = going
    if (half.approval === null) {
      const signInOrigin = await signInOriginOf(context)
      const { interaction_id, number } = store.write((tx) => push.ask(tx, member, signInOrigin))
      half.approval = interaction_id
      throw await required(mfa_token, half, context, { state: 'waiting', number })
    }
    const { approval } = half
    await push.wait(approval, approvalWaitMs, context.signal)
    const { state, number } = push.stateOf(approval)
    if (state === 'waiting') throw await required(mfa_token, half, context, { state, number })
    half.approval = null
    if (state === 'over') throw await required(mfa_token, half, context, { state })
    if (state === 'rejected') {
      store.write((tx) => {
        going.attempt.fail(tx, 'second_factor_failed', { method: 'push' })
        end(tx, mfa_token, half)
      })
      throw failures.SignInRejected()
    }
    const { family_member_uuid } = member
    const take = (tx: Transaction) => {
      push.used(tx, family_member_uuid)
      return true
    }
    const signedIn = await open(going, take, ['pwd', amr.push, 'mfa'])
    if (!signedIn) throw failures.SignInOver()
    return signedIn
  }
}

/** Opens the session of a sign-in that is whole now; null where what was given was used already. */
function openBySecondStep(
  {
    store,
    members,
    halves,
    openSession,
    enterProfile,
    signInOriginOf,
    signedIn,
    given,
  }: SecondStepDependencies,
  end: End,
) {
  return async (going: PendingSignIn, take: Take, methods: readonly SignInMethod[]) => {
    const { mfa_token, half, member, attempt, context } = going
    const signInOrigin = await signInOriginOf(context)
    const opened = store.write((tx) => {
      const now = members.byId(member.family_member_uuid)
      const changed = half.password_hash !== null && now?.password_hash !== half.password_hash
      if (!now || changed) throw SessionEnded()
      // Of two calls with one token the first has signed in.
      if (half.family_member_uuid !== null && !halves.find(mfa_token)) throw failures.SignInOver()
      if (!take(tx)) return null
      // A passkey alone tells nothing of guessed passwords.
      if (half.password_hash !== null) attempt.succeeded(tx)
      end(tx, mfa_token, half)
      if (half.profile !== null)
        return enterProfile(tx, { owner: now, username: half.profile, methods }, signInOrigin, context)
      const granted = openSession(tx, now, signInOrigin, { methods, device_uuid: null })
      given(tx, granted.session.session_uuid)
      return { member: now, granted }
    })
    if (typeof opened === 'function') throw opened()
    return opened && signedIn(opened.member, opened.granted)
  }
}
