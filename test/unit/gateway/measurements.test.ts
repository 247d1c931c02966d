import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BusFigures } from '../../../daemon/bus/bus.ts'
import { type MeasuredCall, openMeasurements } from '../../../daemon/gateway/measurements.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { ManualClock } from '../../support/clock.ts'
import { readExposition, valueOf } from '../../support/wire/prometheus.ts'

const clock = new ManualClock()
const bus: BusFigures = {
  requests: 7,
  published: 6,
  delivered: 5,
  dropped: 4,
  subscriptions: 3,
  waiting: 2,
  longest_wait_ms: 1,
}
const open = () => openMeasurements(clock, { connections: () => ({ http: 2 }), bus: () => bus })
const call = (changes: Partial<MeasuredCall> = {}): MeasuredCall => ({
  operation: 'tea.make',
  protocol: 'rest',
  status: 200,
  milliseconds: 4,
  ...changes,
})

test('there are no figures before the first call, and their start time is known', () => {
  const { since, operations } = open()
  assert.deepEqual(operations(), [])
  assert.equal(since, iso(clock.now()))
})

test('calls are counted by operation and protocol, with their errors, sorted by name', () => {
  const { measure, operations } = open()
  measure(call({ operation: 'tea.pour', protocol: 'websocket' }))
  for (const status of [200, 201, 399, 400, 404, 500]) measure(call({ status }))
  measure(call({ protocol: 'grpc' }))
  assert.deepEqual(
    operations().map(({ operation, protocol, count, errors }) => [operation, protocol, count, errors]),
    [
      ['tea.make', 'grpc', 1, 0],
      ['tea.make', 'rest', 6, 3],
      ['tea.pour', 'websocket', 1, 0],
    ],
  )
})

test('percentiles are at most one percent too high, and the maximum is exact', () => {
  const { measure, operations } = open()
  for (let milliseconds = 1_000; milliseconds >= 1; milliseconds -= 1) measure(call({ milliseconds }))
  const [row] = operations()
  assert.ok(row)
  const close = (actual: number, wanted: number) =>
    assert.ok(actual >= wanted && actual <= wanted * 1.01, `${actual}, not ${wanted}`)
  close(row.p50_ms, 500)
  close(row.p95_ms, 950)
  close(row.p99_ms, 990)
  assert.equal(row.max_ms, 1_000)
})

test('a single call sets all percentiles, to the microsecond', () => {
  for (const milliseconds of [0.1234567, 12.3456, 1_234.5678, 29_999.9999]) {
    const { measure, operations } = open()
    measure(call({ milliseconds }))
    const rounded = Math.round(milliseconds * 1_000) / 1_000
    const [{ p50_ms, p95_ms, p99_ms, max_ms } = assert.fail()] = operations()
    assert.deepEqual([p50_ms, p95_ms, p99_ms, max_ms], [rounded, rounded, rounded, rounded])
  }
})

test('calls of zero time and of over a minute are recorded too', () => {
  const { measure, operations } = open()
  measure(call({ milliseconds: 0 }))
  measure(call({ milliseconds: 90_000 }))
  const [{ count, p50_ms, p95_ms, p99_ms, max_ms } = assert.fail()] = operations()
  assert.deepEqual([count, max_ms], [2, 90_000])
  assert.ok(p50_ms <= p95_ms && p95_ms <= p99_ms && p99_ms <= max_ms)
})

test('the exposition reports every call by status and duration', async () => {
  const { measure, exposition } = open()
  const spent = [0.5, 1, 1.5, 40, 31_000]
  for (const milliseconds of spent) measure(call({ milliseconds }))
  measure(call({ status: 404 }))
  measure(call({ protocol: 'grpc', status: 404 }))
  const samples = readExposition(await exposition())
  const count = (labels: Record<string, string>) => valueOf(samples, 'companion_calls_total', labels)
  assert.equal(count({ operation: 'tea.make', protocol: 'rest', status: '200' }), spent.length)
  assert.equal(count({ operation: 'tea.make', protocol: 'rest', status: '404' }), 1)
  assert.equal(count({ operation: 'tea.make', protocol: 'grpc', status: '404' }), 1)
  const bucket = (le: string) =>
    valueOf(samples, 'companion_call_duration_seconds_bucket', { protocol: 'rest', le })
  assert.deepEqual(['0.001', '0.0025', '0.005', '0.05', '30', '+Inf'].map(bucket), [2, 3, 4, 5, 5, 6])
  const sum = valueOf(samples, 'companion_call_duration_seconds_sum', { protocol: 'rest' }) ?? 0
  assert.ok(Math.abs(sum - 31.047) < 1e-9)
})

test('the exposition reads current values on each request, and none before', async () => {
  let asked = 0
  const { measure, exposition } = openMeasurements(clock, {
    connections: () => ({ http: (asked += 1), websocket: 0 }),
    bus: () => ({ ...bus, requests: asked }),
  })
  assert.equal(asked, 0)
  for (const time of [1, 2]) {
    measure(call())
    const samples = readExposition(await exposition())
    assert.equal(valueOf(samples, 'companion_connections', { kind: 'http' }), time)
    assert.equal(valueOf(samples, 'companion_connections', { kind: 'websocket' }), 0)
    assert.equal(valueOf(samples, 'companion_calls_total'), time)
  }
})

test('the exposition includes figures of the bus and the process', async () => {
  const samples = readExposition(await open().exposition())
  assert.equal(valueOf(samples, 'companion_bus_requests_total'), bus.requests)
  assert.equal(valueOf(samples, 'companion_bus_published_total'), bus.published)
  assert.equal(valueOf(samples, 'companion_bus_delivered_total'), bus.delivered)
  assert.equal(valueOf(samples, 'companion_bus_dropped_total'), bus.dropped)
  assert.equal(valueOf(samples, 'companion_bus_subscriptions'), bus.subscriptions)
  assert.equal(valueOf(samples, 'companion_bus_waiting'), bus.waiting)
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'nodejs_heap_size_used_bytes',
    'process_start_time_seconds',
  ]) {
    assert.ok((valueOf(samples, name) ?? 0) > 0, name)
  }
})

test('two daemons in one process are measured separately', async () => {
  const [first, second] = [open(), open()]
  first.measure(call())
  assert.deepEqual(second.operations(), [])
  assert.equal(valueOf(readExposition(await first.exposition()), 'companion_calls_total'), 1)
  assert.equal(valueOf(readExposition(await second.exposition()), 'companion_calls_total'), undefined)
})
