import { useState } from 'react'
import { useOperation } from '../api/operations.ts'
import type { Goal, GoalStatus } from './goal.ts'
import { ordered } from './moves.ts'

const maxGoals = 200
const first = 20

/** The goals of the board: those that are open, and the latest of those that are over. */
export function useGoals() {
  const [shown, setShown] = useState({ completed: first, cancelled: first })
  const open = useOperation('agency.goals', { limit: maxGoals })
  const over = {
    completed: useOperation(
      'agency.goals',
      { status: ['completed'], limit: shown.completed },
      { keep: true },
    ),
    cancelled: useOperation(
      'agency.goals',
      { status: ['cancelled'], limit: shown.cancelled },
      { keep: true },
    ),
  }
  const pageOf = (status: GoalStatus) =>
    status === 'completed' || status === 'cancelled' ? over[status].data : open.data
  return {
    query: open,
    of: (status: GoalStatus): Goal[] => ordered(pageOf(status)?.items ?? [], status),
    /** How many there are, also those that are not shown. */
    count: (status: GoalStatus): number =>
      status === 'completed' || status === 'cancelled'
        ? (over[status].data?.total ?? 0)
        : (open.data?.items.filter((goal) => goal.status === status).length ?? 0),
    /** Whether there are goals at all; true until that is known. */
    any: [open, over.completed, over.cancelled].some(({ data }) => data === undefined || data.total > 0),
    /** Shows more of those that are over; null where all are shown that can be. */
    more: (status: GoalStatus): (() => void) | null => {
      if (status !== 'completed' && status !== 'cancelled') return null
      const there = (over[status].data?.total ?? 0) > shown[status] && shown[status] < maxGoals
      return there ? () => setShown({ ...shown, [status]: Math.min(maxGoals, shown[status] * 3) }) : null
    },
  }
}

export type Goals = ReturnType<typeof useGoals>
