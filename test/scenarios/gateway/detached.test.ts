import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import tls from 'node:tls'
import { status } from '@grpc/grpc-js'
import { startTestDaemon, type TestDaemon, type TestMember } from '../../support/daemon.ts'
import { makeCertificate, secureGrpcClient, trustAuthority } from '../../support/certificate.ts'
import { bearer, call, grpcClient, openStream } from '../../support/wire/grpc.ts'
import { rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const { files, made } = makeCertificate()
const noOpenssl = made
  ? false
  : 'no `openssl` command here to make a certificate: DETACHED MODE IS NOT TESTED'
const detached = { mode: 'detached', host: '127.0.0.1', tls: files }
const ways = [
  { way: 'with a certificate of its own', config: detached, skip: noOpenssl },
  { way: 'with one that the household signs', config: { ...detached, tls: { local: true } }, skip: false },
]

const portOf = (address: string) => Number(address.split(':').at(-1))

for (const { way, config, skip } of ways)
  describe(`Detached mode ${way}`, { skip }, () => {
    let daemon: TestDaemon
    let owner: TestMember
    /** What clients trust, PEM. */
    let ca: string
    let ports: readonly { name: string; port: number; protocols: string[] }[]

    before(async () => {
      daemon = await startTestDaemon({ config })
      ca = config.tls === files ? readFileSync(files.cert, 'utf8') : trustAuthority(daemon)
      owner = await daemon.owner()
      ports = [
        { name: 'HTTP', port: Number(new URL(daemon.file.base_url).port), protocols: ['http/1.1'] },
        { name: 'gRPC', port: portOf(daemon.file.grpc_address), protocols: ['h2'] },
      ]
    })

    after(async () => {
      await daemon[Symbol.asyncDispose]()
    })

    it('daemon.json says https, wss and detached', () => {
      assert.equal(daemon.file.mode, 'detached')
      assert.match(daemon.file.base_url, /^https:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
      assert.match(daemon.file.ws_url, /^wss:\/\/127\.0\.0\.1:\d+\/ws$/)
    })

    it('REST, WebSocket and gRPC respond as in coupled mode', async () => {
      const { access_token: token } = owner
      assert.equal((await rest(daemon, 'GET /auth/session', { token })).status, 200)
      await using socket = await TestSocket.open(daemon, token)
      const { data } = await socket.ask('request', { operation: 'interactions.list' })
      assert.deepEqual(data.result, { items: [], total: 0 })
      const client = secureGrpcClient(daemon, 'CompanionService', ca)
      const stream = openStream(client, 'StreamUpdates', { topics: ['agency.goals'] }, bearer(token))
      const [opening] = await once(stream, 'data')
      assert.equal(opening.type, 'subscribed')
      stream.on('error', () => {}).cancel()
      client.close()
    })

    it('a client that does not trust the certificate cannot connect', async () => {
      for (const { port } of ports) {
        const socket = tls.connect({ host: '127.0.0.1', port, ca: [] })
        const [error] = await once(socket, 'error')
        assert.match(error.code, /SELF_SIGNED|UNABLE_TO_VERIFY/)
      }
    })

    it('both ports use TLS 1.3 with authenticated encryption', async () => {
      for (const { name, port, protocols } of ports) {
        const socket = tls.connect({ host: '127.0.0.1', port, ALPNProtocols: protocols })
        await once(socket, 'secureConnect')
        assert.equal(socket.getProtocol(), 'TLSv1.3', name)
        assert.match(socket.getCipher().name, /GCM|POLY1305|CCM/, name)
        socket.destroy()
      }
    })

    it('TLS 1.2 and older is refused on both ports', async () => {
      for (const { name, port, protocols } of ports) {
        for (const version of ['TLSv1.2', 'TLSv1.1', 'TLSv1'] as const) {
          const socket = tls.connect({
            host: '127.0.0.1',
            port,
            ALPNProtocols: protocols,
            minVersion: version,
            maxVersion: version,
            ciphers: 'DEFAULT:@SECLEVEL=0',
          })
          const refused = await Promise.race([
            once(socket, 'error').then(() => true),
            once(socket, 'secureConnect').then(() => false),
          ])
          assert.equal(refused, true, `${name} ${version}`)
          socket.destroy()
        }
      }
    })

    it('every response, errors included, tells browsers to stay on https', async () => {
      const { access_token: token } = owner
      const answers = [
        await rest(daemon, 'GET /auth/session', { token }),
        await rest(daemon, 'GET /auth/session'),
        await rest(daemon, 'GET /nowhere', { token }),
        await rest(daemon, 'POST /auth/login', { body: '{' }),
      ]
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 401, 404, 400],
      )
      for (const { headers } of answers) {
        assert.match(headers.get('strict-transport-security') ?? '', /^max-age=\d{8}/)
      }
    })

    it('http:// and plaintext gRPC are refused', async () => {
      await assert.rejects(fetch(daemon.file.base_url.replace('https:', 'http:')))
      await assert.rejects(
        TestSocket.open({ file: { ...daemon.file, ws_url: daemon.file.ws_url.replace('wss', 'ws') } }, ''),
      )
      const client = grpcClient(daemon, 'grpc.health.v1.Health')
      await assert.rejects(call(client, 'Check', {}, bearer(owner.access_token)), {
        code: status.UNAVAILABLE,
      })
      client.close()
    })

    it('a page of another origin is refused, and the daemon accepts any host name', async () => {
      const { access_token: token } = owner
      const ask = (headers: Record<string, string>) => rest(daemon, 'GET /auth/session', { token, headers })
      const { host } = new URL(daemon.file.base_url)
      assert.equal((await ask({ origin: `https://${host}` })).status, 200)
      assert.equal((await ask({ origin: `http://${host}` })).status, 403)
      assert.equal((await ask({ origin: 'https://evil.example' })).status, 403)
      const named = { ...daemon.file, base_url: daemon.file.base_url.replace('127.0.0.1', 'localhost') }
      assert.equal((await rest({ file: named }, 'GET /auth/session', { token })).status, 200)
    })
  })

