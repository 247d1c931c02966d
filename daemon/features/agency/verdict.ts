import type { goalStatuses } from '../../store/companion-schema.ts'

/** What becomes of a goal by what became of the question that waited for its member. */
export type Verdict = 'accept' | 'decline' | 'done' | 'hold' | 'acknowledged' | 'forget'

/** What the end of an interaction means for the goal that it is about; null where it has not ended for it. */
export function verdictOf(
  goal: (typeof goalStatuses)[number],
  { interaction_type, status }: { readonly interaction_type: string; readonly status: string },
): Verdict | null {
  if (status === 'pending' || status === 'deferred') return null
  if (interaction_type !== 'approval') return 'acknowledged'
  // An approval that was put aside can be taken up again.
  if (status === 'dismissed') return null
  if (goal === 'suggested') return status === 'approved' ? 'accept' : 'decline'
  if (status === 'approved') return 'done'
  return status === 'expired' ? 'forget' : 'hold'
}
