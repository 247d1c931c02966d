import { randomUUID } from 'node:crypto'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { IdentityAudit } from './audit.ts'
import * as failures from './failures.ts'
import type { Invitations } from './invitations.ts'
import { type MemberRow, type Members, toFamilyMember } from './members.ts'
import { codeHash } from './one-time-codes.ts'
import type { PasswordCheck } from './password-check.ts'
import type { PasswordPolicy } from './passwords/password-policy.ts'
import type { Passwords } from './passwords.ts'
import { normalPassword, normalUsername } from './rules.ts'
import * as schemas from './schemas.ts'
import type { SetupCode } from './setup-code.ts'
import type { SignInOriginOf } from './sign-in-origin.ts'
import type { OpenSession } from './sessions.ts'
import type { SignedInAs } from './signed-in.ts'

interface RegistrationDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly audit: IdentityAudit
  readonly clock: Clock
  readonly members: Members
  readonly invitations: Invitations
  readonly passwords: Passwords
  readonly policy: PasswordPolicy
  readonly check: PasswordCheck
  readonly setupCode: SetupCode
  readonly openSession: OpenSession
  readonly signInOriginOf: SignInOriginOf
  readonly signedIn: SignedInAs
}

const refusals = [
  failures.RegistrationRefused,
  failures.WrongSetupCode,
  failures.SetupCodeUsed,
  failures.WrongInvitationCode,
]

/** The three ways to become a member: the setup code of an empty home, an invitation, an admin. */
export function registration(dependencies: RegistrationDependencies) {
  const { store, once, audit, clock, members, invitations, setupCode } = dependencies

  const insert = (
    tx: Transaction,
    member: MemberRow,
    { caller, address }: Context,
    by: 'setup_code' | 'invitation' | 'admin',
  ) => {
    members.insert(tx, member)
    const { family_member_uuid, roles } = member
    const actor = caller?.actor ?? `user:${family_member_uuid}`
    audit.record(tx, { event: 'registered', actor, address, family_member_uuid, details: { by, roles } })
  }

  const refuse = ({ caller, address }: Context, why = failures.RegistrationRefused()) => {
    const actor = caller?.actor ?? 'nobody'
    store.write((tx) => audit.record(tx, { event: 'registration_refused', actor, address }))
    return why
  }

  /** With a code: `take` uses it up, and throws if it was used meanwhile. */
  const registerSelf = async (
    input: schemas.Registration,
    context: Context,
    by: 'setup_code' | 'invitation',
    take: (tx: Transaction) => void,
  ) => {
    if (input.roles) throw refuse(context)
    const signInOrigin = await dependencies.signInOriginOf(context)
    const member = await newMember(dependencies, input, by === 'setup_code' ? ['admin'] : [])
    const granted = store.write((tx) => {
      take(tx)
      insert(tx, member, context, by)
      return dependencies.openSession(tx, member, signInOrigin)
    })
    return dependencies.signedIn(member, granted)
  }

  const registerOwner = async (input: schemas.Registration, code: string, context: Context) => {
    if (setupCode.current() === null) throw refuse(context, setupCodeUsed())
    if (!setupCode.fits(code)) throw refuse(context, failures.WrongSetupCode({ field: 'setup_code' }))
    return registerSelf(input, context, 'setup_code', (tx) => {
      if (!members.none()) throw setupCodeUsed()
      tx.afterCommit(setupCode.burn)
    })
  }

  const registerInvited = async (input: schemas.Registration, code: string, context: Context) => {
    const hash = codeHash(code)
    if (!invitations.holds(hash, clock.now())) throw refuse(context, wrongInvitation())
    return registerSelf(input, context, 'invitation', (tx) => {
      if (!invitations.take(tx, hash, clock.now())) throw wrongInvitation()
    })
  }

  const registerOther = async (input: schemas.Registration, context: Context) => {
    if (!context.caller?.admin) throw refuse(context)
    if (input.roles?.length) await dependencies.check.requireRecentSignIn(context, undefined, undefined)
    const member = await newMember(dependencies, input, input.roles ?? [])
    // A quick hash of the request is stored beside the key, and a password may never be in one.
    const { password: _, ...request } = input
    return once(context, request, (tx) => {
      insert(tx, member, context, 'admin')
      return { family_member: toFamilyMember(member) }
    })
  }

  return {
    'auth.register': operation({
      rest: 'POST /auth/register',
      status: 201,
      access: 'anyone',
      limit: 'authentication',
      summary: 'Become a member with a setup code or an invitation, or as an admin make another one',
      description:
        'An admin who gives roles wants a sign-in of the last 5 minutes. With a proof of a key, the session of who comes ' +
        'with a code goes on with nobody but who has that key.',
      proof: true,
      input: schemas.Registration,
      output: schemas.Registered,
      errors: [
        failures.PasswordRejected,
        failures.InvalidProof,
        ...refusals,
        failures.StepUpRequired,
        failures.UsernameTaken,
        failures.TooManyHashes,
      ],
    }).handle((input, context) => {
      const { setup_code, invitation_code } = input
      if (setup_code !== undefined && invitation_code !== undefined)
        throw invalidRequest('invitation_code', 'is not used with a setup code')
      if (setup_code !== undefined) return registerOwner(input, setup_code, context)
      if (invitation_code !== undefined) return registerInvited(input, invitation_code, context)
      return registerOther(input, context)
    }),
  }
}

const setupCodeUsed = () => failures.SetupCodeUsed({ field: 'setup_code' })
const wrongInvitation = () => failures.WrongInvitationCode({ field: 'invitation_code' })

/** The row of somebody who becomes a member; refuses a password that is too weak. */
async function newMember(
  { clock, passwords, policy }: RegistrationDependencies,
  input: schemas.Registration,
  roles: string[],
): Promise<MemberRow> {
  const password = normalPassword(input.password)
  await policy.assertAcceptable(password, input, 'password')
  const now = iso(clock.now())
  return {
    family_member_uuid: randomUUID(),
    username: normalUsername(input.username),
    full_name: input.full_name.trim(),
    relationship: input.relationship.trim(),
    roles,
    password_hash: await passwords.hash(password),
    preferences: {},
    created_at: now,
    updated_at: now,
    standing: 'primary',
    opens_to_owner: false,
    removed_at: null,
    trusts: 0,
  }
}
