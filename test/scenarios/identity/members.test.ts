import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import { ManualClock } from '../../support/clock.ts'
import { login, password, signIn, startTestDaemon, type TestMember } from '../../support/daemon.ts'
import { select } from '../../support/database.ts'
import { watchers } from '../../support/wire/events.ts'
import { household } from '../../support/household.ts'
import { putQuestion } from '../../support/question.ts'
import { errorOf, rest, statusesOf } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const minute = 60_000
const [own, forAdmins] = ['interaction.notifications', 'interaction.notifications.admin']

const clock = new ManualClock()
const { daemon, owner, member: mia } = await household({ clock })

const stepUp = [401, 'AUTHENTICATION_REQUIRED', { reason: 'step_up' }]
const forbidden = [403, 'INSUFFICIENT_PERMISSIONS', {}]
/** A token of the owner that is as good as new. */
const ownersToken = async () => (await signIn(daemon, 'olga')).access_token
const setRoles = (token: string, id: string, roles: string[], more: object = {}, at = daemon) =>
  rest(at, `PUT /auth/members/${id}/roles`, { token, payload: { roles, ...more } })
const makeAdmin = async (username: string): Promise<TestMember> => {
  const { family_member_uuid } = await daemon.member(await signIn(daemon, 'olga'), username)
  assert.equal((await setRoles(await ownersToken(), family_member_uuid, ['admin'])).status, 200)
  return signIn(daemon, username)
}
const demote = async ({ family_member_uuid }: TestMember) => {
  assert.equal((await setRoles(await ownersToken(), family_member_uuid, [])).status, 200)
}
const list = (token: string, query = '') => rest(daemon, `GET /auth/members${query}`, { token })
const put = async (user_id: string, broadcast_admin = true): Promise<string> =>
  (await putQuestion(daemon, await ownersToken(), { user_id, broadcast_admin })).interaction_id

describe('The members', () => {
  it('are listed for admins, newest first', async () => {
    clock.advance(minute)
    const ada = await daemon.member(await signIn(daemon, 'olga'), 'ada')
    const { status, body } = await list(await ownersToken())
    assert.equal(status, 200)
    const { created_at, updated_at, ...newest } = body.data.items[0]
    assert.deepEqual([Date.parse(created_at), Date.parse(updated_at)], [clock.now(), clock.now()])
    assert.deepEqual(newest, {
      family_member_uuid: ada.family_member_uuid,
      username: 'ada',
      full_name: 'Ada Example',
      relationship: 'family',
      roles: [],
      trust_level: 'basic',
      standing: 'primary',
      second_factor: false,
      preferences: {},
    })
    const page = (await list(await ownersToken(), '?limit=1&offset=1')).body.data
    assert.deepEqual([page.items, page.total], [[body.data.items[1]], body.data.total])
    assert.deepEqual(errorOf(await list(ada.access_token)), forbidden)
    assert.deepEqual(errorOf(await setRoles(ada.access_token, ada.family_member_uuid, ['admin'])), forbidden)
  })

  it('keep their preferences to themselves', async () => {
    const preferences = { likes: 'quinces' }
    const { access_token: token, family_member_uuid } = await signIn(daemon, 'mia')
    await rest(daemon, 'PUT /auth/profile', { token, payload: { preferences } })
    const answers = [
      await list(await ownersToken()),
      await setRoles(await ownersToken(), family_member_uuid, []),
    ]
    for (const { status, body } of answers) {
      assert.equal(status, 200)
      assert.doesNotMatch(JSON.stringify(body), /quinces|password/)
    }
    assert.deepEqual((await rest(daemon, 'GET /auth/profile', { token })).body.data.preferences, preferences)
  })

  it('show how many trusted devices each of them has', async () => {
    const phil = await daemon.member(await signIn(daemon, 'olga'), 'phil')
    const payload = { name: 'Phone', kind: 'phone' }
    const offer = await rest(daemon, 'POST /auth/devices/pair', { token: phil.access_token, payload })
    const { pairing_code } = offer.body.data
    await rest(daemon, 'POST /auth/devices/pair', { payload: { pairing_code } })
    const { items } = (await list(await ownersToken())).body.data
    const trusted = items.filter(({ trust_level }: { trust_level: string }) => trust_level === 'trusted')
    assert.deepEqual(
      trusted.map(({ username }: { username: string }) => username),
      ['phil'],
    )
  })
})

