import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { Agent } from 'node:https'
import { after, before, describe, it } from 'node:test'
import { credentials, type Metadata, status } from '@grpc/grpc-js'
import { trustAuthority } from '../../support/certificate.ts'
import { startTestDaemon, type TestDaemon, type TestMember } from '../../support/daemon.ts'
import { pairWith, restAs } from '../../support/device-key.ts'
import { bearer, call as callGrpc, grpcClient, openStream } from '../../support/wire/grpc.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

/** How long a connection may outlive its certificate, in milliseconds; generous, for a busy machine. */
const maxEndMs = 10_000
const noOpenssl = spawnSync('openssl', ['version']).error ? 'no `openssl` command here' : false
const local = (more: object = {}) => ({ mode: 'detached', host: '127.0.0.1', tls: { local: true, ...more } })
const refused = [401, 'AUTHENTICATION_REQUIRED', { reason: 'certificate_refused' }]
const ofAnother = [401, 'AUTHENTICATION_REQUIRED', { reason: 'certificate_of_another_device' }]
const failureOf = ({ status: code, body }: Awaited<ReturnType<typeof restAs>>) => [
  code,
  body.error?.code,
  body.error?.details,
]

describe('A device with a certificate of the household', () => {
  let daemon: TestDaemon
  let owner: TestMember
  let ca: string

  before(async () => {
    daemon = await startTestDaemon({ config: local() })
    ca = trustAuthority(daemon)
    owner = await daemon.owner()
  })
  after(() => daemon[Symbol.asyncDispose]())

  const revoke = (id: string) => rest(daemon, `DELETE /auth/devices/${id}`, { token: owner.access_token })
  const grpcOf = ({ key, cert }: { key: string; cert: string }) =>
    grpcClient(
      daemon,
      'CompanionService',
      {},
      credentials.createSsl(Buffer.from(ca), Buffer.from(key), Buffer.from(cert)),
    )
  const emotion = (client: ReturnType<typeof grpcOf>, metadata: Metadata) =>
    callGrpc(client, 'GetEmotionState', {}, metadata)

  it('gets one when it is paired, and its member sees it', async () => {
    const { device_uuid, cert } = await pairWith(daemon, owner, ca)
    const certificate = new X509Certificate(cert)
    assert.equal(certificate.subjectAltName, `URI:urn:uuid:${device_uuid}`)
    assert.equal(certificate.verify(new X509Certificate(ca).publicKey), true)
    const { body } = await rest(daemon, 'GET /auth/devices', { token: owner.access_token })
    const shown = body.data.items.find((one: { device_uuid: string }) => one.device_uuid === device_uuid)
    assert.equal(shown.certificate, cert)
  })

  it('is not paired by a request that is none, and its code stays good', async () => {
    const offer = await rest(daemon, 'POST /auth/devices/pair', {
      token: owner.access_token,
      payload: { name: 'Phone', kind: 'phone' },
    })
    const { pairing_code } = offer.body.data
    const pair = (payload: object) => rest(daemon, 'POST /auth/devices/pair', { payload })
    assert.deepEqual(errorOf(await pair({ pairing_code, csr: 'none' })).slice(0, 2), [400, 'INVALID_REQUEST'])
    assert.equal((await pair({ pairing_code })).status, 201)
  })

  it('is served with it over REST, WebSocket and gRPC', async () => {
    const device = await pairWith(daemon, owner, ca)
    const { token, key, cert } = device
    assert.equal((await restAs(daemon, device, 'GET /auth/session', { token })).status, 200)
    await using socket = await TestSocket.open(daemon, token, { ca, key, cert })
    const { data } = await socket.ask('request', { operation: 'auth.session' })
    assert.equal(data.result.device_uuid, device.device_uuid)
    const client = grpcOf(device)
    await emotion(client, bearer(token))
    client.close()
  })

  it('is not signed in by the certificate alone', async () => {
    const device = await pairWith(daemon, owner, ca)
    const { key, cert } = device
    assert.deepEqual(failureOf(await restAs(daemon, device, 'GET /auth/session')).slice(0, 2), [
      401,
      'AUTHENTICATION_REQUIRED',
    ])
    await assert.rejects(TestSocket.open(daemon, null, { ca, key, cert }), /401/)
    const client = grpcOf(device)
    await assert.rejects(emotion(client, bearer('')), { code: status.UNAUTHENTICATED })
    client.close()
  })

  it('is refused with the session of another device, over every protocol', async () => {
    const [one, other] = [await pairWith(daemon, owner, ca), await pairWith(daemon, owner, ca)]
    const { key, cert } = one
    assert.deepEqual(
      failureOf(await restAs(daemon, one, 'GET /auth/session', { token: other.token })),
      ofAnother,
    )
    await assert.rejects(TestSocket.open(daemon, other.token, { ca, key, cert }), /401/)
    const client = grpcOf(one)
    await assert.rejects(emotion(client, bearer(other.token)), { code: status.UNAUTHENTICATED })
    client.close()
    // A sign-in by password is of no device.
    assert.equal((await restAs(daemon, one, 'GET /auth/session', { token: owner.access_token })).status, 200)
  })

  it('is refused within a second once it is revoked, and its open connections are closed', async () => {
    const device = await pairWith(daemon, owner, ca)
    const { key, cert } = device
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const token = owner.access_token
    assert.equal((await restAs(daemon, device, 'GET /auth/session', { token, agent })).status, 200)
    const socket = await TestSocket.open(daemon, token, { ca, key, cert })
    const client = grpcOf(device)
    const stream = openStream(client, 'StreamUpdates', { topics: ['agency.goals'] }, bearer(token))
    const ends = Promise.all([socket.closeCode(), once(stream, 'error')]).then(() => performance.now())
    await once(stream, 'data')

    const startedAt = performance.now()
    assert.equal((await revoke(device.device_uuid)).status, 200)
    // All of it is of the owner's own session, which goes on: only the certificate has ended.
    assert.deepEqual(failureOf(await restAs(daemon, device, 'GET /auth/session', { token, agent })), refused)
    assert.deepEqual(failureOf(await restAs(daemon, device, 'GET /auth/session', { token })), refused)
    await assert.rejects(TestSocket.open(daemon, token, { ca, key, cert }), /401/)
    const again = grpcOf(device)
    await assert.rejects(emotion(again, bearer(token)))
    const took = (await ends) - startedAt
    assert.ok(took < maxEndMs, `${Math.round(took)} ms`)
    assert.equal((await rest(daemon, 'GET /auth/session', { token })).status, 200)
    for (const one of [client, again]) one.close()
    agent.destroy()
  })

  it('is in the list of what was revoked then, which needs no token', async () => {
    const device = await pairWith(daemon, owner, ca)
    await revoke(device.device_uuid)
    const answer = await fetch(new URL('/certificates/crl', daemon.file.base_url))
    assert.equal(answer.headers.get('content-type'), 'application/pkix-crl')
    const list = Buffer.from(await answer.arrayBuffer())
    const serial = Buffer.from(new X509Certificate(device.cert).serialNumber, 'hex')
    assert.ok(list.includes(serial))
  })

  it('of another household is refused', async () => {
    await using stranger = await startTestDaemon({ config: local() })
    const theirCa = trustAuthority(stranger)
    const theirs = await pairWith(stranger, await stranger.owner(), theirCa)
    const { key, cert } = theirs
    const with_theirs = { ca, key, cert }
    assert.deepEqual(
      failureOf(await restAs(daemon, with_theirs, 'GET /auth/session', { token: owner.access_token })),
      refused,
    )
    const client = grpcOf(theirs)
    await assert.rejects(emotion(client, bearer(owner.access_token)), { code: status.UNAVAILABLE })
    client.close()
  })

  it('is shown to admins, with the authority and the certificate of the server', async () => {
    const { device_uuid, cert } = await pairWith(daemon, owner, ca)
    const { body } = await rest(daemon, 'GET /certificates', { token: owner.access_token })
    const { authority, server, client_certificates, items } = body.data
    assert.equal(authority.fingerprint, new X509Certificate(ca).fingerprint256)
    assert.deepEqual([server.local, client_certificates], [true, 'optional'])
    const { fingerprint, device_name, expires_at } = items.find(
      (one: { device_uuid: string }) => one.device_uuid === device_uuid,
    )
    const { fingerprint256, validToDate } = new X509Certificate(cert)
    assert.deepEqual(
      [fingerprint, device_name, Date.parse(expires_at)],
      [fingerprint256, 'Phone', validToDate.getTime()],
    )
  })

  it('is written about in the audit log: the authority, what was issued, and what was revoked', async () => {
    const { device_uuid } = await pairWith(daemon, owner, ca)
    await revoke(device_uuid)
    const { body } = await rest(daemon, 'GET /security/audit?limit=200', { token: owner.access_token })
    const events = new Set(
      (body.data.items as { event: string; details: { device_uuid?: string } }[])
        .filter(({ event, details }) => event === 'authority_made' || details.device_uuid === device_uuid)
        .map(({ event }) => event),
    )
    for (const event of ['authority_made', 'certificate_issued', 'certificate_revoked'])
      assert.ok(events.has(event), event)
  })

  it('TLS 1.2 is refused on both ports, by openssl', { skip: noOpenssl }, async () => {
    const connects = async (address: string, protocol: string, version: string) => {
      // Without a protocol that it knows, HTTP/2 closes what it has just opened.
      const words = ['s_client', '-connect', address, '-alpn', protocol, version]
      const openssl = spawn('openssl', words, { stdio: ['pipe', 'ignore', 'ignore'] })
      openssl.stdin.end()
      const [code] = await once(openssl, 'exit')
      return code === 0
    }
    for (const [address, protocol] of [
      [new URL(daemon.file.base_url).host, 'http/1.1'],
      [daemon.file.grpc_address, 'h2'],
    ] as const)
      assert.deepEqual(
        [await connects(address, protocol, '-tls1_2'), await connects(address, protocol, '-tls1_3')],
        [false, true],
      )
  })

  it('nobody but the owner of the home can read the key of the authority', () => {
    assert.equal(statSync(daemon.home.authority).mode & 0o777, 0o600)
  })
})
