import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { RunningCli, setUp } from '../../support/cli.ts'
import { startTestDaemon, type TestDaemon } from '../../support/daemon.ts'

describe('A page that has its name lead to the bridge', () => {
  let daemon: TestDaemon
  let bridge: RunningCli
  let port: string
  let key: string
  before(async () => {
    daemon = await startTestDaemon()
    await setUp(daemon)
    bridge = new RunningCli(daemon.home.path, ['bridge', '--json', '--port', '0'])
    const address = await bridge.line(/openai_base_url/)
    port = /:(\d+)\/v1/.exec(address)?.[1] ?? ''
    key = /: "(.*)"/.exec(await bridge.line(/api_key/))?.[1] ?? ''
  })
  after(async () => {
    await bridge[Symbol.asyncDispose]()
    await daemon[Symbol.asyncDispose]()
  })

  const statusOf = async (headers: Record<string, string | string[]>) => {
    const authorization = `Bearer ${key}`
    const options = { host: '127.0.0.1', port, path: '/v1/models', agent: false }
    const asked = request({ ...options, headers: { authorization, ...headers } }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode
  }

  it('is refused by its Host, also with the key', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]'])
      assert.equal(await statusOf({ host: `${host}:${port}` }), 200, host)
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      '127.0.0.1:1',
      `127.0.0.2:${port}`,
    ])
      assert.equal(await statusOf({ host }), 403, host)
  })

  it('is refused by its Origin, also with the key', async () => {
    const host = `127.0.0.1:${port}`
    assert.equal(await statusOf({ host, origin: `http://${host}` }), 200)
    for (const origin of ['http://evil.example', 'null', `https://${host}`, `http://localhost:${port}`])
      assert.equal(await statusOf({ host, origin }), 403, origin)
  })
})
