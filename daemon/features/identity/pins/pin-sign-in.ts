import type { Context } from '../../../kernel/context.ts'
import type { Transaction } from '../../../store/store.ts'
import { PasswordOnly, WrongPin } from '../failures.ts'
import type { SignedIn } from '../schemas.ts'
import { type OpenSession, passwordNeverGiven, type Sessions, type SignIn } from '../sessions.ts'
import type { SignedInAs } from '../signed-in.ts'
import type { PinCheck } from './pin-check.ts'
import type { MemberStanding } from './ranges.ts'

const minute = 60_000

/** How long a session of a PIN lasts unused, and at most where that is said, in milliseconds: a short PIN opens less. */
const lasting: Readonly<Record<MemberStanding, Pick<SignIn, 'idle' | 'longest'>>> = {
  primary: { idle: 15 * minute },
  secondary: { idle: 15 * minute },
  temporary: { idle: 5 * minute, longest: 60 * minute },
}

interface PinSignInDependencies {
  readonly pinCheck: PinCheck
  readonly sessions: Sessions
  readonly openSession: OpenSession
  readonly signedIn: SignedInAs
}

export interface PinSignIn {
  /**
   * The answer of a login, for the member whose PIN it is; the session of another PIN on that device ends. Throws
   * `INVALID_CREDENTIALS`: `reason` is `wrong_pin`, or `password_only` where the device takes no PIN.
   */
  readonly signIn: (pin: string, context: Context) => Promise<SignedIn>
  readonly endSessions: (tx: Transaction, family_member_uuid: string) => void
}

/** Opens the sign-in by PIN. */
export function openPinSignIn(dependencies: PinSignInDependencies): PinSignIn {
  const { pinCheck, sessions, openSession, signedIn } = dependencies

  return {
    endSessions: (tx, family_member_uuid) =>
      sessions.endWhere(
        tx,
        (one) => one.restriction === 'pin' && one.family_member_uuid === family_member_uuid,
      ),

    signIn: async (pin, context) => {
      const outcome = await pinCheck.check(context, pin, (tx, { member, device, signInOrigin }) => {
        const { device_uuid } = device
        sessions.endWhere(tx, (one) => one.restriction === 'pin' && one.device_uuid === device_uuid)
        const how = {
          methods: ['pin'],
          device_uuid,
          restriction: 'pin',
          authenticated_at: passwordNeverGiven,
        } as const
        return {
          member,
          granted: openSession(tx, member, signInOrigin, { ...how, ...lasting[member.standing] }),
        }
      })
      if (outcome === 'wrong') throw WrongPin()
      if (outcome === 'password_only') throw PasswordOnly()
      const { member, granted } = outcome.right
      return signedIn(member, granted)
    },
  }
}
