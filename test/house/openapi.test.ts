import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { root } from '../../build/packaging/layout.ts'
import openApi from '../../daemon/client/openapi.json' with { type: 'json' }
import { startTestDaemon, type TestDaemon } from '../support/daemon.ts'
import { rest } from '../support/wire/rest.ts'
import { findingsOf, openApiRules } from '../support/wire/spectral.ts'

let daemon: TestDaemon

before(async () => {
  daemon = await startTestDaemon()
})

after(async () => {
  await daemon[Symbol.asyncDispose]()
})

const committed = readFileSync(join(root, 'daemon/client/openapi.json'), 'utf8')
const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ path, method, described })),
)

describe('The API description', () => {
  it('is what a daemon of these sources serves', async () => {
    const response = await fetch(`${daemon.file.base_url}/openapi.json`)
    assert.equal(response.status, 200)
    // Not `equal`, which would print both.
    assert.ok((await response.text()) === committed, 'openapi.json is stale: run `npm run generate`')
  })

  it('has a line for each operation and for each schema', () => {
    const lines = committed.split('\n')
    const linesWith = (text: string) => lines.filter((line) => line.includes(text)).length
    for (const { described } of operations)
      assert.equal(linesWith(`{"operationId":"${described.operationId}",`), 1, described.operationId)
    assert.equal(
      lines.filter((line) => line.includes('"operationId"')).length,
      operations.length,
      'no line has two operations',
    )
    for (const name of Object.keys(openApi.components.schemas))
      assert.equal(linesWith(`"${name}": {`), 1, name)
  })

  it('names each operation once, as feature.verb', () => {
    const names = operations.map(({ described }) => described.operationId)
    assert.equal(new Set(names).size, names.length)
    for (const name of names) assert.match(name, /^[a-z]+\.[a-z_]+$/)
  })

  it("passes Spectral's recommended rules for OpenAPI", async () => {
    assert.deepEqual(await findingsOf(openApi, openApiRules), [])
  })

  it('says more about each operation than its summary does', () => {
    for (const { described } of operations) {
      assert.ok(described.description.length > 20, described.operationId)
      assert.notEqual(described.description, described.summary)
    }
  })

  // `/memory/models/{id}` and `/memory/{id}/restore` both fit `/memory/models/restore`, and `DELETE /memory/{id}` is the
  // interface's own; so a parameter that stands where another path has a word must be one that no word can be.
  it('has no two paths that match the same address with one method', () => {
    const isParameter = (segment: string) => segment.startsWith('{')
    const parameterOf = (path: string, segment: string) =>
      operations
        .filter((operation) => operation.path === path)
        .flatMap(({ described }) => described.parameters as { name: string; schema: { format?: string } }[])
        .find(({ name }) => `{${name}}` === segment)
    const doubtful = Object.keys(openApi.paths).flatMap((path, index, paths) =>
      paths.slice(index + 1).flatMap((other) => {
        const [mine, theirs] = [path.split('/'), other.split('/')]
        if (mine.length !== theirs.length) return []
        const methodsOf = (one: string) =>
          new Set(operations.filter((of) => of.path === one).map((of) => of.method))
        if (methodsOf(path).isDisjointFrom(methodsOf(other))) return []
        const apart = mine.some((segment, at) => {
          const opposite = theirs[at] ?? ''
          if (isParameter(segment) === isParameter(opposite))
            return !isParameter(segment) && segment !== opposite
          const parameter = isParameter(segment) ? parameterOf(path, segment) : parameterOf(other, opposite)
          return parameter?.schema.format === 'uuid'
        })
        return apart ? [] : [`${path} and ${other}`]
      }),
    )
    assert.deepEqual(doubtful, [])
  })

  it('promises to repeat the first result for no operation that returns a secret', () => {
    const secrets = operations.filter(({ described }) =>
      /"(?:\w+_code|key|secret|codes)":\{/.test(JSON.stringify(described.responses)),
    )
    assert.ok(secrets.length >= 3)
    const keyOfSecret = '#/components/parameters/IdempotencyKeyOfSecret'
    assert.match(openApi.components.parameters.IdempotencyKeyOfSecret.description, /conflict/)
    for (const { method, described } of secrets) {
      const key = (described.parameters as { $ref?: string }[]).find(({ $ref }) => $ref === keyOfSecret)
      if (method === 'post') assert.ok(key, described.operationId)
    }
  })

  it('has every status with which a call is refused before its operation looks at it', () => {
    const missing = operations.flatMap(({ method, described: { operationId, responses } }) =>
      ['400', '401', '403', '409', '500', ...(method === 'post' ? ['410'] : [])].flatMap((status) =>
        status in responses ? [] : [`${operationId} ${status}`],
      ),
    )
    assert.deepEqual(missing, [])
  })

  it('has no dangling references, and no unused components', () => {
    const { schemas, parameters, responses } = openApi.components
    const shared = Object.entries({ schemas, parameters, responses }).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `#/components/${kind}/${name}`),
    )
    const used = [...JSON.stringify(openApi).matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference)
    assert.deepEqual(new Set(used), new Set(shared))
  })

  it('lists only operations that are served: without a token each is refused, not unknown', async () => {
    for (const { path, method, described } of operations) {
      const filled = path.replaceAll(/\{\w+\}/g, crypto.randomUUID())
      const route = `${method.toUpperCase()} ${filled}`
      const { status, body } = await rest(
        daemon,
        route,
        described['x-body'] === 'envelope' && method !== 'get' ? { payload: {} } : {},
      )
      // What is asked for by its id is not there; the route is.
      const readStatus = path.includes('{') ? 404 : 200
      const open = method === 'get' ? readStatus : 400
      if (status === 404) assert.notEqual(body.error.message, 'not found', route)
      assert.equal(status, described['x-access'] === 'anyone' ? open : 401, route)
    }
  })

  it('has every interaction endpoint of the specification', () => {
    const routes = new Set(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`))
    for (const route of [
      'GET /interactions/{interaction_id}',
      'GET /interactions',
      'POST /interactions/{interaction_id}/answer',
      'POST /interactions/{interaction_id}/approve',
      'POST /interactions/{interaction_id}/reject',
      'POST /interactions/{interaction_id}/cancel',
      'POST /interactions/{interaction_id}/dismiss',
      'POST /interactions/{interaction_id}/reopen',
      'POST /interactions/{interaction_id}/defer',
      'POST /admin/interactions/simulate',
      'POST /auth/login',
      'POST /auth/logout',
      'POST /auth/refresh',
      'GET /auth/session',
      'POST /auth/register',
    ]) {
      assert.ok(routes.has(route), route)
    }
  })
})
