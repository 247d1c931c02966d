import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Backups } from './backups.ts'

/** The delay after a start, and after a member's reset, in milliseconds: other work comes first. */
const pause = 10_000
/** Between two looks whether a day is over: a machine that sleeps counts its hours late. */
const hour = 3_600_000
const day = 86_400_000

interface DailyDependencies {
  readonly backups: Pick<Backups, 'create' | 'newestDaily' | 'busy'>
  /** Whether anybody lives here. */
  readonly hasMembers: () => boolean
  readonly clock: Clock
  readonly log: Log
}

/** One backup a day, as long as the daemon runs. */
export interface Daily {
  readonly stop: () => void
}

/** Makes a backup shortly after the start where the newest daily one is older than a day, then every day. */
export function startDaily({ backups, hasMembers, clock, log }: DailyDependencies): Daily {
  let cancel = () => {}
  let stopped = false

  const due = () => {
    // One from a time to come was made before the clock was set.
    const newest = backups.newestDaily(clock.now())
    return newest === null || clock.now() - Date.parse(newest) >= day
  }
  const check = () => {
    cancel = clock.after(hour, check)
    if (!hasMembers() || backups.busy()) return
    try {
      if (due()) backups.create('daily').catch(failed)
    } catch (error) {
      failed(error)
    }
  }
  const failed = (error: unknown) => {
    if (!stopped) log.error({ err: error }, 'the daily backup could not be made')
  }
  cancel = clock.after(pause, check)
  return {
    stop: () => {
      stopped = true
      cancel()
    },
  }
}
