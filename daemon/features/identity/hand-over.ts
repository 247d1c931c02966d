import { operation } from '../../kernel/operation.ts'
import type { Store } from '../../store/store.ts'
import type { IdentityAudit } from './audit.ts'
import * as failures from './failures.ts'
import type { Members } from './members.ts'
import * as schemas from './schemas.ts'
import { passwordNeverGiven, type Sessions } from './sessions.ts'
import type { SignInOriginOf } from './sign-in-origin.ts'
import type { SignedInAs } from './signed-in.ts'

interface HandOverDependencies {
  readonly store: Store
  readonly audit: IdentityAudit
  readonly members: Members
  readonly sessions: Sessions
  readonly signInOriginOf: SignInOriginOf
  readonly signedIn: SignedInAs
}

/** Lets a local program that knows the machine's member sign in as them without a password. */
export function handOver({
  store,
  audit,
  members,
  sessions,
  signInOriginOf,
  signedIn,
}: HandOverDependencies) {
  return {
    'auth.hand_over': operation({
      rest: 'POST /auth/hand-over',
      access: 'admin',
      scopes: [],
      audited: ['family_member_uuid'],
      summary: 'Sign a member in for a program of this machine',
      description:
        'With a `system:` token alone: whoever can read the home can be whoever lives there. Nobody has given a password, so what wants a recent sign-in asks for it.',
      input: schemas.HandOver,
      output: schemas.SignedIn,
      errors: [failures.OnlyThisMachine, failures.MemberNotFound],
    }).handle(async ({ family_member_uuid }, context) => {
      const { actor, ...caller } = context.caller
      if (caller.family_member_uuid !== null) throw failures.OnlyThisMachine()
      const signInOrigin = await signInOriginOf(context)
      const { address } = signInOrigin
      const { member, granted } = store.write((tx) => {
        const member = members.byId(family_member_uuid)
        if (!member) throw failures.MemberNotFound()
        const how = { methods: ['otp'], device_uuid: null, authenticated_at: passwordNeverGiven } as const
        const granted = sessions.open(tx, member, { ...signInOrigin, ...how })
        const { session_uuid } = granted.session
        audit.record(tx, { event: 'signed_in', actor, address, family_member_uuid, session_uuid })
        return { member, granted }
      })
      return signedIn(member, granted)
    }),
  }
}
