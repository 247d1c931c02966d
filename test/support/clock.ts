import type { Clock } from '../../daemon/kernel/clock.ts'

/** A clock that stands still until a test moves it; timers fire in their order as it passes them. */
export class ManualClock implements Clock {
  #now: number
  #timers: { at: number; call: () => void }[] = []

  constructor(start = Date.now()) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  after(delay: number, call: () => void): () => void {
    const timer = { at: this.#now + delay, call }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  advance(milliseconds: number): void {
    const end = this.#now + milliseconds
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.#now = Math.max(this.#now, next.at)
      next.call()
    }
    this.#now = end
  }
}
