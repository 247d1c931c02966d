import { iso } from '../../kernel/clock.ts'
import { intensityOf, nearestEmotion } from './anchors.ts'
import { decayed, type LedgerState } from './ledger.ts'
import type { EmotionState } from './schemas.ts'

/** The state at `now`, in milliseconds since the epoch; computed each time. */
export function toEmotionState(ledger: LedgerState, now: number): EmotionState {
  const state = decayed(ledger, now)
  return {
    ...state,
    emotion: nearestEmotion(state),
    intensity: intensityOf(state),
    updated_at: iso(now),
  }
}
