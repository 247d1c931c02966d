/** What the daemon says of the calls of an operation over a protocol, since it started. */
export interface Measured {
  readonly operation: string
  readonly protocol: Protocol
  readonly count: number
  readonly errors: number
  readonly p50_ms: number
  readonly p95_ms: number
  readonly p99_ms: number
  readonly max_ms: number
}

export const protocols = ['rest', 'websocket', 'grpc'] as const
export type Protocol = (typeof protocols)[number]

interface Figures {
  readonly since: string
  readonly operations: readonly Measured[]
}

/** How long calls took, in milliseconds; null where there were none. */
export interface Latency {
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
}

type PerProtocol = Readonly<Record<Protocol, number>>

/** What happened between two looks. */
export interface Point {
  /** When it was seen, in milliseconds since 1970. */
  readonly at: number
  /** A second. */
  readonly calls: PerProtocol
  /** A second. */
  readonly errors: PerProtocol
  readonly latency: Readonly<Record<Protocol | 'all', Latency>>
}

/** The points of the last minutes, oldest first, and what the next one is compared with. */
export interface Traffic {
  readonly last: { readonly at: number; readonly figures: Figures } | null
  readonly points: readonly Point[]
}

export const noTraffic: Traffic = { last: null, points: [] }

/** How long points are kept, in milliseconds. */
export const keptForMs = 300_000

/** Adds a look at the figures. Where the daemon has started again meanwhile, the next point is of what comes after. */
export function observe({ last, points }: Traffic, figures: Figures, at: number): Traffic {
  const young = points.filter((point) => point.at > at - keptForMs)
  if (last === null || last.figures.since !== figures.since || at <= last.at) {
    return { last: { at, figures }, points: young }
  }
  const point = { at, ...between(last.figures, figures, (at - last.at) / 1_000) }
  return { last: { at, figures }, points: [...young, point] }
}

function between(before: Figures, after: Figures, seconds: number): Omit<Point, 'at'> {
  const earlier = new Map(before.operations.map((one) => [nameOf(one), one]))
  const fresh = after.operations.map((one) => {
    const old = earlier.get(nameOf(one))
    return { ...one, count: one.count - (old?.count ?? 0), errors: one.errors - (old?.errors ?? 0) }
  })
  const rate = (field: 'count' | 'errors') => (protocol: Protocol) =>
    sum(fresh.filter((one) => one.protocol === protocol).map((one) => one[field])) / seconds
  const of = (protocol: Protocol) => latencyOf(fresh.filter((one) => one.protocol === protocol))
  return {
    calls: perProtocol(rate('count')),
    errors: perProtocol(rate('errors')),
    latency: { ...perProtocol(of), all: latencyOf(fresh) },
  }
}

/** The percentiles of the operations that were called, each weighed by how often it was. */
function latencyOf(called: readonly Measured[]): Latency {
  const count = sum(called.map((one) => one.count))
  const weighed = (field: 'p50_ms' | 'p95_ms' | 'p99_ms') =>
    count > 0 ? sum(called.map((one) => one[field] * one.count)) / count : null
  return { p50: weighed('p50_ms'), p95: weighed('p95_ms'), p99: weighed('p99_ms') }
}

/** How all went since the daemon started. */
export function totals(operations: readonly Measured[]): { calls: number; errors: number; latency: Latency } {
  return {
    calls: sum(operations.map(({ count }) => count)),
    errors: sum(operations.map(({ errors }) => errors)),
    latency: latencyOf(operations),
  }
}

/** The operations of which the slowest twentieth takes longest, the slowest first. */
export function slowest(operations: readonly Measured[], limit: number): Measured[] {
  return operations.toSorted((a, b) => b.p95_ms - a.p95_ms).slice(0, limit)
}

const nameOf = ({ operation, protocol }: Measured) => `${operation} ${protocol}`
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const perProtocol = <T>(of: (protocol: Protocol) => T) =>
  ({ rest: of('rest'), websocket: of('websocket'), grpc: of('grpc') }) as const
