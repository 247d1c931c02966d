import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { signIn } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { pairDevice } from '../../support/paired.ts'
import { proving } from '../../support/pin-device.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const halfDay = 12 * 3_600_000
// Habits are of the parts of a day, and this is the middle of one.
const clock = new ManualClock(new Date(2026, 4, 4, 9).getTime())
const { daemon, owner, member: mia } = await household({ clock })

const identify = (token?: string) => rest(daemon, 'GET /recognition/identify', { token })
const loginBy = (recognition: unknown, headers: Record<string, string> = {}) =>
  rest(daemon, 'POST /auth/login', { payload: { recognition }, headers })
const unsure = (details: object) => [401, 'INVALID_CREDENTIALS', details]
const methods = ['pin', 'passkey', 'family', 'password']

describe('Who is there', () => {
  it('is nobody, for a session without a device', async () => {
    const { status, body } = await identify((await signIn(daemon, 'mia')).access_token)
    assert.equal(status, 200)
    const { candidates, decision, evidence } = body.data
    assert.deepEqual([decision, evidence], ['ask', []])
    const sum = candidates.reduce(
      (all: number, { confidence }: { confidence: number }) => all + confidence,
      0,
    )
    assert.ok(candidates.length === 2 && sum <= 100)
  })

  it('is likely the one with whom the phone was paired', async () => {
    const { access_token } = await pairDevice(daemon, (await signIn(daemon, 'mia')).access_token, {
      name: 'Mia’s phone',
      kind: 'phone',
    })
    const { decision, candidates, evidence } = (await identify(access_token)).body.data
    const [first] = candidates
    assert.deepEqual(
      [decision, first.family_member_uuid, first.confidence],
      ['verify', mia.family_member_uuid, 90],
    )
    assert.deepEqual(evidence, [
      { kind: 'device', weight: 3, says: '“Mia’s phone” is paired with Mia Example.' },
    ])
  })

  it('is told to no program, and to nobody without a token', async () => {
    assert.equal((await identify()).status, 401)
    const made = await rest(daemon, 'POST /auth/keys', {
      token: (await signIn(daemon, 'mia')).access_token,
      payload: { name: 'shell', scopes: ['read'] },
    })
    assert.equal((await identify(made.body.data.key)).status, 403)
  })
})

describe('Signing in by being recognised', () => {
  it('names nobody to a device that is not trusted', async () => {
    assert.deepEqual(errorOf(await loginBy({ kind: 'behaviour' })), unsure({ reason: 'ask' }))
    const prove = await proving(daemon, clock)
    const refused = await loginBy({ kind: 'behaviour' }, { dpop: await prove('POST', '/auth/login') })
    assert.deepEqual(errorOf(refused), unsure({ reason: 'ask' }))
  })

  it('takes a secret, however sure device and hour are', async () => {
    const prove = await proving(daemon, clock)
    const { access_token } = await signIn(daemon, 'mia')
    const dpop = await prove('POST', '/auth/devices/pair')
    await pairDevice(daemon, access_token, { name: 'Pocket', kind: 'phone' }, { dpop })
    const byHabit = async () => loginBy({ kind: 'behaviour' }, { dpop: await prove('POST', '/auth/login') })
    assert.deepEqual(errorOf(await byHabit()), unsure({ reason: 'verify', methods }))

    // Mia signs in at this hour, day after day; Olga does so half a day later.
    for (let time = 0; time < 15; time += 1) await signIn(daemon, 'mia')
    clock.advance(halfDay)
    for (let time = 0; time < 15; time += 1) await signIn(daemon, 'olga')
    clock.advance(-halfDay)
    const phone = await pairDevice(daemon, (await signIn(daemon, 'mia')).access_token, {
      name: 'Phone',
      kind: 'phone',
    })
    assert.equal((await identify(phone.access_token)).body.data.decision, 'proceed')
    assert.deepEqual(errorOf(await byHabit()), unsure({ reason: 'verify', methods }))
  })

  it('is written down where it does not succeed', async () => {
    await loginBy([{ kind: 'behaviour' }])
    const { access_token } = await signIn(daemon, 'olga')
    const failed = await rest(daemon, 'GET /security/audit?event=sign_in_failed', { token: access_token })
    assert.deepEqual(failed.body.data.items[0].details, {
      operation: 'auth.login',
      recognition: ['behaviour'],
      reason: 'ask',
    })
  })

  it('does not go together with a password, and wants one of the two', async () => {
    const both = { username: 'mia', password: 'x', recognition: { kind: 'behaviour' } }
    for (const payload of [both, {}, { username: 'mia' }])
      assert.equal((await rest(daemon, 'POST /auth/login', { payload })).status, 400)
    assert.ok(owner)
  })
})
