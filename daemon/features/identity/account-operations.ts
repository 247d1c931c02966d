import type { Static } from 'typebox'
import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/context.ts'
import { isOrigin } from '../../kernel/engine-server.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import { NoMember } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { IdentityAudit } from './audit.ts'
import type { Devices } from './devices.ts'
import type { EraseMember } from './removal/erasure.ts'
import type { Recovery } from './recovery/operations.ts'
import * as failures from './failures.ts'
import { type MemberRow, type Members, requireMember, toFamilyMember } from './members.ts'
import type { PasswordCheck } from './password-check.ts'
import type { PasswordPolicy } from './passwords/password-policy.ts'
import type { Passwords } from './passwords.ts'
import { normalPassword } from './rules.ts'
import type { PinStore } from './pins/pin-store.ts'
import { endEverySession } from './removal/accounts.ts'
import type { Receipts } from './removal/receipts.ts'
import * as schemas from './schemas.ts'
import type { Sessions } from './sessions.ts'

/** The largest preferences of a member, in bytes of JSON. */
export const maxPreferencesBytes = 16_384
/** Model servers that a member may have agreed to at once. */
const maxEngines = 50

interface AccountOperationsDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly audit: IdentityAudit
  readonly bus: Bus
  readonly clock: Clock
  readonly members: Members
  readonly sessions: Sessions
  readonly devices: Devices
  readonly pins: PinStore
  readonly passwords: Passwords
  readonly policy: PasswordPolicy
  readonly check: PasswordCheck
  readonly erase: EraseMember
  readonly recovery: Pick<Recovery, 'forgetOf'>
  readonly receipts: Receipts
}

/** What members do with their own account: profile, password, emergency reset. */
export function accountOperations(dependencies: AccountOperationsDependencies) {
  return {
    ...profileOperations(dependencies),
    ...passwordOperations(dependencies),
    ...resetOperations(dependencies),
  }
}

/** The origins that preferences agree to; throws 400 for what is no list of them. */
function enginesIn({ engines = [] }: Readonly<Record<string, unknown>>): readonly string[] {
  const origins = Array.isArray(engines)
    ? engines.filter((one) => typeof one === 'string' && isOrigin(one))
    : null
  if (
    !Array.isArray(engines) ||
    origins?.length !== engines.length ||
    new Set(origins).size !== engines.length
  )
    throw invalidRequest(
      'preferences.engines',
      'must be a list of origins, such as https://models.example:8443',
    )
  if (engines.length > maxEngines)
    throw invalidRequest('preferences.engines', `has more than ${maxEngines} origins`)
  return origins
}

interface ConsentChange {
  readonly audit: IdentityAudit
  readonly member: MemberRow
  readonly engines: readonly string[]
  readonly caller: Caller
  readonly address: string
}

/** Notes to which model servers a member agrees from now on, and to which no longer. */
function recordConsent(tx: Transaction, { audit, member, engines, caller, address }: ConsentChange): void {
  const before = new Set(Array.isArray(member.preferences['engines']) ? member.preferences['engines'] : [])
  const agreed = engines.filter((origin) => !before.has(origin))
  const withdrawn = [...before].filter((origin) => !engines.includes(origin))
  // A session that a program of this machine has opened is nobody's word.
  if (agreed.length > 0 && caller.authenticated_at === 0) throw failures.StepUpRequired({ reason: 'step_up' })
  if (agreed.length + withdrawn.length === 0) return
  const { family_member_uuid } = member
  const { actor, session_uuid } = caller
  const details = { agreed, withdrawn }
  audit.record(tx, { event: 'engines_changed', actor, address, family_member_uuid, session_uuid, details })
}

function profileOperations({ store, audit, bus, clock, members }: AccountOperationsDependencies) {
  return {
    'auth.profile': operation({
      rest: 'GET /auth/profile',
      access: 'member',
      enrolment: true,
      summary: 'Your profile',
      description: 'With your roles and your preferences.',
      input: Nothing,
      output: schemas.FamilyMember,
      errors: [NoMember],
    }).handle((_input, { caller }) => toFamilyMember(requireMember(members, caller), caller.restriction)),

    'auth.update_profile': operation({
      rest: 'PUT /auth/profile',
      access: 'member',
      summary: 'Change your name, relationship or preferences',
      description:
        'Each field that is given is replaced as a whole. To agree to another model server (`engines` in the preferences) ' +
        'wants a session in which the password was given.',
      input: schemas.ProfileChange,
      output: schemas.FamilyMember,
      errors: [NoMember],
    }).handle(({ full_name, relationship, preferences }, { caller, address }) => {
      if (preferences && Buffer.byteLength(JSON.stringify(preferences)) > maxPreferencesBytes)
        throw invalidRequest('preferences', `is larger than ${maxPreferencesBytes} bytes`)
      const engines = preferences && enginesIn(preferences)
      return store.write((tx) => {
        const member = requireMember(members, caller)
        if (engines) recordConsent(tx, { audit, member, engines, caller, address })
        const changed = {
          ...member,
          full_name: full_name?.trim() ?? member.full_name,
          relationship: relationship?.trim() ?? member.relationship,
          preferences: preferences ?? member.preferences,
          updated_at: iso(clock.now()),
        }
        members.update(tx, changed)
        const { family_member_uuid } = member
        if (preferences) {
          tx.afterCommit(() =>
            bus.publish('preferences.changed', { family_member_uuid }, { family_member_uuid }),
          )
        }
        return toFamilyMember(changed)
      })
    }),
  }
}

