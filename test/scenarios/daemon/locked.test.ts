import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { status as grpcStatus } from '@grpc/grpc-js'
import { WebSocket } from 'ws'
import openApi from '../../../daemon/client/openapi.json' with { type: 'json' }
import { end } from '../../bench/daemon-process.ts'
import { cli, cliProcess } from '../../support/cli.ts'
import { signIn } from '../../support/daemon.ts'
import {
  goal,
  type LockedDaemon,
  type LockedHome,
  makeLockedHome,
  passphrase,
  startLocked,
  tryUnlocking,
} from '../../support/locked-home.ts'
import { soon } from '../../support/processes.ts'
import { bearer, call, grpcClient } from '../../support/wire/grpc.ts'
import { sendRaw } from '../../support/wire/raw-http.ts'
import { errorOf, rest, statusesOf } from '../../support/wire/rest.ts'

const random = () => randomBytes(32).toString('base64url')
const locked = [409, 'CONFLICT', { reason: 'home_locked' }]

/** The goals of the owner: what a daemon has that was unlocked. */
const goals = async (daemon: Parameters<typeof rest>[0]): Promise<string[]> => {
  const { access_token: token } = await signIn(daemon, 'olga')
  const { body } = await rest(daemon, 'GET /agency/goals', { token })
  return body.data.items.map(({ title }: { title: string }) => title)
}

/** The status of what answers at a path beside the REST root. */
const at = async ({ file }: LockedDaemon, path: string, request: RequestInit = {}) => {
  const response = await fetch(new URL(path, file.base_url), request)
  return { status: response.status, text: await response.text() }
}

const databaseOf = ({ path }: LockedHome) =>
  createHash('sha256')
    .update(readFileSync(join(path, 'companion.db')))
    .digest('hex')

const home = await makeLockedHome()
const daemon = await startLocked(home)
/** The one after it, once it was unlocked. */
let unlocked: LockedDaemon
const [passkey, salt] = [{ credential_id: random(), secret: random() }, random()]

