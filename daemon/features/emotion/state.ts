import { iso } from '../../kernel/clock.ts'
import { intensityOf, nearestEmotion } from './anchors.ts'
import { decayed, type LedgerState } from './ledger.ts'
import type { EmotionState } from './schemas.ts'

/** How it feels at `now`, milliseconds since the epoch: computed anew each time. */
export function toEmotionState(kept: LedgerState, now: number): EmotionState {
  const state = decayed(kept, now)
  return {
    ...state,
    emotion: nearestEmotion(state),
    intensity: intensityOf(state),
    updated_at: iso(now),
  }
}
