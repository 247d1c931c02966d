import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { after, describe, it } from 'node:test'
import { agree } from '../../support/conversation/consent.ts'
import { startChatServer } from '../../support/conversation/chat-server.ts'
import { behaviours } from '../../support/conversation/chat-answers.ts'
import { MovableClock } from '../../support/clock.ts'
import { startTestDaemon } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { listen } from '../../support/loopback.ts'
import { type Protocol, protocols } from '../../support/wire/protocols.ts'
import { rest } from '../../support/wire/rest.ts'

const server = await startChatServer()
after(() => server[Symbol.asyncDispose]())
const { daemon, owner } = await household()
await agree(daemon, owner, server.base_url)
const named = (model: string) => `127.0.0.1:${server.port}:${model}`
const builtin = {
  engine: 'builtin',
  order: ['builtin'],
  model: null,
  base_url: null,
  has_api_key: false,
  timeout_seconds: 25,
  context_tokens: 4_096,
  circuit: null,
  last_failure: null,
  servers: [],
  local: null,
  next: null,
}
const saved = () => JSON.parse(readFileSync(daemon.home.config, 'utf8')) as { engine: object }

for (const protocol of ['REST', 'WebSocket'] as Protocol[]) {
  const ask = protocols[protocol](daemon)
  const call = async (operation: string, input: object = {}) => {
    const { status, result, detail } = await ask(owner.access_token, operation, input)
    assert.equal(status, 200, detail)
    return result
  }
  const say = async (content: string) => {
    const { engine, degraded } = (await call('conversation.message', { content })).response
    return { engine, degraded }
  }
  const { base_url } = server

  describe(`The engine, over ${protocol}`, () => {
    it('is the built-in one until a model server is set, which is used at once', async () => {
      assert.deepEqual(await call('engine.current'), builtin)
      assert.equal((await say('Hello!')).engine, 'builtin')
      const changed = await call('engine.change', { base_url, model: 'normal', api_key: 'sesame' })
      assert.deepEqual(changed, {
        ...builtin,
        engine: named('normal'),
        order: [named('normal'), 'builtin'],
        model: 'normal',
        base_url,
        has_api_key: true,
        circuit: 'closed',
        servers: [
          {
            name: named('normal'),
            base_url,
            model: 'normal',
            has_api_key: true,
            circuit: 'closed',
            last_failure: null,
          },
        ],
      })
      assert.deepEqual(await say('The lake is frozen today.'), { engine: named('normal'), degraded: false })
      assert.equal((await server.chats())[0]?.authorization, 'Bearer sesame')
    })

    it('keeps its key only for the same server', async () => {
      const other = await call('engine.change', { base_url, model: 'thinking', context_tokens: 8_192 })
      assert.deepEqual(
        [other.engine, other.has_api_key, other.context_tokens],
        [named('thinking'), true, 8_192],
      )
      const elsewhere = await call('engine.change', { base_url: `${base_url}/`, model: 'normal' })
      assert.equal(elsewhere.has_api_key, false)
      await call('engine.change', { base_url, model: 'normal', api_key: 'sesame' })
      const without = await call('engine.change', { base_url, model: 'normal', api_key: null })
      assert.equal(without.has_api_key, false)
    })

    it('never shows its key', async () => {
      await call('engine.change', { base_url, model: 'normal', api_key: 'open-sesame' })
      const { items } = await call('gateway.config')
      const key = items.find(({ name }: Record<'name', string>) => name === 'engine.api_key')
      assert.deepEqual(key, { name: 'engine.api_key', value: null, source: 'file', hidden: true })
      const audit = await call('audit.list')
      assert.match(JSON.stringify(audit), /engine\.change/)
      assert.doesNotMatch(JSON.stringify([items, audit, await call('engine.current')]), /open-sesame/)
    })

    it('lists the models of the server, and explains why a server cannot be used', async () => {
      assert.deepEqual(await call('engine.models'), { base_url, models: behaviours.toSorted() })
      assert.deepEqual((await call('engine.models', { base_url })).models.length, behaviours.length)
      await server.control({ behaviour: 'refusing' })
      const refused = await ask(owner.access_token, 'engine.models')
      await server.control({ behaviour: null })
      assert.equal(refused.status, 422)
      const { body } = await rest(daemon, 'POST /engine/models', {
        token: owner.access_token,
        payload: { base_url: 'http://127.0.0.1:9/v1' },
      })
      assert.deepEqual(
        [body.error.message, body.error.details],
        ['the model server cannot be reached', { reason: 'unreachable' }],
      )
    })

    it('is degraded in the health while its server fails', async () => {
      const shown = async () => (await call('gateway.health')).components.engine
      await call('engine.change', { base_url, model: 'normal' })
      assert.deepEqual(await shown(), {
        status: 'ok',
        detail: 'The model server has not been asked yet.',
        answered: false,
      })
      await say('Hello!')
      assert.deepEqual(await shown(), { status: 'ok', detail: 'The model server answers.', answered: true })
      await server.control({ behaviour: 'failing' })
      for (let failed = 0; failed < 3; failed += 1) {
        assert.deepEqual(await say('Hello!'), { engine: 'builtin', degraded: true })
        assert.deepEqual(await shown(), {
          status: 'degraded',
          detail: 'The model server fails: the built-in engine replies instead.',
          answered: true,
        })
      }
      await server.control({ behaviour: null })
      const { circuit, last_failure } = await call('engine.current')
      assert.deepEqual([circuit, last_failure], ['open', 'server_error'])
    })

    it('can be reset to the built-in one for good', async () => {
      assert.deepEqual(await call('engine.reset'), builtin)
      assert.deepEqual(saved().engine, {})
      assert.deepEqual(await say('Hello!'), { engine: 'builtin', degraded: false })
      assert.equal((await call('gateway.health')).components.engine.status, 'ok')
      assert.equal((await ask(owner.access_token, 'engine.models')).status, 422)
    })

    it('refuses an invalid setting', async () => {
      for (const input of [
        { base_url, model: '' },
        { base_url },
        { base_url: 'file:///etc/passwd', model: 'normal' },
        { base_url: 'http://user:secret@127.0.0.1/v1', model: 'normal' },
        { base_url: 'http://[', model: 'normal' },
        { base_url: 'https://x:99999/v1', model: 'normal' },
        { base_url, model: 'normal', timeout_seconds: 26 },
        { base_url, model: 'normal', api_key: 'two\r\nlines' },
      ])
        assert.equal(
          (await ask(owner.access_token, 'engine.change', input)).status,
          400,
          JSON.stringify(input),
        )
      assert.deepEqual(await call('engine.current'), builtin)
    })
  })
}

