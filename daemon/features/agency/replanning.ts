import type { Clock } from '../../kernel/clock.ts'
import type { Store } from '../../store/store.ts'
import { columnsOf, scheduleOf } from './goal-times.ts'
import type { AgencyPreferences } from './preferences.ts'
import { afterRun } from './schedule.ts'
import type { Goals } from './store.ts'

/** By how much a clock that was set back delays a repeating goal before it is planned anew, in milliseconds: a week. */
const delayedMs = 7 * 86_400_000

interface ReplanningDependencies {
  readonly store: Store
  readonly goals: Goals
  readonly preferences: (family_member_uuid: string) => AgencyPreferences
  readonly clock: Clock
}

/**
 * Plans repeating goals anew that came up while the clock was ahead: their next time follows on that one, and until then they
 * would be silent, maybe for years. Where it is a week at most they wait, as then nothing comes up a second time.
 */
export function openReplanning({ store, goals, preferences, clock }: ReplanningDependencies) {
  return (): void => {
    const now = clock.now()
    const late = goals.repeatingAfter(now + delayedMs).flatMap((row) => {
      const planned = afterRun(scheduleOf(row), now, preferences(row.family_member_uuid).time_zone)
      const isEarlier =
        planned.next_run_at !== null && planned.next_run_at < Date.parse(row.next_run_at ?? '') - delayedMs
      return isEarlier ? [{ ...row, ...columnsOf(planned) }] : []
    })
    if (late.length > 0) store.write((tx) => late.forEach((row) => goals.update(tx, row)))
  }
}
