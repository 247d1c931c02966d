import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { systemToken } from '../../bench/system-token.ts'
import { ManualClock } from '../../support/clock.ts'
import { login, signIn, type TestMember } from '../../support/daemon.ts'
import { everyRow, select } from '../../support/database.ts'
import { household } from '../../support/household.ts'
import { type Answer, errorOf, rest, statusesOf } from '../../support/wire/rest.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const clock = new ManualClock()
const { daemon } = await household({ clock })
const newPassword = 'violet kettle marches north'

let named = 0
const newcomer = async (): Promise<TestMember> => {
  named += 1
  return daemon.member(await signIn(daemon, 'olga'), `nils${named}`)
}
const asOwner = async () => (await signIn(daemon, 'olga')).access_token
const create = async (payload: object, token?: string) =>
  rest(daemon, 'POST /auth/sign-in-links', { token: token ?? (await asOwner()), payload })
const linkFor = async ({ family_member_uuid }: TestMember, more: object = {}) => {
  const { status, body } = await create({ family_member_uuid, ...more })
  assert.equal(status, 201)
  return body.data as { link_uuid: string; link_code: string; url: string; expires_at: string }
}
const open = (link_code: string) => rest(daemon, 'POST /auth/sign-in-links/open', { payload: { link_code } })
const use = (link_code: string, more: object = {}) =>
  rest(daemon, 'POST /auth/sign-in-links/use', {
    payload: { link_code, new_password: newPassword, ...more },
  })
const list = async (token: string) =>
  (await rest(daemon, 'GET /auth/sign-in-links', { token })).body.data as {
    items: { link_uuid: string }[]
    total: number
  }
const withdraw = (id: string, token: string) => rest(daemon, `DELETE /auth/sign-in-links/${id}`, { token })
/** What waits in the inbox of a member, the newest first: its titles. */
const told = ({ family_member_uuid }: TestMember) =>
  select<{ title: string; prompt: string; interaction_type: string }>(
    daemon,
    "SELECT title, prompt, interaction_type FROM interactions WHERE user_id = ? AND category = 'sign_in' AND status = 'pending' ORDER BY created_at DESC, rowid DESC",
    family_member_uuid,
  )
const audited = ({ family_member_uuid }: TestMember, event: string) =>
  select<{ actor: string; details: string }>(
    daemon,
    'SELECT actor, details FROM audit WHERE family_member_uuid = ? AND event = ? ORDER BY seq',
    family_member_uuid,
    event,
  ).map(({ actor, details }) => ({ actor, details: JSON.parse(details) as Record<string, unknown> }))

const wrongLink = [401, 'INVALID_CREDENTIALS', { reason: 'wrong_sign_in_link' }]

