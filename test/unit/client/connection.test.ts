import assert from 'node:assert/strict'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { createClient } from '../../../daemon/client/client.ts'
import { ConnectionError } from '../../../daemon/client/errors.ts'
import { answers, assertAnswers, connectionTo } from '../../../daemon/client/local/connection.ts'
import { UntrustedDaemonError } from '../../../daemon/client/local/proof.ts'
import { systemTokens } from '../../../daemon/client/local/system-tokens.ts'
import { startTestDaemon, type TestDaemon } from '../../support/daemon.ts'
import { listen } from '../../support/loopback.ts'
import { startSquatter } from '../../support/squatter.ts'

/** A daemon as it is where there are no sockets: reached at a port, its own unless another is given. */
const overTcp = ({ home, file }: TestDaemon, port = Number(new URL(file.base_url).port)) => ({
  home,
  file: { ...file, socket: null, base_url: `http://127.0.0.1:${port}/api/v1` },
})

const untrusted = (port: number) => (error: unknown) =>
  error instanceof UntrustedDaemonError &&
  error.message === `something else answers at 127.0.0.1:${port}; it is not your companion`

describe('a connection over TCP', () => {
  let daemon: TestDaemon
  before(async () => {
    daemon = await startTestDaemon({ clock: systemClock })
  })
  after(() => daemon[Symbol.asyncDispose]())

  test('is used once the daemon has proved itself on it, as often as it is needed', async () => {
    const at = overTcp(daemon)
    const client = createClient({
      ...connectionTo(() => at, 'a test'),
      tokens: systemTokens(daemon.home, 'cli'),
    })
    const call = () => client.call('members.list')
    assert.equal((await call()).total, 0)
    for (const { total } of await Promise.all(Array.from({ length: 20 }, call))) assert.equal(total, 0)
  })

  test('is proved anew for each connection: what came before says nothing', async () => {
    await using other = await startTestDaemon({ clock: systemClock })
    const at = overTcp(other)
    const client = createClient({
      ...connectionTo(() => at, 'a test'),
      tokens: systemTokens(other.home, 'cli'),
    })
    await client.call('members.list')
    const port = Number(new URL(at.file.base_url).port)
    await other.stop()
    await using squatter = await startSquatter(port)
    await assert.rejects(client.call('members.list'), untrusted(port))
    assert.doesNotMatch(squatter.heard.join('\n'), /bearer|eyJ/i)
  })

  test('is refused where a relay passes the question on to the daemon', async () => {
    const heard: string[] = []
    const target = Number(new URL(daemon.file.base_url).port)
    const relay = createServer((socket) => {
      const onward = connect(target, '127.0.0.1')
      // The daemon is told its own address, so that nothing but the proof gives the relay away.
      socket.on('data', (bytes) => {
        heard.push(bytes.toString('latin1'))
        onward.write(bytes.toString('latin1').replace(/host: \S+/, `host: 127.0.0.1:${target}`), 'latin1')
      })
      onward.on('data', (bytes) => socket.write(bytes))
      for (const end of [socket, onward])
        end.on('error', () => {}).on('close', () => [socket, onward].forEach((one) => one.destroy()))
    })
    relay.listen(0, '127.0.0.1')
    await new Promise((resolve) => relay.once('listening', resolve))
    const { port } = relay.address() as { port: number }
    const at = overTcp(daemon, port)
    const client = createClient({
      ...connectionTo(() => at, 'a test'),
      tokens: systemTokens(daemon.home, 'cli'),
    })
    await assert.rejects(client.call('members.list'), untrusted(port))
    assert.deepEqual(
      [heard.length, heard[0]?.startsWith('GET /.well-known/companion/proof?nonce=')],
      [1, true],
    )
    relay.close()
  })

  test('is refused where the daemon of another home answers', async () => {
    await using other = await startTestDaemon({ clock: systemClock })
    const { port } = new URL(other.file.base_url)
    await assert.rejects(assertAnswers(overTcp(daemon, Number(port))), untrusted(Number(port)))
  })

  test('is refused whatever answers that is no proof', async () => {
    for (const say of ['', 'ok', '{"signature":7}', '{"signature":""}', 'x'.repeat(9_000)]) {
      await using server = await listen(createHttpServer((_request, response) => response.end(say)))
      await assert.rejects(
        assertAnswers(overTcp(daemon, server.port)),
        untrusted(server.port),
        say.slice(0, 20),
      )
    }
  })

  test('tells a daemon of an earlier version nothing', async () => {
    await using squatter = await startSquatter()
    const { home, file } = overTcp(daemon, squatter.port)
    const at = { home, file: { ...file, proof_key: null } }
    await assert.rejects(assertAnswers(at), { message: /is of an earlier version, and cannot prove itself$/ })
    assert.deepEqual(squatter.heard, [])
  })

  test('is not there where nothing listens, or nothing is said', async () => {
    await using silent = await listen(createHttpServer(() => {}))
    assert.equal(await answers(overTcp(daemon, silent.port)), false)
    const gone = overTcp(daemon, silent.port)
    await silent[Symbol.asyncDispose]()
    await assert.rejects(
      assertAnswers(gone),
      (error) =>
        error instanceof ConnectionError &&
        !(error instanceof UntrustedDaemonError) &&
        error.message.endsWith('does not respond'),
    )
  })
})
