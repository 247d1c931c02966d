import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { Compile } from 'typebox/compile'
import { Bus } from '../../../daemon/bus/bus.ts'
import { type GatewayPort, openOperations } from '../../../daemon/features/operations/operations.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import type { Setting } from '../../../daemon/kernel/config.ts'
import type { Context } from '../../../daemon/kernel/context.ts'
import { version } from '../../../daemon/kernel/version.ts'
import { migrate } from '../../../daemon/store/migrate.ts'
import { openDatabase, Store } from '../../../daemon/store/store.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { openAudit } from '../../../daemon/store/audit.ts'
import { openMirror } from '../../../daemon/store/mirror/mirror.ts'
import { ManualClock } from '../../support/clock.ts'

const row = { operation: 'tea.make', protocol: 'rest', count: 3, errors: 1 } as const
const port: GatewayPort = {
  addresses: () => ({
    mode: 'coupled',
    base_url: 'http://127.0.0.1:8080/api/v1',
    ws_url: 'ws://127.0.0.1:8080/ws',
    grpc_address: '127.0.0.1:8081',
  }),
  listening: () => ({ rest: true, websocket: true, grpc: true }),
  networks: () => [{ name: 'lan', base_url: 'https://companion.lan:8080/api/v1', listening: true }],
  connections: () => ({ http: 3, websocket: 2, grpc_streams: 1 }),
  operations: () => 42,
  measurements: () => ({
    since: '2026-01-01T00:00:00.000Z',
    operations: [{ ...row, p50_ms: 1, p95_ms: 2, p99_ms: 3, max_ms: 4 }],
  }),
}
const settings: Setting[] = [
  { name: 'mode', value: 'coupled', source: 'default', hidden: false },
  { name: 'tls.key', value: null, source: 'file', hidden: true },
]

/** The feature before a store of its own; `call` answers what an operation does, once it is as declared. */
function open(gateway: Partial<GatewayPort> = {}) {
  const path = mkdtempSync(join(tmpdir(), 'companion-test-'))
  const home = locateHome({ COMPANION_HOME: path })
  const client = openDatabase(home.database)
  migrate(client, '')
  const log = pino({ level: 'silent' })
  const [clock, store] = [new ManualClock(), new Store(client, log)]
  const bus = new Bus(clock, log)
  const feature = openOperations(
    {
      runningConfig: { settings: () => settings },
      store,
      home,
      environment: {},
      clock,
      bus,
      log,
      audit: openAudit(store, home, clock),
      mirror: openMirror(client),
      repair: null,
      restart: () => {},
      gateway: { ...port, ...gateway },
    },
    {
      modelServers: () => [],
      probeModelServers: async () => {},
      serverCertificate: () => null,
      backups: () => null,
      everyone: () => [],
      profile: () => undefined,
      repairMemories: async () => ({ before: { whole: true }, after: { whole: true } }),
      ask: () => '',
      topics: ['agency.goals', 'tea'],
      mappings: () => [{ external_topic: 'tea', internal_topic: 'system.status' }],
      liveSessions: () => 5,
    },
  )
  return {
    path,
    client,
    clock,
    bus,
    feature,
    call: async (name: keyof typeof feature.operations) => {
      const { handler, output } = feature.operations[name]
      // Test handlers need nothing of the context.
      const answer = await handler({}, {} as Context)
      assert.ok(Compile(output).Check(answer), JSON.stringify(Compile(output).Errors(answer)))
      // oxlint-disable-next-line typescript/no-explicit-any
      return answer as any
    },
    [Symbol.asyncDispose]: async () => {
      await feature.stop()
      client.close()
      rmSync(path, { recursive: true, force: true })
    },
  }
}

