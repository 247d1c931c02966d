import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { signIn, startTestDaemon, type TestDaemon } from '../../support/daemon.ts'
import { pairDevice } from '../../support/paired.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const notByFamily = [403, 'INSUFFICIENT_PERMISSIONS', { reason: 'not_by_family' }]

/** What a phone of somebody's own is told that asks the family to confirm that they are another member. */
async function askAs(daemon: TestDaemon, username: string, family_member_uuid: string) {
  const { access_token } = await signIn(daemon, username)
  const phone = await pairDevice(daemon, access_token, { name: 'Pocket', kind: 'phone' })
  const payload = { family_member_uuid, method: 'family' }
  return rest(daemon, 'POST /recognition/verify', { token: phone.access_token, payload })
}

const questionsOf = async (daemon: TestDaemon, username: string): Promise<unknown[]> => {
  const { access_token: token } = await signIn(daemon, username)
  return (await rest(daemon, 'GET /interactions?category=recognition', { token })).body.items
}

describe('The word of the family', () => {
  it('lets in no admin, whoever asks', async () => {
    await using daemon = await startTestDaemon()
    const owner = await daemon.owner()
    for (const name of ['ben', 'mia']) await daemon.member(owner, name)
    assert.deepEqual(errorOf(await askAs(daemon, 'ben', owner.family_member_uuid)), notByFamily)
    for (const name of ['ben', 'mia']) assert.deepEqual(await questionsOf(daemon, name), [])
  })

  it('is never asked of whoever asks: where nobody else is left, nobody is let in', async () => {
    await using daemon = await startTestDaemon()
    const owner = await daemon.owner()
    const mia = await daemon.member(owner, 'mia')
    const refused = await askAs(daemon, 'olga', mia.family_member_uuid)
    assert.deepEqual(errorOf(refused), [409, 'CONFLICT', { reason: 'nobody_to_ask' }])
    assert.deepEqual(await questionsOf(daemon, 'olga'), [])
  })
})
