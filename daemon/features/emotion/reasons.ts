import { iso } from '../../kernel/clock.ts'
import {
  decayed,
  type Entry,
  type LedgerState,
  remainingShare,
  replay,
  step,
  toEmotionState,
} from './ledger.ts'
import { type EmotionVector, neutral, emotionVector } from './emotion-vector.ts'
import type { Reasons } from './schemas.ts'
import type { Emotions, LedgerRow } from './store.ts'

/** What has less than this in the state does not matter any more: a thousand of them have less than 1e-9. */
const least = 1e-12

/** Why a member's companion feels as it does at `now`, by a replay of its ledger; `nature` is its baseline before any. */
export function reasonsOf(
  emotions: Emotions,
  family_member_uuid: string,
  nature: EmotionVector,
  now: number,
): Reasons {
  const { origin, entries } = emotions.feltSince(family_member_uuid, now)
  const ledger = replay(entries, origin) ?? { state: nature, baseline: nature, at: now }
  return {
    state: toEmotionState(ledger, now),
    baseline: ledger.baseline,
    entries: sharesOf(entries, origin, now)
      .filter((share) => size(share) >= least)
      .toSorted((a, b) => size(b) - size(a))
      .map(({ entry: { cause, message_uuid, at }, share }) => ({
        cause,
        message_uuid,
        created_at: iso(at),
        share,
      })),
  }
}

const size = ({ share }: Share<LedgerRow>) => Math.max(...Object.values(share).map(Math.abs))

/** How much of the present state is by one entry. */
export interface Share<E extends Entry> {
  readonly entry: E
  readonly share: EmotionVector
}

/**
 * What each entry has in the state at `now`, in their order: all of them and the baseline add up to the state. An impulse
 * counts as far as it moved the state, which is less than it pushed where the state was at its limit; a baseline by how
 * far it took the place that the state falls back to away from under it.
 */
export function sharesOf<E extends Entry>(
  entries: readonly E[],
  origin: LedgerState | null,
  now: number,
): readonly Share<E>[] {
  let current = origin
  let elapsed = 0
  const moves = entries.map((entry) => {
    if (current) elapsed += Math.max(0, entry.at - current.at)
    const before = current ? offset(decayed(current, entry.at), current.baseline) : neutral
    current = step(current, entry)
    const after = offset(current.state, current.baseline)
    return { entry, elapsed, move: offset(after, before) }
  })
  if (current) elapsed += Math.max(0, now - current.at)
  return moves.map(({ entry, elapsed: then, move }) => {
    const share = remainingShare(elapsed - then)
    return { entry, share: emotionVector((axis) => move[axis] * share) }
  })
}

const offset = (state: EmotionVector, from: EmotionVector) =>
  emotionVector((axis) => state[axis] - from[axis])
