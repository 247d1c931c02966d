import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import { household } from '../../support/household.ts'
import { login, password, personOf, startTestDaemon, withEstimate } from '../../support/daemon.ts'
import { errorOf, rest, statusesOf } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const days = (count: number) => count * 86_400

const { daemon, owner, member } = await household({ environment: withEstimate })

const register = (payload: object, token?: string) => rest(daemon, 'POST /auth/register', { token, payload })
const session = (token: string) => rest(daemon, 'GET /auth/session', { token })
const refresh = (refresh_token: string) => rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })

describe('An empty home', () => {
  it('creates the owner with its setup code, once', async () => {
    await using empty = await startTestDaemon()
    const setup_code = empty.setupCode
    assert.match(setup_code ?? '', /^[\dA-HJKMNP-TV-Z]{4}(-[\dA-HJKMNP-TV-Z]{4}){2}$/)
    const make = (payload: object) => rest(empty, 'POST /auth/register', { payload })
    for (const wrong of [{}, { setup_code: 'AAAA-AAAA-AAAA' }, { setup_code, roles: ['admin'] }]) {
      assert.equal((await make(personOf('olga', wrong))).status, 403)
    }
    const made = await make(personOf('olga', { setup_code: setup_code?.replaceAll('-', '').toLowerCase() }))
    assert.equal(made.status, 201)
    assert.deepEqual(made.body.data.family_member.roles, ['admin'])
    assert.equal((await rest(empty, 'GET /auth/session', { token: made.body.data.access_token })).status, 200)
    assert.equal(existsSync(empty.home.setupCode), false)
    assert.equal((await make(personOf('eve', { setup_code }))).status, 403)
  })

  it('says of a wrong setup code that it is wrong and where the right one stands, and names its field', async () => {
    await using empty = await startTestDaemon()
    const make = (setup_code: string | null) =>
      rest(empty, 'POST /auth/register', { payload: personOf('olga', { setup_code }) })
    const wrong = await make('AAAA-AAAA-AAAA')
    const details = { reason: 'wrong_setup_code', field: 'setup_code' }
    assert.deepEqual(errorOf(wrong), [403, 'INSUFFICIENT_PERMISSIONS', details])
    assert.match(
      wrong.body.error.message,
      /setup code is wrong.*daemon was started.*`setup-code` in its home/,
    )
    assert.equal((await make(empty.setupCode)).status, 201)
    const late = await make(empty.setupCode)
    assert.deepEqual(errorOf(late)[2], { reason: 'setup_code_used', field: 'setup_code' })
    assert.match(late.body.error.message, /has an owner/)
  })

  it('has one owner, also when two requests race for the code', async () => {
    await using empty = await startTestDaemon()
    const { setupCode: setup_code } = empty
    const answers = await Promise.all(
      ['olga', 'eve'].map((username) =>
        rest(empty, 'POST /auth/register', { payload: personOf(username, { setup_code }) }),
      ),
    )
    assert.deepEqual(statusesOf(answers), [201, 403])
  })

  it('keeps its setup code over a restart until it has an owner, and then its sessions', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    const start = () => startTestDaemon({ home: folder.path })
    const first = await start()
    await first.stop()
    const second = await start()
    assert.equal(second.setupCode, first.setupCode)
    const { access_token: token, refresh_token } = await second.owner()
    await second.stop()
    await using third = await start()
    assert.equal(third.setupCode, null)
    assert.equal((await rest(third, 'GET /auth/session', { token })).status, 200)
    const renewed = await rest(third, 'POST /auth/refresh', { payload: { refresh_token } })
    assert.equal(renewed.status, 200)
  })
})

