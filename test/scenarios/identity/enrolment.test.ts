import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { codeAt, setUpApp } from '../../support/authenticator-app.ts'
import { login, password, personOf, signIn, startTestDaemon } from '../../support/daemon.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const daemon = await startTestDaemon({
  clock: systemClock,
  config: { sign_in: { second_factor: 'required' } },
})
after(() => daemon[Symbol.asyncDispose]())
const owner = await daemon.owner()
const newMember = async (username: string) => {
  const payload = personOf(username)
  const { status } = await rest(daemon, 'POST /auth/register', { token: owner.access_token, payload })
  assert.equal(status, 201)
}

describe('Where everybody has to have a second factor', () => {
  it('the owner of a new home is asked for one at once, and has the rights of an admin only then', async () => {
    const token = owner.access_token
    const invite = () => rest(daemon, 'POST /auth/invitations', { token, payload: {} })
    assert.equal(errorOf(await invite())[2].reason, 'enrolment')
    await setUpApp(daemon, token)
    assert.equal((await invite()).status, 201)
  })

  it('somebody without one may set one up and nothing else, and then everything', async () => {
    await newMember('mia')
    const { status, body } = await login(daemon, 'mia')
    assert.deepEqual([status, body.data.restriction], [200, 'enrolment'])
    const { access_token: token, refresh_token } = body.data
    for (const path of ['/memory/recent', '/conversation/context', '/auth/profile/sessions', '/auth/keys'])
      assert.deepEqual(errorOf(await rest(daemon, `GET ${path}`, { token })), [
        403,
        'INSUFFICIENT_PERMISSIONS',
        { reason: 'enrolment' },
      ])
    for (const path of ['/auth/session', '/auth/profile', '/auth/mfa'])
      assert.equal((await rest(daemon, `GET ${path}`, { token })).status, 200, path)
    await setUpApp(daemon, token)
    // The same token may everything now, and so may what it is refreshed into.
    assert.equal((await rest(daemon, 'GET /memory/recent', { token })).status, 200)
    const refreshed = await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
    assert.equal(refreshed.body.data.restriction, undefined)
    assert.equal((await login(daemon, 'mia')).status, 401)
  })

  it('the last one cannot be removed', async () => {
    await newMember('noa')
    const { access_token: token } = await signIn(daemon, 'noa')
    const secret = await setUpApp(daemon, token)
    const remove = () => rest(daemon, 'DELETE /auth/mfa/totp', { token })
    assert.equal(errorOf(await remove())[2].reason, 'step_up')
    const code = codeAt(secret, Date.now() + 30_000)
    const payload = { password, method: 'totp', code }
    assert.equal((await rest(daemon, 'POST /auth/step-up', { token, payload })).status, 200)
    assert.deepEqual(errorOf(await remove()), [409, 'CONFLICT', { reason: 'last_factor' }])
  })
})
