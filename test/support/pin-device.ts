import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Clock } from '../../daemon/kernel/clock.ts'
import { password, signIn, type TestDaemon, type TestMember } from './daemon.ts'
import { type Answer, rest } from './wire/rest.ts'

/** A paired device that proves its key with every call. */
export interface PinDevice {
  readonly device_uuid: string
  /** What a session of it began with. */
  readonly paired: TestMember
  /** A proof of the device's key for a call; each is good once. */
  readonly prove: (method: string, path: string, nonce?: string) => Promise<string>
  readonly login: (payload: object) => Promise<Answer>
  /** Signs a member in with the password; what their session begins with. */
  readonly withPassword: (username: string) => Promise<TestMember>
  readonly withPin: (pin: string) => Promise<Answer>
  /** The PIN that a member gets, who has given the password on the device. */
  readonly assign: (username: string) => Promise<string>
}

/** A key that proofs are made of, and what makes them for a daemon whose time is that of `clock`. */
export async function proving({ file }: Pick<TestDaemon, 'file'>, clock: Pick<Clock, 'now'>) {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  return (method: string, path: string, nonce?: string): Promise<string> =>
    new SignJWT({ htm: method, htu: `${file.base_url}${path}`, ...(nonce !== undefined && { nonce }) })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .setIssuedAt(Math.floor(clock.now() / 1_000))
      .setJti(randomUUID())
      .sign(privateKey)
}

/** Makes a device of the member with that token a trusted one. */
export async function pinDevice(
  daemon: Pick<TestDaemon, 'file'>,
  token: string,
  clock: Pick<Clock, 'now'> = { now: Date.now },
): Promise<PinDevice> {
  const prove = await proving(daemon, clock)
  const offer = { token, payload: { name: 'Kitchen', kind: 'tablet', password } }
  const { pairing_code } = (await rest(daemon, 'POST /auth/devices/pair', offer)).body.data
  const { status, body } = await rest(daemon, 'POST /auth/devices/pair', {
    payload: { pairing_code },
    headers: { dpop: await prove('POST', '/auth/devices/pair') },
  })
  assert.equal(status, 201, JSON.stringify(body))
  const login = async (payload: object) =>
    rest(daemon, 'POST /auth/login', { payload, headers: { dpop: await prove('POST', '/auth/login') } })
  const withPassword = async (username: string) => {
    const answer = await login({ username, password })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return { ...answer.body.data, ...answer.body.data.family_member } as TestMember
  }
  return {
    device_uuid: body.data.device.device_uuid,
    paired: { ...body.data, ...body.data.family_member },
    prove,
    login,
    withPassword,
    withPin: (pin) => login({ recognition: { kind: 'pin', pin } }),
    assign: async (username) => {
      const { access_token } = await withPassword(username)
      const made = await rest(daemon, 'POST /recognition/pins', { token: access_token, payload: {} })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return made.body.data.pin
    },
  }
}

/** A device of a member, and their PIN on it. */
export async function deviceWithPin(
  daemon: Pick<TestDaemon, 'file'>,
  username: string,
  clock?: Pick<Clock, 'now'>,
): Promise<PinDevice & { readonly pin: string }> {
  const device = await pinDevice(daemon, (await signIn(daemon, username)).access_token, clock)
  return { ...device, pin: await device.assign(username) }
}
