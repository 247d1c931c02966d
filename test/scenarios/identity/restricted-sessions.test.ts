import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { codeAt, setUpApp } from '../../support/authenticator-app.ts'
import {
  password,
  signIn,
  startTestDaemon,
  temporaryFolder,
  type TestDaemon,
  type TestMember,
} from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { deviceWithPin } from '../../support/pin-device.ts'
import { type Answer, errorOf, rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const clock = new ManualClock()
const { daemon, owner } = await household({ clock })
const restricted = (reason: string) => [403, 'INSUFFICIENT_PERMISSIONS', { reason }]
let people = 0
const newMember = async () => {
  people += 1
  const { access_token } = await signIn(daemon, 'olga')
  return daemon.member({ ...owner, access_token }, `person${people}`)
}
const allow = ({ access_token: token }: TestMember, allowed: boolean, on: TestDaemon = daemon) =>
  rest(on, 'PUT /auth/profile/owner-access', { token, payload: { allowed } })
/** A member who lets the owner read in their profile. */
const openMember = async () => {
  const member = await newMember()
  await allow(member, true)
  return member
}
const withMaster = (username: string, secret = password): Promise<Answer> =>
  rest(daemon, 'POST /auth/login', { payload: { username, password: secret, master: true } })
const simulate = async (user_id: string, severity: string) => {
  const { access_token: token } = await signIn(daemon, 'olga')
  const body = { user_id, interaction_type: 'approval', prompt: 'Open the door?', severity }
  return (await rest(daemon, 'POST /admin/interactions/simulate', { token, body })).body.interaction
    .interaction_id as string
}
const say = async (token: string, content: string) =>
  (await rest(daemon, 'POST /conversation/message', { token, payload: { content } })).body.data.response
    .content as string
const memoriesOf = async (token: string) =>
  (await rest(daemon, 'GET /memory/recent', { token })).body.data.total as number

describe('A session of a PIN', () => {
  it('approves, rejects, cancels and defers nothing that is high in severity', async () => {
    const member = await newMember()
    const device = await deviceWithPin(daemon, member.username, clock)
    const { access_token: token } = (await device.withPin(device.pin)).body.data
    for (const severity of ['low', 'medium']) {
      const id = await simulate(member.family_member_uuid, severity)
      assert.equal((await rest(daemon, `POST /interactions/${id}/approve`, { token })).status, 200)
    }
    const id = await simulate(member.family_member_uuid, 'high')
    for (const [action, body] of [
      ['approve', undefined],
      ['reject', undefined],
      ['cancel', undefined],
      ['defer', { defer_seconds: 60 }],
    ] as const) {
      const refused = await rest(daemon, `POST /interactions/${id}/${action}`, { token, body })
      assert.equal(refused.status, 403, action)
    }
    const { access_token } = await signIn(daemon, member.username)
    assert.equal(
      (await rest(daemon, `POST /interactions/${id}/approve`, { token: access_token })).status,
      200,
    )
  })

  it('forgets one thing at a time by talking, and agrees to no more', async () => {
    const member = await newMember()
    const device = await deviceWithPin(daemon, member.username, clock)
    const { access_token: full } = await signIn(daemon, member.username)
    for (const content of ['My dog Rex likes carrots', 'My dog Rex sleeps on the sofa', 'I play the cello'])
      await rest(daemon, 'POST /memory/store', { token: full, payload: { content } })
    const { access_token: token } = (await device.withPin(device.pin)).body.data
    assert.match(await say(token, 'Forget everything about Rex.'), /password/)
    assert.equal(await memoriesOf(full), 3)
    // Asked with the password, it is not agreed to without.
    await say(full, 'Forget everything about Rex.')
    assert.match(await say(token, 'Yes.'), /password/)
    assert.equal(await memoriesOf(full), 3)
    await say(full, 'Forget everything about Rex.')
    await say(full, 'Yes.')
    assert.equal(await memoriesOf(full), 1)
  })

  it('exports nothing', async () => {
    const member = await newMember()
    const device = await deviceWithPin(daemon, member.username, clock)
    const { access_token: token } = (await device.withPin(device.pin)).body.data
    assert.deepEqual(errorOf(await rest(daemon, 'GET /memory/export', { token })), restricted('pin'))
  })

  it('of an admin administers nothing, and hears nothing that is for admins', async () => {
    const device = await deviceWithPin(daemon, 'olga', clock)
    const { access_token: token } = (await device.withPin(device.pin)).body.data
    assert.deepEqual(errorOf(await rest(daemon, 'GET /auth/members', { token })), restricted('pin'))
    await using socket = await TestSocket.open(daemon, token)
    const { type } = await socket.ask('subscribe', { topics: ['interaction.notifications.admin'] })
    assert.equal(type, 'error')
  })
})

describe('The owner’s password', () => {
  it('opens the profile of a member to read in it for 15 minutes, who is told at once', async () => {
    const member = await openMember()
    await using socket = await TestSocket.open(daemon, member.access_token)
    await socket.ask('subscribe', { topics: ['interaction.notifications'] })
    const { status, body } = await withMaster(member.username)
    const { restriction, family_member, expires_in, refresh_token, access_token: token } = body.data
    assert.deepEqual(
      [status, restriction, family_member.family_member_uuid, expires_in, family_member.preferences],
      [200, 'read_only', member.family_member_uuid, 900, {}],
    )
    const { data } = await socket.next(({ type }) => type === 'interaction_notification')
    assert.deepEqual(
      [data.interaction.title, data.interaction.severity],
      ['Olga Example opened your profile', 'high'],
    )
    const refusal = await rest(daemon, 'POST /memory/store', { token, payload: { content: 'tea' } })
    assert.deepEqual(errorOf(refusal), restricted('read_only'))
    const id = data.interaction.interaction_id as string
    assert.equal((await rest(daemon, `POST /interactions/${id}/dismiss`, { token })).status, 403)
    clock.advance(600_000)
    const renewed = await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
    assert.deepEqual([renewed.status, renewed.body.data.expires_in], [200, 300])
    clock.advance(300_000)
    const late = await rest(daemon, 'GET /auth/session', { token: renewed.body.data.access_token })
    assert.equal(late.status, 401)
  })

  it('is written down with whose it was', async () => {
    const member = await openMember()
    await withMaster(member.username)
    const { access_token: token } = await signIn(daemon, 'olga')
    const { body } = await rest(daemon, 'GET /security/audit', { token })
    const opened = body.data.items.find(({ event }: { event: string }) => event === 'profile_opened')
    assert.deepEqual(
      [opened.actor, opened.family_member_uuid],
      [`user:${owner.family_member_uuid}`, member.family_member_uuid],
    )
  })

  it('leaves no trace of reading', async () => {
    const member = await openMember()
    const token = member.access_token
    const payload = { content: 'The spare key is under the flowerpot' }
    const { memory } = (await rest(daemon, 'POST /memory/store', { token, payload })).body.data
    await rest(daemon, 'POST /conversation/message', { token, payload: { content: 'Good morning' } })
    const traces = async () => [
      (await rest(daemon, `GET /memory/${memory.memory_uuid}`, { token })).body.data.memory.last_accessed_at,
      (await rest(daemon, 'GET /conversation/context', { token })).body.data.unread,
    ]
    const before = await traces()
    clock.advance(60_000)
    const { access_token: reader } = (await withMaster(member.username)).body.data
    const search = await rest(daemon, 'GET /memory/search?q=spare%20key', { token: reader })
    assert.equal(search.body.data.items.length, 1)
    await rest(daemon, 'GET /conversation/history', { token: reader })
    clock.advance(60_000)
    assert.deepEqual(await traces(), before)
  })

  it('does not open the profile of a member who refuses it again, and what is open closes', async () => {
    const member = await openMember()
    const { access_token: reader } = (await withMaster(member.username)).body.data
    const set = await allow(member, false)
    assert.deepEqual(set.body.data, { allowed: false, owner: 'Olga Example' })
    assert.equal((await rest(daemon, 'GET /auth/session', { token: reader })).status, 401)
    assert.deepEqual(errorOf(await withMaster(member.username)), [
      403,
      'INSUFFICIENT_PERMISSIONS',
      { reason: 'owner_refused' },
    ])
  })

  it('opens nobody’s profile before they say so', async () => {
    const member = await newMember()
    const shown = await rest(daemon, 'GET /auth/profile/owner-access', { token: member.access_token })
    assert.deepEqual(shown.body.data, { allowed: false, owner: 'Olga Example' })
    assert.equal(errorOf(await withMaster(member.username))[2]?.['reason'], 'owner_refused')
    await allow(member, true)
    assert.equal((await withMaster(member.username)).status, 200)
  })

  it('opens no admin’s profile, nobody’s by another password, and none that is not there', async () => {
    const member = await openMember()
    const { access_token: token } = await signIn(daemon, 'olga')
    const path = `PUT /auth/members/${member.family_member_uuid}/roles`
    await rest(daemon, path, { token, payload: { roles: ['admin'] } })
    assert.equal((await withMaster(member.username)).status, 403)
    assert.equal((await withMaster('olga')).status, 403)
    const unknown = await withMaster('nobody-at-all')
    assert.deepEqual(
      errorOf(unknown),
      errorOf(await withMaster((await openMember()).username, 'not it at all')),
    )
    assert.equal(unknown.status, 401)
  })
  it('is not enough where the owner has a second factor, which is asked for whatever the profile', async () => {
    const when = new ManualClock()
    await using other = await startTestDaemon({ home: temporaryFolder(), clock: when })
    const olga = await other.owner()
    const ben = await other.member(olga, 'ben')
    await allow(ben, true, other)
    const secret = await setUpApp(other, olga.access_token, () => when.now())
    when.advance(30_000)
    const login = (payload: object) => rest(other, 'POST /auth/login', { payload })
    const begin = (username: string, secret = password) => login({ username, password: secret, master: true })
    const [asked, unknown] = [await begin('ben'), await begin('nobody-at-all')]
    for (const half of [asked, unknown]) {
      assert.deepEqual([half.status, half.body.error.code], [401, 'MFA_REQUIRED'])
      assert.deepEqual(half.body.error.details.methods, ['totp'])
    }
    assert.equal(errorOf(await begin('ben', 'not it at all'))[1], 'INVALID_CREDENTIALS')
    const titles = async () => {
      const { body } = await rest(other, 'GET /interactions', { token: ben.access_token })
      return body.items.map(({ title }: { title: string }) => title)
    }
    assert.deepEqual(await titles(), [])

    const { mfa_token } = asked.body.error.details
    const goOn = (code: string, token = mfa_token) => login({ mfa_token: token, method: 'totp', code })
    const right = () => codeAt(secret, when.now())
    const wrong = await goOn(right() === '000000' ? '000001' : '000000')
    assert.deepEqual(errorOf(wrong)[2], { reason: 'wrong_second_factor' })
    const { status, body } = await goOn(right())
    assert.equal(status, 200, JSON.stringify(body))
    const { restriction, family_member, expires_in, access_token } = body.data
    assert.deepEqual(
      [restriction, family_member.family_member_uuid, expires_in],
      ['read_only', ben.family_member_uuid, 900],
    )
    const claims = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString())
    assert.deepEqual(claims.amr, ['pwd', 'otp', 'mfa'])
    assert.deepEqual(await titles(), ['Olga Example opened your profile'])
    const store = { token: access_token, payload: { content: 'tea' } }
    assert.deepEqual(errorOf(await rest(other, 'POST /memory/store', store)), restricted('read_only'))

    when.advance(30_000)
    const nobody = await goOn(right(), unknown.body.error.details.mfa_token)
    assert.deepEqual([nobody.status, errorOf(nobody)[1]], [401, 'INVALID_CREDENTIALS'])
  })

  it('alone opens nothing where everybody has to have a second factor and the owner has none', async () => {
    const config = { sign_in: { second_factor: 'required' as const } }
    await using strict = await startTestDaemon({ home: temporaryFolder(), config })
    const olga = await strict.owner()
    assert.equal(olga.username, 'olga')
    const payload = { username: 'olga', password, master: true }
    assert.equal((await rest(strict, 'POST /auth/login', { payload })).status, 403)
  })
})
