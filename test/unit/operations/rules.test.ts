import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  busHealth,
  databaseHealth,
  engineHealth,
  eventLoopHealth,
  listenerHealth,
  storageHealth,
  worst,
} from '../../../daemon/features/operations/rules.ts'

const mebibyte = 1_048_576

test('the overall status is the worst of its parts', () => {
  assert.equal(worst(['ok', 'ok']), 'ok')
  assert.equal(worst(['ok', 'degraded', 'ok']), 'degraded')
  assert.equal(worst(['down', 'degraded', 'ok']), 'down')
})

test('an unreadable database is down, whatever its size', () => {
  const sizes = { size_bytes: 4_096, wal_bytes: 0 }
  assert.deepEqual(databaseHealth(true, sizes), { status: 'ok', detail: 'The database answers.', ...sizes })
  const checked = (result: 'whole' | 'repaired' | 'damaged', reason: string | null) =>
    databaseHealth(true, sizes, false, { checked_at: '2026-05-04T12:00:00.000Z', result, reason })
  assert.deepEqual(
    [checked('whole', null), checked('repaired', 'search'), checked('damaged', 'row 3')].map(
      ({ status, detail }) => [status, detail],
    ),
    [
      ['ok', 'The database answers. The full check of 2026-05-04 found it whole.'],
      ['ok', 'The database answers. The full check of 2026-05-04 found and repaired: search.'],
      [
        'degraded',
        'The database answers. The full check of 2026-05-04 found damage: row 3. Companion starts anew to repair it.',
      ],
    ],
  )
  assert.deepEqual(databaseHealth(false, sizes), {
    status: 'down',
    detail: 'The database cannot be read.',
    ...sizes,
  })
})

test('a disk is degraded below 1 GiB of free space and down below 64 MiB', () => {
  const rows: [number, string, RegExp][] = [
    [3_200 * mebibyte, 'ok', /3\.1 GiB are free/],
    [1_024 * mebibyte, 'ok', /1\.0 GiB are free/],
    [1_024 * mebibyte - 1, 'degraded', /1023 MiB are left/],
    [64 * mebibyte, 'degraded', /64 MiB are left/],
    [64 * mebibyte - 1, 'down', /63 MiB are left/],
    [0, 'down', /0 MiB are left/],
  ]
  for (const [free, status, detail] of rows) {
    const health = storageHealth(free)
    assert.deepEqual([health.status, health.free_bytes], [status, free])
    assert.match(health.detail, detail)
  }
})

test('a disk that can only be read is down, however much room there is', () => {
  const health = storageHealth(3_200 * mebibyte, true)
  assert.deepEqual([health.status, health.read_only], ['down', true])
  assert.match(health.detail, /can only be read/)
})

test('a disk with unknown free space is degraded', () => {
  const { status, free_bytes } = storageHealth(null)
  assert.deepEqual([status, free_bytes], ['degraded', null])
})

test('an event loop is degraded if its 99th percentile is over 200 ms late', () => {
  assert.deepEqual(
    [null, 0, 200, 200.1, 5_000].map((late) => eventLoopHealth(late).status),
    ['ok', 'ok', 'ok', 'degraded', 'degraded'],
  )
  assert.equal(eventLoopHealth(null).p99_ms, null)
  assert.equal(eventLoopHealth(201).p99_ms, 201)
})

test('a bus is degraded if a message waits for more than 5 s, however many wait', () => {
  const of = (waiting: number, longest_wait_ms: number) => busHealth({ waiting, longest_wait_ms })
  assert.equal(of(900, 5_000).status, 'ok')
  assert.equal(of(1, 5_001).status, 'degraded')
  const { detail: _, ...figures } = of(3, 10)
  assert.deepEqual(figures, { status: 'ok', waiting: 3, longest_wait_ms: 10 })
})

test('a protocol without a listener is down', () => {
  assert.deepEqual(listenerHealth('gRPC', true), { status: 'ok', detail: 'gRPC takes connections.' })
  assert.deepEqual(listenerHealth('REST', false), { status: 'down', detail: 'REST takes no connections.' })
})

test('the engine is healthy unless a configured model server fails', () => {
  const well = { circuit: 'closed', last_failure: null, answered: true }
  assert.deepEqual(engineHealth([]), {
    status: 'ok',
    detail: 'The built-in engine answers.',
    answered: null,
  })
  assert.deepEqual(engineHealth([well]), {
    status: 'ok',
    detail: 'The model server answers.',
    answered: true,
  })
  assert.deepEqual(engineHealth([{ ...well, answered: false }]), {
    status: 'ok',
    detail: 'The model server has not been asked yet.',
    answered: false,
  })
  assert.equal(engineHealth([{ ...well, circuit: 'open' }]).status, 'degraded')
  assert.equal(engineHealth([{ ...well, last_failure: 'unreachable' }]).status, 'degraded')
})

test('the engine is degraded while one of several model servers fails, which the next one stands in for', () => {
  const well = { circuit: 'closed', last_failure: null, answered: true }
  assert.equal(engineHealth([well, well]).detail, 'The model servers answer.')
  assert.deepEqual(engineHealth([{ ...well, circuit: 'open' }, well]), {
    status: 'degraded',
    detail: 'A model server fails: the next engine replies instead.',
    answered: true,
  })
  const unasked = { ...well, answered: false }
  assert.equal(engineHealth([unasked, unasked]).detail, 'The model servers have not been asked yet.')
})
