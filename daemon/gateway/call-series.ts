import { createHistogram } from 'node:perf_hooks'

/** The longest measured duration, in microseconds; requests end before. */
const maxMicroseconds = 60_000_000
/** Upper bounds of the buckets of durations, in seconds. */
export const buckets: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]

export interface CallSeries {
  readonly record: (status: number, milliseconds: number) => void
  readonly statuses: ReadonlyMap<number, number>
  /** Calls that took at most as long as the bucket of that place allows and longer than the one before; last those beyond. */
  readonly inBuckets: readonly number[]
  readonly count: () => number
  readonly totalMilliseconds: () => number
  /** The milliseconds within which that share of the calls was done, from 0 to 100 percent: at most 1 % too high. */
  readonly percentile: (share: number) => number
  readonly maxMilliseconds: () => number
}

/** Opens an empty series; it takes about 20 KB. */
export function openCallSeries(): CallSeries {
  const histogram = createHistogram({ lowest: 1, highest: maxMicroseconds, figures: 2 })
  const statuses = new Map<number, number>()
  const inBuckets = [...buckets, Infinity].map(() => 0)
  let [count, total, max] = [0, 0, 0]

  return {
    statuses,
    inBuckets,
    record: (status, milliseconds) => {
      const bucket = bucketOf(milliseconds / 1_000)
      inBuckets[bucket] = (inBuckets[bucket] ?? 0) + 1
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      histogram.record(Math.min(maxMicroseconds, Math.max(1, Math.round(milliseconds * 1_000))))
      count += 1
      total += milliseconds
      max = Math.max(max, milliseconds)
    },
    count: () => count,
    totalMilliseconds: () => total,
    // The histogram answers the upper end of what it cannot tell apart, which may lie beyond the longest call.
    percentile: (share) => Math.min(rounded(max), histogram.percentile(share) / 1_000),
    maxMilliseconds: () => rounded(max),
  }
}

/** To whole microseconds. */
const rounded = (milliseconds: number) => Math.round(milliseconds * 1_000) / 1_000

function bucketOf(seconds: number): number {
  let at = 0
  while (seconds > (buckets[at] ?? Infinity)) at += 1
  return at
}
