import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { login, signIn, type TestMember } from '../../support/daemon.ts'
import { select } from '../../support/database.ts'
import { household } from '../../support/household.ts'
import { openDeviceKey } from '../../support/wire/device-key.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const minute = 60_000
const hour = 60 * minute
const week = 7 * 24 * hour
const clock = new ManualClock()
const { daemon } = await household({ clock })
const newPassword = 'violet kettle marches north'

let named = 0
/** A phone of a new member that was paired some time ago; `token` is one of now. */
async function phone({ age = week, bound = true } = {}) {
  named += 1
  const member = await daemon.member(await signIn(daemon, 'olga'), `nils${named}`)
  const key = await openDeviceKey(daemon, clock)
  const offered = await rest(daemon, 'POST /auth/devices/pair', {
    token: member.access_token,
    payload: { name: 'Nils’ phone', kind: 'phone' },
  })
  const payload = { pairing_code: offered.body.data.pairing_code as string }
  const paired = bound
    ? await key.call('POST /auth/devices/pair', { payload })
    : await rest(daemon, 'POST /auth/devices/pair', { payload })
  assert.equal(paired.status, 201, JSON.stringify(paired.body))
  const { device, session_uuid } = paired.body.data
  let { refresh_token } = paired.body.data
  clock.advance(age)
  const token = async () => {
    const payload = { refresh_token }
    const answer = bound
      ? await key.call('POST /auth/refresh', { payload })
      : await rest(daemon, 'POST /auth/refresh', { payload })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    refresh_token = answer.body.data.refresh_token
    return answer.body.data.access_token as string
  }
  return { member, key, token, session_uuid, device_uuid: device.device_uuid as string }
}

type Phone = Awaited<ReturnType<typeof phone>>
const request = async ({ key, token }: Phone) =>
  key.call('POST /auth/recover/device', { token: await token(), payload: {} })
const complete = async ({ key, token }: Phone, more: object = {}) =>
  key.call('POST /auth/recover/device/password', {
    token: await token(),
    payload: { new_password: newPassword, ...more },
  })
const show = async (token: string) => (await rest(daemon, 'GET /auth/recover/device', { token })).body.data
const cancel = (token: string) => rest(daemon, 'DELETE /auth/recover/device', { token })
const again = ({ username }: TestMember) => signIn(daemon, username)

