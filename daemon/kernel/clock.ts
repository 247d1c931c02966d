/** The one source of time, so that tests can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds since some moment of this process: monotonic, whatever happens to the system clock. */
  monotonic(): number
  /** Calls once after `delay` milliseconds (at most 2^31 - 1); the answer cancels. Never keeps the process alive. */
  after(delay: number, call: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delay, call) => {
    const timer = setTimeout(call, delay)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** ISO 8601 in UTC with milliseconds: how every timestamp leaves the program. */
export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** The longest wait of a timer, in milliseconds. */
const maxDelay = 2 ** 31 - 1

/** Calls once `moment` (milliseconds since the epoch) has come, however far away it is; the answer cancels. */
export function callAt(clock: Clock, moment: number, call: () => void): () => void {
  let cancel = () => {}
  const wait = () => {
    const left = moment - clock.now()
    cancel = left > maxDelay ? clock.after(maxDelay, wait) : clock.after(Math.max(0, left), call)
  }
  wait()
  return () => cancel()
}
