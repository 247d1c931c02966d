import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { boundedFetch } from '../../../daemon/features/engines/servers/bounded-fetch.ts'
import { findServers, listModels } from '../../../daemon/features/engines/servers/server-models.ts'
import { type ChatServer, startChatServer } from '../../support/conversation/chat-server.ts'
import { behaviours } from '../../support/conversation/chat-answers.ts'
import { ManualClock } from '../../support/clock.ts'
import { listen } from '../../support/loopback.ts'

let server: ChatServer

before(async () => {
  server = await startChatServer()
})

after(() => server[Symbol.asyncDispose]())

/** It stands still: on a busy machine a server may take longer to answer than it is waited for. */
const clock = new ManualClock()
const list = () => listModels({ settings: { base_url: `${server.base_url}/` }, clock })

describe('The models of a server', () => {
  it('are listed by name', async () => {
    assert.deepEqual(await list(), behaviours.toSorted())
  })

  for (const [behaviour, kind] of [
    ['refusing', 'refused'],
    ['garbage', 'not_understood'],
    ['redirecting', 'unreachable'],
  ] as const) {
    it(`are not known of a server that is ${behaviour}: ${kind}`, async () => {
      await server.control({ behaviour })
      await assert.rejects(list(), { name: 'EngineFailed', kind })
      await server.control({ behaviour: null })
    })
  }

  it('are not known where there is no such path', async () => {
    const settings = { base_url: server.base_url.replace('/v1', '/v2') }
    await assert.rejects(listModels({ settings, clock }), { kind: 'no_model' })
  })

  it('are waited for 5 s', async () => {
    const asked = Promise.withResolvers<string | undefined>()
    const silent = createServer((request) => asked.resolve(request.headers.authorization))
    await using at = await listen(silent)
    const own = new ManualClock()
    const settings = { base_url: `http://127.0.0.1:${at.port}/v1`, api_key: 'sesame' }
    const listed = assert.rejects(listModels({ settings, clock: own }), { kind: 'timed_out' })
    assert.equal(await asked.promise, 'Bearer sesame')
    own.advance(5_000)
    await listed
  })
})

describe('The servers of this machine', () => {
  it('are found on their ports, with their models', async () => {
    const closed = await listen(createServer())
    await closed[Symbol.asyncDispose]()
    const ports = [
      [server.port, 'llama_cpp'],
      [closed.port, 'vllm'],
    ] as const
    assert.deepEqual(await findServers({ clock, own_ports: [], ports }), [
      { base_url: server.base_url, kind: 'ollama', models: behaviours.toSorted() },
    ])
  })

  it('are known by what they say of themselves, else by their port', async () => {
    const ports = [[server.port, 'llama_cpp']] as const
    const kinds: (string | undefined)[] = []
    for (const owner of ['vllm', 'llamacpp', 'organization_owner', 'somebody']) {
      await server.control({ owner })
      kinds.push((await findServers({ clock, own_ports: [], ports }))[0]?.kind)
    }
    assert.deepEqual(kinds, ['vllm', 'llama_cpp', 'lm_studio', 'llama_cpp'])
  })

  it('are not looked for where the daemon itself listens', async () => {
    let asked = 0
    const own = createServer((_, response) => {
      asked += 1
      response.end()
    })
    await using at = await listen(own)
    assert.deepEqual(await findServers({ clock, own_ports: [at.port], ports: [[at.port, 'llama_cpp']] }), [])
    assert.equal(asked, 0)
    await findServers({ clock, own_ports: [], ports: [[at.port, 'llama_cpp']] })
    assert.equal(asked, 1)
  })

  it('that say nothing are given up', async () => {
    const asked = Promise.withResolvers<void>()
    await using at = await listen(createServer(() => asked.resolve()))
    const own = new ManualClock()
    const servers = findServers({ clock: own, own_ports: [], ports: [[at.port, 'vllm']] })
    await asked.promise
    own.advance(500)
    assert.deepEqual(await servers, [])
  })
})

describe('A bounded fetch', () => {
  it('breaks off a body that does not end', async () => {
    const left = Promise.withResolvers<void>()
    const endless = createServer((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more).on('close', () => left.resolve())
      more()
    })
    await using at = await listen(endless)
    const response = await boundedFetch(`http://127.0.0.1:${at.port}/`)
    await assert.rejects(response.text(), { kind: 'not_understood' })
    await left.promise
  })
})
