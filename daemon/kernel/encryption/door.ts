import { type Static, Type } from 'typebox'
import { closed } from '../schema.ts'

/** What somebody tries to unlock a home with: its passphrase, or its twelve words. */
export const UnlockAttempt = Type.Object(
  { secret: Type.String({ minLength: 1, maxLength: 1_024 }) },
  { ...closed, $id: 'UnlockAttempt' },
)
export type UnlockAttempt = Static<typeof UnlockAttempt>

/** What a locked home tells everybody at its machine. */
export interface DoorState {
  /** `starting`: it was unlocked a moment ago. */
  readonly status: 'locked' | 'starting'
}

/** How a locked home is unlocked. */
export interface Door {
  readonly state: () => DoorState
  /**
   * Unlocks it. Throws 401 for what does not open it, 429 while it is tried already and for a while after several failures, 500 where
   * the file of its key is damaged.
   */
  readonly unlock: (attempt: UnlockAttempt) => Promise<void>
}
