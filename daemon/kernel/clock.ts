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

/**
 * Waits until what `hold` is given is called, for so many milliseconds at most, or until `signal` is aborted; what `hold`
 * answers lets go of it.
 */
export async function waitUntilResumed(
  clock: Clock,
  milliseconds: number,
  hold: (resume: () => void) => () => void,
  signal?: AbortSignal,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const resume = () => resolve()
  const release = hold(resume)
  const cancel = clock.after(milliseconds, resume)
  signal?.addEventListener('abort', resume)
  await promise
  cancel()
  signal?.removeEventListener('abort', resume)
  release()
}

/** The longest wait, in milliseconds: a machine that slept, in whose sleep timers stand still, and a clock that was set are noticed by then. */
const maxWaitMs = 30_000

/** Calls once `moment` (milliseconds since the epoch) has come by the wall clock, however far away it is; the answer cancels. */
export function callAt(clock: Clock, moment: number, call: () => void): () => void {
  let cancel = () => {}
  const wait = () => {
    const left = moment - clock.now()
    cancel = left > maxWaitMs ? clock.after(maxWaitMs, wait) : clock.after(Math.max(0, left), call)
  }
  wait()
  return () => cancel()
}
