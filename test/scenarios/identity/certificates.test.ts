import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, statSync } from 'node:fs'
import { Agent } from 'node:https'
import { after, before, describe, it } from 'node:test'
import { credentials, type Metadata, status } from '@grpc/grpc-js'
import { trustAuthority } from '../../support/certificate.ts'
import { ManualClock } from '../../support/clock.ts'
import {
  password,
  startTestDaemon,
  temporaryFolder,
  type TestDaemon,
  type TestMember,
} from '../../support/daemon.ts'
import { type Credentials, makeDeviceKey, restAs } from '../../support/device-key.ts'
import { bearer, call as callGrpc, grpcClient, openStream } from '../../support/wire/grpc.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const day = 86_400_000
const noOpenssl = spawnSync('openssl', ['version']).error ? 'no `openssl` command here' : false
const local = (more: object = {}) => ({ mode: 'detached', host: '127.0.0.1', tls: { local: true, ...more } })
const refused = [401, 'AUTHENTICATION_REQUIRED', { reason: 'certificate_refused' }]
const required = [401, 'AUTHENTICATION_REQUIRED', { reason: 'certificate_required' }]
const ofAnother = [401, 'AUTHENTICATION_REQUIRED', { reason: 'certificate_of_another_device' }]
const stepUp = [401, 'AUTHENTICATION_REQUIRED', { reason: 'step_up' }]
const failureOf = ({ status: code, body }: Awaited<ReturnType<typeof restAs>>) => [
  code,
  body.error?.code,
  body.error?.details,
]

interface Device extends Credentials {
  readonly device_uuid: string
  readonly token: string
  readonly cert: string
  readonly key: string
  readonly csr: string
}

/** Pairs a device that brings a request for a certificate; the owner makes the code at the machine. */
async function pairWith(daemon: TestDaemon, owner: TestMember, ca = ''): Promise<Device> {
  const { csr, key } = await makeDeviceKey()
  const offer = await restAs(daemon, { ca }, 'POST /auth/devices/pair', {
    token: owner.access_token,
    payload: { name: 'Phone', kind: 'phone', password },
  })
  const payload = { pairing_code: offer.body.data.pairing_code, csr }
  const { status: code, body } = await restAs(daemon, { ca }, 'POST /auth/devices/pair', { payload })
  assert.equal(code, 201, JSON.stringify(body))
  const { device, access_token } = body.data
  return { device_uuid: device.device_uuid, token: access_token, cert: device.certificate, key, csr, ca }
}

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
    const streamEnded = once(stream, 'error')
    await once(stream, 'data')

    assert.equal((await revoke(device.device_uuid)).status, 200)
    const startedAt = performance.now()
    // All of it is of the owner's own session, which goes on: only the certificate has ended.
    assert.deepEqual(failureOf(await restAs(daemon, device, 'GET /auth/session', { token, agent })), refused)
    assert.deepEqual(failureOf(await restAs(daemon, device, 'GET /auth/session', { token })), refused)
    await assert.rejects(TestSocket.open(daemon, token, { ca, key, cert }), /401/)
    const again = grpcOf(device)
    await assert.rejects(emotion(again, bearer(token)))
    await Promise.all([socket.closeCode(), streamEnded])
    const took = performance.now() - startedAt
    assert.ok(took < 1_000, `${Math.round(took)} ms`)
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
    const connects = async (address: string, version: string) => {
      const openssl = spawn('openssl', ['s_client', '-connect', address, version], {
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      openssl.stdin.end()
      const [code] = await once(openssl, 'exit')
      return code === 0
    }
    for (const address of [new URL(daemon.file.base_url).host, daemon.file.grpc_address])
      assert.deepEqual(
        [await connects(address, '-tls1_2'), await connects(address, '-tls1_3')],
        [false, true],
      )
  })

  it('nobody but the owner of the home can read the key of the authority', () => {
    assert.equal(statSync(daemon.home.authority).mode & 0o777, 0o600)
  })
})

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
  let device: Device
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