describe('A sign-in link', () => {
  it('is an address whose secret no server sees, valid for a day', async () => {
    const nils = await newcomer()
    const { link_code, url, expires_at } = await linkFor(nils)
    assert.match(link_code, /^[\w-]{43}$/)
    assert.equal(url, `${new URL(daemon.file.base_url).origin}/#/recover?link=${link_code}`)
    assert.equal(Date.parse(expires_at) - clock.now(), day)
    assert.equal(new URL(url).search, '')
  })

  it('sets a new password and signs its member in, while their other sessions end', async () => {
    const nils = await newcomer()
    const { link_code } = await linkFor(nils)
    const opened = await open(link_code)
    assert.deepEqual([opened.status, opened.body.data.username], [200, nils.username])
    const { status, body } = await use(link_code)
    assert.equal(status, 200)
    const token = body.data.access_token as string
    assert.equal((await rest(daemon, 'GET /auth/profile', { token })).body.data.username, nils.username)
    assert.equal((await rest(daemon, 'GET /auth/profile', { token: nils.access_token })).status, 401)
    assert.equal((await login(daemon, nils.username)).status, 401)
    assert.equal((await login(daemon, nils.username, newPassword)).status, 200)
  })

  it('gives a session that may do all its member may, with the password given just now', async () => {
    const nils = await newcomer()
    const { body } = await use((await linkFor(nils)).link_code)
    const payload = { name: 'Phone', kind: 'phone' }
    const token = body.data.access_token as string
    assert.equal((await rest(daemon, 'POST /auth/devices/pair', { token, payload })).status, 200)
  })

  it('works once, also where two use it at the same time', async () => {
    const nils = await newcomer()
    const { link_code } = await linkFor(nils)
    const both = await Promise.all([use(link_code), use(link_code)])
    assert.deepEqual(statusesOf(both), [200, 401])
    assert.deepEqual(errorOf(await use(link_code)), wrongLink)
    assert.deepEqual(errorOf(await open(link_code)), wrongLink)
  })

  it('stays good where the password was not', async () => {
    const { link_code } = await linkFor(await newcomer())
    const refused = await use(link_code, { new_password: 'password123' })
    assert.deepEqual(errorOf(refused), [
      400,
      'PASSWORD_REJECTED',
      { field: 'new_password', reason: 'breached' },
    ])
    assert.equal((await use(link_code)).status, 200)
  })

  it('is over after a day', async () => {
    const { link_code } = await linkFor(await newcomer())
    clock.sleep(day - 1)
    assert.equal((await open(link_code)).status, 200)
    clock.advance(1)
    assert.deepEqual(errorOf(await open(link_code)), wrongLink)
    assert.deepEqual(errorOf(await use(link_code)), wrongLink)
  })

  it('is refused in the same way where there never was one', async () => {
    assert.deepEqual(errorOf(await open('no such link')), wrongLink)
    assert.deepEqual(errorOf(await use('no such link')), wrongLink)
  })

  it('gets its member in while their account is locked, and unlocks it', async () => {
    const nils = await newcomer()
    for (let n = 0; n < 6; n += 1) await login(daemon, nils.username, 'not the password')
    assert.equal((await login(daemon, nils.username)).status, 429)
    assert.equal((await use((await linkFor(nils)).link_code)).status, 200)
    assert.equal((await login(daemon, nils.username, newPassword)).status, 200)
  })

  it('lets the other sessions go on where that is wanted', async () => {
    const nils = await newcomer()
    await use((await linkFor(nils)).link_code, { keep_sessions: true })
    assert.equal((await rest(daemon, 'GET /auth/profile', { token: nils.access_token })).status, 200)
  })

  it('ends with every other one for its member, and with a password that was changed', async () => {
    const nils = await newcomer()
    const [first, second] = [await linkFor(nils), await linkFor(nils)]
    await use(first.link_code)
    assert.deepEqual(errorOf(await open(second.link_code)), wrongLink)
    const mona = await newcomer()
    const third = await linkFor(mona)
    const payload = { current_password: 'correct horse battery', new_password: newPassword }
    await rest(daemon, 'POST /auth/change-password', { token: mona.access_token, payload })
    assert.deepEqual(errorOf(await open(third.link_code)), wrongLink)
  })

  it('is kept as a hash, and the password with it nowhere', async () => {
    const { link_code } = await linkFor(await newcomer())
    assert.doesNotMatch(JSON.stringify(everyRow(daemon)), new RegExp(link_code))
    await use(link_code)
    assert.doesNotMatch(JSON.stringify(everyRow(daemon)), new RegExp(newPassword))
  })

  it('is written down and told to its member, when it is made and when it is used', async () => {
    const nils = await newcomer()
    const { link_uuid, link_code } = await linkFor(nils, { without_second_factor: true })
    assert.deepEqual(
      audited(nils, 'sign_in_link_created').map(({ details }) => details),
      [{ link_uuid, without_second_factor: true }],
    )
    const [made] = told(nils)
    assert.equal(made?.interaction_type, 'ack')
    assert.equal(made?.title, 'There is a sign-in link for you')
    assert.match(made?.prompt ?? '', /^Olga Example made you a sign-in link on .* until .*second factor/)
    await use(link_code)
    assert.match(told(nils)[0]?.prompt ?? '', /set anew with a sign-in link from Olga Example on/)
    const [row] = audited(nils, 'password_recovered')
    assert.deepEqual(row, {
      actor: `user:${nils.family_member_uuid}`,
      details: { by: 'sign_in_link', sessions_ended: 1 },
    })
  })

  it('is told in the language that its member speaks', async () => {
    const nils = await newcomer()
    const token = nils.access_token
    await rest(daemon, 'PUT /auth/profile', { token, payload: { preferences: { language: 'de' } } })
    await linkFor(nils)
    assert.equal(told(nils)[0]?.title, 'Es gibt einen Anmeldelink für dich')
  })
})

