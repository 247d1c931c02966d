import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { codeAt, setUpApp } from '../../support/authenticator-app.ts'
import { login, password, signIn } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const { daemon } = await household({ clock: systemClock })

const port = new URL(daemon.file.base_url).port
const local = `http://localhost:${port}`
const address = `http://127.0.0.1:${port}`
const at = { ...daemon, file: { ...daemon.file, base_url: `${local}/api/v1` } }

/** As the page at `localhost` does. */
const post = (path: string, payload: object, token?: string) =>
  rest(at, `POST /auth/${path}`, { token, payload, headers: { origin: local } })
const amrOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).amr

async function register(token: string, key = new SoftwareAuthenticator(), name = 'Laptop') {
  const { status, body } = await post('mfa/passkeys/options', { password }, token)
  assert.equal(status, 200, JSON.stringify(body))
  const made = await post('mfa/passkeys', { name, response: key.create(body.data.options, local) }, token)
  return { key, options: body.data.options, made }
}

async function withPasskey(username: string) {
  const member = await daemon.member(await signIn(daemon, 'olga'), username)
  const { key, made } = await register(member.access_token)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return { ...member, key, passkey: made.body.data.passkey }
}

/** Begins a sign-in without a password. */
const begin = async () => (await post('login', { method: 'passkey' })).body.error.details
const finish = (mfa_token: string, assertion: object) =>
  post('login', { mfa_token, method: 'passkey', assertion })

describe('A passkey', () => {
  it('signs its owner in alone, without a username', async () => {
    const { key } = await withPasskey('ada')
    const { mfa_token, methods, passkey_options } = await begin()
    assert.deepEqual(methods, ['passkey'])
    assert.deepEqual([passkey_options.rpId, passkey_options.userVerification], ['localhost', 'required'])
    const { status, body } = await finish(mfa_token, key.get(passkey_options, local))
    assert.equal(status, 200)
    assert.equal(body.data.family_member.username, 'ada')
    assert.deepEqual(amrOf(body.data.access_token), ['hwk', 'mfa'])
  })

  it('is a second step after the password, on a page of its host alone', async () => {
    const { key } = await withPasskey('ben')
    const elsewhere = await login(daemon, 'ben')
    assert.deepEqual(elsewhere.body.error.details.methods, [])
    const { body } = await post('login', { username: 'ben', password })
    const { mfa_token, methods, passkey_options } = body.error.details
    assert.deepEqual(methods, ['passkey'])
    assert.deepEqual(
      passkey_options.allowCredentials.map(({ id }: { id: string }) => id),
      [key.id],
    )
    // After the password, to have it is enough.
    key.verifies = false
    const whole = await finish(mfa_token, key.get(passkey_options, local))
    assert.equal(whole.status, 200)
    assert.deepEqual(amrOf(whole.body.data.access_token), ['pwd', 'hwk', 'mfa'])
  })

  it('is refused where any part of it does not hold', async () => {
    const { key } = await withPasskey('cat')
    const stranger = new SoftwareAuthenticator()
    type Options = { challenge: string }
    const attempts: Record<string, (options: Options) => object> = {
      'of another challenge': () => key.get({ challenge: 'AAAA' }, local),
      'of another origin': (options) => key.get(options, 'http://localhost:1'),
      'of another host': (options) => key.get(options, 'https://evil.example'),
      'of nobody': (options) => stranger.get(options, local),
      'with another signature': (options) => {
        const signed = key.get(options, local)
        return {
          ...signed,
          response: { ...signed.response, signature: stranger.get(options, local).response.signature },
        }
      },
      'without a person': (options) => {
        key.verifies = false
        const signed = key.get(options, local)
        key.verifies = true
        return signed
      },
    }
    for (const [what, attempt] of Object.entries(attempts)) {
      const { mfa_token, passkey_options } = await begin()
      const refused = await finish(mfa_token, attempt(passkey_options))
      assert.deepEqual(
        [what, ...errorOf(refused)],
        [what, 401, 'INVALID_CREDENTIALS', { reason: 'wrong_second_factor' }],
      )
    }
  })

  it('answers a challenge once, and a copy of it that counts behind is refused', async () => {
    const { key } = await withPasskey('dan')
    const first = await begin()
    const assertion = key.get(first.passkey_options, local)
    assert.equal((await finish(first.mfa_token, assertion)).status, 200)
    assert.equal(errorOf(await finish(first.mfa_token, assertion))[2].reason, 'sign_in_over')
    key.counter = 0
    const second = await begin()
    assert.equal((await finish(second.mfa_token, key.get(second.passkey_options, local))).status, 401)
  })

  it('is enough to step up, also for what changes second factors', async () => {
    const { key, access_token, passkey } = await withPasskey('eve')
    const remove = () =>
      rest(at, `DELETE /auth/mfa/passkeys/${passkey.passkey_uuid}`, { token: access_token })
    assert.equal(errorOf(await remove())[2].reason, 'step_up')
    const asked = await post('step-up', { method: 'passkey' }, access_token)
    const { mfa_token, passkey_options } = asked.body.error.details
    const given = { mfa_token, method: 'passkey', assertion: key.get(passkey_options, local) }
    // It is of this session, and no sign-in.
    assert.equal((await post('login', given)).status, 401)
    assert.equal((await post('step-up', given, access_token)).status, 200)
    assert.equal((await remove()).status, 200)
    assert.equal((await login(daemon, 'eve')).status, 200)
  })

  it('is kept once, with a name, and several may be', async () => {
    const { key, access_token } = await withPasskey('fay')
    const asked = await post('step-up', { method: 'passkey' }, access_token)
    const { mfa_token, passkey_options } = asked.body.error.details
    await post(
      'step-up',
      { mfa_token, method: 'passkey', assertion: key.get(passkey_options, local) },
      access_token,
    )
    const again = await register(access_token, key)
    assert.deepEqual(errorOf(again.made), [409, 'CONFLICT', { reason: 'passkey_known' }])
    assert.deepEqual(
      again.options.excludeCredentials.map(({ id }: { id: string }) => id),
      [key.id],
    )
    assert.equal((await register(access_token, new SoftwareAuthenticator(), 'Phone')).made.status, 201)
    const { body } = await rest(at, 'GET /auth/mfa', { token: access_token })
    const { passkeys } = body.data.methods.find(({ method }: { method: string }) => method === 'passkey')
    assert.deepEqual(
      passkeys.map(({ name, host }: { name: string; host: string }) => [name, host]),
      [
        ['Laptop', 'localhost'],
        ['Phone', 'localhost'],
      ],
    )
  })

  it('is offered to no page at an address, and to no program', async () => {
    const { access_token: token } = await signIn(daemon, 'mia')
    const noPasskey = [422, 'UNPROCESSABLE', { reason: 'no_passkey_here' }]
    for (const headers of [{ origin: address }, {}]) {
      const options = await rest(daemon, 'POST /auth/mfa/passkeys/options', { token, payload: {}, headers })
      assert.deepEqual(errorOf(options), noPasskey)
      const start = await rest(daemon, 'POST /auth/login', { payload: { method: 'passkey' }, headers })
      assert.deepEqual(errorOf(start), noPasskey)
    }
  })
})

