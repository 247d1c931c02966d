import { LRUCache } from 'lru-cache'
import { operation } from '../../../kernel/operation.ts'
import * as failures from '../failures.ts'
import { normalUsername } from '../rules.ts'
import { SignedIn } from '../schemas.ts'
import type { RecoveryDependencies } from './recovering.ts'
import * as schemas from './schemas.ts'

/** How long who came with a backup code has to set a new password, in milliseconds. */
const sessionMs = 600_000

/** The way back in with a backup code: first the code, then a new password. */
export function codeOperations(dependencies: RecoveryDependencies) {
  const told: NotifiedSessions = new LRUCache({ max: 1_000 })
  return { ...codeOperation(dependencies, told), ...passwordOperation(dependencies, told) }
}

/** What was told of a session: once its member has set a password, that is told instead. */
type NotifiedSessions = LRUCache<string, string>

function codeOperation(dependencies: RecoveryDependencies, told: NotifiedSessions) {
  const {
    store,
    audit,
    members,
    passwords,
    check,
    backupCodes,
    notifyMember,
    signInOriginOf,
    signedIn,
    openSession,
  } = dependencies
  return {
    'auth.recover': operation({
      rest: 'POST /auth/recover',
      access: 'anyone',
      anySession: true,
      limit: 'authentication',
      account: ({ username }) => normalUsername(username),
      summary: 'Get back in with a backup code',
      description:
        'The code is used up. The session sets a new password within ten minutes, and does nothing else. Wrong codes lock the ' +
        'account as wrong passwords do.',
      proof: true,
      input: schemas.BackupCode,
      output: SignedIn,
      errors: [
        failures.InvalidBackupCode,
        failures.InvalidProof,
        failures.AccountLocked,
        failures.TooManyHashes,
      ],
    }).handle(async ({ username, backup_code }, context) => {
      const member = members.byUsername(normalUsername(username))
      const attempt = check.attemptOn(username, member, context)
      const signInOrigin = await signInOriginOf(context)
      // As long as a password takes, whether there is such a member or not: it tells nothing, and slows guessing.
      await passwords.verify(undefined, backup_code)
      attempt.assertOpen()
      const opened = store.write((tx) => {
        if (!backupCodes.take(tx, member?.family_member_uuid ?? '', backup_code) || !member) {
          attempt.fail(tx, 'recovery_failed', { by: 'backup_code' })
          return null
        }
        attempt.succeeded(tx)
        const restricted = { restriction: 'recovery', longest: sessionMs } as const
        const granted = openSession(tx, member, signInOrigin, {
          methods: ['otp'],
          device_uuid: null,
          ...restricted,
        })
        const { family_member_uuid } = member
        const { session_uuid } = granted.session
        const about = { actor: `user:${family_member_uuid}`, address: context.address, session_uuid }
        const details = { by: 'backup_code' }
        audit.record(tx, { event: 'recovery_started', ...about, family_member_uuid, details })
        told.set(session_uuid, notifyMember(tx, member, { kind: 'code used' }))
        return { member, granted }
      })
      // Thrown here, as the failed attempt stays on the record.
      if (!opened) throw failures.InvalidBackupCode()
      return signedIn(opened.member, opened.granted)
    }),
  }
}

function passwordOperation(dependencies: RecoveryDependencies, told: NotifiedSessions) {
  const {
    store,
    members,
    sessions,
    signInOriginOf,
    signedIn,
    openSession,
    newPassword,
    setPassword,
    withdraw,
  } = dependencies
  /** Sessions that have set their password, until they have ended. */
  const spent = new LRUCache<string, true>({ max: 1_000 })

  return {
    'auth.recover_password': operation({
      rest: 'POST /auth/recover/password',
      access: 'member',
      anySession: true,
      limit: 'authentication',
      summary: 'Set a new password after a backup code, and be signed in',
      description:
        'With the session of `POST /auth/recover` alone, which ends. So do all other sessions of the member, unless they are kept.',
      proof: true,
      input: schemas.RecoveredPassword,
      output: SignedIn,
      errors: [
        failures.NoRecoverySession,
        failures.PasswordRejected,
        failures.InvalidProof,
        failures.TooManyHashes,
        failures.SessionEnded,
      ],
    }).handle(async ({ new_password, keep_sessions }, context) => {
      const { restriction, family_member_uuid, session_uuid } = context.caller
      const owner = members.byId(family_member_uuid ?? '')
      if (restriction !== 'recovery' || session_uuid === null || !owner) throw failures.NoRecoverySession()
      const password_hash = await newPassword(owner, new_password)
      const signInOrigin = await signInOriginOf(context)
      const opened = store.write((tx) => {
        // Of two at once one sets a password.
        if (spent.has(session_uuid) || !sessions.going(session_uuid)) throw failures.SessionEnded()
        tx.afterCommit(() => void spent.set(session_uuid, true))
        const before = told.get(session_uuid)
        if (before !== undefined) withdraw(tx, before)
        const by = { by: 'backup code', who: null } as const
        const recovery = { ...by, password_hash, context, keep_sessions, except: session_uuid }
        const { member } = setPassword(tx, owner.family_member_uuid, recovery)
        // The code was the second factor.
        const how = { methods: ['otp', 'pwd', 'mfa'], device_uuid: null } as const
        return { member, granted: openSession(tx, member, signInOrigin, how) }
      })
      const answer = await signedIn(opened.member, opened.granted)
      // Last of all: a socket of the session gets its answer.
      store.write((tx) => sessions.end(tx, session_uuid))
      return answer
    }),
  }
}
