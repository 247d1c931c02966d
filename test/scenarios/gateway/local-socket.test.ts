import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { createClient } from '../../../daemon/client/client.ts'
import { EventSocket } from '../../../daemon/client/event-socket.ts'
import { answers, assertAnswers, connectionTo } from '../../../daemon/client/local/connection.ts'
import { systemTokens } from '../../../daemon/client/local/system-tokens.ts'
import { webSocketOver } from '../../../daemon/client/local/web-socket.ts'
import type { ServiceEvent } from '../../../daemon/client/event-messages.ts'
import { end, startDaemonProcess } from '../../bench/daemon-process.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { startTestDaemon, temporaryFolder, type TestDaemon, type TestMember } from '../../support/daemon.ts'
import { sendRaw } from '../../support/wire/raw-http.ts'

const { files: tls, made } = makeCertificate()
const windows = process.platform === 'win32' ? 'Windows has pipes instead of sockets' : false
const notRoot = process.getuid?.() === 0 ? false : 'only root may give files away'

/** What a request is answered that comes over the socket, with headers as they are. */
async function ask({ file }: Pick<TestDaemon, 'file'>, path: string, headers: Record<string, string>) {
  const asked: ClientRequest = request({ socketPath: file.socket ?? '', path, headers, agent: false }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

function folder(): string {
  const path = temporaryFolder()
  after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

describe('The socket of a home', { skip: windows }, () => {
  let daemon: TestDaemon
  let owner: TestMember
  before(async () => {
    daemon = await startTestDaemon({ clock: systemClock })
    owner = await daemon.owner()
  })
  after(() => daemon[Symbol.asyncDispose]())

  it('is named in daemon.json, and nobody else may use it', () => {
    const { socket } = daemon.file
    assert.equal(socket, join(daemon.home.path, 'daemon.sock'))
    const stats = statSync(socket ?? '')
    assert.deepEqual([stats.isSocket(), stats.mode & 0o777], [true, 0o600])
    assert.equal(statSync(daemon.home.path).mode & 0o777, 0o700)
  })

  it('takes the same operations as TCP, and counts as this machine', async () => {
    const client = createClient({
      ...connectionTo(() => daemon, 'a test'),
      tokens: systemTokens(daemon.home, 'hook'),
    })
    const { family_member_uuid: user_id } = owner
    const input = { user_id, interaction_type: 'question', prompt: 'Tea?' } as const
    const { event } = await client.call('interactions.simulate', input)
    assert.equal(event.actor, 'system:hook')
    const { items } = await client.call('audit.list', { event: 'admin_operation' })
    assert.deepEqual([items[0]?.actor, items[0]?.address], ['system:hook', '127.0.0.1'])
  })

  it('takes WebSockets', async () => {
    const { promise: event, resolve } = Promise.withResolvers<ServiceEvent>()
    const { promise: connected, resolve: connect } = Promise.withResolvers<void>()
    const connection = connectionTo(() => daemon, 'a test')
    const socket = new EventSocket(['interaction.notifications'], {
      url: connection.ws_url,
      open: webSocketOver(connection),
      tokens: async () => ({ token: owner.access_token, expires_at: Date.now() + 60_000 }),
      onEvent: resolve,
      onState: ({ state }) => {
        if (state === 'connected') connect()
      },
    })
    await connected
    const client = createClient({ ...connection, tokens: systemTokens(daemon.home, 'hook') })
    const { family_member_uuid: user_id } = owner
    await client.call('interactions.simulate', { user_id, interaction_type: 'question', prompt: 'Coffee?' })
    assert.equal((await event).data.topic, 'interaction.notifications')
    socket.close()
  })

  it('takes no other host, and no page of a browser', async () => {
    const { host } = new URL(daemon.file.base_url)
    assert.equal(await ask(daemon, '/healthz', { host: 'localhost' }), 200)
    for (const other of [host, 'localhost:80', 'evil.example'])
      assert.equal(await ask(daemon, '/healthz', { host: other }), 403, other)
    for (const origin of [`http://${host}`, 'http://localhost', 'null'])
      assert.equal(await ask(daemon, '/healthz', { host: 'localhost', origin }), 403, origin)
  })

  it('does not loosen the check of the host over TCP', async () => {
    const { status } = await sendRaw(daemon, { line: 'GET /healthz HTTP/1.1', host: 'Host: localhost' })
    assert.equal(status, 403)
  })

  it('is gone when the daemon has stopped, and taken over after a crash', async () => {
    const home = folder()
    const { child, file } = await startDaemonProcess(home)
    await end(child, 'SIGKILL')
    const path = file.socket ?? assert.fail('there is no socket')
    assert.ok(lstatSync(path).isSocket(), 'the kill left it')
    const next = await startTestDaemon({ home, clock: systemClock })
    await assertAnswers(next)
    await next.stop()
    assert.equal(existsSync(path), false)
  })

  it('lies elsewhere, in a folder of its own, where the path of the home is too long', async () => {
    const home = join(folder(), 'a'.repeat(60), 'b'.repeat(60))
    const runtime = folder()
    mkdirSync(home, { recursive: true })
    await using daemon = await startTestDaemon({
      home,
      clock: systemClock,
      environment: { XDG_RUNTIME_DIR: runtime },
    })
    const path = daemon.file.socket ?? assert.fail('there is no socket')
    assert.match(basename(dirname(path)), /^companion-[\da-f]{16}$/)
    assert.deepEqual([dirname(dirname(path)), statSync(dirname(path)).mode & 0o777], [runtime, 0o700])
    await assertAnswers(daemon)
  })

  it('is not made in a folder that others can open; programs come over TCP then', async () => {
    const home = join(folder(), 'a'.repeat(60), 'b'.repeat(60))
    const runtime = folder()
    mkdirSync(home, { recursive: true })
    const options = { home, environment: { XDG_RUNTIME_DIR: runtime } }
    const first = await startTestDaemon(options)
    const elsewhere = dirname(first.file.socket ?? '')
    await first.stop()
    chmodSync(elsewhere, 0o755)
    await using daemon = await startTestDaemon(options)
    assert.equal(daemon.file.socket, null)
    assert.equal(existsSync(join(elsewhere, 'daemon.sock')), false)
    await assertAnswers(daemon)
  })

  it('is not used by a program once others can open it', async () => {
    await using daemon = await startTestDaemon({ clock: systemClock })
    assert.equal(await answers(daemon), true)
    for (const path of [daemon.file.socket ?? '', daemon.home.path]) {
      const { mode } = statSync(path)
      chmodSync(path, mode | 0o022)
      await assert.rejects(assertAnswers(daemon), { message: /daemon\.sock is open to other users$/ })
      chmodSync(path, mode)
    }
  })

  it(
    "is used by root in another user's home, as long as all of it is that user's",
    { skip: notRoot },
    async () => {
      await using daemon = await startTestDaemon({ clock: systemClock })
      const { uid, gid } = statSync(daemon.home.path)
      const parts = [daemon.home.path, daemon.file.socket ?? '']
      for (const path of parts) chownSync(path, 65_534, 65_534)
      assert.equal(await answers(daemon), true)
      chownSync(daemon.file.socket ?? '', 1, 1)
      await assert.rejects(assertAnswers(daemon), { message: /daemon\.sock is open to other users$/ })
      for (const path of parts) chownSync(path, uid, gid)
    },
  )

  it('needs no certificate in detached mode', { skip: made ? false : 'there is no openssl' }, async () => {
    const config = { mode: 'detached', host: '127.0.0.1', tls }
    await using daemon = await startTestDaemon({ clock: systemClock, config })
    const client = createClient({
      ...connectionTo(() => daemon, 'a test'),
      tokens: systemTokens(daemon.home, 'hook'),
    })
    assert.equal((await client.call('members.list')).total, 0)
  })
})
