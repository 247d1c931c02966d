import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { watch } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import Database from 'better-sqlite3'
import { WebSocket } from 'ws'
import { readDaemonFile } from '../../../daemon/kernel/daemon-file.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { portInUse } from '../../../daemon/kernel/parent.ts'
import { end, startDaemonProcess, startProgram } from '../../bench/daemon-process.ts'
import { registerOwner } from '../../bench/owner.ts'
import { login, startTestDaemon, testEnvironment } from '../../support/daemon.ts'
import { bearer, call, grpcClient, openStream } from '../../support/wire/grpc.ts'
import { daemonProgram } from '../../support/programs.ts'
import { itLong, itScaled as it } from '../../support/long.ts'
import { rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const version: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8'),
).version
const loopbacks = networkInterfaces()['lo'] ?? networkInterfaces()['lo0'] ?? []
const noIpv6 = loopbacks.some(({ address }) => address === '::1') ? false : 'this machine has no ::1'
const noSignals = process.platform === 'win32' ? 'Windows has no signals' : false
const noModes = process.platform === 'win32' ? 'Windows has no file modes' : false

function temporaryHome() {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const home = locateHome({ COMPANION_HOME: join(folder.path, 'home') })
  return { home, path: home.path, [Symbol.dispose]: () => folder.remove() }
}

