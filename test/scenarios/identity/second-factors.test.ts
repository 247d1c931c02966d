import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { login, password, signIn, startTestDaemon, type TestMember } from '../../support/daemon.ts'
import { codeAt, setUpApp } from '../../support/authenticator-app.ts'
import { household } from '../../support/household.ts'
import { select } from '../../support/database.ts'
import { errorOf, rest, statusesOf } from '../../support/wire/rest.ts'

const minute = 60_000
const clock = new ManualClock()
const { daemon } = await household({ clock })

const post = (path: string, payload: object, token?: string, at = daemon) =>
  rest(at, `POST /auth/${path}`, { token, payload })
const goOn = (payload: object) => post('login', payload)
const halfOf = async (username: string) => (await login(daemon, username)).body.error.details
const amrOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).amr
const listed = async (token: string) => (await rest(daemon, 'GET /auth/mfa', { token })).body.data
const noticesOf = async (token: string) => {
  const { body } = await rest(daemon, 'GET /interactions?category=sign_in&limit=50', { token })
  return body.items.map(({ title }: { title: string }) => title)
}

/** The owner's token has run out by the time of many tests. */
const newMember = async (username: string) => daemon.member(await signIn(daemon, 'olga'), username)

/** A member whose password alone does not sign them in. */
async function withApp(username: string): Promise<TestMember & { secret: string }> {
  const member = await newMember(username)
  const secret = await setUpApp(daemon, member.access_token, () => clock.now())
  clock.advance(30_000)
  return { ...member, secret }
}

const codeOf = ({ secret }: { secret: string }) => codeAt(secret, clock.now())

describe('An authenticator app', () => {
  it('is nothing before a code of it was confirmed, and then a second step', async () => {
    const ada = await newMember('ada')
    const { body } = await post('mfa/totp', {}, ada.access_token)
    const { secret, uri } = body.data
    assert.match(uri, new RegExp(`^otpauth://totp/Companion:ada\\?.*secret=${secret}`))
    assert.equal((await login(daemon, 'ada')).status, 200)
    const wrong = await post('mfa/totp/confirm', { code: '12345' }, ada.access_token)
    assert.deepEqual(errorOf(wrong), [422, 'UNPROCESSABLE', { reason: 'wrong_code' }])
    const code = codeAt(secret, clock.now())
    assert.equal((await post('mfa/totp/confirm', { code }, ada.access_token)).status, 200)

    const half = await login(daemon, 'ada')
    assert.deepEqual([half.status, half.body.error.code], [401, 'MFA_REQUIRED'])
    const { mfa_token, methods } = half.body.error.details
    assert.deepEqual(methods, ['totp'])
    clock.advance(30_000)
    const whole = await goOn({ mfa_token, method: 'totp', code: codeAt(secret, clock.now()) })
    assert.equal(whole.status, 200)
    assert.deepEqual(amrOf(whole.body.data.access_token), ['pwd', 'otp', 'mfa'])
    assert.equal(errorOf(await goOn({ mfa_token, method: 'totp', code: '1' }))[2].reason, 'sign_in_over')
  })

  it('is read 30 s early and 30 s late, and no further', async () => {
    const ben = await withApp('ben')
    for (const [offset, status] of [
      [-60_000, 401],
      [-30_000, 401],
      [30_000, 200],
      [60_000, 401],
    ] as const) {
      const { mfa_token } = await halfOf('ben')
      const code = codeAt(ben.secret, clock.now() + offset)
      assert.equal((await goOn({ mfa_token, method: 'totp', code })).status, status, String(offset))
    }
  })

  it('shows codes that are good once, also in another sign-in', async () => {
    const cat = await withApp('cat')
    const [first, second] = [await halfOf('cat'), await halfOf('cat')]
    const code = codeOf(cat)
    assert.equal((await goOn({ mfa_token: first.mfa_token, method: 'totp', code })).status, 200)
    const again = await goOn({ mfa_token: second.mfa_token, method: 'totp', code })
    assert.deepEqual(errorOf(again), [401, 'INVALID_CREDENTIALS', { reason: 'wrong_second_factor' }])
  })

  it('lets one of two at the same moment in', async () => {
    const dan = await withApp('dan')
    const halves = [await halfOf('dan'), await halfOf('dan')]
    const code = codeOf(dan)
    const answers = await Promise.all(
      halves.map(({ mfa_token }) => goOn({ mfa_token, method: 'totp', code })),
    )
    assert.deepEqual(statusesOf(answers), [200, 401])
  })

  it('leaves no seed that could be read in the database', async () => {
    const eve = await withApp('eve')
    const rows = select(daemon, 'SELECT * FROM totp_secrets')
    assert.ok(rows.length > 0)
    assert.ok(!JSON.stringify(rows).includes(eve.secret))
  })
})

