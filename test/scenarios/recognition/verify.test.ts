import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { password, signIn, type TestMember } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { pairDevice } from '../../support/paired.ts'
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const minute = 60_000
const clock = new ManualClock()
const { daemon, owner, member: mia } = await household({ clock })
await daemon.member(owner, 'tom')
const notVerified = [401, 'INVALID_CREDENTIALS', { reason: 'not_verified' }]

/** That of somebody who is no admin, so that one is asked. */
const tablet = async (username = 'tom') =>
  pairDevice(daemon, (await signIn(daemon, username)).access_token, { name: 'Kitchen', kind: 'tablet' })
const verify = (token: string, payload: object) =>
  rest(daemon, 'POST /recognition/verify', { token, payload })
const byFamily = (token: string, { family_member_uuid }: TestMember = mia) =>
  verify(token, { family_member_uuid, method: 'family' })
const putTo = async (type: string, { access_token: token }: { access_token: string }) => {
  const { body } = await rest(daemon, 'GET /interactions?category=recognition&status=pending', { token })
  return body.items.find(({ interaction_type }: { interaction_type: string }) => interaction_type === type)
}
const questionOf = (session: { access_token: string }) => putTo('approval', session)
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

  it('asks neither the one whom it is about nor the one who asks, but whoever is left', async () => {
    const { access_token } = await tablet('olga')
    assert.equal((await byFamily(access_token)).status, 200)
    for (const name of ['olga', 'mia']) assert.equal(await questionOf(await signIn(daemon, name)), undefined)
    assert.equal((await questionOf(await signIn(daemon, 'tom'))).title, 'Is that Mia Example?')
  })

  it('tells the member who has confirmed it, and where', async () => {
    const { access_token } = await tablet()
    const { verification_uuid } = (await byFamily(access_token)).body.data
    const olga = await signIn(daemon, 'olga')
    await decide(await questionOf(olga), olga.access_token)
    assert.equal((await verify(access_token, { verification_uuid })).body.data.state, 'verified')
    const { title, prompt } = await putTo('ack', await signIn(daemon, 'mia'))
    assert.equal(title, 'You’re signed in at “Kitchen”')
    assert.match(prompt, /^Olga Example confirmed that it was you\./)
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

describe('Verifying somebody by a passkey', () => {
  it('is what is left to whoever has a second factor', async () => {
    const { key: _, ...kim } = await withPasskey('kim')
    const refused = await byFamily((await tablet()).access_token, kim)
    assert.deepEqual(errorOf(refused), [403, 'INSUFFICIENT_PERMISSIONS', { reason: 'not_by_family' }])
  })

  it('opens a restricted session on that device for whose passkey has signed', async () => {
    const { key, ...ada } = await withPasskey('ada')
    const { access_token, device } = await tablet()
    const { mfa_token, methods, passkey_options } = await asked(access_token, ada)
    assert.deepEqual(
      [methods, passkey_options.userVerification, passkey_options.allowCredentials],
      [['passkey'], 'required', []],
    )
    const proof = proofOf(ada, mfa_token, key.get(passkey_options, local))
    const { status, body } = await verifyAtPage(access_token, proof)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.data.family_member.family_member_uuid, ada.family_member_uuid)
    const session = await rest(daemon, 'GET /auth/session', { token: body.data.access_token })
    assert.deepEqual(
      [session.body.data.device_uuid, session.body.data.restriction],
      [device.device_uuid, 'pin'],
    )
    assert.deepEqual(errorOf(await verifyAtPage(access_token, proof)), over)
  })

  it('takes nobody else’s passkey, nor one behind which nobody has shown who they are', async () => {
    const { key, ...ben } = await withPasskey('ben')
    const { access_token } = await tablet()
    const others = await asked(access_token, mia)
    const ofBen = proofOf(mia, others.mfa_token, key.get(others.passkey_options, local))
    assert.deepEqual(errorOf(await verifyAtPage(access_token, ofBen)), notVerified)
    key.verifies = false
    const own = await asked(access_token, ben)
    const unproved = proofOf(ben, own.mfa_token, key.get(own.passkey_options, local))
    assert.deepEqual(errorOf(await verifyAtPage(access_token, unproved)), notVerified)
  })

  it('holds for the session that asked, and for nothing else there', async () => {
    const { key, ...eva } = await withPasskey('eva')
    const [kitchen, hall] = [await tablet(), await tablet()]
    const { mfa_token, passkey_options } = await asked(kitchen.access_token, eva)
    const assertion = key.get(passkey_options, local)
    const elsewhere = await verifyAtPage(hall.access_token, proofOf(eva, mfa_token, assertion))
    assert.deepEqual(errorOf(elsewhere), over)
    const signingIn = await post('/auth/login', { mfa_token, method: 'passkey', assertion })
    assert.deepEqual(errorOf(signingIn), over)
    // Else any member's passkey would be the recent sign-in of whose session it is.
    const steppingUp = { mfa_token, method: 'passkey', assertion }
    assert.deepEqual(errorOf(await post('/auth/step-up', steppingUp, kitchen.access_token)), over)
    const here = await verifyAtPage(kitchen.access_token, proofOf(eva, mfa_token, assertion))
    assert.equal(here.status, 200, JSON.stringify(here.body))
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
    const mfa_token = (await verifyAtPage(access_token, { family_member_uuid, method: 'passkey' })).body.error
      .details.mfa_token
    const assertion = new SoftwareAuthenticator().get({ challenge: 'x' }, local)
    const passkey = { family_member_uuid, method: 'passkey', mfa_token, assertion }
    assert.deepEqual(errorOf(await verifyAtPage(access_token, passkey)), notVerified)
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

const port = new URL(daemon.file.base_url).port
const local = `http://localhost:${port}`
const over = [401, 'INVALID_CREDENTIALS', { reason: 'sign_in_over' }]
/** As the page at `localhost` does. */
const post = (path: string, payload: object, token?: string) =>
  rest({ ...daemon, file: { ...daemon.file, base_url: `${local}/api/v1` } }, `POST ${path}`, {
    token,
    payload,
    headers: { origin: local },
  })
const verifyAtPage = (token: string, payload: object) => post('/recognition/verify', payload, token)
const asked = async (token: string, { family_member_uuid }: Pick<TestMember, 'family_member_uuid'>) => {
  const { status, body } = await verifyAtPage(token, { family_member_uuid, method: 'passkey' })
  assert.deepEqual([status, body.error.code], [401, 'MFA_REQUIRED'])
  return body.error.details
}
const proofOf = (
  { family_member_uuid }: Pick<TestMember, 'family_member_uuid'>,
  mfa_token: string,
  assertion: object,
) => ({ family_member_uuid, method: 'passkey', mfa_token, assertion })
const withPasskey = async (username: string) => {
  const member = await daemon.member(await signIn(daemon, 'olga'), username)
  const key = new SoftwareAuthenticator()
  const { options } = (await post('/auth/mfa/passkeys/options', { password }, member.access_token)).body.data
  const response = key.create(options, local)
  const made = await post('/auth/mfa/passkeys', { name: 'Laptop', response }, member.access_token)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return { ...member, key }
}
const pick = ({ verification_uuid }: { verification_uuid: string }) => ({ verification_uuid })
