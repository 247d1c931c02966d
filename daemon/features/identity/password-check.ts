import { hash } from 'node:crypto'
import { isLoopback } from '../../kernel/address.ts'
import type { Context } from '../../kernel/context.ts'
import { NoMember } from '../../kernel/scope.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { IdentityAudit, IdentityEvent } from './audit.ts'
import { AccountLocked, InvalidCredentials, StepUpRequired, TooManyHashes } from './failures.ts'
import type { Lockouts } from './lockouts.ts'
import type { MemberRow } from './members.ts'
import type { Passwords } from './passwords.ts'
import { normalPassword, normalUsername } from './rules.ts'

/** How long after the password was given it need not be given again, in milliseconds. */
const recent = 300_000
/** By how much a token may seem to be from the future, in milliseconds: a clock may be set between two readings. */
const clockSkew = 5_000

interface PasswordCheckDependencies {
  readonly store: Store
  readonly audit: IdentityAudit
  readonly lockouts: Lockouts
  readonly passwords: Passwords
  readonly now: () => number
}

/** What `requireRecentSignIn` refuses with. */
export const recentSignInErrors = [StepUpRequired, InvalidCredentials, AccountLocked, TooManyHashes] as const

/** An attempt to be recognised as the owner of an account, which counts towards its lockout. */
export interface Attempt {
  /** Throws `ACCOUNT_LOCKED`, and writes that down, while attempts do not count. */
  readonly assertOpen: () => void
  readonly fail: (tx: Transaction, event: IdentityEvent, details?: Record<string, unknown>) => void
  /** Counts the success, in the transaction of what it was for. */
  readonly succeeded: (tx: Transaction) => void
}

/** The only way to check a password, so that every guess is counted and audited. */
export interface PasswordCheck {
  /**
   * Throws `INVALID_CREDENTIALS` or `ACCOUNT_LOCKED`, after the same time for an unknown user, a wrong password and a
   * locked account. The answer counts the success, in the transaction of what it was for.
   */
  readonly requirePassword: (
    given: { username: string; password: string },
    member: MemberRow | undefined,
    context: Context,
  ) => Promise<(tx: Transaction) => void>
  /** An attempt on the account of a member by something else than the password. */
  readonly attemptOf: (member: MemberRow, context: Context) => Attempt
  /** The same by the name that was given, where nobody may have it. */
  readonly attemptOn: (username: string, member: MemberRow | undefined, context: Context) => Attempt
  /** Throws `AUTHENTICATION_REQUIRED` (`reason` is `step_up`) unless the password was given within 5 min, or is now. */
  readonly requireRecentSignIn: (
    context: Context,
    member: MemberRow | undefined,
    password: string | undefined,
  ) => Promise<(tx: Transaction) => void>
}

/** Opens the check before the hashes and the lockouts. */
export function openPasswordCheck({
  store,
  audit,
  lockouts,
  passwords,
  now,
}: PasswordCheckDependencies): PasswordCheck {
  const attemptOn = (username: string, member: MemberRow | undefined, context: Context): Attempt => {
    // A hash, which tells no name. Of nothing but the account: who tries names that nobody has must lock out nobody.
    const account = hash('sha256', normalUsername(username))
    const about = {
      actor: context.caller?.actor ?? 'nobody',
      address: context.address,
      family_member_uuid: member?.family_member_uuid ?? null,
      session_uuid: context.caller?.session_uuid ?? null,
      details: { operation: context.operation },
    }
    return {
      assertOpen: () => {
        const ownerAtHome = isLoopback(context.address) && (member?.roles.includes('admin') ?? false)
        const wait = lockouts.remaining(account, ownerAtHome)
        if (wait === 0) return
        store.write((tx) => audit.record(tx, { event: 'sign_in_refused', ...about }))
        throw AccountLocked({ retry_after_seconds: Math.ceil(wait / 1_000) })
      },
      fail: (tx, event, details = {}) => {
        audit.record(tx, { event, ...about, details: { ...about.details, ...details } })
        if (lockouts.fail(tx, account))
          audit.record(tx, { event: 'locked', ...about, details: { subject: 'account' } })
      },
      succeeded: (tx) => lockouts.succeed(tx, account),
    }
  }

  const requirePassword: PasswordCheck['requirePassword'] = async (
    { username, password },
    member,
    context,
  ) => {
    const attempt = attemptOn(username, member, context)
    const fits = await passwords.verify(member?.password_hash, normalPassword(password))
    attempt.assertOpen()
    if (!fits || !member) {
      store.write((tx) => attempt.fail(tx, 'sign_in_failed'))
      throw InvalidCredentials()
    }
    return attempt.succeeded
  }

  return {
    requirePassword,
    attemptOn,
    attemptOf: (member, context) => attemptOn(member.username, member, context),
    requireRecentSignIn: async (context, member, password) => {
      if (password !== undefined) {
        if (!member) throw NoMember()
        return requirePassword({ username: member.username, password }, member, context)
      }
      const age = now() - (context.caller?.authenticated_at ?? 0)
      // Also where the token does not say when, or says a time to come.
      if (!(age >= -clockSkew && age <= recent)) throw StepUpRequired({ reason: 'step_up' })
      return () => {}
    },
  }
}
