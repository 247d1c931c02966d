import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rmSync, statSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { describe, it } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import OpenAI from 'openai'
import { cli, RunningCli, setUp, withPassword } from '../../support/cli.ts'
import { signIn, startTestDaemon, temporaryFolder } from '../../support/daemon.ts'

interface Shown {
  readonly openai_base_url: string
  readonly mcp_url: string
  readonly api_key: string
}

/** Starts the bridge, and reads what it says. */
async function start(home: string) {
  const program = new RunningCli(home, ['bridge', '--json', '--port', '0'])
  const value = async (name: string) => {
    const line = await program.line(new RegExp(`"${name}"`))
    return /: "(.*)"/.exec(line)?.[1] ?? assert.fail(line)
  }
  const shown: Shown = {
    openai_base_url: await value('openai_base_url'),
    mcp_url: await value('mcp_url'),
    api_key: await value('api_key'),
  }
  return { program, shown, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() }
}

const talk = async ({ openai_base_url, api_key }: Shown, content: string) => {
  const client = new OpenAI({ baseURL: openai_base_url, apiKey: api_key, maxRetries: 0 })
  const stream = await client.chat.completions.create({
    model: 'companion',
    messages: [{ role: 'user', content }],
    stream: true,
  })
  let text = ''
  for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
  return text
}

/** What a path is answered that is sent just as it is written. */
const rawStatus = async ({ mcp_url, api_key }: Shown, path: string) => {
  const { hostname, port } = new URL(mcp_url)
  const asked = request({ hostname, port, path, headers: { authorization: `Bearer ${api_key}` } }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

describe('The bridge', { timeout: 240_000 }, () => {
  it('lets any client with its key talk as the member, and keeps its key across restarts', async () => {
    await using daemon = await startTestDaemon()
    await setUp(daemon)
    await using bridge = await start(daemon.home.path)
    const { program, shown } = bridge
    await talk(shown, 'I got a puppy called Biscuit.')
    assert.match(await talk(shown, 'What is my puppy called?'), /Biscuit/)

    const client = new Client({ name: 'test', version: '1.0.0' })
    const requestInit = { headers: { authorization: `Bearer ${shown.api_key}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(shown.mcp_url), { requestInit }))
    const found = await client.callTool({ name: 'memory_search', arguments: { q: 'puppy' } })
    assert.match(JSON.stringify(found), /Biscuit/)
    await client.close()

    assert.equal(await program.end('SIGTERM'), 0)
    if (process.platform !== 'win32') assert.equal(statSync(daemon.home.bridgeKey).mode & 0o777, 0o600)
    await using again = await start(daemon.home.path)
    assert.equal(again.shown.api_key, shown.api_key)
  })

  it('forwards nothing without its key, and nothing but chat and MCP', async () => {
    await using daemon = await startTestDaemon()
    await setUp(daemon)
    await using bridge = await start(daemon.home.path)
    const { shown } = bridge
    const status = async (path: string, key: string | null) => {
      const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` }
      return (await fetch(new URL(path, shown.mcp_url), { headers })).status
    }
    assert.equal(await status('/v1/models', shown.api_key), 200)
    assert.equal(await status('/v1/nothing', shown.api_key), 404)
    assert.equal(await status('/mcp', shown.api_key), 405)
    for (const key of [null, '', `${shown.api_key}x`, 'nonsense'])
      assert.equal(await status('/v1/models', key), 401)
    for (const path of [
      '/api/v1/auth/session',
      '/healthz',
      '/mcpx',
      '/v1/../api/v1/auth/session',
      '/v1/%2e%2e/api/v1/auth/session',
      String.raw`/v1/\..\..\api\v1\auth\session`,
      '//127.0.0.1/v1/models',
    ])
      assert.equal(await rawStatus(shown, path), 404, path)
  })

  it('never serves the next member who signs in, who gets a key of their own', async () => {
    await using daemon = await startTestDaemon()
    await setUp(daemon)
    const { home } = daemon
    await daemon.member(await signIn(daemon, 'olga'), 'mia')
    await using bridge = await start(home.path)
    assert.ok(await talk(bridge.shown, 'Hello!'))
    assert.equal((await cli(home.path, ['login', '--username', 'mia'], withPassword)).code, 0)
    await assert.rejects(talk(bridge.shown, 'Hello!'), { status: 401 })
    await using hers = await start(home.path)
    assert.notEqual(hers.shown.api_key, bridge.shown.api_key)
    assert.ok(await talk(hers.shown, 'Hello!'))
    assert.equal((await cli(home.path, ['logout'])).code, 0)
    await assert.rejects(talk(hers.shown, 'Hello!'), { status: 401 })
  })

  it('reports when the daemon is gone, and continues with the next one', async () => {
    const home = temporaryFolder()
    await using first = await startTestDaemon({ home })
    await setUp(first)
    await using bridge = await start(home)
    const { shown } = bridge
    await first.stop()
    await assert.rejects(talk(shown, 'Hello!'), { status: 502 })
    await using second = await startTestDaemon({ home })
    assert.ok(await talk(shown, 'Hello!'))
    await second.stop()
    rmSync(home, { recursive: true })
  })

  it('requires a signed-in member and a valid port', async () => {
    await using daemon = await startTestDaemon()
    const nobody = await cli(daemon.home.path, ['bridge'])
    assert.deepEqual([nobody.code, /nobody is signed in/.test(nobody.stderr)], [4, true])
    await setUp(daemon)
    for (const port of ['x', '-1', '65536'])
      assert.equal((await cli(daemon.home.path, ['bridge', '--port', port])).code, 2)
    const taken = new URL(daemon.file.base_url).port
    const { code, stderr } = await cli(daemon.home.path, ['bridge', '--port', taken])
    assert.deepEqual([code, /EADDRINUSE|in use/.test(stderr)], [1, true])
  })
})
