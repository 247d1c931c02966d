import { iso } from '../../kernel/clock.ts'
import { replay } from './ledger.ts'
import type { Pad } from './pad.ts'
import type { Reasons } from './schemas.ts'
import { type Share, sharesOf } from './shares.ts'
import { toEmotionState } from './state.ts'
import type { Emotions, LedgerRow } from './store.ts'

/** What has less than this in the state does not matter any more: a thousand of them have less than 1e-9. */
const least = 1e-12

/** Why a member's companion feels as it does at `now`, by a replay of its ledger; `nature` is its baseline before any. */
export function reasonsOf(emotions: Emotions, family_member_uuid: string, nature: Pad, now: number): Reasons {
  const { origin, entries } = emotions.feltSince(family_member_uuid, now)
  const kept = replay(entries, origin) ?? { state: nature, baseline: nature, at: now }
  return {
    state: toEmotionState(kept, now),
    baseline: kept.baseline,
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
