import type { FailureKind } from '../../kernel/errors.ts'
import type { goalStatuses } from './tables.ts'
import { GoalEnded, NotAccepted, NotActive, NotSuggested } from './failures.ts'

type Status = (typeof goalStatuses)[number]

/** What is told of a goal on the topic `agency.goals`. */
export const goalEvents = [
  'created',
  'suggested',
  'accepted',
  'updated',
  'progress',
  'reminded',
  'due',
  'completed',
  'cancelled',
] as const
type GoalEvent = (typeof goalEvents)[number]

interface Rule {
  readonly from: readonly Status[]
  /** Where left out, the status stays. */
  readonly to?: Status
  readonly event: GoalEvent
}

const accepted: readonly Status[] = ['active', 'paused']
const open: readonly Status[] = ['suggested', ...accepted]

export const transitions = {
  accept: { from: ['suggested'], to: 'active', event: 'accepted' },
  pause: { from: accepted, to: 'paused', event: 'updated' },
  resume: { from: accepted, to: 'active', event: 'updated' },
  complete: { from: accepted, to: 'completed', event: 'completed' },
  cancel: { from: open, to: 'cancelled', event: 'cancelled' },
  change: { from: open, event: 'updated' },
  advance: { from: accepted, event: 'progress' },
  remind: { from: ['active'], event: 'reminded' },
  fall_due: { from: ['active'], event: 'due' },
} as const satisfies Record<string, Rule>

export type Action = keyof typeof transitions

/** The status of a goal after an action, and its event; throws if the action is not allowed. */
export function outcome(
  action: Action,
  status: Status,
): { readonly status: Status; readonly event: GoalEvent } {
  const rule: Rule = transitions[action]
  if (!rule.from.includes(status)) throw refusal(action, status)()
  return { status: rule.to ?? status, event: rule.event }
}

function refusal(action: Action, status: Status): FailureKind {
  if (!open.includes(status)) return GoalEnded
  if (action === 'accept') return NotSuggested
  return status === 'suggested' ? NotAccepted : NotActive
}

/** The action meant by setting a goal's status: activating a suggestion accepts it. */
export function actionFor(wanted: 'active' | 'paused' | 'completed', status: Status): Action {
  if (wanted === 'active') return status === 'suggested' ? 'accept' : 'resume'
  return wanted === 'paused' ? 'pause' : 'complete'
}
