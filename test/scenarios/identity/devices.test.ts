import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { status as grpcStatus } from '@grpc/grpc-js'
import { decodeJwt } from 'jose'
import { ManualClock } from '../../support/clock.ts'
import { password, signIn, startTestDaemon, type TestMember } from '../../support/daemon.ts'
import { everyRow, select } from '../../support/database.ts'
import { watchEnds } from '../../support/wire/stream-ends.ts'
import { household } from '../../support/household.ts'
import { errorOf, rest, statusesOf } from '../../support/wire/rest.ts'

const minute = 60_000

const clock = new ManualClock()
const { daemon, owner } = await household({ clock })

const phone = { name: 'My phone', kind: 'phone' }
const stepUp = [401, 'AUTHENTICATION_REQUIRED', { reason: 'step_up' }]
const wrongCode = [401, 'INVALID_CREDENTIALS', {}]
const notFound = [404, 'NOT_FOUND', {}]
let named = 0
/** A member who has just signed in and trusts nothing yet. */
const newcomer = async (): Promise<TestMember> => {
  named += 1
  return daemon.member(await signIn(daemon, 'olga'), `nils${named}`)
}
const request = (payload: object, token?: string) =>
  rest(daemon, 'POST /auth/devices/pair', { token, payload })
const offer = async (token: string, device: object = phone) => (await request(device, token)).body.data
const pair = async (token: string, device: object = phone) => {
  const { pairing_code } = await offer(token, device)
  const { status, body } = await request({ pairing_code })
  assert.equal(status, 201)
  return body.data
}
const list = async (token: string, query = '') =>
  (await rest(daemon, `GET /auth/devices${query}`, { token })).body.data
const revoke = (token: string, id: string) => rest(daemon, `DELETE /auth/devices/${id}`, { token })
const sessionOf = (token: string) => rest(daemon, 'GET /auth/session', { token })
const profile = (token: string) => rest(daemon, 'GET /auth/profile', { token })
const refresh = (refresh_token: string) => rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })

