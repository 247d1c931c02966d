import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setUpApp } from '../../support/authenticator-app.ts'
import { ManualClock } from '../../support/clock.ts'
import { login, password, personOf, signIn, startTestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { select } from '../../support/database.ts'
import { household } from '../../support/household.ts'
import { deviceWithPin } from '../../support/pin-device.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const day = 86_400_000
const clock = new ManualClock()
const { daemon, owner, member: mia } = await household({ clock, config: { backups: { daily: false } } })

const ownersToken = async (at = daemon) => (await signIn(at, 'olga')).access_token
const introduce = (token: string, payload: object) =>
  rest(daemon, 'POST /recognition/introduce', { token, payload })
const family = (token: string, query = '') => rest(daemon, `GET /recognition/family${query}`, { token })
const remove = (token: string, id: string, at = daemon) =>
  rest(at, `DELETE /recognition/family/${id}`, { token })
const restore = (token: string, id: string) =>
  rest(daemon, `POST /recognition/family/${id}/restore`, { token, payload: {} })
const namesOf = ({ body }: Awaited<ReturnType<typeof family>>) =>
  body.data.items.map(({ full_name }: { full_name: string }) => full_name)
const audited = async (event: string) =>
  (await rest(daemon, `GET /security/audit?event=${event}`, { token: await ownersToken() })).body.data.items
let numbered = 0
const newMember = async () => {
  numbered += 1
  return daemon.member(await signIn(daemon, 'olga'), `ben${numbered}`)
}

describe('Introducing somebody', () => {
  it('makes a guest without an account, whoever does it', async () => {
    const { access_token } = await signIn(daemon, 'mia')
    const { status, body } = await introduce(access_token, { full_name: ' Anna Gast ', relationship: 'aunt' })
    assert.equal(status, 201)
    const { person_uuid, created_at, ...person } = body.data.person
    assert.equal(Date.parse(created_at), clock.now())
    assert.deepEqual(person, {
      full_name: 'Anna Gast',
      relationship: 'aunt',
      related_to: mia.family_member_uuid,
      kind: 'guest',
      introduced_by: `user:${mia.family_member_uuid}`,
      voice_enrolled: null,
      removed_at: null,
      erased_at: null,
    })
    assert.ok(namesOf(await family(access_token)).includes('Anna Gast'))
    assert.equal((await audited('person_introduced'))[0].family_member_uuid, person_uuid)
  })

  it('makes a member with username and password, where an admin does it', async () => {
    const token = await ownersToken()
    const { status, body } = await introduce(token, personOf('lea'))
    assert.equal(status, 201)
    assert.equal(body.data.person.kind, 'member')
    assert.equal(body.data.person.introduced_by, `user:${owner.family_member_uuid}`)
    assert.equal((await login(daemon, 'lea')).status, 200)
    const taken = await introduce(token, personOf('lea'))
    assert.deepEqual(errorOf(taken), [409, 'CONFLICT', { reason: 'username_taken' }])
    const weak = await introduce(token, personOf('lena', { password: 'short' }))
    assert.equal(errorOf(weak)[1], 'PASSWORD_REJECTED')
  })

  it('makes no member where a member does it, or half of what that takes is given', async () => {
    const refused = await introduce((await signIn(daemon, 'mia')).access_token, personOf('leo'))
    assert.deepEqual(errorOf(refused), [403, 'INSUFFICIENT_PERMISSIONS', { reason: 'account_by_admin' }])
    const { password: _, ...half } = personOf('leo')
    const incomplete = await introduce(await ownersToken(), half)
    assert.deepEqual(errorOf(incomplete)[2], { field: 'password', reason: 'is required with a username' })
  })

  it('is of somebody who is related to a member, or to nobody', async () => {
    const token = await ownersToken()
    const stranger = {
      full_name: 'Al',
      relationship: 'x',
      related_to: '1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
    }
    assert.equal(errorOf(await introduce(token, stranger))[2].field, 'related_to')
  })
})

describe('Removing a member', () => {
  it('shows first what would go and what would stay, and changes nothing', async () => {
    const ben = await newMember()
    const store = (content: string, visibility: string) =>
      rest(daemon, 'POST /memory/store', { token: ben.access_token, payload: { content, visibility } })
    await store('My locker code is 4711', 'private')
    await store('The bins go out on Tuesday', 'household')
    await deviceWithPin(daemon, ben.username, clock)
    const codes = { token: ben.access_token, payload: {} }
    assert.equal((await rest(daemon, 'POST /auth/mfa/backup-codes', codes)).status, 201)
    await setUpApp(daemon, ben.access_token, () => clock.now())
    const token = await ownersToken()
    const { status, body } = await rest(daemon, `GET /recognition/family/${ben.family_member_uuid}/removal`, {
      token,
    })
    assert.equal(status, 200)
    const { sessions, interactions, ...goes } = body.data.goes.counts
    assert.ok(sessions > 0 && interactions > 0)
    const nothing = { conversations: 0, messages: 0, goals: 0, keys: 0, voices: 0, recordings: 0 }
    assert.deepEqual(goes, {
      ...nothing,
      memories: 1,
      devices: 1,
      pins: 1,
      second_factors: 1,
      backup_codes: 10,
    })
    assert.deepEqual(body.data.stays.counts, { memories: 1 })
    assert.deepEqual([body.data.undo_days, body.data.last_admin], [7, false])
    assert.equal(errorOf(await login(daemon, ben.username))[1], 'MFA_REQUIRED')
  })

  it('ends what they have open, and refuses them like a stranger', async () => {
    const ben = await newMember()
    const made = await rest(daemon, 'POST /auth/keys', {
      token: ben.access_token,
      payload: { name: 'shell', scopes: ['read'] },
    })
    const { status, body } = await remove(await ownersToken(), ben.family_member_uuid)
    assert.equal(status, 200)
    assert.equal(Date.parse(body.data.person.erased_at), clock.now() + 7 * day)
    const token = ben.access_token
    assert.equal((await rest(daemon, 'GET /auth/profile', { token })).status, 401)
    assert.equal((await rest(daemon, 'GET /auth/profile', { token: made.body.data.key })).status, 401)
    assert.deepEqual(errorOf(await login(daemon, ben.username)), errorOf(await login(daemon, 'nobody')))
    const { refresh_token } = ben
    assert.equal((await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })).status, 401)
    assert.equal((await audited('person_removed'))[0].family_member_uuid, ben.family_member_uuid)
  })

  it('takes them from every list of the household, and tells the admins', async () => {
    const ben = await newMember()
    const token = await ownersToken()
    await remove(token, ben.family_member_uuid)
    const name = personOf(ben.username).full_name
    assert.ok(!namesOf(await family(token)).includes(name))
    assert.ok(namesOf(await family(token, '?removed=true')).includes(name))
    const members = await rest(daemon, 'GET /auth/members', { token })
    assert.ok(!namesOf(members).includes(name))
    const inbox = await rest(daemon, 'GET /interactions?category=household', { token })
    assert.ok(inbox.body.items.some(({ title }: { title: string }) => title === `${name} was removed`))
    assert.equal((await family(mia.access_token, '?removed=true')).status, 403)
  })

  it('can be undone, and they are as they were', async () => {
    const ben = await newMember()
    const token = await ownersToken()
    await rest(daemon, 'POST /memory/store', {
      token: ben.access_token,
      payload: { content: 'I like plums' },
    })
    await remove(token, ben.family_member_uuid)
    clock.sleep(7 * day - 1)
    const fresh = await ownersToken()
    assert.equal((await restore(fresh, ben.family_member_uuid)).status, 200)
    assert.deepEqual(errorOf(await restore(fresh, ben.family_member_uuid)), [
      409,
      'CONFLICT',
      { reason: 'not_removed' },
    ])
    const { access_token } = await signIn(daemon, ben.username)
    clock.sleep(8 * day)
    const again = await signIn(daemon, ben.username)
    assert.ok(access_token)
    const recent = await rest(daemon, 'GET /memory/recent', { token: again.access_token })
    assert.equal(recent.body.data.items[0].content, 'I like plums')
  })

  it('erases what was theirs after 7 days, except what the household may read, with their name', async () => {
    const ben = await newMember()
    const store = (content: string, visibility: string) =>
      rest(daemon, 'POST /memory/store', { token: ben.access_token, payload: { content, visibility } })
    await store('My diary is under the bed', 'private')
    await store('The spare key hangs in the shed', 'household')
    await remove(await ownersToken(), ben.family_member_uuid)
    clock.sleep(7 * day)
    const of = (table: string, where: string) =>
      select<Record<string, unknown>>(daemon, `SELECT * FROM ${table} WHERE ${where}`)
    const id = ben.family_member_uuid
    assert.deepEqual(
      of('memories', `family_member_uuid = '${id}'`).map(({ content }) => content),
      ['The spare key hangs in the shed'],
    )
    const [row] = of('members', `family_member_uuid = '${id}'`)
    assert.equal(row?.['full_name'], personOf(ben.username).full_name)
    assert.deepEqual([row?.['password_hash'], row?.['relationship'], row?.['username']], ['', '', id])
    for (const table of ['sessions', 'devices', 'api_keys', 'sign_in_habits'])
      assert.deepEqual(of(table, `family_member_uuid = '${id}'`), [], table)
    assert.deepEqual(of('people', `person_uuid = '${id}'`), [])
    const token = await ownersToken()
    assert.equal((await restore(token, id)).status, 404)
    assert.equal((await login(daemon, ben.username)).status, 401)
    const search = await rest(daemon, 'GET /memory/search?q=spare%20key', { token })
    assert.equal(search.body.data.items[0].memory.content, 'The spare key hangs in the shed')
    assert.equal((await audited('person_erased'))[0].family_member_uuid, id)
    assert.equal((await introduce(token, personOf(ben.username))).status, 201)
  })

  it('does not take the last admin, nor anybody without a recent sign-in', async () => {
    const token = await ownersToken()
    const lastAdmin = [409, 'CONFLICT', { reason: 'last_admin' }]
    assert.deepEqual(errorOf(await remove(token, owner.family_member_uuid)), lastAdmin)
    const look = await rest(daemon, `GET /recognition/family/${owner.family_member_uuid}/removal`, { token })
    assert.equal(look.body.data.last_admin, true)
    clock.advance(6 * 60_000)
    const late = errorOf(await remove(token, mia.family_member_uuid))
    assert.deepEqual(late, [401, 'AUTHENTICATION_REQUIRED', { reason: 'step_up' }])
    assert.equal((await login(daemon, 'mia')).status, 200)
  })

  it('is done soon after a restart where its time came meanwhile', async () => {
    const home = temporaryFolder()
    const when = new ManualClock()
    let id: string
    {
      await using first = await startTestDaemon({ home, clock: when })
      const { access_token } = await first.owner()
      const ben = await rest(first, 'POST /auth/register', { token: access_token, payload: personOf('ben') })
      id = ben.body.data.family_member.family_member_uuid
      assert.equal((await remove(access_token, id, first)).status, 200)
    }
    const later = new ManualClock(when.now() + 8 * day)
    await using second = await startTestDaemon({ home, clock: later })
    // A clock that is so far from where it was is believed once it has run on for an hour.
    for (let hour = 0; hour < 2; hour += 1) later.advance(day / 24)
    const rows = select(second, `SELECT username, full_name FROM members WHERE family_member_uuid = '${id}'`)
    assert.deepEqual(rows, [{ username: id, full_name: '' }])
    assert.equal((await login(second, 'ben', password)).status, 401)
  })
})

describe('Removing a guest', () => {
  it('can be undone for 7 days; then nobody knows them any more', async () => {
    const token = await ownersToken()
    const guest = { full_name: 'Gus Gast', relationship: 'friend' }
    const { person_uuid } = (await introduce(token, guest)).body.data.person
    assert.equal((await remove(token, person_uuid)).status, 200)
    assert.ok(!namesOf(await family(token)).includes('Gus Gast'))
    assert.equal((await restore(token, person_uuid)).status, 200)
    assert.ok(namesOf(await family(token)).includes('Gus Gast'))
    assert.equal((await remove(token, person_uuid)).status, 200)
    assert.equal((await remove(token, person_uuid)).status, 404)
    clock.sleep(7 * day)
    const removed = await family(await ownersToken(), '?removed=true')
    assert.ok(!namesOf(removed).includes('Gus Gast'))
  })
})