describe('Detached mode', { skip: noOpenssl }, () => {
  it('coupled mode never mentions https', async () => {
    await using coupled = await startTestDaemon()
    const { headers } = await rest(coupled, 'GET /auth/session')
    assert.equal(headers.get('strict-transport-security'), null)
  })

  it('daemon.json names the address it listens on', { skip: process.platform !== 'linux' }, async () => {
    await using elsewhere = await startTestDaemon({ config: { ...detached, host: '127.0.0.2' } })
    assert.equal((await fetch(new URL('/healthz', elsewhere.file.base_url))).status, 200)
  })

  it('does not start on an address that this machine does not have, and says so', async () => {
    // An address for documentation alone, by RFC 5737.
    const config = { ...detached, host: '192.0.2.1' }
    await assert.rejects(startTestDaemon({ config }), /this machine has no address 192\.0\.2\.1/)
  })

  for (const [problem, tls] of [
    ['without a certificate', { key: files.key }],
    ['without a key', { cert: files.cert }],
    ['with a certificate that is not there', { cert: `${files.cert}.gone`, key: files.key }],
    ['with a key that is none', { cert: files.cert, key: import.meta.filename }],
    ['with the key in the place of the certificate', { cert: files.key, key: files.cert }],
  ] as const) {
    it(`does not start ${problem}, and leaves nothing behind`, async () => {
      using home = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
      await assert.rejects(startTestDaemon({ home: home.path, config: { ...detached, tls } }))
      for (const name of ['daemon.json', 'daemon.pid']) assert.equal(existsSync(join(home.path, name)), false)
      writeFileSync(join(home.path, 'config.json'), '{}')
      await using again = await startTestDaemon({ home: home.path })
      assert.equal(again.file.mode, 'coupled')
    })
  }
})
