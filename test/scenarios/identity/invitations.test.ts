import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { login, personOf, signIn } from '../../support/daemon.ts'
import { everyRow } from '../../support/database.ts'
import { household } from '../../support/household.ts'
import { errorOf, rest, statusesOf } from '../../support/wire/rest.ts'

const minute = 60_000
const day = 86_400_000

const clock = new ManualClock()
const { daemon, owner } = await household({ clock })

const refused = [403, 'INSUFFICIENT_PERMISSIONS', {}]
const wrong = [403, 'INSUFFICIENT_PERMISSIONS', { reason: 'wrong_invitation_code', field: 'invitation_code' }]
const register = (payload: object, token?: string) => rest(daemon, 'POST /auth/register', { token, payload })
/** A token of the owner that is as good as new. */
const ownersToken = async () => (await signIn(daemon, 'olga')).access_token
const invite = async () => {
  const token = await ownersToken()
  const { status, body } = await rest(daemon, 'POST /auth/invitations', { token, payload: {} })
  assert.equal(status, 201)
  return body.data
}
const list = async (query = '') =>
  (await rest(daemon, `GET /auth/invitations${query}`, { token: await ownersToken() })).body.data
const withdraw = async (id: string) =>
  rest(daemon, `DELETE /auth/invitations/${id}`, { token: await ownersToken() })

describe('An invitation', () => {
  it('is a code that is valid for a day', async () => {
    const { invitation_uuid, invitation_code, created_by, created_at, expires_at } = await invite()
    assert.match(invitation_uuid, /^[\da-f-]{36}$/)
    assert.match(invitation_code, /^[\dA-HJKMNP-TV-Z]{4}(-[\dA-HJKMNP-TV-Z]{4}){2}$/)
    assert.equal(created_by, `user:${owner.family_member_uuid}`)
    assert.equal(Date.parse(created_at), clock.now())
    assert.equal(Date.parse(expires_at) - Date.parse(created_at), day)
  })

  it('creates one member, signed in and not an admin', async () => {
    const { invitation_code } = await invite()
    const { status, body } = await register(personOf('ivy', { invitation_code }))
    assert.equal(status, 201)
    const { access_token, refresh_token, token_type, family_member } = body.data
    assert.deepEqual([token_type, family_member.username, family_member.roles], ['Bearer', 'ivy', []])
    assert.equal((await rest(daemon, 'GET /auth/profile', { token: access_token })).status, 200)
    const renewed = await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
    assert.equal(renewed.status, 200)
    assert.deepEqual(errorOf(await register(personOf('eve', { invitation_code }))), wrong)
  })

  it('is accepted however people type it', async () => {
    const { invitation_code } = await invite()
    const typed = ` ${invitation_code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`
    assert.equal((await register(personOf('ike', { invitation_code: typed }))).status, 201)
  })

  it('creates one member when two requests race for it', async () => {
    const { invitation_code } = await invite()
    const answers = await Promise.all(
      ['una', 'ute'].map((username) => register(personOf(username, { invitation_code }))),
    )
    assert.deepEqual(statusesOf(answers), [201, 403])
    const logins = await Promise.all(['una', 'ute'].map((username) => login(daemon, username)))
    assert.deepEqual(statusesOf(logins), [200, 401])
  })

  it('survives a registration that fails', async () => {
    const { invitation_code } = await invite()
    assert.equal((await register(personOf('mia', { invitation_code }))).status, 409)
    assert.equal((await register(personOf('ilse', { invitation_code, password: 'short' }))).status, 400)
    assert.equal((await register(personOf('ilse', { invitation_code }))).status, 201)
  })

  it('never creates an admin', async () => {
    const { invitation_code } = await invite()
    for (const roles of [['admin'], []]) {
      assert.deepEqual(errorOf(await register(personOf('eve', { invitation_code, roles }))), refused)
    }
    assert.equal((await register(personOf('iris', { invitation_code }))).status, 201)
  })

  it('expires after 24 hours', async () => {
    const [first, second] = [await invite(), await invite()]
    clock.sleep(day - 1)
    assert.equal((await register(personOf('ida', { invitation_code: first.invitation_code }))).status, 201)
    clock.advance(1)
    const late = personOf('ines', { invitation_code: second.invitation_code })
    assert.deepEqual(errorOf(await register(late)), wrong)
  })

  it('is refused when unknown, or together with a setup code', async () => {
    assert.deepEqual(errorOf(await register(personOf('eve', { invitation_code: 'AAAA-AAAA-AAAA' }))), wrong)
    const { invitation_code } = await invite()
    const both = await register(personOf('eve', { invitation_code, setup_code: 'AAAA-AAAA-AAAA' }))
    assert.deepEqual(errorOf(both).slice(0, 2), [400, 'INVALID_REQUEST'])
  })

  it('can be created, listed and withdrawn only by admins', async () => {
    const { access_token: token } = await signIn(daemon, 'mia')
    const { invitation_uuid } = await invite()
    for (const route of ['GET /auth/invitations', `DELETE /auth/invitations/${invitation_uuid}`]) {
      assert.deepEqual(errorOf(await rest(daemon, route, { token })), refused)
    }
    assert.deepEqual(errorOf(await rest(daemon, 'POST /auth/invitations', { token, payload: {} })), refused)
    assert.equal((await rest(daemon, 'GET /auth/invitations')).status, 401)
  })

  it('is stored without its code', async () => {
    const { invitation_uuid, invitation_code } = await invite()
    const text = JSON.stringify(everyRow(daemon))
    assert.ok(text.includes(invitation_uuid))
    for (const code of [invitation_code, invitation_code.replaceAll('-', '')]) {
      assert.equal(text.includes(code), false)
    }
  })
})

