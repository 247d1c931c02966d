import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { trustAuthority } from '../../support/certificate.ts'
import { ManualClock } from '../../support/clock.ts'
import { password, startTestDaemon, type TestDaemon, type TestMember } from '../../support/daemon.ts'
import { type Credentials, makeDeviceKey, restAs } from '../../support/device-key.ts'

const day = 86_400_000
const local = (more: object = {}) => ({ mode: 'detached', host: '127.0.0.1', tls: { local: true, ...more } })
const refused = [401, 'AUTHENTICATION_REQUIRED', { reason: 'certificate_refused' }]
const stepUp = [401, 'AUTHENTICATION_REQUIRED', { reason: 'step_up' }]
const failureOf = ({ status: code, body }: Awaited<ReturnType<typeof restAs>>) => [
  code,
  body.error?.code,
  body.error?.details,
]

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
      clock.sleep(20 * day)
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
    clock.sleep(91 * day)
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