describe('Half a sign-in', () => {
  it('ends with the fifth wrong code, which locks the account', async () => {
    const fay = await withApp('fay')
    const { mfa_token } = await halfOf('fay')
    const wrong = () => goOn({ mfa_token, method: 'totp', code: '000000' })
    for (let count = 1; count < 5; count += 1)
      assert.equal(errorOf(await wrong())[2].reason, 'wrong_second_factor')
    assert.equal(errorOf(await wrong())[2].reason, 'sign_in_over')
    assert.equal(errorOf(await login(daemon, 'fay'))[1], 'ACCOUNT_LOCKED')
    clock.advance(minute)
    // The right password clears nothing: one more wrong code locks it for longer.
    const next = await halfOf('fay')
    assert.equal((await goOn({ ...pick(next), method: 'totp', code: '000000' })).status, 401)
    assert.equal(errorOf(await login(daemon, 'fay'))[2].retry_after_seconds, 120)
    clock.advance(2 * minute)
    const last = await halfOf('fay')
    assert.equal((await goOn({ ...pick(last), method: 'totp', code: codeOf(fay) })).status, 200)
  })

  it('ends after 5 minutes, and when the password is changed', async () => {
    const gus = await withApp('gus')
    const late = await halfOf('gus')
    clock.advance(5 * minute)
    const [, , details] = errorOf(await goOn({ ...pick(late), method: 'totp', code: codeOf(gus) }))
    assert.equal(details.reason, 'sign_in_over')
    const before = await halfOf('gus')
    const new_password = 'violet kettle marches north'
    const change = await post(
      'change-password',
      { current_password: password, new_password },
      gus.access_token,
    )
    assert.equal(change.status, 200)
    const after = await goOn({ ...pick(before), method: 'totp', code: codeOf(gus) })
    assert.equal(errorOf(after)[2].reason, 'sign_in_over')
  })

  it('takes only what the member has, and one way at a time', async () => {
    await withApp('hal')
    const { mfa_token } = await halfOf('hal')
    for (const method of ['push', 'passkey', 'backup_code'])
      assert.equal(errorOf(await goOn({ mfa_token, method, code: '1' }))[2].reason, 'method_unavailable')
    for (const payload of [
      {},
      { username: 'hal' },
      { mfa_token, method: 'totp' },
      { username: 'hal', password, mfa_token, method: 'totp', code: '1' },
      { method: 'totp', code: '1' },
    ])
      assert.equal((await goOn(payload)).status, 400, JSON.stringify(payload))
  })
})

describe('Backup codes', () => {
  it('are ten, each good once, and replaced by a new set', async () => {
    const ida = await withApp('ida')
    await sharpen(ida)
    const first = (await post('mfa/backup-codes', {}, ida.access_token)).body.data.codes
    assert.equal(new Set(first).size, 10)
    for (const status of [200, 401]) {
      const { mfa_token, methods } = await halfOf('ida')
      assert.deepEqual(methods, ['totp', 'backup_code'])
      const code = first[0].toLowerCase().replaceAll('-', ' ')
      assert.equal((await goOn({ mfa_token, method: 'backup_code', code })).status, status)
    }
    const left = async () => (await listed(ida.access_token)).methods.at(-1)
    assert.equal((await left()).codes_left, 9)
    const second = (await post('mfa/backup-codes', {}, ida.access_token)).body.data.codes
    assert.equal((await left()).codes_left, 10)
    const { mfa_token } = await halfOf('ida')
    assert.equal((await goOn({ mfa_token, method: 'backup_code', code: first[1] })).status, 401)
    assert.equal((await goOn({ mfa_token, method: 'backup_code', code: second[1] })).status, 200)
    const rows = JSON.stringify(select(daemon, 'SELECT * FROM backup_codes'))
    for (const code of second) assert.ok(!rows.includes(code.replaceAll('-', '')))
  })

  it('ask for nothing by themselves', async () => {
    const jan = await newMember('jan')
    assert.equal((await post('mfa/backup-codes', {}, jan.access_token)).status, 201)
    assert.equal((await login(daemon, 'jan')).status, 200)
  })
})