describe('Pairing', () => {
  it('starts with a code that is valid for 5 minutes', async () => {
    const { access_token } = await newcomer()
    const { status, body } = await request(phone, access_token)
    assert.equal(status, 200)
    const { pairing_code, pairing_uri, expires_at, ...others } = body.data
    assert.deepEqual(others, {})
    assert.match(pairing_code, /^[\dA-HJKMNP-TV-Z]{4}-[\dA-HJKMNP-TV-Z]{4}$/)
    assert.equal(Date.parse(expires_at), clock.now() + 5 * minute)
    const { protocol, host, searchParams } = new URL(pairing_uri)
    assert.deepEqual([protocol, host], ['companion:', 'pair'])
    assert.equal(searchParams.get('code'), pairing_code)
    assert.equal(searchParams.get('base_url'), daemon.file.base_url)
    assert.deepEqual(await list(access_token), { items: [], total: 0 })
  })

  it('creates a trusted, signed-in device', async () => {
    const member = await newcomer()
    const { pairing_uri } = await offer(member.access_token)
    const typed = new URL(pairing_uri).searchParams.get('code')?.replace('-', '').toLowerCase()
    const public_key = 'A'.repeat(43)
    const { status, body } = await request({ pairing_code: typed, public_key })
    assert.equal(status, 201)
    const { device, access_token, refresh_token, session_uuid, family_member, ...others } = body.data
    assert.deepEqual(others, { token_type: 'Bearer', expires_in: 900, refresh_expires_in: 30 * 86_400 })
    const { device_uuid, ...shown } = device
    const now = new Date(clock.now()).toISOString()
    assert.deepEqual(shown, {
      ...phone,
      trusted_at: now,
      last_seen_at: now,
      revoked_at: null,
      certificate: null,
    })
    assert.equal(family_member.family_member_uuid, member.family_member_uuid)
    assert.equal(family_member.trust_level, 'trusted')
    assert.equal((await profile(member.access_token)).body.data.trust_level, 'trusted')
    const { amr, sub } = decodeJwt(access_token)
    assert.deepEqual([amr, sub], [['otp'], member.family_member_uuid])
    const session = (await sessionOf(access_token)).body.data
    assert.deepEqual([session.session_uuid, session.device_uuid], [session_uuid, device_uuid])
    assert.deepEqual(decodeJwt((await refresh(refresh_token)).body.data.access_token)['amr'], ['otp'])
    assert.deepEqual(await list(member.access_token), { items: [device], total: 1 })
  })

  it('is refused with a wrong, used or expired code, and written to the audit log', async () => {
    const { access_token } = await newcomer()
    const failures = () =>
      select<{ actor: string }>(daemon, "SELECT actor FROM audit WHERE event = 'pairing_failed'").map(
        ({ actor }) => actor,
      )
    const before = failures().length
    const [used, old, last] = [
      await offer(access_token),
      await offer(access_token),
      await offer(access_token),
    ]
    assert.deepEqual(errorOf(await request({ pairing_code: 'AAAA-AAAA' })), wrongCode)
    assert.equal((await request({ pairing_code: used.pairing_code })).status, 201)
    assert.deepEqual(errorOf(await request({ pairing_code: used.pairing_code })), wrongCode)
    clock.advance(5 * minute - 1)
    assert.equal((await request({ pairing_code: last.pairing_code })).status, 201)
    clock.advance(1)
    assert.deepEqual(errorOf(await request({ pairing_code: old.pairing_code })), wrongCode)
    assert.deepEqual(failures().slice(before), ['nobody', 'nobody', 'nobody'])
    assert.equal((await list((await signIn(daemon, `nils${named}`)).access_token)).total, 2)
  })

  it('creates one device when two race for the same code', async () => {
    const { access_token } = await newcomer()
    const { pairing_code } = await offer(access_token)
    const answers = await Promise.all([1, 2].map(() => request({ pairing_code })))
    assert.deepEqual(statusesOf(answers), [201, 401])
    assert.equal((await list(access_token)).total, 1)
  })

  it('takes the name from the member and the rest from the device', async () => {
    const { access_token } = await newcomer()
    const { pairing_code } = await offer(access_token)
    const cases: [object, string | undefined, string][] = [
      [{ pairing_code }, access_token, 'pairing_code'],
      [{ ...phone, pairing_code }, access_token, 'pairing_code'],
      [{ name: 'Phone' }, access_token, 'kind'],
      [{ kind: 'phone' }, access_token, 'name'],
      [{ name: 'Phone', kind: 'toaster' }, access_token, 'kind'],
      [{}, undefined, 'pairing_code'],
      [{ pairing_code, name: 'Mine' }, undefined, 'name'],
      [{ pairing_code, public_key: 'short' }, undefined, 'public_key'],
    ]
    for (const [payload, token, field] of cases) {
      const [status, code, details] = errorOf(await request(payload, token))
      assert.deepEqual(
        [status, code, details.field],
        [400, 'INVALID_REQUEST', field],
        JSON.stringify(payload),
      )
    }
    assert.equal((await request({ pairing_code })).status, 201, 'none of these has used the code up')
  })

  it('never stores a code in plain text', async () => {
    const { access_token } = await newcomer()
    const { pairing_code } = await offer(access_token, { name: 'Quince', kind: 'other' })
    const text = JSON.stringify(everyRow(daemon))
    assert.match(text, /Quince/)
    for (const code of [pairing_code, pairing_code.replace('-', '')]) assert.equal(text.includes(code), false)
  })

  it('has the same rate limit for guesses as a password', async () => {
    await using strict = await startTestDaemon({
      environment: { COMPANION_LIMITS_AUTHENTICATION_PER_MINUTE: '5' },
    })
    const { access_token: token } = await strict.owner()
    const route = 'POST /auth/devices/pair'
    const { pairing_code } = (await rest(strict, route, { token, payload: phone })).body.data
    for (let count = 0; count < 4; count += 1) {
      const guess = await rest(strict, route, { payload: { pairing_code: `AAAA-AAA${count}` } })
      assert.deepEqual(errorOf(guess), wrongCode)
    }
    const right = await rest(strict, route, { payload: { pairing_code } })
    assert.deepEqual(errorOf(right).slice(0, 2), [429, 'RATE_LIMITED'])
    assert.equal((await rest(strict, route, { token, payload: phone })).status, 200)
  })
})

