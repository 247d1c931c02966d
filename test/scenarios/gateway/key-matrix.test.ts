import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { status as grpcStatus } from '@grpc/grpc-js'
import { operations } from '../../../daemon/client/description.ts'
import type { OperationName } from '../../../daemon/client/types.ts'
import { type Scope, scopes } from '../../../daemon/kernel/scope.ts'
import { it, itScaled } from '../../support/long.ts'
import { bearer, call, grpcClient, openReader } from '../../support/wire/grpc.ts'
import { scopesFor } from '../../support/wire/key-cases.ts'
import { cases } from '../../support/wire/matrix-cases.ts'
import { household, MatrixHousehold } from '../../support/wire/matrix-household.ts'
import { pathOf, type Protocol, protocolInTurn } from '../../support/wire/protocols.ts'
import { rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const ofAdmins: ReadonlySet<Scope> = new Set(['metrics', 'admin'])

let matrix: MatrixHousehold
/** A key for each scope alone: the member's, and of what only admins have the admin's. */
const keys = new Map<Scope, string>()

before(async () => {
  matrix = await MatrixHousehold.start()
  for (const scope of scopes) {
    const token = await matrix.memberToken(ofAdmins.has(scope) ? household.admin : household.member)
    keys.set(scope, await keyOf(token, [scope]))
  }
})

after(() => matrix[Symbol.asyncDispose]())

async function keyOf(token: string, wanted: readonly Scope[], more: object = {}): Promise<string> {
  const payload = { name: 'a script', scopes: wanted, ...more }
  const { status, body } = await rest(matrix.daemon, 'POST /auth/keys', { token, payload })
  assert.equal(status, 201)
  return body.data.key
}

const keyFor = (scope: Scope) => {
  const key = keys.get(scope)
  assert.ok(key)
  return key
}

describe('What a key of each scope may call', () => {
  it('is defined for every operation', () => {
    assert.deepEqual(Object.keys(scopesFor).toSorted(), [...operations.keys()].toSorted())
  })

  for (const [at, name] of [...operations.keys()].entries()) {
    const expected = cases[name as OperationName]
    const wanted = scopesFor[name as OperationName]
    const statusOf = (scope: Scope, protocol: Protocol) => {
      if (!wanted.includes(scope)) return 403
      // A key is of no session.
      if (name === 'auth.session') return 404
      // What a key has not put is not there for one that may only ask.
      if (scope === 'ask' && (name === 'interactions.get' || name === 'interactions.cancel')) return 404
      const status = ofAdmins.has(scope) ? expected.admin : expected.member
      return protocol === 'WebSocket' && status === 201 ? 200 : status
    }
    const protocol = protocolInTurn(at)
    itScaled(`${name} over ${protocol}`, async () => {
      const seen: Partial<Record<Scope, number>> = {}
      for (const scope of scopes) {
        const input = wanted.includes(scope)
          ? await expected.input?.(await matrix.belongingsOf(household), false)
          : pathOf(name)
        seen[scope] = await matrix.statusOver(protocol, keyFor(scope), name as OperationName, input ?? {})
      }
      assert.deepEqual(seen, Object.fromEntries(scopes.map((scope) => [scope, statusOf(scope, protocol)])))
    })
  }
})

/** Doors that are no operation, with the scopes that open them. */
const doors: readonly { method: string; path: string; body?: object; opens: readonly Scope[] }[] = [
  { method: 'GET', path: '/metrics', opens: ['metrics', 'admin'] },
  { method: 'GET', path: '/v1/models', opens: ['read', 'talk'] },
  {
    method: 'POST',
    path: '/v1/chat/completions',
    body: { model: 'companion', messages: [{ role: 'user', content: 'Good morning' }] },
    opens: ['talk'],
  },
  {
    method: 'POST',
    path: '/v1/responses',
    body: { model: 'companion', input: 'Good morning' },
    opens: ['talk'],
  },
  {
    method: 'POST',
    path: '/v1/embeddings',
    body: { model: 'static-en-v1', input: 'Good morning' },
    opens: ['read', 'talk'],
  },
  {
    method: 'POST',
    path: '/mcp',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    opens: scopes,
  },
]

describe('Which doors a key of each scope opens', () => {
  for (const { method, path, body, opens } of doors)
    it(`${method} ${path}`, async () => {
      const seen: Partial<Record<Scope, number>> = {}
      for (const scope of scopes) {
        const answer = await fetch(new URL(path, matrix.daemon.file.base_url), {
          method,
          headers: {
            authorization: `Bearer ${keyFor(scope)}`,
            accept: 'application/json, text/event-stream',
            ...(body ? { 'content-type': 'application/json' } : {}),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
        seen[scope] = answer.status
        await answer.body?.cancel()
      }
      const wanted = scopes.map((scope) => [scope, opens.includes(scope) ? 200 : 403])
      assert.deepEqual(seen, Object.fromEntries(wanted))
    })

  it('POST /mcp offers the tools of that scope', async () => {
    const ofTools = /^(conversation|memory|agency|interactions|emotion)\./
    for (const scope of scopes) {
      const answer = await fetch(new URL('/mcp', matrix.daemon.file.base_url), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${keyFor(scope)}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      })
      const { result } = (await answer.json()) as { result: { tools: { name: string }[] } }
      const wanted = Object.entries(scopesFor)
        .filter(([name, ofKeys]) => ofTools.test(name) && ofKeys.includes(scope))
        // Clearing wants `act` as well; what only admins may do is no tool.
        .filter(([name]) => name !== 'conversation.clear' && scope !== 'admin')
        .map(([name]) => name.replace('.', '_'))
      const offered = result.tools.map(({ name }) => name)
      assert.deepEqual(offered.toSorted(), wanted.toSorted(), scope)
    }
  })

  it('gRPC SendMessage', async () => {
    const client = grpcClient(matrix.daemon, 'CompanionService')
    const seen: Partial<Record<Scope, number>> = {}
    for (const scope of scopes) {
      const request = { content: 'Good morning' }
      seen[scope] = await call(client, 'SendMessage', request, bearer(keyFor(scope))).then(
        () => grpcStatus.OK,
        (error: { code: number }) => error.code,
      )
    }
    client.close()
    const refused = scopes.map((scope) => [scope, grpcStatus.PERMISSION_DENIED])
    assert.deepEqual(seen, { ...Object.fromEntries(refused), talk: grpcStatus.OK })
  })
})

/** Topics, with the scopes of which a key needs one. */
const topics: Readonly<Record<string, readonly Scope[]>> = {
  'agency.goals': ['read'],
  'conversation.events': ['read', 'talk'],
  'interaction.notifications': ['read', 'act'],
  'interaction.notifications.admin': ['admin'],
  'live.sessions.list': ['admin'],
}

describe('What a key of each scope may listen to', () => {
  for (const [topic, opens] of Object.entries(topics))
    it(topic, async () => {
      const seen: Partial<Record<Scope, string>> = {}
      const overGrpc: Partial<Record<Scope, boolean>> = {}
      for (const scope of scopes) {
        await using socket = await TestSocket.open(matrix.daemon, keyFor(scope))
        seen[scope] = (await socket.ask('subscribe', { topics: [topic] })).type
        const client = grpcClient(matrix.daemon, 'CompanionService')
        const reader = openReader(client, 'StreamUpdates', { topics: [topic] }, keyFor(scope))
        overGrpc[scope] = await reader.ready().then(
          () => true,
          () => false,
        )
        reader.close()
      }
      const wanted = (yes: unknown, no: unknown) =>
        Object.fromEntries(scopes.map((scope) => [scope, opens.includes(scope) ? yes : no]))
      assert.deepEqual(seen, wanted('subscribed', 'error'))
      assert.deepEqual(overGrpc, wanted(true, false))
    })
})

describe('A key with a list of operations', () => {
  it('may call these and nothing else, whatever its scopes', async () => {
    const token = await matrix.memberToken(household.admin)
    const key = await keyOf(token, [...scopes], { allowed_operations: ['memory.recent'] })
    assert.equal(await matrix.statusOver('REST', key, 'memory.recent', {}), 200)
    assert.equal(await matrix.statusOver('REST', key, 'memory.search', { q: 'tea' }), 403)
    const { base_url } = matrix.daemon.file
    const metrics = await fetch(new URL('/metrics', base_url), {
      headers: { authorization: `Bearer ${key}` },
    })
    assert.equal(metrics.status, 403)
    await using socket = await TestSocket.open(matrix.daemon, key)
    assert.equal((await socket.ask('subscribe', { topics: ['agency.goals'] })).type, 'error')
  })
})