describe('A device that was trusted for a week', () => {
  it('sets a new password without the old one an hour after it has asked, and stays signed in', async () => {
    const nils = await phone()
    const elsewhere = await again(nils.member)
    const asked = await request(nils)
    assert.equal(asked.status, 201, JSON.stringify(asked.body))
    assert.equal(Date.parse(asked.body.data.waiting.ready_at) - clock.now(), hour)
    clock.advance(hour)
    const { status, body } = await complete(nils)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.data.session_uuid, nils.session_uuid)
    assert.equal((await login(daemon, nils.member.username, newPassword)).status, 200)
    assert.equal((await login(daemon, nils.member.username)).status, 401)
    const old = await rest(daemon, 'GET /auth/profile', { token: elsewhere.access_token })
    assert.equal(old.status, 401)
    // The password was given just now.
    const payload = { name: 'Tablet', kind: 'tablet' }
    const token = body.data.access_token as string
    assert.equal((await rest(daemon, 'POST /auth/devices/pair', { token, payload })).status, 200)
  })

  it('waits that hour, however often it asks', async () => {
    const nils = await phone()
    const first = await request(nils)
    clock.advance(hour - minute)
    const second = await request(nils)
    assert.deepEqual(second.body.data, first.body.data)
    const { ready_at } = first.body.data.waiting
    assert.deepEqual(errorOf(await complete(nils)), [
      409,
      'CONFLICT',
      { reason: 'recovery_not_ready', ready_at },
    ])
    clock.advance(minute)
    assert.equal((await complete(nils)).status, 200)
    assert.equal((await complete(nils)).status, 404)
  })

  it('then has a day for it', async () => {
    const nils = await phone()
    await request(nils)
    clock.advance(25 * hour)
    assert.deepEqual(errorOf(await complete(nils)).slice(0, 2), [404, 'NOT_FOUND'])
  })

  it('is told of where its member is signed in, and cancelled there for a week', async () => {
    const nils = await phone()
    await request(nils)
    const { access_token } = await again(nils.member)
    const { waiting } = await show(access_token)
    assert.deepEqual(
      waiting.map(({ device_name, own }: { device_name: string; own: boolean }) => [device_name, own]),
      [['Nils’ phone', false]],
    )
    const [told] = select<{ prompt: string }>(
      daemon,
      "SELECT prompt FROM interactions WHERE user_id = ? AND category = 'sign_in' ORDER BY rowid DESC",
      nils.member.family_member_uuid,
    )
    assert.match(told?.prompt ?? '', /^Nils’ phone wants to set a new password without the old one/)
    assert.equal((await cancel(access_token)).status, 200)
    clock.advance(hour)
    const refused = [409, 'CONFLICT', { reason: 'recovery_cancelled' }]
    assert.deepEqual(errorOf(await complete(nils)), refused)
    assert.deepEqual(errorOf(await request(nils)), refused)
    assert.equal((await show(await nils.token())).problem, 'cancelled')
    clock.sleep(week)
    assert.equal((await request(nils)).status, 201)
  })

  it('takes back what it asked for itself, and may ask anew', async () => {
    const nils = await phone()
    await request(nils)
    assert.equal((await cancel(await nils.token())).status, 200)
    assert.equal((await cancel(await nils.token())).status, 404)
    assert.equal((await request(nils)).status, 201)
  })

  it('sets none once the password was changed with the old one', async () => {
    const nils = await phone()
    await request(nils)
    const { access_token: token } = await again(nils.member)
    const payload = { current_password: 'correct horse battery', new_password: 'four tin lanterns hum' }
    const changed = await rest(daemon, 'POST /auth/change-password', { token, payload })
    assert.equal(changed.status, 200)
    assert.ok(changed.body.data.sessions_ended.includes(nils.session_uuid))
  })

  it('is of no use without its key, nor with a proof that was sent before', async () => {
    const nils = await phone()
    const token = await nils.token()
    const bare = await rest(daemon, 'POST /auth/recover/device', { token, payload: {} })
    assert.deepEqual(errorOf(bare).slice(0, 2), [401, 'INVALID_CREDENTIALS'])
    const thief = await openDeviceKey(daemon, clock)
    const stolen = await thief.call('POST /auth/recover/device', { token, payload: {} })
    assert.deepEqual(errorOf(stolen).slice(0, 2), [401, 'INVALID_CREDENTIALS'])
    const dpop = await nils.key.prove('POST', '/auth/recover/device')
    const send = () => rest(daemon, 'POST /auth/recover/device', { token, payload: {}, headers: { dpop } })
    assert.equal(errorOf(await send())[2].reason, 'use_dpop_nonce')
    assert.deepEqual(errorOf(await send()).slice(0, 2), [401, 'INVALID_CREDENTIALS'])
  })
})

describe('A session', () => {
  it('of a device that was paired lately asks for nothing', async () => {
    const nils = await phone({ age: week - minute })
    assert.deepEqual(errorOf(await request(nils)), [422, 'UNPROCESSABLE', { reason: 'new_device' }])
    assert.equal((await show(await nils.token())).problem, 'new_device')
  })

  it('of a device without a key asks for nothing', async () => {
    const nils = await phone({ bound: false })
    assert.deepEqual(errorOf(await request(nils)), [422, 'UNPROCESSABLE', { reason: 'no_key' }])
  })

  it('of no device asks for nothing', async () => {
    const nils = await phone()
    const { access_token: token } = await again(nils.member)
    const refused = await rest(daemon, 'POST /auth/recover/device', { token, payload: {} })
    assert.deepEqual(errorOf(refused), [422, 'UNPROCESSABLE', { reason: 'no_device' }])
  })
})