describe('Approving a sign-in elsewhere', () => {
  const reject = (interaction_id: string, token: string) =>
    rest(daemon, `POST /interactions/${interaction_id}/reject`, { token, body: {} })

  async function approving(username: string) {
    const member = await daemon.member(await signIn(daemon, 'olga'), username)
    const { access_token } = member
    const early = await post('mfa/push', {}, access_token)
    assert.deepEqual(errorOf(early), [409, 'CONFLICT', { reason: 'no_factor_yet' }])
    const secret = await setUpApp(daemon, access_token)
    // The code of now was used.
    const code = codeAt(secret, Date.now() + 30_000)
    assert.equal((await post('step-up', { password, method: 'totp', code }, access_token)).status, 200)
    assert.equal((await post('mfa/push', {}, access_token)).status, 200)
    return member
  }

  async function asked(username: string, token: string) {
    const { mfa_token, methods } = (await login(daemon, username)).body.error.details
    assert.deepEqual(methods, ['totp', 'push'])
    const goOn = () => post('login', { mfa_token, method: 'push' })
    const { state, number } = (await goOn()).body.error.details
    assert.equal(state, 'waiting')
    const { body } = await rest(daemon, 'GET /interactions?status=pending&category=sign_in', { token })
    const { interaction_id, severity } = body.items.find(
      ({ interaction_type }: { interaction_type: string }) => interaction_type === 'approval',
    )
    assert.equal(severity, 'high')
    return { goOn, number, interaction_id }
  }

  it('takes the number that is shown there, and nothing less', async () => {
    const { access_token } = await approving('gus')
    const { goOn, number, interaction_id } = await asked('gus', access_token)
    const plain = await rest(daemon, `POST /interactions/${interaction_id}/approve`, {
      token: access_token,
      body: {},
    })
    assert.equal(plain.status, 422)
    const approve = (guess: number, token = access_token) =>
      post('mfa/push/approve', { interaction_id, number: guess }, token)
    assert.deepEqual(errorOf(await approve(number === 10 ? 11 : 10))[2], { reason: 'wrong_number' })
    assert.equal((await approve(number, (await signIn(daemon, 'mia')).access_token)).status, 404)
    const waiting = goOn()
    assert.equal((await approve(number)).status, 200)
    const { status, body } = await waiting
    assert.equal(status, 200)
    assert.deepEqual(amrOf(body.data.access_token), ['pwd', 'mca', 'mfa'])
    assert.equal((await approve(number)).status, 404)
  })

  it('ends the sign-in where it is rejected, or the number is wrong three times', async () => {
    const { access_token } = await approving('hal')
    const first = await asked('hal', access_token)
    const waiting = first.goOn()
    assert.equal((await reject(first.interaction_id, access_token)).status, 200)
    assert.equal(errorOf(await waiting)[2].reason, 'sign_in_rejected')
    const { goOn, number, interaction_id } = await asked('hal', access_token)
    for (let guess = 0; guess < 3; guess += 1)
      await post('mfa/push/approve', { interaction_id, number: (number + 1 + guess) % 100 }, access_token)
    assert.equal((await post('mfa/push/approve', { interaction_id, number }, access_token)).status, 404)
    assert.equal(errorOf(await goOn())[2].reason, 'sign_in_rejected')
  })

  it('is put to a member three times an hour at most', async () => {
    const { access_token } = await approving('ida')
    for (let count = 0; count < 3; count += 1) await asked('ida', access_token)
    const { mfa_token } = (await login(daemon, 'ida')).body.error.details
    const [status, code, { reason }] = errorOf(await post('login', { mfa_token, method: 'push' }))
    assert.deepEqual([status, code, reason], [429, 'RATE_LIMITED', 'too_many_approvals'])
  })

  it('is no method where the member is signed in nowhere', async () => {
    const { access_token } = await approving('jan')
    await post('logout', {}, access_token)
    assert.deepEqual((await login(daemon, 'jan')).body.error.details.methods, ['totp'])
  })
})