describe('What changes second factors', () => {
  it('wants one that was given within 5 minutes, beside the password', async () => {
    const kim = await withApp('kim')
    const ways = [
      () => post('mfa/backup-codes', { password }, kim.access_token),
      () => post('mfa/totp', { password }, kim.access_token),
      () => rest(daemon, 'DELETE /auth/mfa/totp', { token: kim.access_token }),
    ]
    for (const way of ways)
      assert.deepEqual(errorOf(await way()), [
        401,
        'AUTHENTICATION_REQUIRED',
        { reason: 'step_up', methods: ['totp'] },
      ])
    const wrong = { password, method: 'totp', code: '000000' }
    assert.equal(errorOf(await post('step-up', wrong, kim.access_token))[1], 'INVALID_CREDENTIALS')
    await sharpen(kim)
    for (const way of ways) assert.ok((await way()).status < 300)
    assert.equal((await login(daemon, 'kim')).status, 200)
  })

  it('is told to the member, kept in the audit log, and shown to admins', async () => {
    const liz = await withApp('liz')
    assert.deepEqual(await noticesOf(liz.access_token), ['An authenticator app was set up'])
    const members = async () => {
      const { body } = await rest(daemon, 'GET /auth/members?limit=200', {
        token: (await signIn(daemon, 'olga')).access_token,
      })
      return body.data.items.find(({ username }: { username: string }) => username === 'liz').second_factor
    }
    assert.equal(await members(), true)
    await sharpen(liz)
    await rest(daemon, 'DELETE /auth/mfa/totp', { token: liz.access_token })
    assert.equal(await members(), false)
    const events = select<{ event: string }>(
      daemon,
      `SELECT event FROM audit WHERE family_member_uuid = '${liz.family_member_uuid}' AND event LIKE 'second%'`,
    )
    assert.deepEqual(
      events.map(({ event }) => event),
      ['second_factor_added', 'second_factor_removed'],
    )
  })

  it('is kept by the emergency reset, as the password is', async () => {
    const max = await withApp('max')
    const { status } = await post('emergency-reset', { password, confirm: 'RESET' }, max.access_token)
    assert.equal(status, 200)
    assert.equal((await login(daemon, 'max')).status, 401)
  })

  it('is asked for by no refresh', async () => {
    const { refresh_token } = await withApp('ned')
    assert.equal((await post('refresh', { refresh_token })).status, 200)
  })
})

describe('A restart', () => {
  it('lets no code be used again', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-factors-'))
    const at = new ManualClock()
    let code = ''
    let secret = ''
    {
      await using first = await startTestDaemon({ home: folder.path, clock: at })
      const olga = await first.owner()
      secret = await setUpApp(first, olga.access_token, () => at.now())
      at.advance(30_000)
      code = codeAt(secret, at.now())
      const { mfa_token } = (await login(first, 'olga')).body.error.details
      assert.equal((await post('login', { mfa_token, method: 'totp', code }, undefined, first)).status, 200)
    }
    await using second = await startTestDaemon({ home: folder.path, clock: at })
    const { mfa_token } = (await login(second, 'olga')).body.error.details
    assert.equal((await post('login', { mfa_token, method: 'totp', code }, undefined, second)).status, 401)
    at.advance(30_000)
    const next = { mfa_token, method: 'totp', code: codeAt(secret, at.now()) }
    assert.equal((await post('login', next, undefined, second)).status, 200)
  })
})

const pick = ({ mfa_token }: { mfa_token: string }) => ({ mfa_token })

/** Gives the password and a code once more in a session, which goes on with new tokens. */
async function sharpen(member: TestMember & { secret: string }): Promise<void> {
  clock.advance(30_000)
  const payload = { password, method: 'totp', code: codeOf(member) }
  const { status, body } = await post('step-up', payload, member.access_token)
  assert.equal(status, 200, JSON.stringify(body))
}
