import { decayed, type Entry, type LedgerState, remainingShare, step } from './ledger.ts'
import { neutral, type Pad, pad } from './pad.ts'

/** How much of the present state is by one entry. */
export interface Share<E extends Entry> {
  readonly entry: E
  readonly share: Pad
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
  let kept = origin
  let elapsed = 0
  const moves = entries.map((entry) => {
    if (kept) elapsed += Math.max(0, entry.at - kept.at)
    const before = kept ? offset(decayed(kept, entry.at), kept.baseline) : neutral
    kept = step(kept, entry)
    const after = offset(kept.state, kept.baseline)
    return { entry, elapsed, move: offset(after, before) }
  })
  if (kept) elapsed += Math.max(0, now - kept.at)
  return moves.map(({ entry, elapsed: then, move }) => {
    const share = remainingShare(elapsed - then)
    return { entry, share: pad((axis) => move[axis] * share) }
  })
}

const offset = (state: Pad, from: Pad) => pad((axis) => state[axis] - from[axis])