describe('A daemon whose home is locked', () => {
  it('refuses every operation over REST, with a token or without, and says that it is locked', async () => {
    let asked = 0
    for (const [path, methods] of Object.entries(openApi.paths))
      for (const method of Object.keys(methods)) {
        const route = `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, home.owner.family_member_uuid)}`
        if (route === 'GET /health') continue
        for (const token of [undefined, home.owner.access_token]) {
          const answer = await rest(daemon, route, { token })
          if (answer.body.error) assert.deepEqual(errorOf(answer), locked, route)
          else assert.deepEqual([answer.status, /locked/.test(answer.body.detail)], [409, true], route)
          asked += 1
        }
      }
    assert.ok(asked > 300, `${asked} were asked`)
    for (const path of ['/mcp', '/v1/models', '/metrics', '/openapi.json', '/certificates/ca.json'])
      assert.equal((await at(daemon, path)).status, 409, path)
  })

  it('says that it lives and is locked, and nothing of the home', async () => {
    assert.deepEqual(await at(daemon, '/healthz'), { status: 200, text: '{"status":"locked"}' })
    const { status, body } = await rest(daemon, 'GET /health')
    assert.equal(status, 200)
    const { version, started_at, uptime_seconds, ...rest_ } = body.data
    assert.deepEqual(rest_, { status: 'locked', components: {} })
    assert.deepEqual(
      [version, started_at, typeof uptime_seconds],
      [daemon.file.version, daemon.file.started_at, 'number'],
    )
    const { text } = await at(daemon, '/unlock')
    assert.deepEqual(JSON.parse(text), { status: 'locked', next: null, passkeys: [] })
  })

  it('shows its page with all that this loads', async () => {
    const { status, text } = await at(daemon, '/')
    assert.equal(status, 200)
    const loaded = [...text.matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    assert.ok(loaded.some((path) => path.endsWith('.js')))
    for (const path of loaded) assert.equal((await at(daemon, path)).status, 200, path)
  })

  it('refuses WebSockets and gRPC calls, and says over gRPC that it is not serving', async () => {
    const socket = new WebSocket(daemon.file.ws_url, ['service-v1'], {
      headers: { authorization: `Bearer ${home.owner.access_token}` },
    })
    socket.on('error', () => {})
    const [, response] = await once(socket, 'unexpected-response')
    assert.equal(response.statusCode, 409)
    response.resume()
    const metadata = bearer(home.owner.access_token)
    const companion = grpcClient(daemon, 'CompanionService')
    const refused = { code: grpcStatus.FAILED_PRECONDITION }
    await assert.rejects(call(companion, 'SendMessage', { content: 'Hello' }, metadata), refused)
    const stream = companion.makeServerStreamRequest(
      '/companion.v1.CompanionService/StreamUpdates',
      () => Buffer.alloc(0),
      (bytes) => bytes,
      {},
      metadata,
    )
    stream.on('data', () => assert.fail('an update came'))
    const [error] = await once(stream, 'error').catch((thrown: unknown) => [thrown])
    assert.equal((error as { code: number }).code, grpcStatus.FAILED_PRECONDITION)
    const health = grpcClient(daemon, 'grpc.health.v1.Health')
    for (const service of ['', 'companion.v1.CompanionService'])
      assert.deepEqual(await call(health, 'Check', { service }, metadata), { status: 'NOT_SERVING' })
    for (const client of [companion, health]) client.close()
  })

  it('takes no passphrase from a foreign page or under another host name, and serves this machine alone', async () => {
    const body = JSON.stringify({ secret: passphrase })
    for (const origin of ['http://evil.example', 'null', 'http://localhost:1'])
      assert.equal((await tryUnlocking(daemon, { secret: passphrase }, { origin })).status, 403, origin)
    const line = 'POST /unlock HTTP/1.1'
    const head = ['Content-Type: application/json']
    const rebound = await sendRaw(daemon, { line, host: 'Host: evil.example', head, body })
    assert.equal(rebound.status, 403)
    assert.equal((await tryUnlocking(daemon, body, { 'content-type': 'text/plain' })).status, 400)
    const elsewhere = Object.values(networkInterfaces())
      .flatMap((addresses = []) => addresses)
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
    for (const { address } of elsewhere) {
      const socket = connect(Number(new URL(daemon.file.base_url).port), address)
      await assert.rejects(once(socket, 'connect'), { code: 'ECONNREFUSED' })
    }
    assert.match((await at(daemon, '/healthz')).text, /locked/)
  })

  it('refuses malformed attempts, and keeps running', async () => {
    const passkey = { credential_id: random(), secret: random() }
    const odd = [
      JSON.stringify({ passkey: { ...passkey, secret: 'short' } }),
      JSON.stringify({ passkey, secret: passphrase }),
      '{"passkey":{}}',
      '',
      '{',
      'null',
      '[]',
      '{}',
      '{"secret":""}',
      '{"secret":1}',
      '{"secret":"a","more":1}',
    ]
    for (const body of [...odd, JSON.stringify({ secret: 'a'.repeat(1_025) }), `"${'a'.repeat(10_000)}"`])
      assert.deepEqual(
        errorOf(await tryUnlocking(daemon, body)).slice(0, 2),
        [400, 'INVALID_REQUEST'],
        body.slice(0, 40),
      )
    assert.match((await at(daemon, '/healthz')).text, /locked/)
  })

  it('takes no attempt for a minute after five wrong ones, and one at a time', async () => {
    const wrong = { secret: 'seven herons over the wear' }
    const together = await Promise.all([1, 2, 3].map(() => tryUnlocking(daemon, wrong)))
    assert.deepEqual(statusesOf(together), [401, 429, 429])
    for (let failures = 1; failures < 5; failures += 1)
      assert.deepEqual(errorOf(await tryUnlocking(daemon, wrong)), [
        401,
        'INVALID_CREDENTIALS',
        { reason: 'wrong_passphrase' },
      ])
    for (const secret of [wrong.secret, passphrase, home.words]) {
      const { status, headers, body } = await tryUnlocking(daemon, { secret })
      assert.deepEqual([status, body.error.code], [429, 'ACCOUNT_LOCKED'])
      assert.ok(Number(headers.get('retry-after')) <= 60)
    }
    assert.match((await at(daemon, '/healthz')).text, /locked/)
  })

  it('loses nothing where it is killed, and serves once the passphrase was given, at the same address', async () => {
    const before = databaseOf(home)
    await end(daemon.child, 'SIGKILL')
    assert.equal(databaseOf(home), before)
    const next = await startLocked(home)
    assert.equal((await tryUnlocking(next, { secret: 'seven herons over the wear' })).status, 401)
    assert.equal((await tryUnlocking(next, { passkey })).status, 401)
    const { status, body } = await tryUnlocking(next, { secret: passphrase })
    assert.deepEqual([status, body], [200, { status: 'starting', next: null }])
    const running = await next.running()
    assert.equal(running.file.pid, next.child.pid)
    assert.equal(running.file.base_url, next.file.base_url)
    assert.equal(running.file.grpc_address, next.file.grpc_address)
    assert.deepEqual(await goals(running), [goal])
    assert.equal((await at(next, '/unlock')).status, 404)
    assert.deepEqual(await at(next, '/healthz'), { status: 200, text: '{"status":"ok"}' })
    unlocked = next
  })
})

describe('A locked home', () => {
  it('opens by a passkey that an admin has added, until it is removed', async () => {
    const running = await unlocked.running()
    const { access_token: token } = await signIn(running, 'olga')
    const { credential_id, secret: prf_secret } = passkey
    const payload = { name: 'Key ring', credential_id, salt, prf_secret }
    const added = await rest(running, 'POST /encryption/passkeys', { token, payload })
    assert.equal(added.status, 201, JSON.stringify(added.body))
    assert.deepEqual(errorOf(await rest(running, 'POST /encryption/passkeys', { token, payload })), [
      409,
      'CONFLICT',
      { reason: 'passkey_there' },
    ])
    await end(unlocked.child, 'SIGKILL')

    const second = await startLocked(home)
    const { passkeys } = JSON.parse((await at(second, '/unlock')).text)
    assert.deepEqual(passkeys, [{ credential_id, salt, rp_id: 'localhost' }])
    const wrong = await tryUnlocking(second, { passkey: { ...passkey, secret: random() } })
    assert.deepEqual(errorOf(wrong), [401, 'INVALID_CREDENTIALS', { reason: 'wrong_passkey' }])
    assert.equal((await tryUnlocking(second, { passkey })).status, 200)
    assert.deepEqual(await goals(await second.running()), [goal])
    const run = (words: readonly string[]) =>
      cli(home.path, [...words, '--as-system', '--json'], {
        environment: { COMPANION_PASSPHRASE: passphrase },
      })
    const listed = await run(['encryption', 'passkeys'])
    assert.equal(listed.code, 0, listed.stderr)
    const [{ passkey_uuid, name }] = listed.json().items
    assert.equal(name, 'Key ring')
    const removed = await run(['encryption', 'remove-passkey', passkey_uuid])
    assert.deepEqual([removed.code, removed.json().items], [0, []], removed.stderr)
    await end(second.child, 'SIGKILL')

    const third = await startLocked(home)
    assert.equal((await tryUnlocking(third, { passkey })).status, 401)
  })

  it('is unlocked on the loopback where the daemon is for other machines, by its twelve words however they are typed', async () => {
    const tls = { mode: 'detached', host: '127.0.0.1', tls: { local: true } }
    const home = await makeLockedHome(tls)
    const daemon = await startLocked(home)
    assert.match(daemon.file.base_url, /^http:\/\/127\.0\.0\.1:/)
    const { port } = new URL(daemon.file.base_url)
    const typed = `  ${home.words.toUpperCase().replaceAll(' ', '  ')} `
    const { body } = await tryUnlocking(daemon, { secret: typed })
    assert.deepEqual(body, { status: 'starting', next: `https://127.0.0.1:${port}/` })
    const { file } = await daemon.running()
    assert.equal(file.base_url, `https://127.0.0.1:${port}/api/v1`)
  })

  it('is told of by the command line, which unlocks its daemon and stops it', async () => {
    const home = await makeLockedHome()
    const run = (words: readonly string[], environment: Record<string, string> = {}) =>
      cli(home.path, words, { environment })
    const daemon = await startLocked(home)
    const page = new RegExp(`Unlock it at http://localhost:${new URL(daemon.file.base_url).port}/ or with`)
    const status = await run(['status'])
    assert.deepEqual([status.code, page.test(status.stderr)], [3, true], status.stderr)
    assert.match(status.stderr, /Companion is locked/)
    assert.match((await run(['encryption', 'status'])).stdout, page)
    const doctor = (await run(['doctor', '--json'])).json()
    const finding = doctor.findings.find(({ check }: { check: string }) => check === 'daemon')
    assert.deepEqual(
      [finding.level, finding.finding, finding.command, page.test(finding.text)],
      ['warning', 'daemon_locked', 'companion unlock', true],
    )
    const stopped = await run(['daemon', 'stop', '--json'])
    assert.deepEqual([stopped.code, stopped.json().stopped], [0, true], stopped.stderr)
    const environment = { COMPANION_HTTP_PORT: '0', COMPANION_GRPC_PORT: '0' }
    const again = await cliProcess(home.path, ['daemon', 'start'], { environment })
    assert.equal(again.code, 4)
    assert.match(again.stderr, /Companion is locked[\s\S]*Unlock it at http:\/\/localhost:\d+\/ or with/)
    assert.equal((await run(['unlock'], { COMPANION_PASSPHRASE: passphrase })).code, 0)
    await soon(async () => (await run(['status'])).code === 0)
    assert.equal((await run(['daemon', 'stop', '--json'])).json().stopped, true)
  })
})
