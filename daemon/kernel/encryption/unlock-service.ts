import { type Static, Type } from 'typebox'
import { closed } from '../schema.ts'
import { PasskeyQuestion, PasskeySecret } from './key-file.ts'

/** What somebody tries to unlock a home with: its passphrase or its twelve words as `secret`, or a passkey. */
export const UnlockAttempt = Type.Object(
  {
    secret: Type.Optional(Type.String({ minLength: 1, maxLength: 1_024 })),
    passkey: Type.Optional(
      Type.Object({ credential_id: PasskeyQuestion.properties.credential_id, secret: PasskeySecret }, closed),
    ),
  },
  { ...closed, minProperties: 1, maxProperties: 1 },
)
export type UnlockAttempt = Static<typeof UnlockAttempt>

/** What a locked home tells everybody at its machine. */
export interface LockState {
  /** `starting`: it was unlocked a moment ago. */
  readonly status: 'locked' | 'starting'
}

export interface UnlockService {
  readonly state: () => LockState
  /** What browsers have to know to ask for one of its passkeys. */
  readonly passkeys: () => readonly PasskeyQuestion[]
  /**
   * Unlocks it. Throws 401 for what does not open it, 429 while it is tried already and for a while after several failures, 500 where
   * the file of its key is damaged.
   */
  readonly unlock: (attempt: UnlockAttempt) => Promise<void>
}
