import { type Clock, iso } from '../../../kernel/clock.ts'
import type { Context } from '../../../kernel/context.ts'
import { NoMember } from '../../../kernel/member.ts'
import { operation } from '../../../kernel/operation.ts'
import { Nothing } from '../../../kernel/schema.ts'
import type { Audit } from '../../../store/audit.ts'
import type { Store } from '../../../store/store.ts'
import * as failures from '../failures.ts'
import type { MemberRow, Members } from '../members.ts'
import type { PasswordCheck } from '../password-check.ts'
import { normalUsername } from '../rules.ts'
import type { SignedIn } from '../schemas.ts'
import type { Sessions } from '../sessions.ts'
import type { ArrivalOf } from '../arrivals.ts'
import type { SignedInAs } from '../signed-in.ts'
import type { Tell } from './pin-check.ts'
import * as schemas from './pin-schemas.ts'

/** How long the owner may read in the profile of another member, in milliseconds. */
const readingTime = 15 * 60_000
/** The member's own password was not given. */
const never = iso(0)

interface OwnerAccessDependencies {
  readonly store: Store
  readonly audit: Audit
  readonly clock: Clock
  readonly members: Members
  readonly sessions: Sessions
  readonly check: PasswordCheck
  readonly arrivalOf: ArrivalOf
  readonly signedIn: SignedInAs
  readonly tell: Tell
}

const isAdmin = ({ roles }: Pick<MemberRow, 'roles'>) => roles.includes('admin')

/** Opens the profile of the member who is called `username` for the owner, whose own password this is. */
export type OpenProfile = (
  given: { readonly username: string; readonly password: string },
  context: Context,
) => Promise<SignedIn>

/**
 * How the owner, who is the first of the admins, reads in the profile of a member by the owner's own password. Whatever
 * the username, one hash is computed, and it is the owner's account that is locked by wrong passwords.
 */
export function openOwnerAccess(dependencies: OwnerAccessDependencies): OpenProfile {
  const { store, audit, members, sessions, check, arrivalOf, signedIn, tell } = dependencies
  return async ({ username, password }, context) => {
    const owner = members.owner()
    const succeeded = await check.requirePassword(
      { username: owner?.username ?? '', password },
      owner,
      context,
    )
    const arrival = await arrivalOf(context)
    const opened = store.write((tx) => {
      succeeded(tx)
      const member = members.byUsername(normalUsername(username))
      if (!owner || !member) return failures.InvalidCredentials
      const { family_member_uuid } = member
      const actor = `user:${owner.family_member_uuid}`
      const about = { actor, address: context.address, family_member_uuid }
      if (isAdmin(member) || !member.opens_to_owner) {
        const { operation } = context
        audit.record(tx, { event: 'sign_in_refused', ...about, details: { operation, owner: true } })
        return failures.OwnerRefused
      }
      const how = { methods: ['pwd'], device_uuid: null, restriction: 'read_only' } as const
      const granted = sessions.open(tx, member, {
        ...arrival,
        ...how,
        longest: readingTime,
        authenticated_at: never,
      })
      const { session_uuid } = granted.session
      audit.record(tx, { event: 'profile_opened', ...about, session_uuid })
      tell(tx, member, (wording) => wording.profileOpened(owner.full_name), 'profile_opened')
      return { member, granted }
    })
    if (typeof opened === 'function') throw opened()
    return signedIn(opened.member, opened.granted)
  }
}

/** Whether the owner may do so: a member's own choice. */
export function ownerAccessOperations(dependencies: OwnerAccessDependencies) {
  const { store, audit, clock, members, sessions, check } = dependencies
  const show = (member: MemberRow) => {
    const owner = members.owner()
    const applies = owner !== undefined && !isAdmin(member)
    return { allowed: member.opens_to_owner, owner: applies ? owner.full_name : null }
  }
  const own = (family_member_uuid: string | null) => {
    const member = family_member_uuid === null ? undefined : members.byId(family_member_uuid)
    if (!member) throw NoMember()
    return member
  }

  return {
    'profile.owner_access': operation({
      rest: 'GET /auth/profile/owner-access',
      access: 'member',
      scopes: [],
      summary: 'Whether the owner may read in your profile with their own password',
      description: 'The owner is the first of the admins; the profiles of admins open to nobody.',
      input: Nothing,
      output: schemas.OwnerAccess,
      errors: [NoMember],
    }).handle((_input, { caller }) => show(own(caller.family_member_uuid))),

    'profile.set_owner_access': operation({
      rest: 'PUT /auth/profile/owner-access',
      access: 'member',
      summary: 'Let the owner read in your profile, or no longer',
      description:
        'Wants a sign-in of the last 5 minutes, or the password. What the owner has open is closed.',
      input: schemas.OwnerAccessChange,
      output: schemas.OwnerAccess,
      errors: [
        failures.StepUpRequired,
        failures.InvalidCredentials,
        failures.AccountLocked,
        failures.TooManyHashes,
        NoMember,
      ],
    }).handle(async ({ allowed, password }, context) => {
      const { caller, address } = context
      const before = own(caller.family_member_uuid)
      const succeeded = await check.requireRecentSignIn(context, before, password)
      return store.write((tx) => {
        succeeded(tx)
        const member = own(caller.family_member_uuid)
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
