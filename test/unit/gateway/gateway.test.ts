import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { Type } from 'typebox'
import { Bus } from '../../../daemon/bus/bus.ts'
import { openGateway, type Request } from '../../../daemon/gateway/gateway.ts'
import { openLimits } from '../../../daemon/gateway/limits.ts'
import type { MeasuredCall } from '../../../daemon/gateway/measurements.ts'
import type { Context } from '../../../daemon/kernel/context.ts'
import { AuthenticationRequired, failure } from '../../../daemon/kernel/errors.ts'
import { type Access, operation, type Operations } from '../../../daemon/kernel/operation.ts'
import { callerOf } from '../../support/wire/caller.ts'
import { ManualClock } from '../../support/clock.ts'

const Tea = Type.Object(
  { name: Type.String(), secret: Type.Optional(Type.String()) },
  { additionalProperties: false },
)
const Cup = Type.Object({})
const declared = { summary: 'Tea', input: Tea, output: Cup, errors: [] } as const
const Spilt = failure('CONFLICT', 'the tea is spilt')

const callers = [callerOf('olga', { admin: true }), callerOf('mia', { session_uuid: 's2' })]

function open(administrative = 10) {
  /** What the call went through, in order; what comes after a refusal is not in it. */
  const steps: string[] = []
  const handled: { input: unknown; context: Context }[] = []
  const audited: { context: Context; details: object }[] = []
  const measured: MeasuredCall[] = []
  const logged: string[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void logged.push(line) })
  const handler = (input: unknown, context: Context) => {
    steps.push('handler')
    handled.push({ input, context })
    return { cup: 1 }
  }
  const operations: Operations = {
    'tea.smell': operation({ ...declared, rest: 'GET /tea', access: 'member' }).handle(handler),
    'tea.pour': operation({
      ...declared,
      rest: 'POST /tea',
      access: 'anyone',
      limit: 'authentication',
      account: ({ name }) => (name === 'none' ? undefined : name),
    }).handle(handler),
    'tea.talk': operation({
      ...declared,
      rest: 'POST /tea/talk',
      access: 'member',
      limit: 'conversation',
    }).handle(handler),
    'tea.lock': operation({
      ...declared,
      rest: 'POST /tea/lock',
      access: 'admin',
      audited: ['name'],
      account: ({ name }) => name,
    }).handle(handler),
    'tea.count': operation({ ...declared, rest: 'GET /tea/count', access: 'admin' }).handle(handler),
    'tea.spill': operation({ ...declared, rest: 'DELETE /tea', access: 'anyone' }).handle(() => {
      throw Spilt({ cup: 1 })
    }),
    'tea.break': operation({ ...declared, rest: 'PUT /tea', access: 'anyone' }).handle(() => {
      throw new Error('SELECT at /home/olga')
    }),
  }
  const clock = new ManualClock(1_800_000_000_000)
  const bus = new Bus(clock, log)
  for (const [name, { handler }] of Object.entries(operations)) bus.handle(name, handler)
  const limits = openLimits({
    authentication_per_minute: 5,
    conversation_per_hour: 3,
    realtime_per_minute: 2,
    administrative_per_minute: administrative,
  })
  const gateway = openGateway({
    failed: () => {},
    operations,
    authenticate: async (token) => {
      steps.push('token')
      const caller = callers.find(({ family_member_uuid }) => family_member_uuid === token)
      if (!caller) throw AuthenticationRequired()
      return caller
    },
    blocked: (address) => {
      steps.push('address')
      return address === '203.0.113.9'
    },
    audit: (context, details) => {
      steps.push('audit')
      audited.push({ context, details })
    },
    limits: {
      count: (category, subject, counted) => {
        steps.push(`limit ${subject.kind}`)
        return limits.count(category, subject, counted)
      },
    },
    measure: (call) => measured.push(call),
    bus,
    clock,
    log,
  })

  const call = async (name: string, token: string | null, payload: unknown, more: Partial<Request> = {}) => {
    const admission = await gateway.admit(name, token, { address: '192.0.2.1' })
    return gateway.dispatch(admission, { payload, idempotency_key: null, request_id: 'r1', ...more })
  }
  return { gateway, steps, handled, audited, measured, logged, call }
}

const tea = { name: 'green' }

test('an operation without declared access stops the start', () => {
  const careless = operation({ ...declared, rest: 'GET /tea', access: undefined as unknown as Access })
  const operations = { 'tea.smell': careless.handle(() => ({})) }
  const nothing = () => {}
  const clock = new ManualClock()
  const log = pino({ level: 'silent' })
  const make = () =>
    openGateway({
      failed: () => {},
      operations,
      authenticate: async () => callerOf('olga'),
      blocked: () => false,
      audit: nothing,
      limits: { count: async () => {} },
      measure: nothing,
      bus: new Bus(clock, log),
      clock,
      log,
    })
  assert.throws(make, /tea\.smell has no access/)
})

