import { backoff } from '../../daemon/client/backoff.ts'

/** How many crashes are too many, in a row or within `span`. */
const maxCrashes = 5
const span = 300_000
/** How long a daemon is ready until an earlier crash counts as overcome, in milliseconds. */
const steady = 60_000

/**
 * Remembers crashes: each start waits longer than the one before, and there is none after the fifth crash in a row or
 * within 5 minutes.
 */
export class Crashes {
  #times: number[] = []
  #inARow = 0
  readonly #chance: () => number

  /** `chance`, from 0 to 1, spreads the delays. */
  constructor(chance: () => number = Math.random) {
    this.#chance = chance
  }

  /**
   * Counts a crash at `now` of a daemon that had been ready for `ran`, 0 where it never was. Milliseconds until the next
   * start; null where there shall be none by itself.
   */
  count(now: number, ran: number): number | null {
    this.#times = [...this.#times.filter((time) => now - time < span), now]
    this.#inARow = ran >= steady ? 1 : this.#inARow + 1
    return Math.max(this.#times.length, this.#inARow) >= maxCrashes
      ? null
      : backoff(this.#inARow, this.#chance)
  }

  forget(): void {
    this.#times = []
    this.#inARow = 0
  }
}