describe('The certificate of a device', () => {
  const clock = new ManualClock()
  let daemon: TestDaemon

  before(async () => {
    daemon = await startTestDaemon({ clock, config: local() })
    trustAuthority(daemon)
    await daemon.owner()
  })
  after(() => daemon[Symbol.asyncDispose]())

  // The certificate of the server follows the clock of these tests, which that of TLS does not.
  const lenient = { ca: '', rejectUnauthorized: false }
  const paired = async () => {
    const answer = await restAs(daemon, lenient, 'POST /auth/login', {
      payload: { username: 'olga', password },
    })
    return { ...(await pairLenient(answer.body.data)), ...lenient }
  }
  const pairLenient = async ({ access_token }: TestMember) => {
    const { csr, key } = await makeDeviceKey()
    const offer = await restAs(daemon, lenient, 'POST /auth/devices/pair', {
      token: access_token,
      payload: { name: 'Phone', kind: 'phone' },
    })
    const { body } = await restAs(daemon, lenient, 'POST /auth/devices/pair', {
      payload: { pairing_code: offer.body.data.pairing_code, csr },
    })
    const { device, refresh_token, access_token: token } = body.data
    return {
      device_uuid: device.device_uuid as string,
      cert: device.certificate as string,
      key,
      csr,
      refresh_token,
      token,
    }
  }
  type Paired = Awaited<ReturnType<typeof paired>>
  const refreshed = async ({ refresh_token }: Paired, more: object = {}) => {
    const { body } = await restAs(daemon, { ...lenient, ...more }, 'POST /auth/refresh', {
      payload: { refresh_token },
    })
    return body.data as { access_token: string; refresh_token: string }
  }
  const renew = (id: string, token: string, csr: string, more: object = {}, with_what: object = lenient) =>
    restAs(daemon, with_what as Credentials, `POST /auth/devices/${id}/certificate`, {
      token,
      payload: { csr, ...more },
    })

  it('is not renewed before its 60th day for the same key', async () => {
    const { device_uuid, token, csr } = await paired()
    assert.deepEqual(failureOf(await renew(device_uuid, token, csr)), [
      409,
      'CONFLICT',
      { reason: 'certificate_not_due' },
    ])
  })

  it('is renewed early for a new key with the password alone, and the old one ends', async () => {
    const device = await paired()
    clock.advance(600_000)
    const { device_uuid, token, key, cert } = device
    const { csr } = await makeDeviceKey()
    assert.deepEqual(failureOf(await renew(device_uuid, token, csr)), stepUp)
    const { status: code, body } = await renew(device_uuid, token, csr, { password })
    assert.equal(code, 201)
    assert.notEqual(body.data.device.certificate, cert)
    assert.deepEqual(
      failureOf(await restAs(daemon, { ...lenient, key, cert }, 'GET /auth/session', { token })),
      refused,
    )
  })

  it('is renewed by the device itself alone', async () => {
    const [one, other] = [await paired(), await paired()]
    const { csr } = await makeDeviceKey()
    for (const id of [other.device_uuid, '0f8fad5b-d9cb-469f-a165-70867728950e'])
      assert.equal((await renew(id, one.token, csr, { password })).status, 404)
    const person = await restAs(daemon, lenient, 'POST /auth/login', {
      payload: { username: 'olga', password },
    })
    assert.equal((await renew(one.device_uuid, person.body.data.access_token, csr)).status, 404)
  })

  it('is renewed from the 60th day on without a password, for the same key or over a connection with it', async () => {
    const device = await paired()
    const { device_uuid, key, cert } = device
    // A session that nobody uses ends after 30 days.
    let session = { ...device }
    for (let month = 0; month < 3; month += 1) {
      clock.advance(20 * day)
      session = { ...session, ...(await refreshed(session)) }
    }
    const { access_token } = await refreshed(session)
    const another = await makeDeviceKey()
    assert.deepEqual(failureOf(await renew(device_uuid, access_token, another.csr)), stepUp)
    const withOld = { ...lenient, key, cert }
    const second = await renew(device_uuid, access_token, another.csr, {}, withOld)
    assert.equal(second.status, 201)
    // It goes on beside the new one, until its end: the answer may be lost.
    assert.equal((await restAs(daemon, withOld, 'GET /auth/session', { token: access_token })).status, 200)
    assert.notEqual(second.body.data.device.certificate, cert)
  })

  it('is refused once it has run out', async () => {
    const { key, cert } = await paired()
    clock.advance(91 * day)
    const owner = await restAs(daemon, lenient, 'POST /auth/login', {
      payload: { username: 'olga', password },
    })
    const token = owner.body.data.access_token
    assert.deepEqual(
      failureOf(await restAs(daemon, { ...lenient, key, cert }, 'GET /auth/session', { token })),
      refused,
    )
    assert.equal((await restAs(daemon, lenient, 'GET /auth/session', { token })).status, 200)
  })

  it('ends with everything else of its member that a reset deletes', async () => {
    const { token, key, cert } = await paired()
    assert.equal(
      (
        await restAs(daemon, lenient, 'POST /auth/emergency-reset', {
          token,
          payload: { password, confirm: 'RESET' },
        })
      ).status,
      200,
    )
    const again = await restAs(daemon, lenient, 'POST /auth/login', {
      payload: { username: 'olga', password },
    })
    assert.deepEqual(
      failureOf(
        await restAs(daemon, { ...lenient, key, cert }, 'GET /auth/session', {
          token: again.body.data.access_token,
        }),
      ),
      refused,
    )
  })
})
