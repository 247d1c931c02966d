import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { password, signIn } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { type PinDevice, deviceWithPin, pinDevice, proving } from '../../support/pin-device.ts'
import { type Answer, errorOf, rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const clock = new ManualClock()
const { daemon, owner } = await household({ clock })
const wrong = [401, 'INVALID_CREDENTIALS', 'wrong_pin']
const passwordOnly = [401, 'INVALID_CREDENTIALS', 'password_only']
const outcome = (answer: Answer) => {
  const [status, code, details] = errorOf(answer)
  return [status, code, details?.reason]
}
let people = 0
const newMember = async () => {
  people += 1
  const { access_token } = await signIn(daemon, 'olga')
  return daemon.member({ ...owner, access_token }, `person${people}`)
}
const anew = async () => {
  const member = await newMember()
  return { member, device: await deviceWithPin(daemon, member.username, clock) }
}
/** A device of somebody else, on which that PIN is nobody's. */
const deviceOfStranger = async (pin: string): Promise<PinDevice> => {
  const { device } = await anew()
  return device.pin === pin ? deviceOfStranger(pin) : device
}
const wrongPins = (right: string, count: number) =>
  Array.from({ length: count + 1 }, (_, at) => String(5000 + at))
    .filter((pin) => pin !== right)
    .slice(0, count)
const tryWrong = async (device: PinDevice, right: string, count: number) => {
  for (const pin of wrongPins(right, count)) assert.deepEqual(outcome(await device.withPin(pin)), wrong)
}
const as = async (token: string) => (await rest(daemon, 'GET /auth/session', { token })).body.data

describe('A PIN', () => {
  it('is assigned by the daemon, of the range of its member, and shown once', async () => {
    const { member, device } = await anew()
    assert.match(device.pin, /^[1-9]\d{3}$/)
    assert.ok(Number(device.pin) >= 1234)
    const { access_token } = await device.withPassword(member.username)
    const again = await rest(daemon, 'POST /recognition/pins', { token: access_token, payload: {} })
    assert.deepEqual(outcome(again), [409, 'CONFLICT', 'pin_there'])
    const { body } = await rest(daemon, 'GET /recognition/pins', { token: access_token })
    assert.deepEqual(
      [body.data.digits, body.data.devices.map((one: { device_uuid: string }) => one.device_uuid)],
      [4, [device.device_uuid]],
    )
    assert.ok(!JSON.stringify(body).includes(device.pin))
  })

  it('signs its member in on the device, restricted and for 15 minutes unused', async () => {
    const { member, device } = await anew()
    const { status, body } = await device.withPin(device.pin)
    assert.deepEqual(
      [
        status,
        body.data.family_member.family_member_uuid,
        body.data.restriction,
        body.data.refresh_expires_in,
      ],
      [200, member.family_member_uuid, 'pin', 900],
    )
    const session = await as(body.data.access_token)
    assert.deepEqual([session.restriction, session.device_uuid], ['pin', device.device_uuid])
    assert.equal(session.authenticated_at, '1970-01-01T00:00:00.000Z')
  })

  it('is refused alike on a device that proves nothing, on one of strangers, and where it is nobody’s', async () => {
    const { device } = await anew()
    const other = await deviceOfStranger(device.pin)
    const payload = { recognition: { kind: 'pin', pin: device.pin } }
    const refusals = [
      await rest(daemon, 'POST /auth/login', { payload }),
      await rest(daemon, 'POST /auth/login', { payload, headers: { dpop: 'no.proof.atall' } }),
      await rest(daemon, 'POST /auth/login', {
        payload,
        headers: { dpop: await (await proving(daemon, clock))('POST', '/auth/login') },
      }),
      await other.withPin(device.pin),
      await device.withPin(wrongPins(device.pin, 1)[0] ?? ''),
    ]
    const [first] = refusals
    for (const refusal of refusals) {
      assert.deepEqual(outcome(refusal), wrong)
      assert.deepEqual(refusal.body.error, first?.body.error)
    }
  })

  it('works on a device that is paired by somebody else, once its member has given the password there', async () => {
    const { device, member } = await anew()
    const kitchen = await pinDevice(daemon, (await signIn(daemon, 'olga')).access_token, clock)
    assert.deepEqual(outcome(await kitchen.withPin(device.pin)), wrong)
    await kitchen.withPassword(member.username)
    assert.equal((await kitchen.withPin(device.pin)).status, 200)
  })

  it('is assigned only from a session of a device that has a key', async () => {
    const { access_token } = await newMember()
    const refused = await rest(daemon, 'POST /recognition/pins', { token: access_token, payload: {} })
    assert.equal(refused.status, 422)
    assert.equal(
      (await rest(daemon, 'GET /recognition/pins', { token: access_token })).body.data.assignable,
      false,
    )
  })

  it('is assigned only where the password was given on this very device', async () => {
    const { access_token } = await newMember()
    const { paired } = await pinDevice(daemon, access_token, clock)
    const asked = { token: paired.access_token, payload: {} }
    const refused = await rest(daemon, 'POST /recognition/pins', asked)
    assert.deepEqual(outcome(refused), [401, 'AUTHENTICATION_REQUIRED', 'step_up'])
    const given = await rest(daemon, 'POST /recognition/pins', { ...asked, payload: { password } })
    assert.equal(given.status, 201)
  })

  it('is replaced by another one, and ends', async () => {
    const { member, device } = await anew()
    const session = (await device.withPin(device.pin)).body.data
    const { access_token: token } = await device.withPassword(member.username)
    const { body } = await rest(daemon, 'PUT /recognition/pins', { token, payload: {} })
    assert.notEqual(body.data.pin, device.pin)
    assert.deepEqual(outcome(await device.withPin(device.pin)), wrong)
    assert.equal((await rest(daemon, 'GET /auth/session', { token: session.access_token })).status, 401)
    assert.equal((await device.withPin(body.data.pin)).status, 200)
    assert.equal((await rest(daemon, 'DELETE /recognition/pins', { token })).status, 200)
    assert.deepEqual(outcome(await device.withPin(body.data.pin)), wrong)
    assert.equal((await rest(daemon, 'DELETE /recognition/pins', { token })).status, 404)
  })

  it('works nowhere any more once the password was changed, but where the new one was given', async () => {
    const { member, device } = await anew()
    const { access_token: token } = await device.withPassword(member.username)
    const payload = { current_password: password, new_password: 'violet kettle marches north' }
    assert.equal((await rest(daemon, 'POST /auth/change-password', { token, payload })).status, 200)
    assert.deepEqual(outcome(await device.withPin(device.pin)), wrong)
    await device.login({ username: member.username, password: payload.new_password })
    assert.equal((await device.withPin(device.pin)).status, 200)
  })

  it('works no more on a device that is trusted no longer', async () => {
    const { member, device } = await anew()
    const { access_token: token } = await device.withPassword(member.username)
    assert.equal((await rest(daemon, `DELETE /auth/devices/${device.device_uuid}`, { token })).status, 200)
    assert.deepEqual(outcome(await device.withPin(device.pin)), wrong)
  })

  it('is not taken together with a username', async () => {
    const { device, member } = await anew()
    const both = { username: member.username, recognition: { kind: 'pin', pin: device.pin } }
    assert.equal((await device.login(both)).status, 400)
    assert.equal((await device.login({ username: member.username })).status, 400)
    assert.equal((await device.login({ recognition: { kind: 'pin', pin: '0123' } })).status, 400)
  })
})

describe('Another PIN', () => {
  it('switches the user: the session of the one before on that device ends, and no other', async () => {
    const { member, device } = await anew()
    const other = await newMember()
    const theirs = await device.assign(other.username)
    const full = await device.withPassword(member.username)
    const first = (await device.withPin(device.pin)).body.data
    const second = (await device.withPin(theirs)).body.data
    assert.equal(second.family_member.family_member_uuid, other.family_member_uuid)
    const status = async (token: string) => (await rest(daemon, 'GET /auth/session', { token })).status
    assert.deepEqual(
      [await status(first.access_token), await status(second.access_token), await status(full.access_token)],
      [401, 200, 200],
    )
  })
})

describe('Wrong PINs', () => {
  it('make the device take the password only after five in a row, and its members are told', async () => {
    const { member, device } = await anew()
    await tryWrong(device, device.pin, 5)
    assert.deepEqual(outcome(await device.withPin(device.pin)), passwordOnly)
    const { access_token: token } = await device.withPassword(member.username)
    const { body } = await rest(daemon, 'GET /interactions', { token })
    assert.deepEqual(
      body.items.map(({ title, severity, interaction_type }: Record<string, string>) => [
        title,
        severity,
        interaction_type,
      ]),
      [['Too many wrong PINs', 'high', 'ack']],
    )
    assert.equal((await device.withPin(device.pin)).status, 200)
    const audit = await rest(daemon, 'GET /security/audit', {
      token: (await signIn(daemon, 'olga')).access_token,
    })
    const locked = audit.body.data.items.find(({ event }: { event: string }) => event === 'locked')
    assert.deepEqual([locked.details.subject, locked.details.device_uuid], ['device', device.device_uuid])
  })

  it('count anew after a right one, but only so many in a day', async () => {
    const { device } = await anew()
    for (const count of [4, 4, 4, 4]) {
      await tryWrong(device, device.pin, count)
      assert.equal((await device.withPin(device.pin)).status, 200)
    }
    // The seventeenth of the day.
    await tryWrong(device, device.pin, 1)
    assert.deepEqual(outcome(await device.withPin(device.pin)), passwordOnly)
    clock.sleep(86_400_000)
    assert.equal((await device.withPin(device.pin)).status, 200)
  })

  it('are counted on, whatever PIN comes while the device takes the password only', async () => {
    const { device } = await anew()
    await tryWrong(device, device.pin, 5)
    for (const pin of [device.pin, '5000', '77', '345'])
      assert.deepEqual(outcome(await device.withPin(pin)), passwordOnly)
  })
})

describe('A session of a PIN', () => {
  /** A session with a WebSocket, and new tokens for both after 14 minutes. */
  const renewedLate = async (use: (token: string) => Promise<unknown>) => {
    const { device } = await anew()
    const { access_token, refresh_token } = (await device.withPin(device.pin)).body.data
    const socket = await TestSocket.open(daemon, access_token)
    clock.advance(600_000)
    await use(access_token)
    clock.advance(240_000)
    const refresh = async (nonce?: string) =>
      rest(daemon, 'POST /auth/refresh', {
        payload: { refresh_token },
        headers: { dpop: await device.prove('POST', '/auth/refresh', nonce) },
      })
    const { status, body } = await refresh((await refresh()).headers.get('dpop-nonce') ?? '')
    assert.equal(status, 200)
    const { type } = await socket.ask('authenticate', { access_token: body.data.access_token })
    assert.equal(type, 'authenticated')
    return { socket, token: body.data.access_token as string }
  }

  it('ends with its WebSocket when it was not used for 15 minutes, whatever new tokens it had', async () => {
    const { socket, token } = await renewedLate(async () => {})
    assert.equal(socket.socket.readyState, socket.socket.OPEN)
    const closed = socket.closeCode()
    clock.advance(60_000)
    assert.equal(await closed, 4401)
    assert.deepEqual(errorOf(await rest(daemon, 'GET /auth/session', { token })).slice(0, 2), [
      401,
      'TOKEN_REVOKED',
    ])
  })

  it('goes on for 15 minutes after each use', async () => {
    const { socket, token } = await renewedLate((access_token) => as(access_token))
    clock.advance(60_000)
    const { type } = await socket.ask('subscribe', { topics: ['agency.goals'] })
    assert.equal(type, 'subscribed')
    assert.equal((await rest(daemon, 'GET /auth/session', { token })).status, 200)
    const closed = socket.closeCode()
    clock.advance(900_000)
    assert.equal(await closed, 4401)
  })
})

describe('A standing', () => {
  for (const [standing, digits] of [
    ['secondary', 3],
    ['temporary', 2],
  ] as const)
    it(`of ${standing} gives a PIN of ${digits} digits, and ends the one before`, async () => {
      const { member, device } = await anew()
      const { access_token: token } = await signIn(daemon, 'olga')
      const path = `PUT /auth/members/${member.family_member_uuid}/standing` as const
      const set = await rest(daemon, path, { token, payload: { standing } })
      assert.equal(set.body.data.family_member.standing, standing)
      assert.deepEqual(outcome(await device.withPin(device.pin)), wrong)
      const pin = await device.assign(member.username)
      assert.equal(pin.length, digits)
      const { body } = await device.withPin(pin)
      assert.equal(body.data.refresh_expires_in, standing === 'temporary' ? 300 : 900)
    })

  it('of temporary is refused a PIN where one more would be guessed too easily', async () => {
    const kitchen = await pinDevice(daemon, (await signIn(daemon, 'olga')).access_token, clock)
    const { access_token: token } = await signIn(daemon, 'olga')
    const members = []
    for (let one = 0; one < 4; one += 1) {
      const member = await newMember()
      const payload = { standing: 'temporary' }
      await rest(daemon, `PUT /auth/members/${member.family_member_uuid}/standing`, { token, payload })
      members.push(member)
    }
    for (const { username } of members.slice(0, 3)) assert.equal((await kitchen.assign(username)).length, 2)
    const { access_token } = await kitchen.withPassword(members[3]?.username ?? '')
    const refused = await rest(daemon, 'POST /recognition/pins', { token: access_token, payload: {} })
    assert.deepEqual(errorOf(refused).slice(0, 2), [409, 'CONFLICT'])
  })
})
