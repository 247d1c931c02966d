import { systemClock } from '../../daemon/kernel/clock.ts'
import type { TrustedClock } from '../../daemon/store/trusted-clock.ts'

/** A clock that stands still until a test moves it; timers fire in their order as it passes them. */
export class ManualClock implements TrustedClock {
  #now: number
  #monotonic = 0
  #timers: { at: number; call: () => void }[] = []

  constructor(start = Date.now()) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  monotonic(): number {
    return this.#monotonic
  }

  readonly isTrusted = (): boolean => true

  after(delay: number, call: () => void): () => void {
    const timer = { at: this.#now + delay, call }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  /** How many calls are still to come. */
  get timers(): number {
    return this.#timers.length
  }

  advance(milliseconds: number): void {
    const end = this.#now + milliseconds
    const monotonicEnd = this.#monotonic + milliseconds
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.#now = Math.max(this.#now, next.at)
      this.#monotonic = monotonicEnd - (end - this.#now)
      next.call()
    }
    this.#now = end
    this.#monotonic = monotonicEnd
  }

  /**
   * Time passes as while a machine sleeps: what is due by then is called once, in its order, and not as often as it would
   * have been. A quarter of a year takes as long as a minute.
   */
  sleep(milliseconds: number): void {
    this.#now += milliseconds
    this.#monotonic += milliseconds
    const due = this.#timers.filter(({ at }) => at <= this.#now).toSorted((a, b) => a.at - b.at)
    for (const timer of due) {
      if (!this.#timers.includes(timer)) continue
      this.#timers = this.#timers.filter((other) => other !== timer)
      timer.call()
    }
  }

  /** Somebody sets the time: timers and the monotonic clock do not notice. */
  setTime(now: number): void {
    const shift = now - this.#now
    this.#now = now
    for (const timer of this.#timers) timer.at += shift
  }
}

/** The last noon of this machine: hours from the end of a day, and not in the future of who goes by the system's clock. */
export function lastNoon(): number {
  const noon = new Date().setHours(12, 0, 0, 0)
  return noon <= Date.now() ? noon : new Date(noon).setDate(new Date(noon).getDate() - 1)
}

/** The system's clock, which a test can move on: timers that this passes fire at once, in their order. */
export class MovableClock implements TrustedClock {
  #ahead = 0
  readonly #timers = new Set<{ at: number; fire: () => void }>()

  now(): number {
    return systemClock.now() + this.#ahead
  }

  monotonic(): number {
    return systemClock.monotonic() + this.#ahead
  }

  readonly isTrusted = (): boolean => true

  after(delay: number, call: () => void): () => void {
    const cancel = () => {
      stop()
      this.#timers.delete(timer)
    }
    const fire = () => {
      cancel()
      call()
    }
    const timer = { at: this.now() + delay, fire }
    this.#timers.add(timer)
    const stop = systemClock.after(delay, fire)
    return cancel
  }

  advance(milliseconds: number): void {
    this.#ahead += milliseconds
    const due = [...this.#timers].filter(({ at }) => at <= this.now())
    for (const timer of due.toSorted((a, b) => a.at - b.at)) if (this.#timers.has(timer)) timer.fire()
  }
}