async function takenPort(host: string) {
  const server = createServer()
  await once(server.listen(0, host), 'listening')
  const { port } = server.address() as AddressInfo
  return { port, [Symbol.asyncDispose]: async () => void (await once(server.close(), 'close')) }
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

type Child = Awaited<ReturnType<typeof startProgram>>['child']

describe('The home', () => {
  it('is readable by its owner only, with every secret in it', { skip: noModes }, async () => {
    using temporary = temporaryHome()
    mkdirSync(temporary.home.logs, { recursive: true })
    // As earlier versions have left it.
    writeFileSync(join(temporary.home.logs, 'daemon.1.log'), '', { mode: 0o644 })
    await using _ = await startTestDaemon({ home: temporary.path })
    const entries = readdirSync(temporary.path, { recursive: true, withFileTypes: true })
    const modeOf = (path: string) => statSync(path).mode & 0o777
    assert.equal(modeOf(temporary.path), 0o700)
    const [folders, files] = [
      entries.filter((one) => one.isDirectory()),
      entries.filter((one) => one.isFile()),
    ]
    for (const { parentPath, name } of folders) assert.equal(modeOf(join(parentPath, name)), 0o700, name)
    for (const { parentPath, name } of files) assert.equal(modeOf(join(parentPath, name)), 0o600, name)
    const names = new Set(files.map(({ name }) => name))
    for (const name of [
      'companion.db',
      'companion.db-wal',
      'companion.db-shm',
      'setup-code',
      'local-key.json',
      'daemon.1.log',
    ]) {
      assert.ok(names.has(name), name)
    }
  })

  it('has one daemon: a second start fails at once and names the pid of the first', async () => {
    using temporary = temporaryHome()
    await using first = await startTestDaemon({ home: temporary.path })
    await assert.rejects(
      startDaemonProcess(temporary.path),
      new RegExp(`ended with 75: Companion did not start: .*already runs .*\\(pid ${process.pid}\\)`),
    )
    assert.deepEqual(readDaemonFile(temporary.home), first.file, 'the first is still there')
    assert.equal((await fetch(new URL('/healthz', first.file.base_url))).status, 200)
  })

  it('is refused when a newer version wrote it, and its database is untouched', async () => {
    using temporary = temporaryHome()
    await (await startTestDaemon({ home: temporary.path })).stop()
    const database = new Database(temporary.home.database)
    database.pragma('user_version = 4711')
    database.close()
    const before = readFileSync(temporary.home.database)
    await assert.rejects(startTestDaemon({ home: temporary.path }), /version 4711.*newer Companion/)
    assert.deepEqual(readFileSync(temporary.home.database), before)
    assert.equal(existsSync(temporary.home.daemon), false)
  })
})

describe('daemon.json', () => {
  it('has exactly the documented keys, and is removed on a clean stop', async () => {
    using temporary = temporaryHome()
    const daemon = await startTestDaemon({ home: temporary.path })
    const text = readFileSync(temporary.home.daemon, 'utf8')
    await daemon.stop()
    assert.equal(existsSync(temporary.home.daemon), false)
    const { base_url, ws_url, grpc_address, started_at, proof_key, ...rest } = JSON.parse(text)
    const { socket } = temporary.home
    assert.deepEqual(rest, { pid: process.pid, version, mode: 'coupled', socket })
    assert.match(proof_key, /^[\w-]{43}$/)
    assert.match(base_url, /^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
    assert.equal(ws_url, base_url.replace('http', 'ws').replace('/api/v1', '/ws'))
    assert.match(grpc_address, /^127\.0\.0\.1:\d+$/)
    assert.equal(new Date(started_at).toISOString(), started_at)
  })
})

describe('A daemon in a process of its own', () => {
  const temporary = temporaryHome()
  const { path, home } = temporary
  const children: Child[] = []
  after(async () => {
    for (const child of children) await end(child, 'SIGKILL')
    temporary[Symbol.dispose]()
  })
  const start = async () => {
    const { child, output } = await startProgram(daemonProgram, testEnvironment(path))
    children.push(child)
    return { child, output }
  }
  let [setupCode, token] = ['', '']

  it('has a daemon.json once every listener responds, and not before', async () => {
    mkdirSync(path)
    const changes = watch(path)[Symbol.asyncIterator]()
    const starting = start()
    starting.catch(() => {})
    try {
      let file = readDaemonFile(home)
      while (file === null) {
        await changes.next()
        file = readDaemonFile(home)
      }
      assert.equal((await fetch(new URL('/healthz', file.base_url))).status, 200)
      const socket = new WebSocket(file.ws_url)
      const [, response] = await once(
        socket.on('error', () => {}),
        'unexpected-response',
      )
      assert.equal(response.statusCode, 401)
      const health = grpcClient({ file }, 'grpc.health.v1.Health')
      assert.deepEqual(await call(health, 'Check', {}, bearer('none')), { status: 'SERVING' })
      health.close()
    } finally {
      await changes.return?.()
    }
    setupCode = readFileSync(home.setupCode, 'utf8').trim()
    const { output } = await starting
    const file = readDaemonFile(home)
    assert.ok(file)
    for (const part of [setupCode, file.base_url, file.ws_url, file.grpc_address])
      assert.ok(output.includes(part), part)
    ;({ access_token: token } = await registerOwner(path, file))
    assert.equal(existsSync(home.setupCode), false)
  })

  it('can be started again after a kill, with everything that was written, and prints no setup code', async () => {
    const [killed] = children
    assert.ok(killed)
    await end(killed, 'SIGKILL')
    assert.ok(existsSync(home.daemon), 'the kill left daemon.json')
    const { child, output } = await start()
    assert.match(output, /is ready/)
    assert.doesNotMatch(output, /setup/i)
    assert.equal(output.includes(setupCode), false)
    const file = readDaemonFile(home)
    assert.ok(file)
    assert.equal(file.pid, child.pid)
    assert.equal((await rest({ file }, 'GET /auth/session', { token })).status, 200)
    assert.equal((await login({ file }, 'olga')).status, 200)
  })

  it(
    'stops by SIGINT within 5 s, whatever is open and whoever never says goodbye',
    { skip: noSignals },
    async () => {
      const [child, file] = [children.at(-1), readDaemonFile(home)]
      assert.ok(child && file)
      const sockets = await Promise.all([1, 2].map(() => TestSocket.open({ file }, token)))
      const closed = sockets.map(({ socket }) => once(socket, 'close'))
      const client = grpcClient({ file }, 'CompanionService')
      const stream = openStream(client, 'StreamUpdates', { topics: ['agency.goals'] }, bearer(token))
      await once(stream, 'data')
      const streamEnded = once(stream, 'error')
      const agent = new Agent({ keepAlive: true })
      const [response] = await once(request(new URL('/healthz', file.base_url), { agent }).end(), 'response')
      await once(response.resume(), 'end')
      const { host, port } = new URL(file.base_url)
      const [half, idle, mute] = [
        await connected(Number(port)),
        await connected(Number(port)),
        await connected(Number(port)),
      ]
      half.write('POST /api/v1/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{')
      mute.write(
        `GET /ws HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nConnection: Upgrade\r\n` +
          'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      )
      assert.match(String((await once(mute, 'data'))[0]), /^HTTP\/1\.1 101/)
      const exit = once(child, 'exit', { signal: AbortSignal.timeout(5_000) })
      child.kill('SIGINT')
      assert.deepEqual(await exit, [0, null])
      assert.deepEqual(
        (await Promise.all(closed)).map(([code]) => code),
        [1001, 1001],
      )
      await streamEnded
      for (const left of [home.daemon, home.pid, `${home.database}-wal`])
        assert.equal(existsSync(left), false, left)
      client.close()
      agent.destroy()
      for (const socket of [half, idle, mute]) socket.destroy()
    },
  )
})

describe('The ports', () => {
  for (const [what, variable] of [
    ['HTTP', 'COMPANION_HTTP_PORT'],
    ['gRPC', 'COMPANION_GRPC_PORT'],
  ] as const) {
    it(`a ${what} port in use stops the start with a clear message`, async () => {
      using temporary = temporaryHome()
      await using taken = await takenPort('127.0.0.1')
      const environment = { [variable]: String(taken.port) }
      const message = `port ${taken.port} is in use .*${variable}`
      await assert.rejects(startTestDaemon({ home: temporary.path, environment }), (error: Error) => {
        assert.match(error.message, new RegExp(message))
        assert.equal('exitCode' in error && error.exitCode, portInUse)
        return true
      })
      for (const path of [temporary.home.daemon, temporary.home.pid]) assert.equal(existsSync(path), false)
      await using daemon = await startTestDaemon({ home: temporary.path })
      assert.equal((await fetch(new URL('/healthz', daemon.file.base_url))).status, 200, 'nothing is locked')
    })

    it(`a ${what} port in use on ::1 alone stops the start too`, { skip: noIpv6 }, async () => {
      using temporary = temporaryHome()
      await using taken = await takenPort('::1')
      const environment = { [variable]: String(taken.port) }
      await assert.rejects(
        async () => {
          await using _ = await startTestDaemon({ home: temporary.path, environment })
        },
        new RegExp(`port ${taken.port} is in use .*${variable}`),
      )
    })
  }

  it('0 picks free ports, and both loopback addresses respond', { skip: noIpv6 }, async () => {
    await using daemon = await startTestDaemon()
    const owner = await daemon.owner()
    const http = Number(new URL(daemon.file.base_url).port)
    const grpc = Number(daemon.file.grpc_address.split(':')[1])
    assert.ok(http > 0 && grpc > 0 && http !== grpc)
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      const file = {
        ...daemon.file,
        base_url: `http://${host}:${http}/api/v1`,
        ws_url: `ws://${host}:${http}/ws`,
        grpc_address: `${host}:${grpc}`,
      }
      assert.equal((await rest({ file }, 'GET /auth/session', { token: owner.access_token })).status, 200)
      await using socket = await TestSocket.open({ file }, owner.access_token)
      assert.equal((await socket.ask('subscribe', { topics: ['agency.goals'] })).type, 'subscribed')
      const client = grpcClient({ file }, 'grpc.health.v1.Health')
      assert.deepEqual(await call(client, 'Check', {}, bearer(owner.access_token)), { status: 'SERVING' })
      client.close()
    }
  })
})

describe('A start', () => {
  itLong('exits with 69 and one sentence where another program has its port', async () => {
    using temporary = temporaryHome()
    await using taken = await takenPort('127.0.0.1')
    await assert.rejects(
      startDaemonProcess(temporary.path, { COMPANION_GRPC_PORT: String(taken.port) }),
      new RegExp(`ended with ${portInUse}: Companion did not start: port ${taken.port} is in use .*\\n$`),
    )
  })

  it('exits with 1 and one sentence, without a stack trace, when it fails', async () => {
    using temporary = temporaryHome()
    mkdirSync(temporary.path)
    writeFileSync(temporary.home.config, '{"log":{"levle":"info"}}')
    await assert.rejects(
      startDaemonProcess(temporary.path),
      /ended with 1: Companion did not start: \S+config\.json: unknown setting log\.levle\n$/,
    )
  })

  for (const [problem, content, message] of [
    ['an unknown setting', '{"log":{"levle":"info"}}', 'unknown setting log\\.levle'],
    ['a bad value', '{"log":{"megabytes":0}}', 'log\\.megabytes must be >= 1'],
    ['broken JSON', '{"log":', 'is not valid JSON'],
    ['detached mode without TLS', '{"mode":"detached"}', 'detached mode needs tls\\.cert and tls\\.key'],
  ] as const) {
    it(`stops at ${problem} in config.json, with the path of the setting and what was expected`, async () => {
      using temporary = temporaryHome()
      mkdirSync(temporary.path)
      writeFileSync(temporary.home.config, content)
      await assert.rejects(startTestDaemon({ home: temporary.path }), new RegExp(`config\\.json: ${message}`))
      for (const path of [temporary.home.daemon, temporary.home.pid]) assert.equal(existsSync(path), false)
    })
  }
})

describe('An internal error', () => {
  it('reveals nothing about the machine, over REST and WebSocket', async () => {
    await using daemon = await startTestDaemon()
    const owner = await daemon.owner()
    await using socket = await TestSocket.open(daemon, owner.access_token)
    const database = new Database(daemon.home.database)
    database.exec('ALTER TABLE interactions RENAME TO hidden; ALTER TABLE members RENAME TO hidden_too')
    database.close()
    const token = owner.access_token
    const bare = await rest(daemon, 'GET /interactions', { token })
    assert.deepEqual([bare.status, bare.body], [500, { detail: 'internal server error' }])
    const { status, body } = await rest(daemon, 'GET /auth/session', { token })
    const error = { code: 'INTERNAL_ERROR', message: 'internal server error', details: {} }
    assert.deepEqual([status, body.error], [500, error])
    const { type, data } = await socket.ask('request', { operation: 'interactions.list' })
    const { reply_to: _, ...shown } = data
    assert.deepEqual([type, shown], ['error', error])
  })
})
