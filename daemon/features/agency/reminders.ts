import type { Transaction } from '../../store/store.ts'
import { changeGoal } from './goal-changes.ts'
import { readChange } from './goal-times.ts'
import { type At, newGoal, type NewGoal } from './goals.ts'
import type { Recorder } from './recorder.ts'
import type { Goals, GoalRow } from './store.ts'

/**
 * Sets a goal of which its member is to be reminded. Where one of the same title is open that has no time yet, it is
 * that one, and the time is given to it: "remind me to call Ann", then "at five".
 */
export function setReminder(
  tx: Transaction,
  { goals, recorder }: { readonly goals: Goals; readonly recorder: Recorder },
  wanted: NewGoal,
  at: At,
): GoalRow {
  const title = wanted.title.trim().toLowerCase()
  const waiting = goals
    .open(at.family_member_uuid)
    .find((goal) => goal.status === 'active' && goal.title.toLowerCase() === title && hasNoTime(goal))
  if (!waiting) return recorder.create(tx, newGoal(wanted, at), 'created')
  const { priority = waiting.priority } = wanted
  return changeGoal(tx, recorder, waiting, { priority }, readChange(wanted, at.now), at)
}

const hasNoTime = ({ due_at, next_run_at, repeats }: GoalRow) =>
  due_at === null && next_run_at === null && repeats === null
