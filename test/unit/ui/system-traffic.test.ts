import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  keptForMs,
  type Measured,
  noTraffic,
  observe,
  slowest,
  totals,
} from '../../../daemon/ui/system/overview/traffic.ts'

const since = '2026-01-01T00:00:00.000Z'

const measured = (operation: string, count: number, more: Partial<Measured> = {}): Measured => ({
  operation,
  protocol: 'rest',
  count,
  errors: 0,
  p50_ms: 1,
  p95_ms: 2,
  p99_ms: 4,
  max_ms: 8,
  ...more,
})

const figures = (...operations: Measured[]) => ({ since, operations })

describe('What happened between two looks', () => {
  it('is unknown at the first', () => {
    const traffic = observe(noTraffic, figures(measured('a', 5)), 1_000)
    assert.deepEqual(traffic.points, [])
  })

  it('is told a second, by protocol', () => {
    const first = observe(noTraffic, figures(measured('a', 5), measured('a', 7, { protocol: 'grpc' })), 1_000)
    const after = figures(
      measured('a', 15, { errors: 4 }),
      measured('a', 7, { protocol: 'grpc' }),
      measured('b', 2, { protocol: 'websocket' }),
    )
    const [point] = observe(first, after, 3_000).points
    assert.deepEqual(point?.at, 3_000)
    assert.deepEqual(point?.calls, { rest: 5, websocket: 1, grpc: 0 })
    assert.deepEqual(point?.errors, { rest: 2, websocket: 0, grpc: 0 })
  })

  it('took as long as the operations that were called, each by how often it was', () => {
    const slow = { p50_ms: 10, p95_ms: 20, p99_ms: 40 }
    const first = observe(noTraffic, figures(measured('a', 1), measured('b', 1, slow)), 0)
    const second = observe(first, figures(measured('a', 4), measured('b', 2, slow)), 2_000)
    assert.deepEqual(second.points[0]?.latency.rest, { p50: 3.25, p95: 6.5, p99: 13 })
    assert.deepEqual(second.points[0]?.latency.all, second.points[0]?.latency.rest)
    assert.deepEqual(second.points[0]?.latency.grpc, { p50: null, p95: null, p99: null })
  })

  it('is kept for five minutes', () => {
    let traffic = observe(noTraffic, figures(measured('a', 0)), 0)
    for (let look = 1; look <= 200; look += 1)
      traffic = observe(traffic, figures(measured('a', look)), look * 2_000)
    assert.equal(traffic.points.length, keptForMs / 2_000)
    assert.equal(traffic.points.at(-1)?.at, 400_000)
    assert.ok(traffic.points.every(({ at }) => at > 400_000 - keptForMs))
  })

  it('is never negative where the daemon has started again', () => {
    const first = observe(noTraffic, figures(measured('a', 100)), 1_000)
    const anew = { since: '2026-01-01T01:00:00.000Z', operations: [measured('a', 3)] }
    const second = observe(first, anew, 3_000)
    assert.deepEqual(second.points, [])
    const third = observe(second, { ...anew, operations: [measured('a', 7)] }, 5_000)
    assert.equal(third.points[0]?.calls.rest, 2)
  })

  it('is of no length where the clock was set back', () => {
    const first = observe(noTraffic, figures(measured('a', 1)), 5_000)
    assert.deepEqual(observe(first, figures(measured('a', 2)), 4_000).points, [])
  })
})

describe('How all calls went', () => {
  it('is the sum of all operations', () => {
    const { calls, errors, latency } = totals([
      measured('a', 3, { errors: 1 }),
      measured('a', 1, { protocol: 'grpc', errors: 1, p50_ms: 5 }),
    ])
    assert.deepEqual([calls, errors, latency.p50], [4, 2, 2])
  })

  it('has no length where nothing was called', () => {
    assert.deepEqual(totals([]), { calls: 0, errors: 0, latency: { p50: null, p95: null, p99: null } })
  })

  it('names those that take longest first, and no more than wanted', () => {
    const all = [
      measured('a', 1, { p95_ms: 2 }),
      measured('b', 1, { p95_ms: 9 }),
      measured('c', 1, { p95_ms: 5 }),
    ]
    assert.deepEqual(
      slowest(all, 2).map(({ operation }) => operation),
      ['b', 'c'],
    )
    assert.equal(all[0]?.operation, 'a')
  })
})
