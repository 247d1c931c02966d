import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { ManualClock } from '../../support/clock.ts'
import { password, signIn, startTestDaemon, type TestMember } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'
import { systemToken } from '../../bench/system-token.ts'

const { daemon, owner, member } = await household({ clock: systemClock })
const over = [401, 'TOKEN_REVOKED']

const keep = async ({ access_token: token, refresh_token }: TestMember): Promise<string> => {
  const { status, body } = await rest(daemon, 'POST /auth/tab', { token, payload: { refresh_token } })
  assert.equal(status, 200)
  return body.data.tab_key
}
const resume = (tab_key: string, more: object = {}) =>
  rest(daemon, 'POST /auth/resume', { payload: { tab_key, ...more } })
const session = async (token: string) => (await rest(daemon, 'GET /auth/session', { token })).body.data
const refresh = (refresh_token: string) => rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })

describe('A reloaded page', () => {
  it('continues its session, as often as it is reloaded', async () => {
    const mia = await signIn(daemon, 'mia')
    const key = await keep(mia)
    for (let load = 0; load < 8; load += 1) {
      const { status, body } = await resume(key)
      const { access_token, session_uuid, family_member, tab_key } = body.data
      assert.deepEqual([status, session_uuid, tab_key], [200, mia.session_uuid, key])
      assert.equal(family_member.username, 'mia')
      const now = await session(access_token)
      assert.equal(now.authenticated_at, (await session(mia.access_token)).authenticated_at)
    }
  })

  it("gets a new refresh token, and using the previous page's token ends the session", async () => {
    const mia = await signIn(daemon, 'mia')
    const key = await keep(mia)
    const first = (await resume(key)).body.data
    const { status, body } = await refresh(first.refresh_token)
    assert.equal(status, 200)
    await resume(key)
    const again = (await resume(key)).body.data
    assert.deepEqual(errorOf(await refresh(body.data.refresh_token)).slice(0, 2), over)
    assert.deepEqual(errorOf(await resume(key)).slice(0, 2), over)
    assert.deepEqual(errorOf(await refresh(again.refresh_token)).slice(0, 2), over)
  })

  it('has its own session next to other tabs, with the trust of the first', async () => {
    const mia = await signIn(daemon, 'mia')
    const key = await keep(mia)
    const { body } = await resume(key, { beside: true })
    const beside = body.data
    assert.notEqual(beside.session_uuid, mia.session_uuid)
    assert.notEqual(beside.tab_key, key)
    const [one, two] = [await session(mia.access_token), await session(beside.access_token)]
    assert.equal(two.authenticated_at, one.authenticated_at)
    assert.equal(two.device_uuid, one.device_uuid)
    assert.equal((await refresh(mia.refresh_token)).status, 200)
    assert.equal((await resume(beside.tab_key)).body.data.session_uuid, beside.session_uuid)
    assert.equal((await resume(key)).body.data.session_uuid, mia.session_uuid)
  })

  it('cannot continue once its session has ended', async () => {
    for (const end of [
      (mia: TestMember) => rest(daemon, 'POST /auth/logout', { token: mia.access_token, payload: {} }),
      (mia: TestMember) =>
        rest(daemon, `DELETE /auth/sessions/${mia.session_uuid}`, { token: owner.access_token }),
    ]) {
      const mia = await signIn(daemon, 'mia')
      const key = await keep(mia)
      assert.equal((await end(mia)).status, 200)
      for (const more of [{}, { beside: true }])
        assert.deepEqual(errorOf(await resume(key, more)).slice(0, 2), over)
    }
  })

  it('cannot continue after a daemon restart unless it still knows its refresh token', async () => {
    using home = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    const first = await startTestDaemon({ home: home.path })
    const olga = await first.owner()
    const { body } = await rest(first, 'POST /auth/tab', {
      token: olga.access_token,
      payload: { refresh_token: olga.refresh_token },
    })
    await first.stop()
    await using second = await startTestDaemon({ home: home.path })
    const { tab_key } = body.data
    assert.deepEqual(
      errorOf(await rest(second, 'POST /auth/resume', { payload: { tab_key } })).slice(0, 2),
      over,
    )
    const { status } = await rest(second, 'POST /auth/refresh', {
      payload: { refresh_token: olga.refresh_token },
    })
    assert.equal(status, 200)
  })

  it('is not let in by any other key, and a local program has no session to continue', async () => {
    for (const key of ['x', member.access_token.slice(0, 100), member.session_uuid])
      assert.deepEqual(errorOf(await resume(key)).slice(0, 2), over)
    const token = await systemToken(daemon.home.path)
    assert.deepEqual(
      errorOf(await rest(daemon, 'POST /auth/tab', { token, payload: { refresh_token: 'x' } })).slice(0, 2),
      [404, 'NOT_FOUND'],
    )
  })
})

describe('What a program needs to know before anybody signs in', () => {
  it('is whether there is an owner, and the password rules', async () => {
    await using fresh = await startTestDaemon({ environment: { COMPANION_PASSWORD_MIN_SCORE: '3' } })
    const start = async () => (await rest(fresh, 'GET /auth/start')).body.data
    assert.deepEqual(await start(), { setup_needed: true, password: { min_length: 8, min_score: 3 } })
    await fresh.owner()
    assert.equal((await start()).setup_needed, false)
  })
})

describe('Entering the password again', () => {
  const again = (token: string, secret: string, at: Parameters<typeof rest>[0] = daemon) =>
    rest(at, 'POST /auth/step-up', { token, payload: { password: secret } })

  it('makes the session a recent sign-in', async () => {
    const clock = new ManualClock()
    await using old = await startTestDaemon({ clock })
    const olga = await old.owner()
    const ben = await old.member(olga, 'ben')
    clock.advance(6 * 60_000)
    const promote = (token: string) =>
      rest(old, `PUT /auth/members/${ben.family_member_uuid}/roles`, { token, payload: { roles: ['admin'] } })
    assert.equal((await promote(olga.access_token)).status, 401)
    const { status, body } = await again(olga.access_token, password, old)
    assert.deepEqual([status, body.data.session_uuid], [200, olga.session_uuid])
    assert.equal((await promote(body.data.access_token)).status, 200)
    const { data } = (await rest(old, 'GET /auth/session', { token: body.data.access_token })).body
    assert.equal(Date.parse(data.authenticated_at), clock.now())
  })

  it('leaves one valid refresh token: the newest', async () => {
    const mia = await signIn(daemon, 'mia')
    const { body } = await again(mia.access_token, password)
    assert.equal((await refresh(body.data.refresh_token)).status, 200)
    await again(mia.access_token, password)
    assert.deepEqual(errorOf(await refresh(body.data.refresh_token)).slice(0, 2), over)
  })

  it('changes nothing when it is wrong, and counts as a failed sign-in', async () => {
    const ada = await daemon.member(owner, 'ada')
    for (let failed = 0; failed < 5; failed += 1)
      assert.deepEqual(errorOf(await again(ada.access_token, 'wrong')).slice(0, 2), [
        401,
        'INVALID_CREDENTIALS',
      ])
    assert.deepEqual(errorOf(await again(ada.access_token, password)).slice(0, 2), [429, 'ACCOUNT_LOCKED'])
    assert.equal((await refresh(ada.refresh_token)).status, 200)
  })
})