describe('The list of invitations', () => {
  it('has the usable ones, newest first, without their codes', async () => {
    clock.sleep(day)
    assert.deepEqual(await list(), { items: [], total: 0 })
    const [used, withdrawn, expiring] = [await invite(), await invite(), await invite()]
    clock.advance(minute)
    const older = await invite()
    clock.advance(minute)
    const newer = await invite()
    await register(personOf('uma', { invitation_code: used.invitation_code }))
    await withdraw(withdrawn.invitation_uuid)
    const uuids = async (query = '') => {
      const { items, total } = await list(query)
      return [items.map((item: { invitation_uuid: string }) => item.invitation_uuid), total]
    }
    const [third, second, first] = [expiring, older, newer].map(({ invitation_uuid }) => invitation_uuid)
    assert.deepEqual(await uuids(), [[first, second, third], 3])
    assert.deepEqual(await uuids('?limit=1&offset=1'), [[second], 3])
    clock.sleep(day - 2 * minute)
    assert.deepEqual(await uuids(), [[first, second], 2])
    const { invitation_code: _, ...shown } = newer
    assert.deepEqual((await list()).items[0], shown)
  })
})

describe('A withdrawn invitation', () => {
  it('creates no member, and cannot be withdrawn again', async () => {
    const { invitation_uuid, invitation_code } = await invite()
    const { status, body } = await withdraw(invitation_uuid)
    assert.deepEqual([status, body.data.invitation_uuid], [200, invitation_uuid])
    assert.deepEqual(errorOf(await register(personOf('eve', { invitation_code }))), wrong)
    for (const id of [invitation_uuid, randomUUID()]) {
      assert.deepEqual(errorOf(await withdraw(id)), [404, 'NOT_FOUND', {}])
    }
  })
})

describe('Registration with roles by an admin', () => {
  it('requires a sign-in within the last 5 minutes', async () => {
    const token = await ownersToken()
    clock.advance(5 * minute - 1_000)
    assert.equal((await register(personOf('rob', { roles: ['admin'] }), token)).status, 201)
    clock.advance(2_000)
    const late = await register(personOf('ron', { roles: ['admin'] }), token)
    assert.deepEqual(errorOf(late), [401, 'AUTHENTICATION_REQUIRED', { reason: 'step_up' }])
    assert.equal((await register(personOf('ron'), token)).status, 201, 'without roles it needs none')
    const { status, body } = await rest(daemon, 'GET /auth/members', { token })
    const rolesOf = (name: string) =>
      body.data.items.find(({ username }: { username: string }) => username === name).roles
    assert.deepEqual([status, rolesOf('rob'), rolesOf('ron')], [200, ['admin'], []])
  })
})