describe('Making a sign-in link', () => {
  it('is for admins, not for oneself, and not for nobody', async () => {
    const nils = await newcomer()
    const { family_member_uuid } = nils
    const owner = await signIn(daemon, 'olga')
    assert.equal((await create({ family_member_uuid }, nils.access_token)).status, 403)
    const own = await create({ family_member_uuid: owner.family_member_uuid })
    assert.deepEqual(errorOf(own), [422, 'UNPROCESSABLE', { reason: 'own_sign_in_link' }])
    assert.equal((await create({ family_member_uuid: randomUUID() })).status, 404)
  })

  it('wants a recent sign-in, or the password', async () => {
    const { family_member_uuid } = await newcomer()
    const token = await asOwner()
    clock.advance(6 * minute)
    const refused = await create({ family_member_uuid }, token)
    assert.deepEqual(errorOf(refused), [401, 'AUTHENTICATION_REQUIRED', { reason: 'step_up' }])
    const given = await create({ family_member_uuid, password: 'correct horse battery' }, token)
    assert.equal(given.status, 201)
  })

  it('gives the admin no session and no word of the member', async () => {
    const { body } = await create({ family_member_uuid: (await newcomer()).family_member_uuid })
    assert.deepEqual(Object.keys(body.data).toSorted(), [
      'created_at',
      'created_by',
      'expires_at',
      'family_member_uuid',
      'link_code',
      'link_uuid',
      'url',
      'without_second_factor',
    ])
  })
})

describe('The sign-in links that can be used', () => {
  it('are listed without their codes: everybody’s for admins, their own for members', async () => {
    const [nils, mona] = [await newcomer(), await newcomer()]
    const [one, other] = [await linkFor(nils), await linkFor(mona)]
    const ids = async (token: string) => (await list(token)).items.map(({ link_uuid }) => link_uuid)
    assert.deepEqual(await ids(nils.access_token), [one.link_uuid])
    const all = await ids(await asOwner())
    assert.ok(all.includes(one.link_uuid) && all.includes(other.link_uuid))
    assert.doesNotMatch(JSON.stringify(await list(await asOwner())), /link_code|code_hash/)
  })

  it('are withdrawn by an admin or by the member whom they are for, and by nobody else', async () => {
    const [nils, mona] = [await newcomer(), await newcomer()]
    const { link_uuid, link_code } = await linkFor(nils)
    assert.equal((await withdraw(link_uuid, mona.access_token)).status, 404)
    assert.equal((await withdraw(link_uuid, nils.access_token)).status, 200)
    assert.deepEqual(errorOf(await open(link_code)), wrongLink)
    assert.equal((await withdraw(link_uuid, await asOwner())).status, 404)
    const second = await linkFor(mona)
    assert.equal((await withdraw(second.link_uuid, await asOwner())).status, 200)
    assert.equal(audited(mona, 'sign_in_link_withdrawn').length, 1)
  })

  it('are gone from the database once they are over', async () => {
    await linkFor(await newcomer())
    clock.sleep(day + 2 * hour)
    assert.equal(everyRow(daemon)['sign_in_links']?.length, 0)
  })
})

describe('The machine itself', () => {
  const recover = async (payload: object, token?: string): Promise<Answer> =>
    rest(daemon, 'POST /auth/recover/home', {
      token: token ?? (await systemToken(daemon.home.path, clock.now())),
      payload: { new_password: newPassword, ...payload },
    })

  it('sets a new password for a member, tells them, and ends their sessions', async () => {
    const nils = await newcomer()
    const { family_member_uuid } = nils
    const { status, body } = await recover({ family_member_uuid })
    assert.deepEqual(
      [status, body.data],
      [200, { family_member_uuid, sessions_ended: [nils.session_uuid], second_factors_removed: 0 }],
    )
    assert.equal((await login(daemon, nils.username, newPassword)).status, 200)
    assert.match(told(nils)[0]?.prompt ?? '', /^Your password was set anew at this machine on /)
    assert.deepEqual(audited(nils, 'password_recovered'), [
      { actor: 'system:bench', details: { by: 'this_machine', sessions_ended: 1 } },
    ])
  })

  it('is asked by programs of the machine alone, not by an admin who is a member', async () => {
    const { family_member_uuid } = await newcomer()
    const refused = await recover({ family_member_uuid }, await asOwner())
    assert.deepEqual(errorOf(refused).slice(0, 2), [403, 'INSUFFICIENT_PERMISSIONS'])
  })

  it('finds no member that there is not, and refuses a weak password', async () => {
    assert.equal((await recover({ family_member_uuid: randomUUID() })).status, 404)
    const { family_member_uuid } = await newcomer()
    assert.equal((await recover({ family_member_uuid, new_password: 'short' })).status, 400)
  })
})
