import { type Clock, iso } from '../../../kernel/clock.ts'
import { operation } from '../../../kernel/operation.ts'
import type { Store } from '../../../store/store.ts'
import type { IdentityAudit } from '../audit.ts'
import * as failures from '../failures.ts'
import { type Members, toFamilyMember } from '../members.ts'
import { type PasswordCheck, recentSignInErrors } from '../password-check.ts'
import { MemberResult } from '../schemas.ts'
import * as schemas from './pin-schemas.ts'
import type { PinSignIn } from './pin-sign-in.ts'
import type { PinStore } from './pin-store.ts'

interface StandingOperationsDependencies {
  readonly store: Store
  readonly audit: IdentityAudit
  readonly clock: Clock
  readonly members: Members
  readonly check: PasswordCheck
  readonly pins: PinStore
  readonly pinSignIn: PinSignIn
}

/** What each member is in the household, which says how long their PIN is. */
export function standingOperations(dependencies: StandingOperationsDependencies) {
  const { store, audit, clock, members, check, pins, pinSignIn } = dependencies
  return {
    'members.set_standing': operation({
      rest: 'PUT /auth/members/{id}/standing',
      access: 'admin',
      scopes: [],
      audited: ['id', 'standing'],
      summary: 'Say which PINs a member has',
      description:
        'Four digits, three or two. Wants a sign-in of the last 5 minutes, or the password. Another standing ends the PIN that ' +
        'the member has.',
      input: schemas.StandingChange,
      output: MemberResult,
      errors: [...recentSignInErrors, failures.MemberNotFound],
    }).handle(async ({ id, standing, password }, context) => {
      const { actor, family_member_uuid: own } = context.caller
      const admin = own === null ? undefined : members.byId(own)
      const succeeded = await check.requireRecentSignIn(context, admin, password)
      return store.write((tx) => {
        succeeded(tx)
        const member = members.byId(id)
        if (!member) throw failures.MemberNotFound()
        const changed = { ...member, standing, updated_at: iso(clock.now()) }
        if (standing !== member.standing) {
          members.update(tx, changed)
          const ended = pins.remove(tx, id)
          pinSignIn.endSessions(tx, id)
          audit.record(tx, {
            event: 'standing_changed',
            actor,
            address: context.address,
            family_member_uuid: id,
            details: { from: member.standing, to: standing, pin_ended: ended },
          })
        }
        return { family_member: { ...toFamilyMember(changed), preferences: {} } }
      })
    }),
  }
}
