import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import { ManualClock } from '../../support/clock.ts'
import { login, password, signIn, type TestMember, withEstimate } from '../../support/daemon.ts'
import { everyRow, select } from '../../support/database.ts'
import { household } from '../../support/household.ts'
import { putQuestion } from '../../support/question.ts'
import { errorOf, rest, statusesOf } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const clock = new ManualClock()
const { daemon, owner, member: mia } = await household({ clock, environment: withEstimate })

const newPassword = 'seven small otters swim'
const profile = (token: string) => rest(daemon, 'GET /auth/profile', { token })
const change = (token: string, payload: object) => rest(daemon, 'PUT /auth/profile', { token, payload })
const changePassword = (token: string, current_password: string, new_password: string) =>
  rest(daemon, 'POST /auth/change-password', { token, payload: { current_password, new_password } })
const reset = (token: string, payload: object = { password, confirm: 'RESET' }) =>
  rest(daemon, 'POST /auth/emergency-reset', { token, payload })
const put = (user_id: string, changes: object = {}, headers: Record<string, string> = {}) =>
  putQuestion(daemon, owner.access_token, { user_id, ...changes }, headers)

/** How many rows of each table have `text` anywhere in them, as another connection finds them. */
function rowsWith(text: string): Record<string, number> {
  const counts = Object.entries(everyRow(daemon)).map(([table, rows]): [string, number] => [
    table,
    rows.filter((row) => JSON.stringify(row).includes(text)).length,
  ])
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

async function pairDevice(token: string): Promise<TestMember> {
  const offer = await rest(daemon, 'POST /auth/devices/pair', {
    token,
    payload: { name: 'Phone', kind: 'phone' },
  })
  const { pairing_code } = offer.body.data
  const { body } = await rest(daemon, 'POST /auth/devices/pair', { payload: { pairing_code } })
  return body.data
}

describe('The profile', () => {
  it('shows the signed-in member', async () => {
    const { status, body } = await profile(mia.access_token)
    const { family_member_uuid, created_at, updated_at, ...rest } = body.data
    assert.equal(status, 200)
    assert.equal(family_member_uuid, mia.family_member_uuid)
    assert.equal(created_at, updated_at)
    assert.deepEqual(rest, {
      username: 'mia',
      full_name: 'Mia Example',
      relationship: 'family',
      roles: [],
      trust_level: 'basic',
      standing: 'primary',
      preferences: {},
    })
  })

  it('changes only the given fields, also in the next token', async () => {
    const ada = await daemon.member(owner, 'ada')
    clock.advance(1_000)
    const preferences = { remember: false, nested: { tone: ['warm'] } }
    const first = await change(ada.access_token, { preferences })
    const second = await change(ada.access_token, { full_name: ' Ada King ', relationship: 'aunt' })
    assert.deepEqual([first.status, second.status], [200, 200])
    const { data } = (await profile(ada.access_token)).body
    assert.deepEqual(data, second.body.data)
    assert.deepEqual([data.full_name, data.relationship, data.preferences], ['Ada King', 'aunt', preferences])
    assert.equal(Date.parse(data.updated_at) - Date.parse(data.created_at), 1_000)
    const { refresh_token } = ada
    const renewed = await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
    const { full_name, relationship } = decodeJwt(renewed.body.data.access_token)
    assert.deepEqual([full_name, relationship], ['Ada King', 'aunt'])
  })

  it('accepts preferences of up to 16 KiB', async () => {
    const { access_token } = await daemon.member(owner, 'liv')
    const ofSize = (bytes: number) => ({ note: 'x'.repeat(bytes - '{"note":""}'.length) })
    assert.equal((await change(access_token, { preferences: ofSize(16_384) })).status, 200)
    const reason = 'is larger than 16384 bytes'
    const tooLarge = await change(access_token, {
      preferences: { note: 'é'.repeat(8_200) },
      full_name: 'Liv',
    })
    assert.deepEqual(errorOf(tooLarge), [400, 'INVALID_REQUEST', { field: 'preferences', reason }])
    assert.deepEqual((await profile(access_token)).body.data.preferences, ofSize(16_384))
    assert.equal((await profile(access_token)).body.data.full_name, 'Liv Example')
  })

  it('refuses unknown fields and fields that members cannot change', async () => {
    for (const field of ['nickname', 'username', 'roles', 'trust_level', 'family_member_uuid']) {
      const answer = await change(mia.access_token, { full_name: 'Somebody Else', [field]: ['admin'] })
      assert.deepEqual(errorOf(answer), [400, 'INVALID_REQUEST', { field, reason: 'is unknown' }])
    }
    for (const payload of [{}, { full_name: '  ' }, { relationship: 7 }, { preferences: [] }]) {
      assert.equal((await change(mia.access_token, payload)).status, 400, JSON.stringify(payload))
    }
    assert.equal((await profile(mia.access_token)).body.data.full_name, 'Mia Example')
  })
})

describe('A password change', () => {
  it('ends all other sessions and keeps the current one', async () => {
    const [here, there] = [await daemon.member(owner, 'eva'), await signIn(daemon, 'eva')]
    const device = await pairDevice(here.access_token)
    await using staying = await TestSocket.open(daemon, here.access_token)
    await using leaving = await TestSocket.open(daemon, there.access_token)
    const closed = leaving.closeCode()
    const { status, body } = await changePassword(here.access_token, password, newPassword)
    assert.equal(status, 200)
    const ended: string[] = body.data.sessions_ended
    assert.deepEqual(ended.toSorted(), [there.session_uuid, device.session_uuid].toSorted())
    assert.equal(await closed, 4401)
    for (const { access_token, refresh_token } of [there, device]) {
      assert.equal(errorOf(await profile(access_token))[1], 'TOKEN_REVOKED')
      const renewed = await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
      assert.equal(errorOf(renewed)[1], 'TOKEN_REVOKED')
    }
    assert.equal((await staying.ask('request', { operation: 'auth.profile' })).type, 'response')
    assert.equal((await login(daemon, 'eva')).status, 401)
    assert.equal((await login(daemon, 'eva', newPassword)).status, 200)
    assert.equal((await profile(mia.access_token)).status, 200, 'other members stay signed in')
  })

  it('revokes pairing codes made in a session that it ended', async () => {
    await daemon.member(owner, 'ina')
    const [here, thief] = [await signIn(daemon, 'ina'), await signIn(daemon, 'ina')]
    const payload = { name: 'Phone', kind: 'phone' }
    const offer = await rest(daemon, 'POST /auth/devices/pair', { token: thief.access_token, payload })
    await changePassword(here.access_token, password, newPassword)
    const { pairing_code } = offer.body.data
    const paired = await rest(daemon, 'POST /auth/devices/pair', { payload: { pairing_code } })
    assert.deepEqual(errorOf(paired), [401, 'INVALID_CREDENTIALS', {}])
  })

  it('requires the current password', async () => {
    const other = await signIn(daemon, 'mia')
    const answer = await changePassword(mia.access_token, 'not the password', newPassword)
    assert.deepEqual(errorOf(answer), [401, 'INVALID_CREDENTIALS', {}])
    assert.equal((await profile(other.access_token)).status, 200)
    assert.equal((await login(daemon, 'mia')).status, 200)
  })

  it('explains why a new password is refused, and changes nothing', async () => {
    const noa = await daemon.member(owner, 'noa')
    for (const [secret, reason] of [
      [password, 'reused'],
      ['seven77', 'too_short'],
      ['fifty Noa boats', 'contains_identity'],
      ['an exAMPLE of it', 'contains_identity'],
      ['Password1', 'breached'],
      ['qwertz12345', 'too_simple'],
    ] as const) {
      const answer = await changePassword(noa.access_token, password, secret)
      const details = { field: 'new_password', reason }
      assert.deepEqual(errorOf(answer), [400, 'PASSWORD_REJECTED', details], secret)
    }
    assert.equal((await login(daemon, 'noa')).status, 200)
  })

  it('succeeds once when two requests race', async () => {
    const { access_token } = await daemon.member(owner, 'kai')
    const secrets = [newPassword, 'nine tall herons wade']
    const answers = await Promise.all(secrets.map((to) => changePassword(access_token, password, to)))
    assert.deepEqual(statusesOf(answers), [200, 401])
    const logins = [await login(daemon, 'kai', secrets[0]), await login(daemon, 'kai', secrets[1])]
    assert.deepEqual(
      logins.map(({ status }) => status),
      answers.map(({ status }) => status),
    )
  })

  it('is in the audit log, without either password', async () => {
    const { access_token, family_member_uuid } = await daemon.member(owner, 'pia')
    await changePassword(access_token, password, newPassword)
    const rows = select(daemon, "SELECT * FROM audit WHERE event = 'password_changed'")
    assert.equal(rows.filter((row) => JSON.stringify(row).includes(family_member_uuid)).length, 1)
    for (const secret of [password, newPassword]) assert.deepEqual(rowsWith(secret), {})
  })
})

describe('An emergency reset', () => {
  const marker = `quince-${randomUUID()}`

  /** A member of whom everything there can be is held, with how much of it. */
  async function wellKnown(username: string) {
    const member = await daemon.member(owner, username)
    const other = await signIn(daemon, username)
    const { family_member_uuid: user_id, access_token: token } = member
    const question = await put(user_id, { prompt: marker }, { 'idempotency-key': randomUUID() })
    await put(user_id, { scenario: 'create_then_answer', answer_text: marker, broadcast_admin: true })
    const answered = await rest(daemon, `POST /interactions/${question.interaction_id}/answer`, {
      token,
      body: { answer_json: { secret: marker } },
      headers: { 'idempotency-key': randomUUID() },
    })
    assert.equal(answered.status, 200)
    await change(token, { preferences: { note: marker } })
    await rest(daemon, 'POST /memory/store', { token, payload: { content: marker, visibility: 'household' } })
    const device = await pairDevice(token)
    await rest(daemon, 'POST /auth/devices/pair', { token, payload: { name: marker, kind: 'other' } })
    return { member, other, device, question }
  }

  it('requires the password and the confirmation word', async () => {
    const { interaction_id } = await put(mia.family_member_uuid)
    const wrong = await reset(mia.access_token, { password: 'not the password', confirm: 'RESET' })
    assert.deepEqual(errorOf(wrong), [401, 'INVALID_CREDENTIALS', {}])
    for (const payload of [{ password }, { password, confirm: 'reset' }, { password, confirm: true }]) {
      const [status, code, { field }] = errorOf(await reset(mia.access_token, payload))
      assert.deepEqual([status, code, field], [400, 'INVALID_REQUEST', 'confirm'])
    }
    const interaction = await rest(daemon, `GET /interactions/${interaction_id}`, { token: mia.access_token })
    assert.equal(interaction.status, 200)
  })

  it('leaves only the account, the audit log and a note of the reset, by its id, in the database', async () => {
    const { family_member_uuid: others } = mia
    await put(others, {}, { 'idempotency-key': randomUUID() })
    await pairDevice((await signIn(daemon, 'mia')).access_token)
    const before = rowsWith(others)
    const { member } = await wellKnown('rosa')
    const { family_member_uuid } = member
    const holding = ['idempotency', 'interaction_events', 'interactions', 'members', 'memories', 'pairings']
    assert.deepEqual(Object.keys(rowsWith(marker)).toSorted(), holding)
    const { status, body } = await reset(member.access_token)
    assert.equal(status, 200)
    assert.deepEqual(body.data.deleted, {
      interaction_events: 4,
      interactions: 2,
      memories: 1,
      imports: 0,
      emotion_entries: 0,
      habits: 1,
      voices: 0,
      personalities: 0,
      personality_snapshots: 0,
      goals: 0,
      conversations: 0,
      messages: 0,
      keys: 0,
      sessions: 3,
      devices: 1,
    })
    assert.deepEqual(rowsWith(marker), {})
    const { audit, ...left } = rowsWith(family_member_uuid)
    // That it was, for backups that are restored; and that a key was used, without what for, so that it runs nothing anew.
    assert.deepEqual(left, { members: 1, people: 1, erasures: 1, idempotency: 1 })
    assert.ok(audit)
    assert.deepEqual(Object.keys(rowsWith(member.session_uuid)), ['audit'])
    assert.deepEqual(rowsWith(others), before)
    assert.equal((await profile(mia.access_token)).status, 200)
  })

  it("leaves no trace of the member's data in the files", async () => {
    const { member } = await wellKnown('rita')
    const files = () =>
      readdirSync(daemon.home.path)
        .filter((name) => name.startsWith('companion.db'))
        .filter((name) => readFileSync(join(daemon.home.path, name)).includes(marker))
    assert.notDeepEqual(files(), [])
    assert.equal((await reset(member.access_token)).status, 200)
    assert.deepEqual(files(), [])
  })

  it('ends every session at once, and the member can sign in again', async () => {
    const { member, other, device, question } = await wellKnown('ruth')
    const sockets = [member, other, device].map(({ access_token }) => TestSocket.open(daemon, access_token))
    const closed = (await Promise.all(sockets)).map((socket) => socket.closeCode())
    assert.equal((await reset(member.access_token)).status, 200)
    assert.deepEqual(await Promise.all(closed), [4401, 4401, 4401])
    for (const { access_token, refresh_token } of [member, other, device]) {
      assert.equal(errorOf(await profile(access_token))[1], 'TOKEN_REVOKED')
      const renewed = await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
      assert.equal(renewed.status, 401)
    }
    const { access_token: token, ...again } = await signIn(daemon, 'ruth')
    assert.equal(again.family_member_uuid, member.family_member_uuid)
    const { data } = (await profile(token)).body
    assert.deepEqual([data.preferences, data.trust_level], [{}, 'basic'])
    assert.equal((await rest(daemon, 'GET /interactions', { token })).body.total, 0)
    assert.equal((await rest(daemon, 'GET /auth/devices', { token })).body.data.total, 0)
    const deleted = await rest(daemon, `GET /interactions/${question.interaction_id}`, {
      token: owner.access_token,
    })
    assert.deepEqual([deleted.status, deleted.body], [404, { detail: 'interaction not found' }])
    assert.deepEqual((await reset(token)).body.data.deleted, {
      interaction_events: 0,
      interactions: 0,
      memories: 0,
      imports: 0,
      emotion_entries: 0,
      habits: 1,
      voices: 0,
      personalities: 0,
      personality_snapshots: 0,
      goals: 0,
      conversations: 0,
      messages: 0,
      keys: 0,
      sessions: 1,
      devices: 0,
    })
  })

  it('removes replayable events, also those that admins received', async () => {
    const { access_token, family_member_uuid } = await daemon.member(owner, 'rhea')
    const listen = async (token: string, topic: string, resume_from?: number) => {
      const socket = await TestSocket.open(daemon, token)
      const { data } = await socket.ask('subscribe', { topics: [topic], resume_from })
      return { socket, data }
    }
    const [own, forAdmins] = ['interaction.notifications', 'interaction.notifications.admin']
    await using admin = (await listen(owner.access_token, forAdmins)).socket
    const { seq: ownersSeq } = (await admin.ask('subscribe', { topics: [forAdmins] })).data
    const { socket, data } = await listen(access_token, own)
    await put(family_member_uuid, { prompt: marker, broadcast_admin: true })
    for (const told of [socket, admin]) await told.next(({ type }) => type === 'interaction_notification')
    await reset(access_token)
    const again = await listen((await signIn(daemon, 'rhea')).access_token, own, data.seq)
    assert.equal(again.data.missed, true)
    const asAdmin = await listen(owner.access_token, forAdmins, ownersSeq)
    for (const late of [again.socket, asAdmin.socket]) {
      // Whatever could be had again comes before the next answer.
      await late.ask('request', { operation: 'auth.profile' })
      assert.doesNotMatch(JSON.stringify(late.received), new RegExp(marker))
      await late[Symbol.asyncDispose]()
    }
  })

  it('cancels everything that was scheduled', async () => {
    const { access_token, family_member_uuid } = await daemon.member(owner, 'rona')
    await put(family_member_uuid, { prompt: marker, expires_in_seconds: 30 })
    await reset(access_token)
    await using socket = await TestSocket.open(daemon, (await signIn(daemon, 'rona')).access_token)
    await socket.ask('subscribe', { topics: ['interaction.notifications'] })
    clock.advance(31_000)
    const { interaction_id } = await put(family_member_uuid)
    const told = await socket.next(({ type }) => type === 'interaction_notification')
    assert.equal(told.data.interaction.interaction_id, interaction_id)
  })
})