test('a healthy daemon reports each part, with database size and free space', async () => {
  await using world = open()
  const { status, components, ...running } = await world.call('gateway.health')
  const { database, storage, ...others } = components
  assert.equal(status, 'ok')
  assert.deepEqual(Object.keys(others), [
    'event_loop',
    'bus',
    'engine',
    'backups',
    'rest',
    'websocket',
    'grpc',
  ])
  for (const component of Object.values<{ status: string }>(components)) assert.equal(component.status, 'ok')
  assert.ok(database.size_bytes > 4_096 || database.wal_bytes > 4_096)
  assert.ok(storage.free_bytes > 0)
  assert.deepEqual(running, { version, started_at: world.feature.started_at, uptime_seconds: 0 })
})

test('the uptime counts whole seconds since the start, despite clock changes', async () => {
  await using world = open()
  const { started_at } = world.feature
  assert.equal(started_at, iso(world.clock.now()))
  world.clock.advance(61_999)
  world.clock.setTime(0)
  for (const name of ['gateway.health', 'gateway.status'] as const) {
    const answer = await world.call(name)
    assert.deepEqual([answer.started_at, answer.uptime_seconds], [started_at, 61])
  }
})

test('an unreadable database makes the daemon down, and the response still comes', async () => {
  await using world = open()
  world.client.close()
  const { status, components } = await world.call('gateway.health')
  assert.deepEqual([status, components.database.status, components.bus.status], ['down', 'down', 'ok'])
})

test('a missing home has no size and unknown free space', async () => {
  await using world = open()
  rmSync(world.path, { recursive: true })
  const { status, components } = await world.call('gateway.health')
  assert.deepEqual([components.database.size_bytes, components.database.wal_bytes], [0, 0])
  assert.deepEqual([status, components.storage.free_bytes], ['degraded', null])
})

test('messages waiting for long make the daemon degraded', async () => {
  await using world = open()
  world.bus.subscribe('tea', { receive: () => new Promise(() => {}) })
  for (const n of [1, 2]) world.bus.publish('tea', { n })
  world.clock.advance(5_001)
  const { status, components } = await world.call('gateway.health')
  const { detail: _, ...bus } = components.bus
  assert.equal(status, 'degraded')
  assert.deepEqual(bus, { status: 'degraded', waiting: 1, longest_wait_ms: 5_001 })
})

test('a protocol that is not listening makes the daemon down', async () => {
  await using world = open({ listening: () => ({ rest: true, websocket: true, grpc: false }) })
  const { status, components } = await world.call('gateway.health')
  assert.deepEqual([status, components.rest.status, components.grpc.status], ['down', 'ok', 'down'])
})

test('health never names a path of the machine', async () => {
  await using world = open()
  world.client.close()
  assert.ok(!JSON.stringify(await world.call('gateway.health')).includes(world.path))
})

test('the status reports addresses, connections and topics', async () => {
  await using world = open({ listening: () => ({ rest: true, websocket: true, grpc: false }) })
  const { mode, ...addresses } = port.addresses()
  assert.deepEqual(await world.call('gateway.status'), {
    mode,
    version,
    started_at: world.feature.started_at,
    uptime_seconds: 0,
    addresses,
    networks: [{ name: 'lan', base_url: 'https://companion.lan:8080/api/v1', listening: true }],
    protocols: {
      rest: { listening: true, connections: 3 },
      websocket: { listening: true, connections: 2 },
      grpc: { listening: false, connections: 1 },
    },
    topics: ['agency.goals', 'tea'],
    mappings: [{ external_topic: 'tea', internal_topic: 'system.status' }],
    operations: 42,
  })
})

test('the stats cover the gateway, the bus, the sessions and memory', async () => {
  await using world = open()
  world.bus.publish('tea', {})
  const { memory, ...stats } = await world.call('gateway.stats')
  assert.deepEqual(stats, {
    ...port.measurements(),
    connections: port.connections(),
    bus: { ...world.bus.figures(), published: 1 },
    sessions: 5,
  })
  assert.ok(memory.heap_used_bytes > 0 && memory.rss_bytes > memory.heap_used_bytes)
})

test('the configuration lists every setting as it was read', async () => {
  await using world = open()
  assert.deepEqual(await world.call('gateway.config'), { items: settings })
})