describe('Registration', () => {
  it('by an admin creates a member without signing them in', async () => {
    const { status, body } = await register(personOf('ben'), owner.access_token)
    assert.equal(status, 201)
    const { family_member_uuid, created_at, updated_at, ...rest } = body.data.family_member
    assert.deepEqual(Object.keys(body.data), ['family_member'])
    assert.match(family_member_uuid, uuid)
    assert.equal(created_at, updated_at)
    assert.deepEqual(rest, {
      username: 'ben',
      full_name: 'Ben Example',
      relationship: 'family',
      roles: [],
      trust_level: 'basic',
      standing: 'primary',
      preferences: {},
    })
    assert.equal((await login(daemon, 'ben')).status, 200)
  })

  it('by an admin can create another admin', async () => {
    await register(personOf('ada', { roles: ['admin'] }), owner.access_token)
    const { access_token } = (await login(daemon, 'ada')).body.data
    assert.deepEqual(decodeJwt(access_token)['roles'], ['admin'])
    assert.equal((await register(personOf('ada-made-me'), access_token)).status, 201)
  })

  it('by anybody else is refused', async () => {
    const refused = [403, 'INSUFFICIENT_PERMISSIONS', {}]
    assert.deepEqual(errorOf(await register(personOf('eve'))), refused)
    assert.deepEqual(errorOf(await register(personOf('eve'), member.access_token)), refused)
    assert.equal((await register(personOf('eve'), 'nonsense')).status, 401)
    assert.equal((await login(daemon, 'eve')).status, 401)
  })

  it('of a taken username is a conflict, whatever its case or Unicode form', async () => {
    assert.equal((await register(personOf('Zo\u00eb'), owner.access_token)).status, 201)
    for (const username of ['Zo\u00eb', 'zo\u00eb', 'ZO\u00cb', 'zoe\u0308', '\uff3ao\u00eb']) {
      const answer = await register(personOf(username), owner.access_token)
      assert.deepEqual(errorOf(answer), [409, 'CONFLICT', { reason: 'username_taken' }], username)
    }
  })

  it('of one username succeeds once when two requests race', async () => {
    const answers = await Promise.all([1, 2].map(() => register(personOf('tom'), owner.access_token)))
    assert.deepEqual(statusesOf(answers), [201, 409])
  })

  it('explains why a password is refused', async () => {
    const ned = personOf('ned', { full_name: 'Somebody Example' })
    const reasonOf = async (secret: string) =>
      errorOf(await register({ ...ned, password: secret }, owner.access_token))
    for (const [secret, reason] of [
      ['seven77', 'too_short'],
      ['my Ned is nice', 'contains_identity'],
      ['an exAMPLE of it', 'contains_identity'],
      ['Password1', 'breached'],
      ['qwertz12345', 'too_simple'],
    ] as const) {
      assert.deepEqual(await reasonOf(secret), [400, 'PASSWORD_REJECTED', { field: 'password', reason }])
    }
    assert.equal((await reasonOf('x'.repeat(257)))[0], 400)
  })

  it('requires a valid username', async () => {
    for (const username of ['', ' ned', 'ned flanders', '-ned', 'ned!', 'n'.repeat(65), 7]) {
      const [status, code, { field }] = errorOf(
        await register({ ...personOf('ned'), username }, owner.access_token),
      )
      assert.deepEqual([status, code, field], [400, 'INVALID_REQUEST', 'username'])
    }
  })

  it('happens once for an idempotency key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const once = (username: string) =>
      rest(daemon, 'POST /auth/register', { token: owner.access_token, payload: personOf(username), headers })
    const [first, second, other] = [await once('kim'), await once('kim'), await once('kay')]
    assert.deepEqual([first.status, second.status, other.status], [201, 201, 409])
    assert.deepEqual(second.body.data, first.body.data)
  })
})

describe('A login', () => {
  it('returns tokens for a new session', async () => {
    const [first, second] = [await login(daemon, 'mia'), await login(daemon, 'mia')]
    assert.equal(first.status, 200)
    const { access_token, refresh_token, session_uuid, family_member, ...rest } = first.body.data
    assert.deepEqual(rest, {
      token_type: 'Bearer',
      expires_in: 900,
      refresh_expires_in: days(30),
    })
    assert.equal(decodeJwt(access_token)['session_uuid'], session_uuid)
    assert.equal(family_member.family_member_uuid, member.family_member_uuid)
    assert.match(session_uuid, uuid)
    assert.ok(refresh_token.length >= 43)
    assert.notEqual(second.body.data.session_uuid, session_uuid)
  })

  it('accepts the username in any case and the password in any Unicode form', async () => {
    const secret = 'd\u00e9j\u00e0 vu at tea'
    assert.equal(
      (await register(personOf('ren\u00e9', { password: secret }), owner.access_token)).status,
      201,
    )
    assert.equal((await login(daemon, 'REN\u00c9', secret.normalize('NFD'))).status, 200)
    assert.equal((await login(daemon, 'rene\u0301', secret)).status, 200)
    assert.equal((await login(daemon, 'ren\u00e9', secret.toUpperCase())).status, 401)
  })

  it('fails in the same words for an unknown user and a wrong password', async () => {
    const [unknown, wrong] = [await login(daemon, 'nobody'), await login(daemon, 'mia', 'not the password')]
    assert.deepEqual(errorOf(unknown), [401, 'INVALID_CREDENTIALS', {}])
    assert.deepEqual(unknown.body.error, wrong.body.error)
    assert.deepEqual([...unknown.headers.keys()], [...wrong.headers.keys()])
  })

  it('never returns the password or its hash, nor does any other response', async () => {
    const answers = [
      await login(daemon, 'mia'),
      await login(daemon, 'mia', 'wrong'),
      await register(personOf('leo'), owner.access_token),
    ]
    for (const { body } of answers)
      assert.doesNotMatch(JSON.stringify(body), /argon2|password_hash|correct horse/)
  })
})

