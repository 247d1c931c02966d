import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { Bus } from '../../../daemon/bus/bus.ts'
import { watchHealth } from '../../../daemon/features/operations/health.ts'
import {
  backupsHealth,
  busHealth,
  databaseHealth,
  engineHealth,
  eventLoopHealth,
  listenerHealth,
  storageHealth,
} from '../../../daemon/features/operations/rules.ts'
import { ManualClock } from '../../support/clock.ts'

const gibibyte = 2 ** 30

function open() {
  const clock = new ManualClock()
  const bus = new Bus(clock, pino({ level: 'silent' }))
  const statuses: unknown[] = []
  bus.subscribe('system.status', { receive: ({ payload }) => void statuses.push(payload['status']) })
  const disk = { free: 10 * gibibyte }
  const server = { last_failure: null as string | null, there: true }
  const health = async () => ({
    database: databaseHealth(true, { size_bytes: 1, wal_bytes: 1 }),
    storage: storageHealth(disk.free),
    event_loop: eventLoopHealth(1),
    bus: busHealth({ waiting: 0, longest_wait_ms: 0 }),
    engine: engineHealth([{ circuit: 'closed', answered: true, ...server }]),
    backups: backupsHealth(null),
    rest: listenerHealth('REST', true),
    websocket: listenerHealth('WebSocket', true),
    grpc: listenerHealth('gRPC', true),
  })
  const probe = async () => {
    server.last_failure = server.there ? null : 'unreachable'
  }
  const stop = watchHealth({ health, probe, bus, clock })
  const halfMinute = async () => {
    clock.advance(30_000)
    // What the look was told comes with the next turns.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { statuses, disk, server, stop, halfMinute }
}

test('health is published when it changes, and only then', async () => {
  const { statuses, disk, stop, halfMinute } = open()
  await halfMinute()
  assert.deepEqual(statuses, [])
  disk.free = gibibyte / 2
  await halfMinute()
  await halfMinute()
  assert.deepEqual(statuses, ['degraded'])
  disk.free = 10 * gibibyte
  await halfMinute()
  assert.deepEqual(statuses, ['degraded', 'ok'])
  stop()
})

test('a model server that died is noticed within half a minute, without being asked for a reply', async () => {
  const { statuses, server, stop, halfMinute } = open()
  server.there = false
  await halfMinute()
  assert.deepEqual(statuses, ['degraded'])
  server.there = true
  await halfMinute()
  assert.deepEqual(statuses, ['degraded', 'ok'])
  stop()
})

test('nothing is published once the watch has stopped', async () => {
  const { statuses, disk, stop, halfMinute } = open()
  stop()
  disk.free = 0
  await halfMinute()
  assert.deepEqual(statuses, [])
})