describe('A member who becomes an admin', () => {
  it('is an admin from the next token on', async () => {
    const ben = await daemon.member(await signIn(daemon, 'olga'), 'ben')
    const { status, body } = await setRoles(await ownersToken(), ben.family_member_uuid, ['admin'])
    assert.deepEqual([status, body.data.family_member.roles], [200, ['admin']])
    assert.deepEqual(errorOf(await list(ben.access_token)), forbidden)
    const { refresh_token } = ben
    const renewed = await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
    const { access_token } = renewed.body.data
    assert.deepEqual(decodeJwt(access_token)['roles'], ['admin'])
    assert.equal((await list(access_token)).status, 200)
    const profile = await rest(daemon, 'GET /auth/profile', { token: ben.access_token })
    assert.deepEqual(profile.body.data.roles, ['admin'])
  })

  it('is not found if there is no such member, and cannot get an unknown role', async () => {
    const token = await ownersToken()
    assert.deepEqual(errorOf(await setRoles(token, randomUUID(), ['admin'])), [404, 'NOT_FOUND', {}])
    for (const roles of [['owner'], ['admin', 'admin'], 'admin', undefined]) {
      const payload = { roles }
      const answer = await rest(daemon, `PUT /auth/members/${mia.family_member_uuid}/roles`, {
        token,
        payload,
      })
      assert.deepEqual(errorOf(answer).slice(0, 2), [400, 'INVALID_REQUEST'])
    }
  })
})

describe('A demoted admin', () => {
  it('loses admin access at once, with any token', async () => {
    const cleo = await makeAdmin('cleo')
    const other = await signIn(daemon, 'cleo')
    assert.equal((await list(cleo.access_token)).status, 200)
    await demote(cleo)
    for (const { access_token } of [cleo, other]) {
      assert.deepEqual(errorOf(await list(access_token)), forbidden)
      assert.equal((await rest(daemon, 'GET /auth/profile', { token: access_token })).status, 200)
    }
  })

  it('loses admin access on a socket that was already open', async () => {
    const dora = await makeAdmin('dora')
    await using socket = await TestSocket.open(daemon, dora.access_token)
    const request = { operation: 'members.list' }
    assert.equal((await socket.ask('request', request)).type, 'response')
    await demote(dora)
    const refused = (await socket.ask('request', request)).data
    assert.equal(refused.code, 'INSUFFICIENT_PERMISSIONS')
    const subscribed = (await socket.ask('subscribe', { topics: [forAdmins] })).data
    assert.equal(subscribed.code, 'INSUFFICIENT_PERMISSIONS')
  })

  for (const [way, watch] of Object.entries(watchers)) {
    it(`receives no more admin events, and all of their own, over ${way}`, async () => {
      const username = `eve${way.length}`
      const eve = await makeAdmin(username)
      await using watcher = await watch(daemon, eve.access_token, [forAdmins, own])
      const told = async () => (await watcher.next()).interaction.interaction_id
      const before = await put(mia.family_member_uuid)
      assert.equal(await told(), before)
      await demote(eve)
      await put(mia.family_member_uuid)
      const hers = await put(eve.family_member_uuid, false)
      assert.equal(await told(), hers)
    })
  }

  it('cannot replay earlier admin events', async () => {
    const fay = await makeAdmin('fay')
    const socket = await TestSocket.open(daemon, fay.access_token)
    const { seq } = (await socket.ask('subscribe', { topics: [forAdmins, own] })).data
    await put(mia.family_member_uuid)
    await socket.next(({ type }) => type === 'interaction_notification')
    await socket[Symbol.asyncDispose]()
    await demote(fay)
    await using again = await TestSocket.open(daemon, fay.access_token)
    const { data } = await again.ask('subscribe', { topics: [own], resume_from: seq })
    assert.deepEqual(data.topics, [own])
    await again.ask('request', { operation: 'auth.profile' })
    assert.deepEqual(again.received, [])
  })
})

