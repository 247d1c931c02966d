import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { signIn, type TestMember } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { pairDevice } from '../../support/paired.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const minute = 60_000
const clock = new ManualClock()
const { daemon, owner, member: mia } = await household({ clock })
const notVerified = [401, 'INVALID_CREDENTIALS', { reason: 'not_verified' }]

const tablet = async (username = 'olga') =>
  pairDevice(daemon, (await signIn(daemon, username)).access_token, { name: 'Kitchen', kind: 'tablet' })
const verify = (token: string, payload: object) =>
  rest(daemon, 'POST /recognition/verify', { token, payload })
const byFamily = (token: string, { family_member_uuid }: TestMember = mia) =>
  verify(token, { family_member_uuid, method: 'family' })
const questionOf = async ({ access_token: token }: { access_token: string }) => {
  const { body } = await rest(daemon, 'GET /interactions?category=recognition&status=pending', { token })
  return body.items[0]
}
const decide = ({ interaction_id }: { interaction_id: string }, token: string, how = 'approve') =>
  rest(daemon, `POST /interactions/${interaction_id}/${how}`, { token, body: {} })

describe('Verifying somebody by the family', () => {
  it('asks an admin elsewhere, waits, and opens a restricted session on that device', async () => {
    const { access_token, device } = await tablet()
    const asked = await byFamily(access_token)
    assert.equal(asked.status, 200)
    const { verification_uuid, state, expires_at } = asked.body.data
    assert.deepEqual([state, Date.parse(expires_at)], ['waiting', clock.now() + 2 * minute])
    assert.equal((await verify(access_token, { verification_uuid })).body.data.state, 'waiting')
    const olga = await signIn(daemon, 'olga')
    const question = await questionOf(olga)
    assert.deepEqual([question.title, question.interaction_type], ['Is that Mia Example?', 'approval'])
    const waiting = verify(access_token, { verification_uuid, wait: 30 })
    assert.equal((await decide(question, olga.access_token)).status, 200)
    const { status, body } = await waiting
    assert.equal(status, 200)
    assert.equal(body.data.state, 'verified')
    assert.equal(body.data.family_member.family_member_uuid, mia.family_member_uuid)
    const token = body.data.access_token
    const { device_uuid } = (await rest(daemon, 'GET /auth/session', { token })).body.data
    assert.equal(device_uuid, device.device_uuid)
    assert.equal((await rest(daemon, 'GET /auth/profile/sessions', { token })).status, 403)
    assert.deepEqual(errorOf(await verify(access_token, { verification_uuid })), notVerified)
  })

  it('does not take the word of a session on the same device', async () => {
    const { access_token } = await tablet()
    const { verification_uuid } = (await byFamily(access_token)).body.data
    const question = await questionOf({ access_token })
    await decide(question, access_token)
    assert.deepEqual(errorOf(await verify(access_token, { verification_uuid, wait: 1 })), notVerified)
  })

  it('is over where somebody refuses, or nobody answers within two minutes', async () => {
    const { access_token } = await tablet()
    const refused = (await byFamily(access_token)).body.data
    const olga = await signIn(daemon, 'olga')
    await decide(await questionOf(olga), olga.access_token, 'reject')
    assert.deepEqual(errorOf(await verify(access_token, { ...pick(refused), wait: 5 })), notVerified)
    const late = (await byFamily(access_token)).body.data
    clock.advance(2 * minute)
    assert.deepEqual(errorOf(await verify(access_token, pick(late))), notVerified)
    assert.equal(await questionOf(olga), undefined)
  })

  it('never asks the one whom it is about', async () => {
    const { access_token } = await tablet('mia')
    const asked = await byFamily(access_token, owner)
    assert.equal(asked.status, 200)
    assert.equal(await questionOf(await signIn(daemon, 'olga')), undefined)
    assert.equal((await questionOf(await signIn(daemon, 'mia'))).title, 'Is that Olga Example?')
  })

  it('asks three times in ten minutes from one device, and no more', async () => {
    const { access_token } = await tablet()
    for (let time = 0; time < 3; time += 1) assert.equal((await byFamily(access_token)).status, 200)
    const refused = await byFamily(access_token)
    assert.deepEqual(errorOf(refused), [429, 'RATE_LIMITED', { retry_after_seconds: 600 }])
    clock.advance(10 * minute)
    assert.equal((await byFamily((await tablet()).access_token)).status, 200)
  })

  it('tells another device nothing of what one has asked', async () => {
    const [kitchen, hall] = [await tablet(), await tablet()]
    const asked = (await byFamily(kitchen.access_token)).body.data
    assert.deepEqual(errorOf(await verify(hall.access_token, pick(asked))), notVerified)
    assert.equal((await verify(kitchen.access_token, pick(asked))).body.data.state, 'waiting')
  })
})

describe('Verifying somebody', () => {
  it('wants a paired device', async () => {
    const { access_token } = await signIn(daemon, 'olga')
    const refused = await byFamily(access_token)
    assert.deepEqual(errorOf(refused), [403, 'INSUFFICIENT_PERMISSIONS', { reason: 'device_needed' }])
  })

  it('refuses a PIN and a passkey that nobody has, and writes it down', async () => {
    const { access_token } = await tablet()
    const { family_member_uuid } = mia
    const pin = { family_member_uuid, method: 'pin', pin: '4711' }
    assert.deepEqual(errorOf(await verify(access_token, pin)), notVerified)
    const passkey = { family_member_uuid, method: 'passkey', assertion: { id: 'x' } }
    assert.deepEqual(errorOf(await verify(access_token, passkey)), notVerified)
    const { access_token: token } = await signIn(daemon, 'olga')
    const failed = await rest(daemon, 'GET /security/audit?event=sign_in_failed', { token })
    assert.deepEqual(failed.body.data.items[0].details, {
      operation: 'recognition.verify',
      method: 'passkey',
    })
  })

  it('wants to know whom, how and by what', async () => {
    const { access_token } = await tablet()
    const { family_member_uuid } = mia
    const fields = async (payload: object) => errorOf(await verify(access_token, payload))[2].field
    assert.equal(await fields({ method: 'family' }), 'family_member_uuid')
    assert.equal(await fields({ family_member_uuid }), 'method')
    assert.equal(await fields({ family_member_uuid, method: 'pin' }), 'pin')
    assert.equal(
      await fields({ family_member_uuid, verification_uuid: family_member_uuid }),
      'verification_uuid',
    )
  })
})

const pick = ({ verification_uuid }: { verification_uuid: string }) => ({ verification_uuid })
