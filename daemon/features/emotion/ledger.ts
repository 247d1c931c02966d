import { iso } from '../../kernel/clock.ts'
import {
  clamped,
  type EmotionVector,
  emotionVector,
  intensityOf,
  nearestEmotion,
  neutral,
} from './emotion-vector.ts'
import type { EmotionState } from './schemas.ts'

/** How long it takes until half of a feeling is gone, in milliseconds. */
export const halfLife = 600_000

/**
 * How long an entry is felt at all, in milliseconds: after 64 half-lives less is left of it than the last bit of a
 * double, so a replay from then on gives what one from the beginning gives.
 */
export const felt = 64 * halfLife

/** What moves a companion: an impulse by how far it pushes, a baseline by where it lets the state fall back to. */
export interface Entry extends EmotionVector {
  readonly kind: 'baseline' | 'impulse'
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** The state right after an entry, and where it falls back to from there. */
export interface LedgerState {
  readonly state: EmotionVector
  readonly baseline: EmotionVector
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** The share of a feeling that is left after a while: x(t) = base + (x0 - base) * 0.5^(dt / halfLife). */
export const remainingShare = (milliseconds: number) => 0.5 ** (Math.max(0, milliseconds) / halfLife)

/** On an axis, the point that is so large a share of the way from one to another, 0 to 1. */
const between = (from: number, to: number, share: number) => clamped(from + (to - from) * share)

/** What has become of a state until `now`. A clock that was set back lets nothing decay, and nothing grow. */
export function decayed({ state, baseline, at }: LedgerState, now: number): EmotionVector {
  const share = remainingShare(now - at)
  return {
    valence: between(baseline.valence, state.valence, share),
    arousal: between(baseline.arousal, state.arousal, share),
    dominance: between(baseline.dominance, state.dominance, share),
  }
}

/** The state at `now`, in milliseconds since the epoch, as the API shows it. */
export function toEmotionState(ledger: LedgerState, now: number): EmotionState {
  const state = decayed(ledger, now)
  return {
    ...state,
    emotion: nearestEmotion(state),
    intensity: intensityOf(state),
    updated_at: iso(now),
  }
}

/** What an entry makes of the state before it; null is the state before the first one. */
export function step(before: LedgerState | null, entry: Entry): LedgerState {
  const { kind, at } = entry
  const given = emotionVector((axis) => entry[axis])
  if (before === null) {
    if (kind === 'baseline') return { state: given, baseline: given, at }
    return step({ state: neutral, baseline: neutral, at }, entry)
  }
  const state = decayed(before, at)
  if (kind === 'baseline') return { state, baseline: given, at }
  return { state: emotionVector((axis) => clamped(state[axis] + given[axis])), baseline: before.baseline, at }
}

/** The state after each entry, in their order. */
export function* trail<E extends Entry>(
  entries: Iterable<E>,
  origin: LedgerState | null = null,
): Generator<{ readonly entry: E; readonly after: LedgerState }> {
  let after = origin
  for (const entry of entries) {
    after = step(after, entry)
    yield { entry, after }
  }
}

/** The state after all entries, in the order in which they were written; null where there are none. */
export function replay(entries: Iterable<Entry>, origin: LedgerState | null = null): LedgerState | null {
  let last = origin
  for (const { after } of trail(entries, origin)) last = after
  return last
}
