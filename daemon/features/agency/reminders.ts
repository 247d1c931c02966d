import type { Transaction } from '../../store/store.ts'
import { changeGoal } from './goal-changes.ts'
import { readChange } from './goal-times.ts'
import { type At, newGoal, type NewGoal, toGoal } from './goals.ts'
import type { Recorder } from './recorder.ts'
import type { Goal, GoalChange } from './schemas.ts'
import type { Goals, GoalRow } from './store.ts'

/**
 * Sets a goal of which its member is to be reminded. Where one of the same title is open that has no time yet, it is
 * that one, and the time is given to it: "remind me to call Ann", then "at five".
 */
function setReminder(
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

interface RemindersDependencies {
  readonly goals: Goals
  readonly recorder: Recorder
  readonly atOf: (family_member_uuid: string) => At
}

/** Opens what a conversation does with the goals that a member wants to be reminded of. Each throws as the goals do. */
export function openReminders({ goals, recorder, atOf }: RemindersDependencies) {
  const change = (tx: Transaction, member: string, goal_uuid: string, wanted: Omit<GoalChange, 'id'>) => {
    const row = goals.find(member, goal_uuid)
    const { now, time_zone } = atOf(member)
    if (row) changeGoal(tx, recorder, row, wanted, readChange(wanted, now), { now, time_zone })
  }

  return {
    /** What a member has asked to be reminded of and is still to be, in the order in which it was, with its next moment in milliseconds since the epoch. */
    open: (member: string) =>
      goals
        .open(member)
        .map(toGoal)
        .filter(({ status, origin }) => status === 'active' && origin === 'user')
        .map(({ goal_uuid, title, due_at, next_run_at, repeats }) => {
          const next = next_run_at ?? due_at
          return { goal_uuid, title, due_at: next === null ? null : Date.parse(next), repeats }
        })
        .toReversed(),

    make: (tx: Transaction, member: string, wanted: NewGoal): Goal =>
      toGoal(setReminder(tx, { goals, recorder }, wanted, atOf(member))),

    /** Moves one to another time, and makes it come up as often as an RRULE says where one is given. */
    move: (
      tx: Transaction,
      member: string,
      goal_uuid: string,
      next_run_at: string | null,
      repeats?: string,
    ): void => change(tx, member, goal_uuid, { next_run_at, ...(repeats === undefined ? {} : { repeats }) }),

    rename: (tx: Transaction, member: string, goal_uuid: string, title: string): void =>
      change(tx, member, goal_uuid, { title }),

    /** Makes one that is over anew, for that time, ISO 8601. */
    renew: (tx: Transaction, member: string, goal_uuid: string, next_run_at: string | null): void => {
      const row = goals.find(member, goal_uuid)
      if (!row || !['completed', 'cancelled'].includes(row.status)) return
      const at = atOf(member)
      const { title, description, priority, repeats } = toGoal(row)
      const when = next_run_at === null ? {} : { next_run_at }
      recorder.create(tx, newGoal({ title, description, priority, repeats, ...when }, at), 'created')
    },

    complete: (tx: Transaction, member: string, goal_uuid: string): void =>
      change(tx, member, goal_uuid, { status: 'completed' }),

    cancel: (tx: Transaction, member: string, goal_uuid: string): void => {
      const row = goals.find(member, goal_uuid)
      if (row) recorder.act(tx, row, 'cancel')
    },
  }
}
