import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { sharedHousehold } from '../../support/household.ts'
import { rest } from '../../support/wire/rest.ts'

const { daemon, newMember } = await sharedHousehold('moving')
const { access_token: token } = await newMember()
const program = fileURLToPath(import.meta.resolve('mcp-remote/dist/proxy.js'))

/** Starts mcp-remote as an assistant does that knows local servers alone; `asked` is the address that it opens in a browser. */
function startRemote(folder: string) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, new URL('/mcp', daemon.file.base_url).href],
    // What it opens as a browser opens nothing.
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, MCP_REMOTE_CONFIG_DIR: folder, BROWSER: 'true' },
    stderr: 'pipe',
  })
  const asked = Promise.withResolvers<URL>()
  let output = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    const address = /^(http\S+\/oauth\/authorize\?\S+)\n/m.exec(output)?.[1]
    if (address !== undefined) asked.resolve(new URL(address))
  })
  const client = new Client({ name: 'test', version: '1.0.0' })
  const connected = client.connect(transport)
  connected.catch((error: unknown) => asked.reject(error))
  return {
    client,
    asked: asked.promise,
    connected,
    output: () => output,
    [Symbol.asyncDispose]: () => client.close(),
  }
}

it(
  'mcp-remote gets a key once a member agrees, and comes back with it',
  { skip: process.platform !== 'linux', timeout: 120_000 },
  async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-mcp-remote-'))
    {
      await using remote = startRemote(folder.path)
      const asked = await remote.asked
      assert.deepEqual(
        asked.searchParams.get('scope')?.split(' ').toSorted(),
        ['act', 'ask', 'read', 'remember', 'talk'],
        remote.output(),
      )
      const page = await fetch(asked, { headers: { accept: 'text/html' }, redirect: 'manual' })
      const id = /^\/#\/connect\?authorization=([\w-]+)$/.exec(page.headers.get('location') ?? '')?.[1]
      const approve = `POST /auth/authorizations/${id}/approve`
      const { status, body } = await rest(daemon, approve, {
        token,
        payload: { scopes: ['read', 'remember'] },
      })
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal((await fetch(body.data.redirect_to)).status, 200)
      await remote.connected
      const { tools } = await remote.client.listTools()
      assert.ok(tools.some(({ name }) => name === 'memory_store'))
      assert.ok(!tools.some(({ name }) => name === 'conversation_message'))
      const stored = await remote.client.callTool({
        name: 'memory_store',
        arguments: { content: 'The bread is baked on Fridays.' },
      })
      assert.notEqual(stored.isError, true)
    }
    await using again = startRemote(folder.path)
    await again.connected
    const search = await again.client.callTool({ name: 'memory_search', arguments: { q: 'bread' } })
    assert.match(JSON.stringify(search.structuredContent), /baked on Fridays/)
    assert.doesNotMatch(again.output(), /authorize this client/)
    const { body } = await rest(daemon, 'GET /auth/keys', { token })
    assert.equal(body.data.total, 1)
    assert.match(body.data.items[0].name, /^MCP: /)
  },
)
