import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { signIn, type TestMember } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { pairDevice } from '../../support/paired.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const { daemon, owner, member: mia } = await household()

/** What a phone of somebody's own is told that asks the family to confirm that they are another member. */
async function askAs(username: string, { family_member_uuid }: TestMember) {
  const { access_token } = await signIn(daemon, username)
  const phone = await pairDevice(daemon, access_token, { name: 'Pocket', kind: 'phone' })
  const payload = { family_member_uuid, method: 'family' }
  return rest(daemon, 'POST /recognition/verify', { token: phone.access_token, payload })
}

const questionsOf = async (username: string): Promise<unknown[]> => {
  const { access_token: token } = await signIn(daemon, username)
  return (await rest(daemon, 'GET /interactions?category=recognition', { token })).body.items
}

describe('The word of the family', () => {
  it('is never asked of whoever asks: of two who live alone, neither lets the other in', async () => {
    const refused = await askAs('olga', mia)
    assert.deepEqual(errorOf(refused), [409, 'CONFLICT', { reason: 'nobody_to_ask' }])
    assert.deepEqual(await questionsOf('olga'), [])
  })

  it('lets in no admin, whoever asks and whoever else lives here', async () => {
    await daemon.member(owner, 'ben')
    assert.deepEqual(errorOf(await askAs('ben', owner)), [
      403,
      'INSUFFICIENT_PERMISSIONS',
      { reason: 'not_by_family' },
    ])
    for (const name of ['ben', 'mia']) assert.deepEqual(await questionsOf(name), [])
  })
})
