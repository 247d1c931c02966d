import { type Clock, iso } from '../../../kernel/clock.ts'
import type { Context } from '../../../kernel/context.ts'
import { NoMember } from '../../../kernel/scope.ts'
import { operation } from '../../../kernel/operation.ts'
import { Nothing } from '../../../kernel/schema.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import type { IdentityAudit } from '../audit.ts'
import type { Factors } from '../factors/factors.ts'
import type { SecondSteps } from '../factors/second-step.ts'
import * as failures from '../failures.ts'
import { type MemberRow, type Members, requireMember } from '../members.ts'
import { type PasswordCheck, recentSignInErrors } from '../password-check.ts'
import type { SignedIn } from '../schemas.ts'
import type { Sessions } from '../sessions.ts'
import type { SignInOriginOf } from '../sign-in-origin.ts'
import type { SignedInAs } from '../signed-in.ts'
import type { Tell } from './pin-check.ts'
import * as schemas from './pin-schemas.ts'
import { type EnterProfile, isAdmin } from './profile-entry.ts'

interface OwnerAccessDependencies {
  readonly store: Store
  readonly members: Members
  readonly check: PasswordCheck
  readonly factors: Pick<Factors, 'on'>
  readonly secondSteps: Pick<SecondSteps, 'begin'>
  readonly enterProfile: EnterProfile
  readonly signInOriginOf: SignInOriginOf
  readonly signedIn: SignedInAs
}

interface OwnerAccessChangeDependencies {
  readonly store: Store
  readonly audit: IdentityAudit
  readonly clock: Clock
  readonly members: Members
  readonly sessions: Sessions
  readonly check: PasswordCheck
}

/** Opens the profile of the member who is called `username` for the owner, whose own password this is. */
export type OpenProfile = (
  given: { readonly username: string; readonly password: string },
  context: Context,
) => Promise<SignedIn>

/**
 * How the owner, who is the first of the admins, reads in the profile of a member by the owner's own password, and by the
 * owner's second factor where there is one. Whatever the username, one hash is computed, and it is the owner's account that
 * is locked by wrong passwords and codes.
 */
export function openOwnerAccess(dependencies: OwnerAccessDependencies): OpenProfile {
  const { store, members, check, factors, secondSteps, enterProfile, signInOriginOf, signedIn } = dependencies
  return async ({ username, password }, context) => {
    const owner = members.owner()
    const given = { username: owner?.username ?? '', password }
    const succeeded = await check.requirePassword(given, owner, context)
    if (!owner) throw failures.InvalidCredentials()
    // Half of it is no success yet: else the password would clear what guesses at codes have counted.
    if (factors.on(owner.family_member_uuid)) throw await secondSteps.begin(owner, context, username)
    const signInOrigin = await signInOriginOf(context)
    const opened = store.write((tx) => {
      succeeded(tx)
      return enterProfile(tx, { owner, username, methods: ['pwd'] }, signInOrigin, context)
    })
    if (typeof opened === 'function') throw opened()
    return signedIn(opened.member, opened.granted)
  }
}

/** Tells the members whose profile opens to the owner without a choice of theirs that it does, each once. */
export function tellOwnerAccess(
  tx: Transaction,
  { members, tell }: { readonly members: Members; readonly tell: Tell },
): void {
  const untold = members.withUntoldOwnerAccess()
  const owner = untold.length > 0 ? members.owner() : undefined
  if (!owner) return
  for (const member of untold) {
    tell(tx, member, (wording) => wording.profileOpens(owner.full_name), 'owner_access')
    members.toldOwnerAccess(tx, member.family_member_uuid)
  }
}

/** Whether the owner may do so: a member's own choice. */
export function ownerAccessOperations(dependencies: OwnerAccessChangeDependencies) {
  const { store, audit, clock, members, sessions, check } = dependencies
  const show = (member: MemberRow) => {
    const owner = members.owner()
    const applies = owner !== undefined && !isAdmin(member)
    return { allowed: member.opens_to_owner, owner: applies ? owner.full_name : null }
  }

  return {
    'profile.owner_access': operation({
      rest: 'GET /auth/profile/owner-access',
      access: 'member',
      scopes: [],
      summary: 'Whether the owner may read in your profile with their own password',
      description:
        'Not until you say so. The owner is the first of the admins; the profiles of admins open to nobody.',
      input: Nothing,
      output: schemas.OwnerAccess,
      errors: [NoMember],
    }).handle((_input, { caller }) => show(requireMember(members, caller))),

    'profile.set_owner_access': operation({
      rest: 'PUT /auth/profile/owner-access',
      access: 'member',
      summary: 'Let the owner read in your profile, or no longer',
      description:
        'Wants a sign-in of the last 5 minutes, or the password. What the owner has open is closed.',
      input: schemas.OwnerAccessChange,
      output: schemas.OwnerAccess,
      errors: [...recentSignInErrors, NoMember],
    }).handle(async ({ allowed, password }, context) => {
      const { caller, address } = context
      const before = requireMember(members, caller)
      const succeeded = await check.requireRecentSignIn(context, before, password)
      return store.write((tx) => {
        succeeded(tx)
        const member = requireMember(members, caller)
        members.toldOwnerAccess(tx, member.family_member_uuid)
        const changed = { ...member, opens_to_owner: allowed, updated_at: iso(clock.now()) }
        if (allowed === member.opens_to_owner) return show(member)
        members.update(tx, changed)
        const { actor, session_uuid } = caller
        const { family_member_uuid } = member
        if (!allowed)
          sessions.endWhere(
            tx,
            (one) => one.restriction === 'read_only' && one.family_member_uuid === family_member_uuid,
          )
        const about = { actor, address, family_member_uuid, session_uuid, details: { allowed } }
        audit.record(tx, { event: 'owner_access_changed', ...about })
        return show(changed)
      })
    }),
  }
}