test("an admin's call passes address, token, limit, audit and handler, in this order", async () => {
  const { call, steps } = open()
  assert.deepEqual(await call('tea.lock', 'olga', tea), { cup: 1 })
  assert.deepEqual(steps, ['address', 'token', 'limit session', 'audit', 'handler'])
})

test('a call without a token counts for the address at once, for the account once it is valid', async () => {
  const { call, steps } = open()
  await call('tea.pour', null, tea)
  assert.deepEqual(steps, ['address', 'limit address', 'limit account', 'handler'])
})

test('a blocked address is refused whatever its token, before that is read', async () => {
  const { gateway, steps } = open()
  for (const token of ['olga', 'forged', null]) {
    await assert.rejects(gateway.admit('tea.lock', token, { address: '203.0.113.9' }), {
      code: 'ADDRESS_BLOCKED',
    })
  }
  assert.deepEqual(steps, ['address', 'address', 'address'])
  assert.throws(() => gateway.assertAddress('203.0.113.9'), { code: 'ADDRESS_BLOCKED' })
  gateway.assertAddress('192.0.2.1')
})

test('a call without a valid token never learns whether it would be permitted', async () => {
  const { call, steps } = open()
  for (const token of [null, 'forged', ''])
    await assert.rejects(call('tea.lock', token, {}), { code: 'AUTHENTICATION_REQUIRED' })
  assert.equal(steps.includes('limit session'), false)
})

test('a bad token is refused even where none is required', async () => {
  const { call } = open()
  await assert.rejects(call('tea.pour', 'forged', tea), { code: 'AUTHENTICATION_REQUIRED' })
})

test("a member's call to an admin operation is refused before it is counted", async () => {
  const { call, steps } = open()
  await assert.rejects(call('tea.lock', 'mia', { wrong: true }), { code: 'INSUFFICIENT_PERMISSIONS' })
  assert.deepEqual(steps, ['address', 'token'])
})

test('a call over the limit is refused before its payload is read', async () => {
  const { call, audited } = open(2)
  for (let n = 1; n <= 2; n += 1)
    await assert.rejects(call('tea.lock', 'olga', {}), { code: 'INVALID_REQUEST' })
  await assert.rejects(call('tea.lock', 'olga', {}), { code: 'RATE_LIMITED' })
  assert.deepEqual(audited, [])
})

test('an invalid payload does not count for the account, and is not audited', async () => {
  const { call, steps } = open()
  await assert.rejects(call('tea.pour', null, { ...tea, sugar: 1 }), {
    code: 'INVALID_REQUEST',
    details: { field: 'sugar', reason: 'is unknown' },
  })
  await assert.rejects(call('tea.lock', 'olga', {}), { details: { field: 'name', reason: 'is required' } })
  assert.deepEqual(steps, ['address', 'limit address', 'address', 'token', 'limit session'])
})

test('an account has its allowance wherever calls come from; anything else has none', async () => {
  const { gateway, steps } = open()
  let host = 0
  const pour = async (name: string) => {
    const admission = await gateway.admit('tea.pour', null, { address: `192.0.2.${(host += 1)}` })
    return gateway.dispatch(admission, { payload: { name }, idempotency_key: null, request_id: 'r1' })
  }
  for (let n = 1; n <= 5; n += 1) await pour('green')
  await assert.rejects(pour('green'), { code: 'RATE_LIMITED' })
  assert.equal(steps.at(-1), 'limit account', 'no handler ran')
  for (let n = 1; n <= 6; n += 1) await pour('none')
  await pour('white')
})

test('an address has its allowance whatever accounts it tries', async () => {
  const { call } = open()
  for (const name of ['a', 'b', 'c', 'd', 'e']) await call('tea.pour', null, { name })
  await assert.rejects(call('tea.pour', null, { name: 'f' }), { code: 'RATE_LIMITED' })
})

test('an authenticated caller is counted as themselves, beside their address', async () => {
  const { call, steps } = open()
  await call('tea.pour', 'mia', tea)
  assert.deepEqual(steps, ['address', 'token', 'limit address', 'limit account', 'handler'])
})

test('a conversation counts for its member', async () => {
  const { call } = open()
  for (let n = 1; n <= 3; n += 1) await call('tea.talk', 'mia', tea)
  await assert.rejects(call('tea.talk', 'mia', tea), { code: 'RATE_LIMITED' })
  await call('tea.talk', 'olga', tea)
})

test('an operation of admins that changes something is audited with its declared fields only, before it runs', async () => {
  const { call, audited, steps } = open()
  await call('tea.lock', 'olga', { ...tea, secret: 'milk' })
  assert.deepEqual(
    audited.map(({ details }) => details),
    [{ name: 'green' }],
  )
  const { context } = audited[0] ?? {}
  assert.deepEqual(
    [context?.operation, context?.caller?.actor, context?.address],
    ['tea.lock', 'user:olga', '192.0.2.1'],
  )
  assert.ok(steps.indexOf('audit') < steps.indexOf('handler'))
})

