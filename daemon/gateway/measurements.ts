import { type Clock, iso } from '../kernel/clock.ts'
import { lazy } from '../kernel/lazy.ts'
import type { ExposedSeries, Readings } from './exposition.ts'
import { createHistogram } from 'node:perf_hooks'

export type Protocol = 'rest' | 'websocket' | 'grpc'

export interface MeasuredCall {
  readonly operation: string
  readonly protocol: Protocol
  /** As REST has it, also for the other protocols. */
  readonly status: number
  readonly milliseconds: number
}

export type Measured = (call: MeasuredCall) => void

export interface MeasuredOperation {
  readonly operation: string
  readonly protocol: Protocol
  readonly count: number
  /** Those of a status of 400 or more. */
  readonly errors: number
  readonly p50_ms: number
  readonly p95_ms: number
  readonly p99_ms: number
  readonly max_ms: number
}

/** The daemon's record of its calls, in memory: a restart resets it. */
export interface Measurements {
  readonly measure: Measured
  /** Since when, ISO 8601. */
  readonly since: string
  /** Every operation that was called, by name and protocol. */
  readonly operations: () => MeasuredOperation[]
  /** The same and what `readings` say, as text that Prometheus reads (format 0.0.4). */
  readonly exposition: () => Promise<string>
}

/** Opens the measurements of one daemon. `readings` are asked when somebody asks for an exposition, not before. */
export function openMeasurements(clock: Clock, readings: Readings): Measurements {
  const measured = new Map<string, Map<Protocol, CallSeries>>()

  const seriesOf = (operation: string, protocol: Protocol): CallSeries => {
    const byProtocol = measured.get(operation) ?? new Map<Protocol, CallSeries>()
    const series = byProtocol.get(protocol) ?? openCallSeries()
    measured.set(operation, byProtocol.set(protocol, series))
    return series
  }

  const all = () =>
    [...measured]
      .flatMap(([operation, byProtocol]) =>
        [...byProtocol].map(([protocol, series]) => ({ operation, protocol, series })),
      )
      .toSorted((a, b) => (`${a.operation} ${a.protocol}` < `${b.operation} ${b.protocol}` ? -1 : 1))

  // Its library would make every start slower, though most homes never ask for it.
  const exposition = lazy(async () => {
    const { openExposition } = await import('./exposition.ts')
    return openExposition(all, readings)
  })

  return {
    measure: ({ operation, protocol, status, milliseconds }) => {
      const series = measured.get(operation)?.get(protocol) ?? seriesOf(operation, protocol)
      series.record(status, milliseconds)
    },
    since: iso(clock.now()),
    operations: () =>
      all().map(({ operation, protocol, series }) => ({
        operation,
        protocol,
        count: series.count(),
        errors: errorsOf(series),
        p50_ms: series.percentile(50),
        p95_ms: series.percentile(95),
        p99_ms: series.percentile(99),
        max_ms: series.maxMilliseconds(),
      })),
    exposition: async () => (await exposition()).metrics(),
  }
}

const errorsOf = ({ statuses }: CallSeries) =>
  [...statuses].reduce((sum, [status, count]) => (status >= 400 ? sum + count : sum), 0)

/** The longest measured duration, in microseconds; requests end before. */
const maxMicroseconds = 60_000_000
/** Upper bounds of the buckets of durations, in seconds. */
const buckets: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]

/** How the calls of one operation over one protocol went. */
interface CallSeries extends ExposedSeries {
  readonly record: (status: number, milliseconds: number) => void
  /** The milliseconds within which that share of the calls was done, from 0 to 100 percent: at most 1 % too high. */
  readonly percentile: (share: number) => number
  readonly maxMilliseconds: () => number
}

/** Opens an empty series; it takes about 20 KB. */
function openCallSeries(): CallSeries {
  const histogram = createHistogram({ lowest: 1, highest: maxMicroseconds, figures: 2 })
  const statuses = new Map<number, number>()
  const inBuckets = [...buckets, Infinity].map(() => 0)
  let [count, total, max] = [0, 0, 0]

  return {
    statuses,
    buckets,
    inBuckets,
    record: (status, milliseconds) => {
      let bucket = 0
      while (milliseconds / 1_000 > (buckets[bucket] ?? Infinity)) bucket += 1
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
