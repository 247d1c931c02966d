import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Store } from '../../store/store.ts'
import type { Interactions } from './store.ts'
import type { Recorder } from './transition.ts'

const batch = 500
/** The longest wait: a clock that was set forward, or a machine that slept, is noticed by then. */
const maxWaitMs = 30_000
/** How long to wait after a failure, such as a full disk. */
const retryWait = 5_000

export interface Deadlines {
  /** Expires and wakes all whose time has come; called before anything is read or changed. */
  readonly applyDue: () => void
  /** Checks again when the next one is due; called after anything that may change that. */
  readonly arm: () => void
  readonly stop: () => void
}

/** Lets interactions expire and deferred ones wake at their time, by one timer on the next of them. */
export function openDeadlines(
  store: Store,
  queries: Interactions,
  recorder: Recorder,
  clock: Clock,
  log: Log,
): Deadlines {
  let next = -Infinity
  let cancel = () => {}

  const applyDue = () => {
    if (clock.now() < next) return
    let more = true
    while (more) {
      const now = clock.now()
      more = store.write((tx) => {
        const { expired, woken } = queries.due(now, batch)
        for (const row of expired) recorder.step(tx, row, 'expire', { actor: 'system:expiry' })
        const gone = new Set(expired.map((row) => row.interaction_id))
        for (const row of woken) {
          if (!gone.has(row.interaction_id)) recorder.step(tx, row, 'wake', { actor: 'system:scheduler' })
        }
        return expired.length === batch || woken.length === batch
      })
    }
    arm()
  }

  // A timer may fire a little early, and after the longest wait it always does.
  const check = () => {
    if (clock.now() < next) return arm()
    try {
      applyDue()
    } catch (error) {
      log.error({ err: error }, 'interactions that came due could not be written; retrying shortly')
      cancel = clock.after(retryWait, check)
    }
  }

  const arm = () => {
    next = queries.nextDue()
    cancel()
    if (next === Infinity) return
    const wait = Math.max(0, next - clock.now())
    cancel = clock.after(Math.min(wait, maxWaitMs), check)
  }

  return { applyDue, arm, stop: () => cancel() }
}
