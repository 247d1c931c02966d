import type { Clock } from '../kernel/clock.ts'

/** By how much nobody sets a clock that is right, in milliseconds: a day. */
const jumpMs = 86_400_000
/** How long a clock that was set has to run on before it is believed, in milliseconds: an hour. */
const provingMs = 3_600_000

/**
 * A clock that says whether it may be believed where something is deleted because it is old. A clock set ahead by mistake
 * would have everything deleted at once, and setting it right again would bring nothing back.
 */
export interface SteadyClock extends Clock {
  /**
   * Whether it has run on for an hour since it was last set by more than a day, or differed by that from the traces at the
   * start.
   */
  readonly isSteady: () => boolean
}

/**
 * Watches a clock. `traces` are moments, in milliseconds since the epoch, at which something was last written by it: it is
 * believed at once where one of them is within a day, or where there is none.
 */
export function openSteadyClock(clock: Clock, traces: readonly number[]): SteadyClock {
  const isNear = (moment: number) => Math.abs(clock.now() - moment) <= jumpMs
  let set_at = traces.length === 0 || traces.some(isNear) ? null : clock.monotonic()
  let offset = clock.now() - clock.monotonic()
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after: (delay, call) => clock.after(delay, call),
    isSteady: () => {
      const before = offset
      offset = clock.now() - clock.monotonic()
      if (Math.abs(offset - before) > jumpMs) set_at = clock.monotonic()
      return set_at === null || clock.monotonic() - set_at >= provingMs
    },
  }
}
