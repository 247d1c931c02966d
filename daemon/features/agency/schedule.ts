import { invalidRequest } from '../../kernel/errors.ts'
import { wallOf } from './local-time.ts'
import { occurrenceAfter } from './recurrence.ts'
import type { Recurrence } from './recurrence-text.ts'
import type { RuleParts } from './recurrence-rule.ts'

/** When a goal comes up; moments are milliseconds since the epoch. */
export interface Schedule {
  readonly due_at: number | null
  readonly next_run_at: number | null
  readonly recurrence: Recurrence | null
}

/** A change of a schedule: null removes, an omitted field stays or follows from the others. */
export interface ScheduleChange {
  readonly due_at?: number | null
  readonly next_run_at?: number | null
  readonly repeats?: RuleParts | null
}

export const noSchedule: Schedule = { due_at: null, next_run_at: null, recurrence: null }

const earlier = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b))

/**
 * A schedule with changes. A goal comes up at `next_run_at`, then as often as it repeats and, for the last time, when it is
 * due. Throws `INVALID_REQUEST` where it would repeat and never come up.
 */
export function reschedule(before: Schedule, wanted: ScheduleChange, now: number, zone: string): Schedule {
  const due_at = wanted.due_at === undefined ? before.due_at : wanted.due_at
  const parts = wanted.repeats === undefined ? (before.recurrence?.parts ?? null) : wanted.repeats
  if (parts === null) return { due_at, next_run_at: onceAt(before, wanted, due_at, now), recurrence: null }
  if (wanted.next_run_at === null) throw invalidRequest('next_run_at', 'cannot be taken from what repeats')
  if (wanted.next_run_at !== undefined) {
    const recurrence = { parts, from: toSeconds(wallOf(wanted.next_run_at, zone)) }
    return { due_at, next_run_at: wanted.next_run_at, recurrence }
  }
  if (wanted.repeats === undefined) {
    return {
      due_at,
      next_run_at: earlier(before.next_run_at, ahead(due_at, now)),
      recurrence: before.recurrence,
    }
  }
  const recurrence = { parts, from: toSeconds(wallOf(before.next_run_at ?? now, zone)) }
  const first = occurrenceAfter(recurrence, now, zone)
  if (first === null) throw invalidRequest('repeats', 'never comes up')
  return { due_at, next_run_at: earlier(first, ahead(due_at, now)), recurrence }
}

/** When a goal that does not repeat runs: as requested, else as before, else when it is due. */
function onceAt(before: Schedule, wanted: ScheduleChange, due_at: number | null, now: number): number | null {
  if (wanted.next_run_at !== undefined) return wanted.next_run_at
  const followedDue = before.next_run_at === null || before.next_run_at === before.due_at
  return wanted.due_at !== undefined && followedDue ? ahead(due_at, now) : before.next_run_at
}

const ahead = (moment: number | null, now: number) => (moment !== null && moment > now ? moment : null)
const toSeconds = (wall: number) => Math.floor(wall / 1_000) * 1_000

/** The schedule once a goal has come up: the next occurrence that is ahead, however many were missed, until it is due. */
export function afterRun(before: Schedule, now: number, zone: string): Schedule {
  const { due_at, recurrence } = before
  if (due_at !== null && due_at <= now) return { ...before, next_run_at: null }
  const next = recurrence && occurrenceAfter(recurrence, now, zone)
  return { ...before, next_run_at: earlier(next, due_at) }
}

/** The schedule of a goal resumed after a pause: missed repetitions are skipped. */
export function afterPause(before: Schedule, now: number, zone: string): Schedule {
  const passed = before.next_run_at === null || before.next_run_at <= now
  return before.recurrence && passed ? afterRun(before, now, zone) : before
}