describe('The model servers of this machine', () => {
  for (const [protocol, over] of Object.entries(protocols))
    it(`can be discovered, over ${protocol}`, async () => {
      await using looking = await startTestDaemon()
      const { access_token } = await looking.owner()
      const { status, result } = await over(looking)(access_token, 'engine.servers')
      assert.deepEqual([status, result.items.length], [200, result.total])
      // Whatever runs here: the daemon itself is none.
      const own = new URL(looking.file.base_url).port
      assert.ok(result.items.every((one: Record<'base_url', string>) => new URL(one.base_url).port !== own))
    })
})

describe('An engine set by the environment', () => {
  it('cannot be changed', async () => {
    await using fixed = await startTestDaemon({
      environment: { COMPANION_ENGINE_BASE_URL: server.base_url, COMPANION_ENGINE_MODEL: 'normal' },
    })
    const { access_token } = await fixed.owner()
    const ask = protocols.REST(fixed)
    for (const [operation, input] of [
      ['engine.change', { base_url: server.base_url, model: 'thinking' }],
      ['engine.reset', {}],
    ] as const)
      assert.equal((await ask(access_token, operation, input)).status, 409)
    assert.equal((await ask(access_token, 'engine.current')).result.engine, named('normal'))
  })
})

describe('A model server that nobody asks', () => {
  it('is looked for every 30 s, once a member has agreed to it', async () => {
    const requests: (string | undefined)[] = []
    const asked = Promise.withResolvers<void>()
    const models = createServer(({ method, url }, response) => {
      requests.push(`${method} ${url}`)
      response.end('{"data":[]}')
      asked.resolve()
    })
    await using at = await listen(models)
    const base_url = `http://127.0.0.1:${at.port}/v1`
    const clock = new MovableClock()
    await using lookedFor = await startTestDaemon({
      clock,
      environment: { COMPANION_ENGINE_BASE_URL: base_url, COMPANION_ENGINE_MODEL: 'normal' },
    })
    const member = await lookedFor.owner()
    const shown = async () =>
      (await protocols.REST(lookedFor)(member.access_token, 'gateway.health')).result.components.engine
    clock.advance(30_000)
    assert.equal((await shown()).answered, false)
    await agree(lookedFor, member, base_url)
    // The next look waits for the one before.
    while (requests.length === 0) {
      clock.advance(30_000)
      await Promise.race([asked.promise, shown()])
    }
    assert.deepEqual(new Set(requests), new Set(['GET /v1/models']))
    while (!(await shown()).answered);
    assert.equal((await shown()).detail, 'The model server answers.')
  })
})
