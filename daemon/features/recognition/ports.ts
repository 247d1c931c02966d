import type { AuthenticatedContext, Context, SignInMethod } from '../../kernel/context.ts'
import type { Assertion } from '../../kernel/evidence.ts'
import type { FailureKind } from '../../kernel/errors.ts'
import type { Restriction } from '../../kernel/scope.ts'
import type { Transaction } from '../../store/store.ts'
import type { DeviceKind, Weight } from './inference.ts'
import type { SignedIn } from './schemas.ts'

export interface KnownDevice {
  readonly device_uuid: string
  readonly family_member_uuid: string
  readonly name: string
  readonly kind: DeviceKind
}

/** Somebody who becomes a member. */
export interface Registration {
  readonly username: string
  readonly password: string
  readonly full_name: string
  readonly relationship: string
}

export interface Question {
  readonly user_id: string
  readonly interaction_type: 'approval' | 'ack'
  readonly title: string
  readonly prompt: string
  readonly category: 'recognition' | 'household'
  readonly requirement: 'required' | 'optional'
  readonly severity: 'high' | 'medium'
  readonly expires_in_seconds?: number
}

interface Profile {
  readonly full_name: string
  readonly roles: readonly string[]
  readonly preferences: Readonly<Record<string, unknown>>
}

/** What other features do for recognition. */
export interface Ports {
  /** The members of the household. */
  readonly everyone: () => readonly string[]
  /** Undefined where there is no such member. */
  readonly profile: (family_member_uuid: string) => Profile | undefined
  readonly isAdmin: (family_member_uuid: string) => boolean
  /** Whether a sign-in of the member asks for a second factor. */
  readonly hasSecondFactor: (family_member_uuid: string) => boolean
  /** Makes an account, as an admin does; answers whose it is. */
  readonly register: (person: Registration, context: AuthenticatedContext) => Promise<string>
  readonly requireRecentSignIn: (
    context: AuthenticatedContext,
    password: string | undefined,
  ) => Promise<(tx: Transaction) => void>
  /** How accounts are removed, brought back and erased. */
  readonly accounts: {
    readonly assertRemovable: (family_member_uuid: string) => void
    readonly remove: (tx: Transaction, family_member_uuid: string) => void
    readonly restore: (tx: Transaction, family_member_uuid: string) => void
    readonly erase: (tx: Transaction, family_member_uuid: string) => Record<string, number>
  }
  /** Closes what programs have open with the keys of a member. */
  readonly suspendKeys: (family_member_uuid: string) => void
  /** The trusted device that a call proves to be: that of its session, or of the key that it proves to have. */
  readonly deviceOf: (context: Context) => Promise<KnownDevice | undefined>
  /** What a session is of; undefined where it has ended. */
  readonly sessionOf: (session_uuid: string) =>
    | {
        readonly family_member_uuid: string
        readonly device_uuid: string | null
        readonly restriction: Restriction | null
      }
    | undefined
  /** Opens a session of a member who was recognised, restricted as one of a PIN is; the answer of a login. */
  readonly openRecognised: (
    context: Context,
    family_member_uuid: string,
    how: { readonly methods: readonly SignInMethod[]; readonly device_uuid: string },
  ) => Promise<SignedIn>
  /** Puts an interaction of the companion's own to a member; answers its id. */
  readonly ask: (tx: Transaction, question: Question) => string
  /** Cancels one where it is still open. */
  readonly withdraw: (tx: Transaction, interaction_id: string) => void
  /** Whose PIN it is, on the device that the call proves to be; null for a wrong one, which is counted. */
  readonly pinOwner?: (
    context: Context,
    pin: string,
  ) => Promise<{ readonly family_member_uuid: string } | null>
  /** What to throw so that a browser signs with a passkey, anybody's, in the session of the call. */
  readonly askPasskey: (context: Context) => Promise<Error>
  /** Whose passkey has signed what was asked for by `mfa_token`; null for what proves nothing. Throws `INVALID_CREDENTIALS` once that is over. */
  readonly passkeyOwner: (
    context: Context,
    given: { readonly mfa_token: string; readonly assertion: Assertion },
  ) => Promise<string | null>
  /** What a member is refused with who has not signed in lately, who makes an account, and who is the last admin; how a passkey is asked for and refused. */
  readonly failures: {
    readonly stepUp: readonly FailureKind[]
    readonly registration: readonly FailureKind[]
    readonly lastAdmin: FailureKind
    readonly passkey: readonly FailureKind[]
  }
  /** Null where there is no model of speakers. */
  readonly voice: {
    /**
     * How much a sample sounds like each voice that is known. Throws `GONE` for a sample that is not there, or that
     * another caller has sent.
     */
    readonly compare: (sample_uuid: string, context: Context) => Promise<readonly Weight[]>
    /** Learns somebody's voice of samples that the caller has sent; what it answers keeps that. */
    readonly enrol: (
      person_uuid: string,
      samples: readonly string[],
      context: Context,
    ) => Promise<(tx: Transaction) => void>
    readonly isEnrolled: (person_uuid: string) => boolean
  } | null
  /** Deletes what is kept of somebody's voice, also where no voice can be recognised any more. */
  readonly forgetVoice: (tx: Transaction, person_uuid: string) => void
}
