import { Gauge, Registry } from 'prom-client'
import type { BusFigures } from '../bus/bus.ts'

/** What is read when somebody asks. */
export interface Readings {
  readonly connections: () => Readonly<Record<string, number>>
  readonly bus: () => BusFigures
}

/** What is told of the calls of one operation over one protocol. */
export interface ExposedSeries {
  readonly statuses: ReadonlyMap<number, number>
  /** Upper bounds of the buckets of durations, in seconds. */
  readonly buckets: readonly number[]
  /** Calls that took at most as long as the bucket of that place allows and longer than the one before; last those beyond. */
  readonly inBuckets: readonly number[]
  readonly count: () => number
  readonly totalMilliseconds: () => number
}

export interface MeasuredSeries {
  readonly operation: string
  readonly protocol: string
  readonly series: ExposedSeries
}

interface Sample {
  /** Where it is not the name of the metric. */
  readonly metricName?: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly name: string
  readonly help: string
  readonly read: () => Sample[]
}

/** Opens the exposition of `measured` and `readings`: a registry of its own, which reads them whenever it is asked. */
export function openExposition(measured: () => readonly MeasuredSeries[], readings: Readings): Registry {
  const registry = new Registry()
  const metrics = [
    calls(measured),
    durations(measured),
    ...busMetrics(readings.bus),
    connections(readings.connections),
    ...processMetrics(),
  ]
  for (const { type, name, help, read } of metrics) {
    const metric = new Gauge({ name, help, registers: [registry] })
    // The figures are kept elsewhere, whole histograms too, so the metric answers with them as they are.
    const get = async () => ({ name, help, type, values: read() })
    Object.assign(metric, { get })
  }
  return registry
}

const calls = (measured: () => readonly MeasuredSeries[]): Metric => ({
  type: 'counter',
  name: 'companion_calls_total',
  help: 'Calls of operations, by the status that answered them.',
  read: () =>
    measured().flatMap(({ operation, protocol, series }) =>
      [...series.statuses].map(([status, value]) => ({ labels: { operation, protocol, status }, value })),
    ),
})

const durations = (measured: () => readonly MeasuredSeries[]): Metric => {
  const name = 'companion_call_duration_seconds'
  return {
    type: 'histogram',
    name,
    help: 'How long calls of operations took, in seconds.',
    read: () =>
      measured().flatMap(({ operation, protocol, series }) => {
        const labels = { operation, protocol }
        let below = 0
        const inBuckets = series.inBuckets.map((count, at) => ({
          metricName: `${name}_bucket`,
          labels: { ...labels, le: series.buckets[at] ?? '+Inf' },
          value: (below += count),
        }))
        return [
          ...inBuckets,
          { metricName: `${name}_sum`, labels, value: series.totalMilliseconds() / 1_000 },
          { metricName: `${name}_count`, labels, value: series.count() },
        ]
      }),
  }
}

const connections = (read: Readings['connections']): Metric => ({
  type: 'gauge',
  name: 'companion_connections',
  help: 'Open connections.',
  read: () => Object.entries(read()).map(([kind, value]) => ({ labels: { kind }, value })),
})

const one = (type: 'counter' | 'gauge', name: string, help: string, read: () => number): Metric => ({
  type,
  name,
  help,
  read: () => [{ labels: {}, value: read() }],
})

function busMetrics(bus: Readings['bus']): Metric[] {
  const about = (type: 'counter' | 'gauge', name: string, figure: keyof BusFigures, help: string) =>
    one(type, `companion_bus_${name}`, help, () => bus()[figure])
  return [
    about('counter', 'requests_total', 'requests', 'Requests on the bus.'),
    about('counter', 'published_total', 'published', 'Messages published on the bus.'),
    about('counter', 'delivered_total', 'delivered', 'Messages handed to a subscriber.'),
    about('counter', 'dropped_total', 'dropped', 'Subscriptions closed because they fell behind.'),
    about('gauge', 'subscriptions', 'subscriptions', 'Subscriptions on the bus.'),
    about('gauge', 'waiting', 'waiting', 'Messages that wait for a subscriber.'),
  ]
}

/** The process metrics of every exporter, by their usual names. */
function processMetrics(): Metric[] {
  return [
    one('counter', 'process_cpu_seconds_total', 'CPU time of the process, in seconds.', () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    }),
    one('gauge', 'process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss()),
    one('gauge', 'nodejs_heap_size_used_bytes', 'Heap in use.', () => process.memoryUsage().heapUsed),
    one('gauge', 'process_start_time_seconds', 'When the process started, since the epoch.', () =>
      Math.round(performance.timeOrigin / 1e3),
    ),
  ]
}