describe('A refresh', () => {
  it('returns new tokens of the same session, and the current access token stays valid', async () => {
    const { body: before } = await login(daemon, 'mia')
    const { status, body } = await refresh(before.data.refresh_token)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body.data), Object.keys(before.data))
    assert.equal(body.data.session_uuid, before.data.session_uuid)
    assert.notEqual(body.data.refresh_token, before.data.refresh_token)
    for (const { data } of [before, body]) assert.equal((await session(data.access_token)).status, 200)
  })

  it('can be retried when its response was lost', async () => {
    const { refresh_token } = (await login(daemon, 'mia')).body.data
    await refresh(refresh_token)
    const again = await refresh(refresh_token)
    assert.equal(again.status, 200)
    assert.equal((await refresh(again.body.data.refresh_token)).status, 200)
  })

  it('with a token from two refreshes ago ends the session, for thief and member alike', async () => {
    const { refresh_token, access_token } = (await login(daemon, 'mia')).body.data
    const next = (await refresh((await refresh(refresh_token)).body.data.refresh_token)).body.data
    assert.deepEqual(errorOf(await refresh(refresh_token)).slice(0, 2), [401, 'TOKEN_REVOKED'])
    assert.deepEqual(errorOf(await refresh(next.refresh_token)).slice(0, 2), [401, 'TOKEN_REVOKED'])
    for (const token of [access_token, next.access_token]) {
      assert.deepEqual(errorOf(await session(token)).slice(0, 2), [401, 'TOKEN_REVOKED'])
    }
    assert.equal((await session(member.access_token)).status, 200, 'another session goes on')
  })

  it('is refused for an unknown token', async () => {
    assert.deepEqual(errorOf(await refresh('x'.repeat(43))), [401, 'INVALID_CREDENTIALS', {}])
    assert.deepEqual(errorOf(await refresh(member.access_token.slice(0, 128))), [
      401,
      'INVALID_CREDENTIALS',
      {},
    ])
  })
})

describe('A logout', () => {
  it('ends its session at once and no other session', async () => {
    const [{ data }, { data: other }] = [(await login(daemon, 'mia')).body, (await login(daemon, 'mia')).body]
    const out = () => rest(daemon, 'POST /auth/logout', { token: data.access_token, payload: {} })
    const { status, body } = await out()
    assert.deepEqual([status, body.data], [200, { session_uuid: data.session_uuid }])
    assert.deepEqual(errorOf(await session(data.access_token)).slice(0, 2), [401, 'TOKEN_REVOKED'])
    assert.deepEqual(errorOf(await out()).slice(0, 2), [401, 'TOKEN_REVOKED'])
    assert.deepEqual(errorOf(await refresh(data.refresh_token)).slice(0, 2), [401, 'TOKEN_REVOKED'])
    assert.equal((await session(other.access_token)).status, 200)
  })
})

describe('The session', () => {
  it('is shown to its member', async () => {
    const { data } = (await session(member.access_token)).body
    assert.equal(data.session_uuid, member.session_uuid)
    assert.equal(data.family_member.username, 'mia')
    const { created_at, authenticated_at, last_refreshed_at, expires_at } = data
    assert.deepEqual([authenticated_at, last_refreshed_at], [created_at, created_at])
    assert.equal(Date.parse(expires_at) - Date.parse(created_at), days(90) * 1_000)
  })

  it('is shown to nobody without a valid token', async () => {
    const answers = [await rest(daemon, 'GET /auth/session'), await session('nonsense')]
    for (const scheme of ['Basic b2xnYTpwdw==', 'Bearer', `Token ${member.access_token}`]) {
      answers.push(await rest(daemon, 'GET /auth/session', { headers: { authorization: scheme } }))
    }
    for (const answer of answers) {
      assert.deepEqual(errorOf(answer), [401, 'AUTHENTICATION_REQUIRED', {}])
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    }
  })
})

describe('Identity over WebSocket', () => {
  it('is the same as over REST', async () => {
    await using socket = await TestSocket.open(daemon, owner.access_token)
    const ask = async (operation: string, payload: object = {}) => {
      const { type, data } = await socket.ask('request', { operation, payload })
      return type === 'response' ? data.result : [data.code, data.details]
    }
    const { family_member } = await ask('auth.register', personOf('wim'))
    assert.equal(family_member.username, 'wim')
    assert.deepEqual(await ask('auth.register', personOf('WIM')), ['CONFLICT', { reason: 'username_taken' }])
    assert.deepEqual(await ask('auth.register', personOf('w', { password: 'short' })), [
      'PASSWORD_REJECTED',
      { field: 'password', reason: 'too_short' },
    ])
    const unknown = await ask('auth.login', { username: 'nobody', password })
    assert.deepEqual(unknown, ['INVALID_CREDENTIALS', {}])
    assert.deepEqual(await ask('auth.login', { username: 'wim', password: 'wrong' }), unknown)
    const signedIn = await ask('auth.login', { username: 'wim', password })
    const refreshed = await ask('auth.refresh', { refresh_token: signedIn.refresh_token })
    assert.equal(refreshed.session_uuid, signedIn.session_uuid)
    assert.equal((await ask('auth.session')).session_uuid, owner.session_uuid)
    assert.deepEqual(await ask('auth.session', { whose: 'wim' }), [
      'INVALID_REQUEST',
      { field: 'whose', reason: 'is unknown' },
    ])
    await using other = await TestSocket.open(daemon, refreshed.access_token)
    const { data } = await other.ask('request', { operation: 'auth.logout', payload: {} })
    assert.deepEqual(data.result, { session_uuid: signedIn.session_uuid })
  })
})