function passwordOperations(dependencies: AccountOperationsDependencies) {
  const { once, audit, clock, members, sessions, devices, pins, passwords, policy, check, recovery } =
    dependencies
  return {
    'auth.change_password': operation({
      rest: 'POST /auth/change-password',
      access: 'member',
      limit: 'authentication',
      summary: 'Change your password and end your other sessions',
      description:
        'Give the current password and the new one. This session goes on. A new password that is not good ' +
        'enough is refused with `PASSWORD_REJECTED`, and `details.reason` says why.',
      input: schemas.PasswordChange,
      output: schemas.EndedSessions,
      errors: [
        failures.PasswordRejected,
        failures.InvalidCredentials,
        failures.AccountLocked,
        failures.TooManyHashes,
        NoMember,
      ],
    }).handle(async ({ current_password, new_password }, context) => {
      // A quick hash of the request is stored beside the key, and a password may never be in one.
      const first = once.recall(context, {})
      // Kept by this very operation, so it has this operation's shape.
      if (first) return first as Static<typeof schemas.EndedSessions>
      const { caller, address } = context
      const member = requireMember(members, caller)
      const { username, family_member_uuid } = member
      const succeeded = await check.requirePassword({ username, password: current_password }, member, context)
      const password = normalPassword(new_password)
      if (password === normalPassword(current_password))
        throw failures.PasswordRejected({ field: 'new_password', reason: 'reused' })
      await policy.assertAcceptable(password, member, 'new_password')
      const password_hash = await passwords.hash(password)
      return once(context, {}, (tx) => {
        succeeded(tx)
        const now = requireMember(members, caller)
        // Somebody else was faster with the same current password.
        if (now.password_hash !== member.password_hash) throw failures.InvalidCredentials()
        members.update(tx, { ...now, password_hash, updated_at: iso(clock.now()) })
        const sessions_ended = sessions.endAll(tx, family_member_uuid, caller.session_uuid)
        devices.forgetCodesOf(tx, family_member_uuid)
        recovery.forgetOf(tx, family_member_uuid)
        pins.forgetMember(tx, family_member_uuid)
        const details = { sessions_ended: sessions_ended.length }
        const { actor, session_uuid } = caller
        const about = { actor, address, family_member_uuid, session_uuid, details }
        audit.record(tx, { event: 'password_changed', ...about })
        return { sessions_ended }
      })
    }),
  }
}

function resetOperations(dependencies: AccountOperationsDependencies) {
  const { store, audit, bus, clock, members, check, erase, receipts } = dependencies
  return {
    'auth.emergency_reset': operation({
      rest: 'POST /auth/emergency-reset',
      access: 'member',
      limit: 'authentication',
      summary: 'Delete everything that the companion holds of you, and end every session',
      description:
        'Your account and its password stay. It is deleted from the backups too, shortly after, and no backup brings it back. ' +
        'The receipt is signed by this home: `companion receipt FILE` verifies it.',
      input: schemas.EmergencyReset,
      output: schemas.Erased,
      errors: [failures.InvalidCredentials, failures.AccountLocked, failures.TooManyHashes, NoMember],
    }).handle(async ({ password }, context) => {
      const { caller, address } = context
      const member = requireMember(members, caller)
      const { username, family_member_uuid } = member
      const succeeded = await check.requirePassword({ username, password }, member, context)
      const backups = await receipts.backups()
      return store.write((tx) => {
        succeeded(tx)
        endEverySession(tx, dependencies, family_member_uuid)
        const { deleted, erasure } = erase(tx, family_member_uuid)
        members.update(tx, {
          ...requireMember(members, caller),
          preferences: {},
          updated_at: iso(clock.now()),
        })
        const about = { actor: caller.actor, address, family_member_uuid, details: { deleted } }
        audit.record(tx, { event: 'emergency_reset', ...about })
        tx.afterCommit(() => bus.publish('member.erased', { family_member_uuid }, { family_member_uuid }))
        const begun = { account: 'kept', deleted, backups } as const
        const { receipt_id, receipt } = receipts.begun(tx, erasure, begun)
        return { deleted, receipt_id, receipt }
      })
    }),
  }
}
