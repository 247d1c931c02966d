import type { Goal, GoalStatus } from './goal.ts'

export type Move = 'accept' | 'decline' | 'resume' | 'pause' | 'complete' | 'cancel'

export interface GoalActions {
  readonly onEdit: (goal: Goal) => void
  readonly onMove: (goal: Goal, move: Move) => void
}

const allowed: Readonly<Record<GoalStatus, readonly Move[]>> = {
  suggested: ['accept', 'decline'],
  active: ['complete', 'pause', 'cancel'],
  paused: ['resume', 'complete', 'cancel'],
  completed: [],
  cancelled: [],
}

/** The moves that a goal has, the likeliest first. */
export const movesOf = (status: GoalStatus): readonly Move[] => allowed[status]

/** The move to the column beside, `right` or `left`; null where there is none. */
export function moveBeside(status: GoalStatus, side: 'right' | 'left'): Move | null {
  if (side === 'right') {
    if (status === 'suggested') return 'accept'
    if (status === 'active') return 'pause'
    return status === 'paused' ? 'complete' : null
  }
  return status === 'paused' ? 'resume' : null
}

/** Whether a move is for good, so that it is asked about first. */
export const isFinal = (move: Move): move is 'complete' | 'cancel' => move === 'complete' || move === 'cancel'

const weight = { high: 0, medium: 1, low: 2 }

/** The goals of a column: by priority, then by what comes first; what is over, the latest first. */
export function ordered(goals: readonly Goal[], status: GoalStatus): Goal[] {
  const own = goals.filter((goal) => goal.status === status)
  if (status === 'completed' || status === 'cancelled')
    return own.toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))
  return own.toSorted((a, b) => weight[a.priority] - weight[b.priority] || soonest(a) - soonest(b))
}

/** When a goal next asks for attention, milliseconds since the epoch; far away where it never does. */
function soonest({ due_at, next_run_at }: Goal): number {
  const moments = [due_at, next_run_at].flatMap((moment) => (moment === null ? [] : [Date.parse(moment)]))
  return moments.length === 0 ? Number.MAX_SAFE_INTEGER : Math.min(...moments)
}
