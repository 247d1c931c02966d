import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { operations } from '../../../daemon/client/description.ts'
import { prepareRequest } from '../../../daemon/client/request.ts'
import type { OperationName } from '../../../daemon/client/types.ts'
import { cases } from '../../support/wire/matrix-cases.ts'
import { household, MatrixHousehold } from '../../support/wire/matrix-household.ts'
import { rest } from '../../support/wire/rest.ts'

/** Of each answer its own, and of the connection. */
const changing = /^(date|x-request-id|ratelimit|connection|keep-alive|transfer-encoding)$/
/** They tell how much was asked and how long it took, which is more each time. */
const counting: ReadonlySet<string> = new Set([
  'audit.list',
  'gateway.health',
  'gateway.stats',
  'gateway.status',
  'security.stats',
])

let matrix: MatrixHousehold

before(async () => {
  matrix = await MatrixHousehold.start()
})

after(async () => {
  await matrix[Symbol.asyncDispose]()
})

async function send(
  method: string,
  path: string,
  token: string | null,
  headers: Record<string, string> = {},
) {
  const { hostname, port } = new URL(matrix.daemon.file.base_url)
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
  const sent = request({ hostname, port, method, path, headers: { ...authorization, ...headers } }).end()
  const [response] = await once(sent, 'response')
  const body: Buffer = await buffer(response)
  const stable = Object.entries(response.headers as Record<string, string>).filter(
    ([name]) => !changing.test(name),
  )
  return { status: response.statusCode as number, headers: Object.fromEntries(stable), body }
}

/** Asks for a path with both methods, and asserts that the answers differ in nothing but the body. */
async function assertSame(path: string, token: string | null, headers: Record<string, string> = {}) {
  const head = await send('HEAD', path, token, headers)
  const get = await send('GET', path, token, headers)
  assert.equal(head.body.length, 0)
  assert.equal(head.status, get.status)
  if (head.headers['content-length'] !== undefined && get.headers['content-length'] === undefined)
    delete head.headers['content-length']
  return { head, get }
}

describe('HEAD is answered as GET, without the body', () => {
  const reading = [...operations.values()].filter(({ method }) => method === 'GET')
  assert.ok(reading.length > 30)

  for (const operation of reading) {
    it(operation.name, async () => {
      const { input, admin } = cases[operation.name as OperationName]
      const has = await matrix.belongingsOf(household)
      const given = (await input?.(has, false)) ?? {}
      const { path } = prepareRequest(operation, given as Record<string, unknown>)
      const token = await matrix.memberToken(
        operation.access === 'admin' || admin === 200 ? 'olga' : household.member,
      )
      for (const who of [token, await matrix.memberToken(household.member), null]) {
        const { head, get } = await assertSame(`/api/v1${path}`, who)
        if (counting.has(operation.name)) {
          delete head.headers['content-length']
          delete get.headers['content-length']
        }
        assert.deepEqual(head.headers, get.headers)
      }
    })
  }

  for (const path of [
    '/healthz',
    '/metrics',
    '/v1/models',
    '/v1/models/companion',
    '/v1/models/none',
    '/docs',
    '/docs/',
    '/docs/start.js',
    '/docs/swagger-ui.css',
    '/api/v1/openapi.json',
    '/api/v1/asyncapi.json',
    '/clear',
    '/nowhere',
    '/api/v1/nowhere',
    '/api/v1/memory/search',
    '/api/v1/agency/goals?limit=900',
  ]) {
    it(path, async () => {
      const token = await matrix.memberToken('olga')
      const { head, get } = await assertSame(path, token)
      if (path === '/metrics') delete head.headers['content-length']
      if (path === '/metrics') delete get.headers['content-length']
      assert.deepEqual(head.headers, get.headers)
    })
  }

  it('with the length of what GET would send', async () => {
    const { head, get } = await assertSame('/api/v1/agency/goals', await matrix.memberToken('mia'))
    assert.equal(head.status, 200)
    assert.equal(Number(head.headers['content-length']), get.body.length)
    const page = await assertSame('/docs/swagger-ui.css', null)
    assert.equal(Number(page.head.headers['content-length']), page.get.body.length)
  })

  it('with 304 where the client has a file already', async () => {
    const { etag } = (await send('GET', '/docs/start.js', null)).headers
    assert.ok(etag)
    const { head } = await assertSame('/docs/start.js', null, { 'if-none-match': etag })
    assert.equal(head.status, 304)
  })
})

describe('HEAD', () => {
  it('is unknown where there is no GET', async () => {
    const token = await matrix.memberToken('mia')
    for (const path of ['/api/v1/auth/login', '/api/v1/conversation/message', '/v1/chat/completions'])
      assert.equal((await send('HEAD', path, token)).status, 404, path)
  })

  it('is refused as GET is where that is', async () => {
    const { head } = await assertSame('/mcp', await matrix.memberToken('mia'))
    assert.equal(head.status, 405)
  })

  it('takes from the same allowance', async () => {
    const token = await matrix.memberToken('olga')
    const left = async (method: string) => {
      const { headers } = await rest(matrix.daemon, `${method} /auth/invitations`, { token })
      return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
    }
    const before = await left('GET')
    assert.equal(await left('HEAD'), before - 1)
  })
})
