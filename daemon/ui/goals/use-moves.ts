import { notifications } from '@mantine/notifications'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import { useAction } from '../api/operations.ts'
import { showDone, showFailure } from '../parts/feedback.tsx'
import type { Goal } from './goal.ts'
import type { Move } from './moves.ts'

export const goalQueries = [
  'agency.goals',
  'interactions.list',
  'interactions.get',
  'conversation.context',
] as const

const statuses = { resume: 'active', pause: 'paused', complete: 'completed' } as const
const done = {
  accept: 'done.accepted',
  decline: 'done.declined',
  resume: 'done.resumed',
  pause: 'done.paused',
  complete: 'done.completed',
  cancel: 'done.cancelled',
} as const

/** Moves goals, and says so. */
export function useMoves() {
  const { t } = useTranslation('goals')
  const accept = useAction('agency.accept_goal', goalQueries)
  const cancel = useAction('agency.cancel_goal', goalQueries)
  const update = useAction('agency.update_goal', goalQueries)
  const send = (id: string, move: Move) => {
    if (move === 'accept') return accept.mutateAsync({ id })
    if (move === 'decline' || move === 'cancel') return cancel.mutateAsync({ id })
    return update.mutateAsync({ id, status: statuses[move] })
  }
  /** The goals that were moved, each as it was: the board may show the move later, or sooner, than it is answered. */
  const moved = useRef(new Set<string>())
  const move = async ({ goal_uuid, title, updated_at }: Goal, wanted: Move) => {
    const before = `${goal_uuid} ${updated_at}`
    if (moved.current.has(before)) return
    moved.current.add(before)
    try {
      await send(goal_uuid, wanted)
      showDone(t(done[wanted], { title }))
    } catch (error) {
      moved.current.delete(before)
      if (!(error instanceof ApiError) || error.status !== 409) return showFailure(error)
      const over = error.details['reason'] === 'goal_ended'
      const message = t(over ? 'late.over' : 'late.changed')
      notifications.show({ color: 'yellow', title: t('late.title'), message })
    }
  }
  return { move }
}
