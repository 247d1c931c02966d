import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { version } from '../../../daemon/kernel/version.ts'
import { ManualClock } from '../../support/clock.ts'
import { signIn, startTestDaemon } from '../../support/daemon.ts'
import { describedOperations } from '../../support/wire/described-operations.ts'
import { bearer, grpcClient, openStream } from '../../support/wire/grpc.ts'
import { household } from '../../support/household.ts'
import { readExposition, valueOf } from '../../support/wire/prometheus.ts'
import { type Protocol, protocols } from '../../support/wire/protocols.ts'
import { rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const clock = new ManualClock()
const { daemon, owner, member } = await household({
  clock,
  config: {
    tls: { cert: '/nowhere/certificate.pem' },
    log: { level: 'error' },
    realtime: { heartbeat_seconds: 29 },
  },
  environment: { COMPANION_TLS_KEY: '/nowhere/key.pem', COMPANION_SESSIONS_IDLE_DAYS: '7' },
})

const ways: readonly Protocol[] = ['REST', 'WebSocket']
const forAdmins = ['gateway.status', 'gateway.stats', 'gateway.config']
const described = describedOperations().filter(({ name }) => name.startsWith('gateway.'))

async function ask(
  operation: string,
  { protocol = 'REST', token = owner.access_token }: { protocol?: Protocol; token?: string } = {},
) {
  const { status, result } = await protocols[protocol](daemon)(token, operation)
  assert.equal(status, 200)
  return result
}

const stats = () => ask('gateway.stats')

/** What was measured of an operation over one protocol; nothing but zeros where it was not called. */
async function measured(operation: string, protocol: string) {
  const { operations } = await stats()
  const rows = operations.filter(
    (row: Record<string, unknown>) => row['operation'] === operation && row['protocol'] === protocol,
  )
  assert.ok(rows.length <= 1)
  return rows[0] ?? { count: 0, errors: 0 }
}

/** Asks for the number of connections of a kind until it is that; a client cannot see when the daemon has noticed. */
async function connectionsBecome(kind: string, wanted: number) {
  let count: number
  let asked = 0
  do {
    count = (await stats()).connections[kind]
    asked += 1
  } while (count !== wanted && asked < 200)
  assert.equal(count, wanted, kind)
}

describe("Access to the daemon's own figures", () => {
  for (const protocol of ways) {
    it(`members and admins see the health (${protocol})`, async () => {
      for (const { access_token: token } of [owner, member]) await ask('gateway.health', { protocol, token })
    })

    it(`only admins see status, stats and configuration (${protocol})`, async () => {
      const call = protocols[protocol](daemon)
      for (const operation of forAdmins) {
        const { status, detail } = await call(member.access_token, operation)
        assert.deepEqual([operation, status], [operation, 403])
        assert.equal((await call(owner.access_token, operation)).status, 200, `${operation} ${detail}`)
      }
    })
  }

  it('everything is 401 without a token', async () => {
    for (const path of ['/health', '/gateway/status', '/gateway/stats', '/config']) {
      assert.equal((await rest(daemon, `GET ${path}`)).status, 401, path)
    }
  })

  it('every response matches the API description', async () => {
    assert.equal(described.length, 6)
    for (const { name, route, fits } of described) {
      const { body } = await rest(daemon, route, { token: owner.access_token })
      assert.ok(fits(body), name)
      const result = await ask(name, { protocol: 'WebSocket' })
      assert.ok(fits({ ...body, data: result }), name)
    }
  })
})

describe('GET /health', () => {
  it('reports each part, and the worst of them as the whole', async () => {
    const { status, components } = await ask('gateway.health', { token: member.access_token })
    const { database, storage, event_loop, ...others } = components
    assert.deepEqual(Object.keys(others), ['bus', 'engine', 'backups', 'rest', 'websocket', 'grpc'])
    for (const component of [database, ...Object.values(others)]) assert.equal(component.status, 'ok')
    assert.ok(database.size_bytes + database.wal_bytes > 0)
    assert.ok(storage.free_bytes > 0)
    const statuses = [storage.status, event_loop.status]
    assert.equal(
      status,
      ['down', 'degraded', 'ok'].find((one) => [...statuses, 'ok'].includes(one)),
    )
  })

  it('reports version, start time and whole seconds of uptime', async () => {
    const before = await ask('gateway.health')
    assert.deepEqual([before.version, before.started_at], [version, daemon.file.started_at])
    clock.advance(2_000)
    const after = await ask('gateway.health')
    assert.deepEqual([after.started_at, after.uptime_seconds], [before.started_at, before.uptime_seconds + 2])
  })

  it('never names a path of the machine', async () => {
    const text = JSON.stringify(await ask('gateway.health'))
    assert.ok(!text.includes(daemon.home.path) && !text.includes('/nowhere'))
  })
})

describe('GET /gateway/status', () => {
  it('reports mode, version, start time, addresses and topics', async () => {
    const status = await ask('gateway.status')
    const { mode, base_url, ws_url, grpc_address, started_at } = daemon.file
    assert.deepEqual(status.addresses, { base_url, ws_url, grpc_address })
    assert.deepEqual([status.mode, status.version, status.started_at], [mode, version, started_at])
    for (const topic of ['emotion.state', 'personality.expression', 'conversation.events', 'agency.goals']) {
      assert.ok(status.topics.includes(topic), topic)
    }
    assert.deepEqual(status.mappings, [])
    const { body } = await rest(daemon, 'GET /openapi.json')
    assert.equal(status.operations, Object.values<object>(body.paths).flatMap(Object.keys).length)
  })

  it('reports that every protocol listens, and its open connections', async () => {
    await using socket = await TestSocket.open(daemon, owner.access_token)
    const { data } = await socket.ask('request', { operation: 'gateway.status' })
    const { protocols: listening } = data.result
    assert.deepEqual(Object.keys(listening), ['rest', 'websocket', 'grpc'])
    for (const protocol of Object.values<{ listening: boolean }>(listening)) assert.ok(protocol.listening)
    assert.ok(listening.rest.connections >= 1, 'those of the requests before are kept open')
    assert.ok(listening.websocket.connections >= 1, 'the one that asks')
  })
})

describe('GET /gateway/stats', () => {
  for (const protocol of ['rest', 'websocket']) {
    it(`counts the calls made over ${protocol} exactly, and those that failed`, async () => {
      await using socket = await TestSocket.open(daemon, member.access_token)
      const call = async (payload: Record<string, string>) => {
        const query = new URLSearchParams(payload).toString()
        if (protocol === 'websocket') await socket.ask('request', { operation: 'auth.session', payload })
        else await rest(daemon, `GET /auth/session?${query}`, { token: member.access_token })
      }
      const before = await measured('auth.session', protocol)
      for (const payload of [{}, {}, { odd: '1' }, {}, { odd: '2' }]) await call(payload)
      const after = await measured('auth.session', protocol)
      assert.deepEqual([after.count - before.count, after.errors - before.errors], [5, 2])
    })
  }

  it('counts calls without a token or without permission', async () => {
    const before = await measured('gateway.config', 'rest')
    await rest(daemon, 'GET /config')
    await rest(daemon, 'GET /config', { token: member.access_token })
    await rest(daemon, 'GET /config', { token: owner.access_token })
    const after = await measured('gateway.config', 'rest')
    assert.deepEqual([after.count - before.count, after.errors - before.errors], [3, 2])
  })

  it('does not count unknown operations', async () => {
    await using socket = await TestSocket.open(daemon, owner.access_token)
    await socket.ask('request', { operation: 'tea.make' })
    await rest(daemon, 'GET /tea', { token: owner.access_token })
    const names = (await stats()).operations.map(({ operation }: { operation: string }) => operation)
    assert.ok(names.includes('gateway.stats'))
    assert.ok(
      names.every((name: string) => /^(auth|gateway)\.\w+$/.test(name)),
      names.join(', '),
    )
  })

  it('has percentiles in ascending order', async () => {
    const { since, operations } = await stats()
    assert.equal(since, daemon.file.started_at)
    assert.ok(operations.length > 4)
    for (const { p50_ms, p95_ms, p99_ms, max_ms, count, errors } of operations) {
      assert.ok(0 < p50_ms && p50_ms <= p95_ms && p95_ms <= p99_ms && p99_ms <= max_ms)
      assert.ok(count > 0 && errors <= count)
    }
  })

  it('counts a WebSocket as a connection while it is open', async () => {
    await connectionsBecome('websocket', 0)
    const socket = await TestSocket.open(daemon, member.access_token)
    await connectionsBecome('websocket', 1)
    await socket[Symbol.asyncDispose]()
    await connectionsBecome('websocket', 0)
  })

  it('counts a gRPC stream as a connection while it is open', async () => {
    const client = grpcClient(daemon, 'CompanionService')
    const topics = ['interaction.notifications']
    const stream = openStream(client, 'StreamUpdates', { topics }, bearer(member.access_token))
    const refused = once(stream, 'error')
    await once(stream, 'data')
    await connectionsBecome('grpc_streams', 1)
    stream.cancel()
    await refused.catch(() => {})
    await connectionsBecome('grpc_streams', 0)
    client.close()
  })

  it('counts an HTTP connection, active or idle', async () => {
    const { http } = (await stats()).connections
    const { hostname, port } = new URL(daemon.file.base_url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    await connectionsBecome('http', http + 1)
    socket.destroy()
    await connectionsBecome('http', http)
  })

  it('reports bus, memory and sessions', async () => {
    const before = await stats()
    const { access_token: token } = await signIn(daemon, 'mia')
    const after = await stats()
    assert.equal(after.sessions, before.sessions + 1)
    await rest(daemon, 'POST /auth/logout', { token, payload: {} })
    const { sessions, bus, memory } = await stats()
    assert.equal(sessions, before.sessions)
    assert.ok(bus.requests >= before.bus.requests + 4)
    assert.ok(bus.published > before.bus.published, 'the end of the session is told')
    assert.ok(memory.rss_bytes > memory.heap_used_bytes && memory.heap_used_bytes > 0)
  })
})

describe('GET /config', () => {
  it('lists every setting once, with its value and its source', async () => {
    const { items } = await ask('gateway.config')
    const of = (name: string) => {
      const matching = items.filter((item: { name: string }) => item.name === name)
      assert.equal(matching.length, 1, name)
      return [matching[0].value, matching[0].source, matching[0].hidden]
    }
    assert.deepEqual(of('mode'), ['coupled', 'default', false])
    assert.deepEqual(of('limits.conversation_per_hour'), [1_000, 'default', false])
    assert.deepEqual(of('log.level'), ['error', 'file', false])
    assert.deepEqual(of('realtime.heartbeat_seconds'), [29, 'file', false])
    assert.deepEqual(of('http_port'), [0, 'environment', false])
    assert.deepEqual(of('sessions.idle_days'), [7, 'environment', false])
  })

  it('hides paths of the machine, but shows that they are set', async () => {
    const { items } = await ask('gateway.config')
    const tls = items.filter(({ name }: { name: string }) => name.startsWith('tls.'))
    assert.deepEqual(tls, [
      { name: 'tls.cert', value: null, source: 'file', hidden: true },
      { name: 'tls.key', value: null, source: 'environment', hidden: true },
      { name: 'tls.local', value: false, source: 'default', hidden: false },
      { name: 'tls.client_certificates', value: 'optional', source: 'default', hidden: false },
    ])
    assert.ok(!JSON.stringify(items).includes('/nowhere'))
  })
})

describe('GET /metrics', () => {
  const metrics = (token?: string, { file } = daemon) =>
    fetch(new URL('/metrics', file.base_url), {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })

  it('is 401 without a token and 403 for a member, with the usual error body', async () => {
    const rows: [string | undefined, number, string][] = [
      [undefined, 401, 'AUTHENTICATION_REQUIRED'],
      ['nonsense', 401, 'AUTHENTICATION_REQUIRED'],
      [member.access_token, 403, 'INSUFFICIENT_PERMISSIONS'],
    ]
    for (const [token, status, code] of rows) {
      const answer = await metrics(token)
      const { error } = (await answer.json()) as { error: { code: string } }
      assert.deepEqual([answer.status, error.code], [status, code])
    }
  })

  it('is in Prometheus format, with the figures of the stats', async () => {
    const before = await measured('auth.session', 'rest')
    const answer = await metrics(owner.access_token)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    const samples = readExposition(await answer.text())
    const labels = { operation: 'auth.session', protocol: 'rest' }
    assert.equal(valueOf(samples, 'companion_call_duration_seconds_count', labels), before.count)
    const refused = valueOf(samples, 'companion_calls_total', { ...labels, status: '400' })
    assert.equal(refused, before.errors)
    for (const kind of ['http', 'websocket', 'grpc_streams']) {
      assert.ok(valueOf(samples, 'companion_connections', { kind }) !== undefined, kind)
    }
    assert.ok((valueOf(samples, 'companion_bus_requests_total') ?? 0) > 0)
  })

  it('counts as an administrative call, like every admin endpoint except health', async () => {
    await using busy = await startTestDaemon({
      environment: { COMPANION_LIMITS_ADMINISTRATIVE_PER_MINUTE: '2' },
    })
    const { access_token: token } = await busy.owner()
    assert.equal((await metrics(token, busy)).status, 200)
    assert.equal((await rest(busy, 'GET /config', { token })).status, 200)
    for (const path of ['/health', '/health', '/health']) {
      assert.equal((await rest(busy, `GET ${path}`, { token })).status, 200)
    }
    const refused = await metrics(token, busy)
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal((await rest(busy, 'GET /config', { token })).status, 429)
  })
})
