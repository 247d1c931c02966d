import type { Context, SignInMethod } from '../../../kernel/context.ts'
import { Failure } from '../../../kernel/errors.ts'
import type { GivenEvidence } from '../../../kernel/evidence.ts'
import type { Store } from '../../../store/store.ts'
import type { IdentityAudit } from '../audit.ts'
import type { DeviceRow, Devices } from '../devices.ts'
import { InvalidCredentials } from '../failures.ts'
import type { Members } from '../members.ts'
import type { SignedIn } from '../schemas.ts'
import type { SignInOriginOf } from '../sign-in-origin.ts'
import { type OpenSession, passwordNeverGiven } from '../sessions.ts'
import type { SignedInAs } from '../signed-in.ts'

/** How long a session lasts that was opened without a password, unused and at most, in milliseconds. */
const idle = 15 * 60_000
const longest = 12 * 3_600_000

/** Whom evidence is sure of, by what, and on which trusted device. */
export interface Recognised {
  readonly family_member_uuid: string
  readonly device_uuid: string
  readonly methods: readonly SignInMethod[]
}

/** Finds who it is; throws `INVALID_CREDENTIALS` where that is not sure. */
export type Recognise = (context: Context, given: readonly GivenEvidence[]) => Promise<Recognised>

interface RecognisedSignInDependencies {
  readonly store: Store
  readonly audit: IdentityAudit
  readonly members: Members
  readonly devices: Pick<Devices, 'byKey' | 'findTrusted'>
  readonly openSession: OpenSession
  readonly signInOriginOf: SignInOriginOf
  readonly signedIn: SignedInAs
  readonly recognise: Recognise
}

/** How members sign in who are recognised, and on which of their devices that is. */
export function openRecognisedSignIn(dependencies: RecognisedSignInDependencies) {
  const { store, audit, members, devices, openSession, signInOriginOf, signedIn, recognise } = dependencies

  /** The trusted device that a call proves to be: that of its session, or of the key that it proves to have. */
  const deviceOf = async (context: Context): Promise<DeviceRow | undefined> => {
    const { caller } = context
    const { binding } = caller ? { binding: null } : await signInOriginOf(context)
    const device = caller
      ? devices.findTrusted(caller.device_uuid ?? '')
      : binding && devices.byKey(binding.key_thumbprint)
    return device && members.byId(device.family_member_uuid) ? device : undefined
  }

  /** Opens a session that may do what one of a PIN may. Throws `INVALID_CREDENTIALS` for who is no member any more. */
  const open = async (
    context: Context,
    family_member_uuid: string,
    how: Pick<Recognised, 'device_uuid' | 'methods'>,
  ): Promise<SignedIn> => {
    const signInOrigin = await signInOriginOf(context)
    const { member, granted } = store.write((tx) => {
      const member = members.byId(family_member_uuid)
      if (!member) throw InvalidCredentials()
      const restricted = { restriction: 'pin', idle, longest, authenticated_at: passwordNeverGiven } as const
      return { member, granted: openSession(tx, member, signInOrigin, { ...how, ...restricted }) }
    })
    return signedIn(member, granted)
  }

  /** The login by evidence: whoever is not recognised surely is refused, and that is written down. */
  const signIn = async (context: Context, given: readonly GivenEvidence[]): Promise<SignedIn> => {
    try {
      const { family_member_uuid, ...how } = await recognise(context, given)
      return await open(context, family_member_uuid, how)
    } catch (error) {
      if (error instanceof Failure && error.status === 401) {
        const { operation, address, caller } = context
        const kinds = [...new Set(given.map(({ kind }) => kind))]
        const details = { operation, recognition: kinds, reason: error.details['reason'] ?? null }
        const actor = caller?.actor ?? 'nobody'
        store.write((tx) => audit.record(tx, { event: 'sign_in_failed', actor, address, details }))
      }
      throw error
    }
  }

  return { deviceOf, open, signIn }
}