describe('The last admin', () => {
  it('cannot be demoted', async () => {
    await using small = await startTestDaemon({ clock })
    const { access_token, family_member_uuid } = await small.owner()
    const lone = await setRoles(access_token, family_member_uuid, [], {}, small)
    assert.deepEqual(errorOf(lone), [409, 'CONFLICT', { reason: 'last_admin' }])
    assert.equal((await rest(small, 'GET /auth/members', { token: access_token })).status, 200)
    assert.equal((await setRoles(access_token, family_member_uuid, ['admin'], {}, small)).status, 200)
  })

  it('remains when two admins demote each other at the same time', async () => {
    await using small = await startTestDaemon({ clock })
    const first = await small.owner()
    const { family_member_uuid } = await small.member(first, 'gus')
    await setRoles(first.access_token, family_member_uuid, ['admin'], {}, small)
    const { body } = await login(small, 'gus')
    const answers = await Promise.all([
      setRoles(first.access_token, family_member_uuid, [], {}, small),
      setRoles(body.data.access_token, first.family_member_uuid, [], {}, small),
    ])
    const done = answers.filter(({ status }) => status === 200)
    assert.equal(done.length, 1)
    const tokens = [first.access_token, body.data.access_token]
    const asked = tokens.map((token) => rest(small, 'GET /auth/members', { token }))
    assert.deepEqual(statusesOf(await Promise.all(asked)), [200, 403])
  })
})

describe('A role change', () => {
  it('requires a sign-in within the last 5 minutes, or the password', async () => {
    const token = await ownersToken()
    const { family_member_uuid: id } = await daemon.member(await signIn(daemon, 'olga'), 'hal')
    clock.advance(5 * minute - 1_000)
    assert.equal((await setRoles(token, id, ['admin'])).status, 200)
    clock.advance(2_000)
    assert.deepEqual(errorOf(await setRoles(token, id, [])), stepUp)
    const wrong = await setRoles(token, id, [], { password: 'not the password' })
    assert.deepEqual(errorOf(wrong), [401, 'INVALID_CREDENTIALS', {}])
    const rolesOf = async () => {
      const { items } = (await list(token)).body.data
      return items.find(({ family_member_uuid }: TestMember) => family_member_uuid === id).roles
    }
    assert.deepEqual(await rolesOf(), ['admin'])
    assert.equal((await setRoles(token, id, [], { password })).status, 200)
    assert.deepEqual(await rolesOf(), [])
    assert.deepEqual(errorOf(await setRoles(token, id, ['admin'])), stepUp, 'the password counts once')
  })

  it('is not unlocked by a refresh', async () => {
    const { refresh_token } = await signIn(daemon, 'olga')
    clock.advance(6 * minute)
    const renewed = await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
    const { access_token } = renewed.body.data
    assert.deepEqual(errorOf(await setRoles(access_token, mia.family_member_uuid, [])), stepUp)
  })

  it('is in the audit log', async () => {
    const { family_member_uuid: id } = await daemon.member(await signIn(daemon, 'olga'), 'ira')
    await setRoles(await ownersToken(), id, ['admin'])
    const rows = select(
      daemon,
      "SELECT actor, address, details FROM audit WHERE event = 'roles_changed' AND family_member_uuid = ?",
      id,
    )
    const details = JSON.stringify({ from: [], to: ['admin'] })
    assert.deepEqual(rows, [{ actor: `user:${owner.family_member_uuid}`, address: '127.0.0.1', details }])
  })
})
