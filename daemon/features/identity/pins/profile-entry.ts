import type { Context, SignInMethod } from '../../../kernel/context.ts'
import type { Config } from '../../../kernel/config.ts'
import type { Transaction } from '../../../store/store.ts'
import type { IdentityAudit } from '../audit.ts'
import * as failures from '../failures.ts'
import type { MemberRow, Members } from '../members.ts'
import { normalUsername } from '../rules.ts'
import { type SignInOrigin, type GrantedSession, passwordNeverGiven, type Sessions } from '../sessions.ts'
import type { Tell } from './pin-check.ts'

/** How long the owner may read in the profile of another member, in milliseconds. */
const readingTime = 15 * 60_000

interface ProfileEntryDependencies {
  readonly config: Pick<Config, 'sign_in'>
  readonly audit: IdentityAudit
  readonly members: Members
  readonly sessions: Sessions
  readonly tell: Tell
}

/** Who reads in whose profile, and by what they have shown to be the owner (RFC 8176). */
interface Entering {
  readonly owner: MemberRow
  readonly username: string
  readonly methods: readonly SignInMethod[]
}

/**
 * Opens a session that reads in the profile of a member, who is told; answers the failure to throw, once what was written
 * is kept, where it does not open.
 */
export type EnterProfile = (
  tx: Transaction,
  entering: Entering,
  signInOrigin: SignInOrigin,
  context: Context,
) => { readonly member: MemberRow; readonly granted: GrantedSession } | (() => Error)

export const isAdmin = ({ roles }: Pick<MemberRow, 'roles'>) => roles.includes('admin')

/** Opens what lets the owner in, after the owner has shown to be that. */
export function openProfileEntry(dependencies: ProfileEntryDependencies): EnterProfile {
  const { config, audit, members, sessions, tell } = dependencies
  const allRequired = config.sign_in.second_factor === 'required'
  return (tx, { owner, username, methods }, signInOrigin, context) => {
    const member = members.byUsername(normalUsername(username))
    if (!member) return failures.InvalidCredentials
    const { family_member_uuid } = member
    const actor = `user:${owner.family_member_uuid}`
    const about = { actor, address: context.address, family_member_uuid }
    // Where everybody has to have a second factor, the owner's password alone opens nothing of others.
    const tooLittle = allRequired && !methods.includes('mfa')
    if (isAdmin(member) || !member.opens_to_owner || tooLittle) {
      const { operation } = context
      audit.record(tx, { event: 'sign_in_refused', ...about, details: { operation, owner: true } })
      return failures.OwnerRefused
    }
    const how = { methods, device_uuid: null, restriction: 'read_only' } as const
    const granted = sessions.open(tx, member, {
      ...signInOrigin,
      ...how,
      longest: readingTime,
      authenticated_at: passwordNeverGiven,
    })
    const { session_uuid } = granted.session
    audit.record(tx, { event: 'profile_opened', ...about, session_uuid, details: { methods: [...methods] } })
    tell(tx, member, (wording) => wording.profileOpened(owner.full_name), 'profile_opened')
    return { member, granted }
  }
}
