import { randomUUID } from 'node:crypto'
import { iso } from '../../kernel/clock.ts'
import { columnsOf, readChange } from './goal-times.ts'
import { ruleOf } from './recurrence-text.ts'
import { noSchedule, reschedule } from './schedule.ts'
import type { Goal } from './schemas.ts'
import type { GoalRow } from './store.ts'

export interface NewGoal {
  readonly title: string
  readonly description?: string | null
  readonly origin?: GoalRow['origin']
  readonly priority?: GoalRow['priority']
  readonly autonomy?: GoalRow['autonomy']
  /** ISO 8601, in the future. */
  readonly due_at?: string | null
  readonly next_run_at?: string | null
  /** An RRULE. */
  readonly repeats?: string | null
}

/** When and for whom: the time zone decides what "every day" means. */
export interface At {
  readonly family_member_uuid: string
  readonly now: number
  readonly time_zone: string
}

/** The goal as its member sees it. */
export function toGoal({ interaction_id: _asked, noticed: _noticed, repeats, ...goal }: GoalRow): Goal {
  return { ...goal, repeats: repeats === null ? null : ruleOf(repeats) }
}

/** The row of a new goal. Throws `INVALID_REQUEST` for times that have passed and rules that cannot be followed. */
export function newGoal(wanted: NewGoal, { family_member_uuid, now, time_zone }: At): GoalRow {
  return {
    goal_uuid: randomUUID(),
    family_member_uuid,
    title: wanted.title.trim(),
    description: wanted.description ?? null,
    origin: wanted.origin ?? 'user',
    status: 'active',
    priority: wanted.priority ?? 'medium',
    progress: 0,
    autonomy: wanted.autonomy ?? 'notify',
    ...columnsOf(reschedule(noSchedule, readChange(wanted, now), now, time_zone)),
    interaction_id: null,
    noticed: null,
    created_at: iso(now),
    updated_at: iso(now),
  }
}
