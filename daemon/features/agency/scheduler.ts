import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Interruptions } from './interruptions.ts'
import type { AgencyPreferences } from './preferences.ts'
import type { Goals, GoalRow } from './store.ts'
import type { TimeContext } from '../../language/en/spoken.ts'

/** How many important goals of one member come up at once. */
const batch = 500
/** The longest wait: a clock that was set, and a machine that slept, are noticed by then. */
const maxWaitMs = 30_000
/** How often it is looked whether a clock that was ahead has put goals off, in milliseconds. */
const replannedMs = 600_000
/** How soon waiting goals are tried again, in case a change of preferences was not reported. */
const pausedWaitMs = 300_000
/** How long to wait after a failure, such as a full disk. */
const retryWait = 5_000

interface SchedulerDependencies {
  readonly goals: Goals
  readonly interruptions: Interruptions
  readonly preferences: (family_member_uuid: string) => AgencyPreferences
  /** Runs a goal that is due, so that it is no longer due. */
  readonly run: (goal: GoalRow, timeContext: TimeContext) => void
  /** Plans those anew that a clock which was ahead has put off. */
  readonly replan: () => void
  readonly clock: Clock
  readonly log: Log
}

export interface Scheduler {
  /** Runs all goals that are due and allowed. */
  readonly resume: () => void
  /** Checks again right away; called after anything that may change what is due next. */
  readonly changed: () => void
  readonly stop: () => void
}

/**
 * Lets goals come up at their time, by one timer on the next of them. What may not be told yet, in a pause, in quiet hours
 * or with the budget of the day spent, waits as it is, so that changed preferences count soon; what a member asked for
 * themselves with high priority is told on time.
 */
export function openScheduler({
  goals,
  interruptions,
  preferences,
  run,
  replan,
  clock,
  log,
}: SchedulerDependencies): Scheduler {
  let next = -Infinity
  let cancel = () => {}
  let stopped = false
  let replanned_at = -Infinity

  /** Runs some goals of one member; answers whether all went well. */
  const runAll = (rows: readonly GoalRow[], timeContext: TimeContext): boolean => {
    const done = rows.map((row) => {
      try {
        run(row, timeContext)
        return true
      } catch (error) {
        log.error({ err: error, goal_uuid: row.goal_uuid }, 'a goal that came due could not be run')
        return false
      }
    })
    return done.every(Boolean)
  }

  /** Runs what a member may receive now; returns when to continue with the rest. */
  const runMember = (member: string): number => {
    const now = clock.now()
    const wanted = preferences(member)
    const timeContext = { now, time_zone: wanted.time_zone, language: wanted.language }
    const urgent = goals.due(member, now, true, batch)
    const urgentDone = runAll(urgent, timeContext)
    const { left, until } = interruptions.allowance(member, now, wanted)
    const othersDone = runAll(left > 0 ? goals.due(member, now, false, left) : [], timeContext)
    if (!urgentDone || !othersDone || urgent.length === batch) return now + retryWait
    return goals.due(member, now, false, 1).length > 0 ? Math.min(until, now + pausedWaitMs) : Infinity
  }

  /** Runs everything that is allowed now; returns when to check again. */
  const runDue = (): number => {
    try {
      if (clock.monotonic() - replanned_at >= replannedMs) {
        replanned_at = clock.monotonic()
        replan()
      }
      const again = goals.membersDue(clock.now()).map(runMember)
      return Math.min(goals.nextRun(clock.now()), ...again)
    } catch (error) {
      log.error({ err: error }, 'goals that came due could not be run; retrying shortly')
      return clock.now() + retryWait
    }
  }

  const wait = (until: number) => {
    cancel()
    next = until
    if (stopped || until === Infinity) return
    cancel = clock.after(Math.min(Math.max(0, until - clock.now()), maxWaitMs), check)
  }

  // A timer may fire a little early, and after the longest wait it always does.
  const check = () => {
    const rests = clock.now() < next && clock.monotonic() - replanned_at < replannedMs
    if (rests) wait(next)
    else resume()
  }

  const resume = () => wait(runDue())

  return {
    resume,
    changed: () => wait(-Infinity),
    stop: () => {
      stopped = true
      cancel()
    },
  }
}
