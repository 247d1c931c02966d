import { type Clock, iso } from '../kernel/clock.ts'
import { type CallSeries, openCallSeries } from './call-series.ts'
import { lazy } from '../kernel/lazy.ts'
import type { Readings } from './exposition.ts'

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