test('other operations are not audited, also if an admin calls them', async () => {
  const { call, audited } = open()
  for (const name of ['tea.smell', 'tea.count', 'tea.talk']) await call(name, 'olga', tea)
  assert.deepEqual(audited, [])
})

test('a handler gets the input and the caller, with the address and new message metadata', async () => {
  const { call, handled } = open()
  const more = { idempotency_key: 'k1' }
  for (const token of ['mia', 'mia']) await call('tea.pour', token, tea, more)
  const [one, other] = handled
  assert.deepEqual(one?.input, tea)
  const { metadata, ...context } = one?.context ?? {}
  assert.deepEqual(context, {
    operation: 'tea.pour',
    caller: callers[1],
    idempotency_key: 'k1',
    address: '192.0.2.1',
  })
  assert.match(metadata?.message_uuid ?? '', /^[\da-f-]{36}$/)
  assert.notEqual(metadata?.message_uuid, other?.context.metadata.message_uuid)
  assert.partialDeepStrictEqual(metadata, { family_member_uuid: 'mia', session_uuid: 's2' })
})

test('an idempotency key is 1 to 200 visible ASCII characters', async () => {
  const { call, handled } = open()
  for (const idempotency_key of ['k', '~'.repeat(200)])
    await call('tea.smell', 'mia', tea, { idempotency_key })
  for (const idempotency_key of ['', ' ', 'a b', 'ü', 'a\n', 'k'.repeat(201)]) {
    await assert.rejects(call('tea.smell', 'mia', tea, { idempotency_key }), {
      code: 'INVALID_REQUEST',
      details: { field: 'Idempotency-Key', reason: 'must be 1 to 200 visible ASCII characters' },
    })
  }
  assert.equal(handled.length, 2)
})

test('an unknown operation is not found', async () => {
  const { call } = open()
  for (const name of ['tea.drink', '__proto__', 'constructor', ''])
    await assert.rejects(call(name, 'olga', {}), { code: 'NOT_FOUND', details: { operation: name } })
})

test("a handler's failure is returned as it is; anything else is hidden and logged", async () => {
  const { call, logged } = open()
  await assert.rejects(call('tea.spill', null, tea), { code: 'CONFLICT', details: { cup: 1 } })
  assert.doesNotMatch(logged.join(''), /an operation failed/)
  await assert.rejects(call('tea.break', null, tea), {
    code: 'INTERNAL_ERROR',
    message: 'internal server error',
    details: {},
  })
  assert.match(logged.at(-1) ?? '', /"request_id":"r1".*SELECT at \/home\/olga.*an operation failed/)
})

test('a request without an operation passes the first checks too', async () => {
  const { gateway, steps } = open(1)
  const dependencies = { access: 'admin', limit: 'administrative', scopes: ['admin'] } as const
  const permit = (token: string | null, address = '192.0.2.1') =>
    gateway.permit(dependencies, token, { address })
  assert.equal((await permit('olga'))?.actor, 'user:olga')
  assert.deepEqual(steps, ['address', 'token', 'limit session'])
  await assert.rejects(permit('olga'), { code: 'RATE_LIMITED' })
  await assert.rejects(permit('mia'), { code: 'INSUFFICIENT_PERMISSIONS' })
  await assert.rejects(permit(null), { code: 'AUTHENTICATION_REQUIRED' })
  await assert.rejects(permit('olga', '203.0.113.9'), { code: 'ADDRESS_BLOCKED' })
  const free = { access: 'anyone', limit: null, scopes: null } as const
  assert.equal(await gateway.permit(free, null, { address: '192.0.2.1' }), null)
})

test('a client learns every allowance that its call used, also if that refused it', async () => {
  const { gateway } = open()
  const allowances: string[] = []
  const client = {
    address: '192.0.2.1',
    counted: ({ policy, remaining }: { policy: string; remaining: number }) =>
      void allowances.push(`${policy} ${remaining}`),
  }
  const pour = async () => {
    const admission = await gateway.admit('tea.pour', null, client)
    return gateway.dispatch(admission, { payload: tea, idempotency_key: null, request_id: 'r1' })
  }
  await pour()
  assert.deepEqual(allowances, ['authentication-address 4', 'authentication-account 4'])
  for (let n = 1; n <= 4; n += 1) await pour()
  await assert.rejects(pour(), { code: 'RATE_LIMITED' })
  assert.equal(allowances.at(-1), 'authentication-address 0')
})

test("a connection's messages have an allowance of their own", async () => {
  const { gateway } = open()
  for (let n = 1; n <= 2; n += 1) await gateway.countMessage('c1')
  await assert.rejects(gateway.countMessage('c1'), { code: 'RATE_LIMITED' })
  await gateway.countMessage('c2')
})

test('a call of a known operation is measured, one of an unknown operation is not', () => {
  const { gateway, measured } = open()
  const call = { protocol: 'rest', status: 200, milliseconds: 1 } as const
  for (const name of ['tea.smell', 'tea.drink', 'toString']) gateway.measure({ ...call, operation: name })
  assert.deepEqual(measured, [{ ...call, operation: 'tea.smell' }])
})
