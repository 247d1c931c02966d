const first = 500
const maxDelayMs = 30_000

/**
 * How long to wait before the next attempt, in milliseconds: twice as long each time, 30 s at most, and between half and
 * all of it by chance, so that not everyone comes back at once. `failed` counts the attempts that failed, from 1.
 */
export function backoff(failed: number, chance: () => number = Math.random): number {
  const whole = Math.min(maxDelayMs, first * 2 ** Math.min(failed - 1, 10))
  return Math.round(whole * (0.5 + chance() / 2))
}
