import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { Type } from 'typebox'
import { Bus } from '../../../daemon/bus/bus.ts'
import { openGateway } from '../../../daemon/gateway/gateway.ts'
import { openLimits } from '../../../daemon/gateway/limits.ts'
import { AuthenticationRequired } from '../../../daemon/kernel/errors.ts'
import { operation, type Operations } from '../../../daemon/kernel/operation.ts'
import { openProver } from '../../../daemon/kernel/proof.ts'
import { createRestServer } from '../../../daemon/transports/rest/server.ts'
import { ManualClock } from '../../support/clock.ts'

const log = pino({ level: 'silent' })

function open(operations: Operations) {
  const clock = new ManualClock()
  const limits = openLimits({
    authentication_per_minute: 5,
    conversation_per_hour: 5,
    realtime_per_minute: 5,
    administrative_per_minute: 5,
  })
  const gateway = openGateway({
    failed: () => {},
    operations,
    authenticate: () => Promise.reject(AuthenticationRequired()),
    blocked: () => false,
    audit: () => {},
    measure: () => {},
    limits,
    bus: new Bus(clock, log),
    clock,
    log,
  })
  return createRestServer(
    gateway,
    null,
    () => {},
    async () => '',
    openProver(),
    log,
  )
}

const tea = operation({
  rest: 'GET /tea',
  access: 'member',
  summary: 'Tea',
  input: Type.Object({}),
  output: Type.Object({}),
  errors: [],
}).handle(() => ({}))

describe('A route without declared access', () => {
  test('stops the start', async () => {
    const server = open({ tea })
    assert.throws(() => server.get('/mine', () => 'secrets'), /route GET \/mine has no access/)
    assert.throws(
      () => server.route({ method: ['PUT', 'POST'], url: '/api/v1/mine', handler: () => 'secrets' }),
      /\/api\/v1\/mine has no access/,
    )
    await assert.rejects(async () => {
      await server.register(async (plugin) => {
        plugin.get('/plugged', () => 'secrets')
      })
    }, /plugged has no access/)
  })

  test('stops the start also as an operation that a cast slipped past the types', () => {
    const { access: _, ...rest } = tea
    for (const broken of [rest, { ...rest, access: undefined }, { ...rest, access: 'everybody' }]) {
      assert.throws(() => open({ tea: broken as unknown as typeof tea }), /operation tea has no access/)
    }
  })
})

describe('Every route', () => {
  test('responds without a token as its access says', async () => {
    const server = open({ tea })
    const get = async (url: string) => (await server.inject(url)).statusCode
    assert.deepEqual(
      [await get('/api/v1/tea'), await get('/metrics'), await get('/healthz'), await get('/docs/')],
      [401, 401, 200, 200],
    )
  })
})
