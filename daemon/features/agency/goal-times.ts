import { iso } from '../../kernel/clock.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import { moment } from '../../kernel/moment.ts'
import { readRule } from './recurrence-rule.ts'
import { readRecurrence, writeRecurrence } from './recurrence-text.ts'
import type { Schedule, ScheduleChange } from './schedule.ts'
import type { GoalRow } from './store.ts'

/** When a goal comes up. */
export function scheduleOf({
  due_at,
  next_run_at,
  repeats,
}: Pick<GoalRow, 'due_at' | 'next_run_at' | 'repeats'>): Schedule {
  return {
    due_at: due_at === null ? null : Date.parse(due_at),
    next_run_at: next_run_at === null ? null : Date.parse(next_run_at),
    recurrence: repeats === null ? null : readRecurrence(repeats),
  }
}

/** The columns that hold a schedule. */
export function columnsOf({ due_at, next_run_at, recurrence }: Schedule) {
  return {
    due_at: due_at === null ? null : iso(due_at),
    next_run_at: next_run_at === null ? null : iso(next_run_at),
    repeats: recurrence && writeRecurrence(recurrence),
  }
}

interface Times {
  readonly due_at?: string | null | undefined
  readonly next_run_at?: string | null | undefined
  readonly repeats?: string | null | undefined
}

/** The change that a request makes to a schedule; throws `INVALID_REQUEST` for times in the past. */
export function readChange({ due_at, next_run_at, repeats }: Times, now: number): ScheduleChange {
  return {
    ...(due_at === undefined ? {} : { due_at: future('due_at', due_at, now) }),
    ...(next_run_at === undefined ? {} : { next_run_at: future('next_run_at', next_run_at, now) }),
    ...(repeats === undefined ? {} : { repeats: repeats === null ? null : readRule(repeats) }),
  }
}

function future(field: string, text: string | null, now: number): number | null {
  if (text === null) return null
  const at = moment(field, text)
  if (at <= now) throw invalidRequest(field, 'must be in the future')
  return at
}
