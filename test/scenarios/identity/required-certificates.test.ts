import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { rmSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { credentials, status } from '@grpc/grpc-js'
import { trustAuthority } from '../../support/certificate.ts'
import { password, startTestDaemon, temporaryFolder, type TestDaemon } from '../../support/daemon.ts'
import { makeDeviceKey, pairWith, type PairedDevice, restAs } from '../../support/device-key.ts'
import { bearer, call as callGrpc, grpcClient } from '../../support/wire/grpc.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const local = (more: object = {}) => ({ mode: 'detached', host: '127.0.0.1', tls: { local: true, ...more } })
const required = [401, 'AUTHENTICATION_REQUIRED', { reason: 'certificate_required' }]
const failureOf = ({ status: code, body }: Awaited<ReturnType<typeof restAs>>) => [
  code,
  body.error?.code,
  body.error?.details,
]

describe('What a phone learns to trust the household by', () => {
  let daemon: TestDaemon
  before(async () => {
    daemon = await startTestDaemon({ config: local({ client_certificates: 'required' }) })
    trustAuthority(daemon)
  })
  after(() => daemon[Symbol.asyncDispose]())
  const get = async (path: string) => {
    const answer = await fetch(new URL(`/certificates/${path}`, daemon.file.base_url))
    return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  it('is served without a token or a certificate, in the form of each system', async () => {
    const [der, pem, profile, about] = await Promise.all(
      ['ca.crt', 'ca.pem', 'companion.mobileconfig', 'ca.json'].map(get),
    )
    const { fingerprint256: fingerprint, raw } = new X509Certificate(der?.bytes ?? '')
    assert.equal(der?.type, 'application/x-x509-ca-cert')
    assert.equal(new X509Certificate(pem?.bytes ?? '').fingerprint256, fingerprint)
    assert.equal(JSON.parse(String(about?.bytes)).fingerprint, fingerprint)
    assert.equal(profile?.type, 'application/x-apple-aspen-config')
    assert.match(String(profile?.bytes), /<string>com\.apple\.security\.root<\/string>/)
    const [, data = ''] = /<data>([^<]+)<\/data>/.exec(String(profile?.bytes)) ?? []
    assert.deepEqual(Buffer.from(data, 'base64'), raw)
  })

  it('is not there where nobody has needed an authority', async () => {
    await using coupled = await startTestDaemon()
    for (const file of ['ca.crt', 'ca.pem', 'companion.mobileconfig', 'crl'])
      assert.equal((await fetch(new URL(`/certificates/${file}`, coupled.file.base_url))).status, 404)
  })
})

describe('Where certificates are required', () => {
  let daemon: TestDaemon
  let device: PairedDevice
  let ca: string
  let home: string

  before(async () => {
    // The owner is made while certificates are optional, and pairs a device.
    home = temporaryFolder()
    const first = await startTestDaemon({ home, config: local() })
    ca = trustAuthority(first)
    device = await pairWith(first, await first.owner(), ca)
    await first.stop()
    daemon = await startTestDaemon({ home, config: local({ client_certificates: 'required' }) })
  })
  after(async () => {
    await daemon.stop()
    rmSync(home, { recursive: true, force: true })
  })

  it('a device with one is served, and nobody else, over every protocol', async () => {
    const { token, key, cert } = device
    const options = { ca, key, cert }
    assert.equal((await restAs(daemon, device, 'GET /auth/session', { token })).status, 200)
    assert.deepEqual(failureOf(await restAs(daemon, { ca }, 'GET /auth/session', { token })), required)
    const login = { username: 'olga', password }
    assert.deepEqual(
      failureOf(await restAs(daemon, { ca }, 'POST /auth/login', { payload: login })),
      required,
    )
    assert.equal((await restAs(daemon, device, 'POST /auth/login', { payload: login })).status, 200)
    await assert.rejects(TestSocket.open(daemon, token, { ca }), /401/)
    await using socket = await TestSocket.open(daemon, token, options)
    assert.ok((await socket.ask('request', { operation: 'auth.session' })).data.result)
    const [without, with_one] = [
      credentials.createSsl(Buffer.from(ca)),
      credentials.createSsl(Buffer.from(ca), Buffer.from(key), Buffer.from(cert)),
    ].map((security) => grpcClient(daemon, 'CompanionService', {}, security))
    assert.ok(without && with_one)
    await assert.rejects(callGrpc(without, 'GetEmotionState', {}, bearer(token)), {
      code: status.UNAUTHENTICATED,
    })
    await callGrpc(with_one, 'GetEmotionState', {}, bearer(token))
    for (const client of [without, with_one]) client.close()
  })

  it('a new device is paired with a code all the same, and served from then on', async () => {
    const offer = await restAs(daemon, device, 'POST /auth/devices/pair', {
      token: device.token,
      payload: { name: 'Tablet', kind: 'tablet', password },
    })
    const { csr, key } = await makeDeviceKey('Ed25519')
    const { status: code, body } = await restAs(daemon, { ca }, 'POST /auth/devices/pair', {
      payload: { pairing_code: offer.body.data.pairing_code, csr },
    })
    assert.equal(code, 201)
    const { certificate } = body.data.device
    const token = body.data.access_token
    assert.equal(
      (await restAs(daemon, { ca, key, cert: certificate }, 'GET /auth/session', { token })).status,
      200,
    )
  })

  it('what everybody may see is served without one', async () => {
    for (const path of ['/healthz', '/certificates/ca.pem'])
      assert.equal((await fetch(new URL(path, daemon.file.base_url))).status, 200, path)
    for (const path of ['/metrics', '/nowhere', '/v1/models', '/mcp'])
      assert.equal((await fetch(new URL(path, daemon.file.base_url))).status, 401, path)
  })
})