describe('The devices', () => {
  it('are visible to their member only, newest first', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    const first = (await pair(one.access_token)).device
    clock.advance(1_000)
    const second = (await pair(one.access_token, { name: 'Tablet', kind: 'tablet' })).device
    assert.deepEqual(await list(one.access_token), { items: [second, first], total: 2 })
    assert.deepEqual(await list(one.access_token, '?limit=1&offset=1'), { items: [first], total: 2 })
    for (const token of [other.access_token, (await signIn(daemon, 'olga')).access_token]) {
      assert.deepEqual((await list(token)).items, [])
      assert.deepEqual(errorOf(await revoke(token, first.device_uuid)), notFound)
    }
    assert.equal((await profile(other.access_token)).body.data.trust_level, 'basic')
  })

  it('record when they last made a request', async () => {
    const { access_token } = await newcomer()
    const paired = await pair(access_token)
    const seen = async () => Date.parse((await list(access_token)).items[0].last_seen_at)
    assert.equal(await seen(), clock.now())
    clock.advance(minute)
    assert.equal(await seen(), clock.now() - minute)
    await profile(paired.access_token)
    assert.equal(await seen(), clock.now())
    clock.advance(minute)
    await refresh(paired.refresh_token)
    assert.equal(await seen(), clock.now())
  })
})

describe('A revoked device', () => {
  it('is signed out at once together with its open connections, and others are not', async () => {
    const { access_token } = await newcomer()
    const [paired, other] = [await pair(access_token), await pair(access_token)]
    const { ends } = await watchEnds(daemon, paired.access_token)
    const { status, body } = await revoke(access_token, paired.device.device_uuid)
    const revoked_at = new Date(clock.now()).toISOString()
    assert.deepEqual([status, body.data.device], [200, { ...paired.device, revoked_at }])
    assert.deepEqual(await ends, [4401, grpcStatus.UNAUTHENTICATED])
    assert.equal(errorOf(await profile(paired.access_token))[1], 'TOKEN_REVOKED')
    assert.equal(errorOf(await refresh(paired.refresh_token))[1], 'TOKEN_REVOKED')
    for (const token of [access_token, other.access_token])
      assert.equal((await profile(token)).body.data.trust_level, 'trusted')
    assert.deepEqual((await list(access_token)).items, [other.device])
    assert.deepEqual(errorOf(await revoke(access_token, paired.device.device_uuid)), notFound)
    await revoke(access_token, other.device.device_uuid)
    assert.equal((await profile(access_token)).body.data.trust_level, 'basic')
  })

  it('is not found if it never existed', async () => {
    const { access_token } = await newcomer()
    assert.deepEqual(errorOf(await revoke(access_token, randomUUID())), notFound)
    assert.equal(errorOf(await revoke(access_token, 'phone'))[0], 400)
  })
})

describe('A change to the devices', () => {
  it('requires a sign-in within the last 5 minutes, or the password', async () => {
    const member = await newcomer()
    const { access_token: token } = member
    const { device } = await pair(token)
    clock.advance(5 * minute + 1_000)
    assert.deepEqual(errorOf(await request(phone, token)), stepUp)
    assert.deepEqual(errorOf(await revoke(token, device.device_uuid)), stepUp)
    const wrong = await request({ ...phone, password: 'not the password' }, token)
    assert.deepEqual(errorOf(wrong), [401, 'INVALID_CREDENTIALS', {}])
    assert.equal((await request({ ...phone, password }, token)).status, 200)
    const again = await signIn(daemon, member.username)
    assert.equal((await revoke(again.access_token, device.device_uuid)).status, 200)
  })

  it('is refused to a device whose member signed in long ago, without the password', async () => {
    const { access_token } = await signIn(daemon, 'olga')
    clock.advance(4 * minute)
    const { pairing_code } = await offer(access_token)
    clock.advance(4 * minute)
    const { access_token: token, device } = (await request({ pairing_code })).body.data
    assert.deepEqual(errorOf(await request(phone, token)), stepUp)
    assert.deepEqual(errorOf(await revoke(token, device.device_uuid)), stepUp)
    const roles = (more: object) =>
      rest(daemon, `PUT /auth/members/${owner.family_member_uuid}/roles`, {
        token,
        payload: { roles: ['admin'], ...more },
      })
    assert.deepEqual(errorOf(await roles({})), stepUp)
    assert.equal((await roles({ password })).status, 200)
    assert.equal((await request({ ...phone, password }, token)).status, 200)
  })
})
