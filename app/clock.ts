/** The app's source of time, so that tests can move it. */
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
