import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { systemToken } from '../../bench/system-token.ts'
import { household } from '../../support/household.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const { daemon, owner, member } = await household({ clock: systemClock })
const local = await systemToken(daemon.home.path)

const handOver = (family_member_uuid: string, token?: string) =>
  rest(daemon, 'POST /auth/hand-over', { token, payload: { family_member_uuid } })

describe('A member handed over to a program of their machine', () => {
  it('is signed in without a password, in a session of its own that can be refreshed', async () => {
    const { status, body } = await handOver(member.family_member_uuid, local)
    assert.equal(status, 200)
    const { access_token, refresh_token, session_uuid, family_member } = body.data
    assert.equal(family_member.username, 'mia')
    assert.notEqual(session_uuid, member.session_uuid)
    const profile = await rest(daemon, 'GET /auth/profile', { token: access_token })
    assert.equal(profile.body.data.username, 'mia')
    const renewed = await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
    assert.equal(renewed.status, 200)
  })

  it('must enter the password before anything that requires a recent sign-in', async () => {
    const { body } = await handOver(owner.family_member_uuid, local)
    const { access_token: token } = body.data
    const payload = { name: 'Kitchen', kind: 'voice' }
    const pairing = await rest(daemon, 'POST /auth/devices/pair', { token, payload })
    assert.deepEqual(errorOf(pairing).slice(0, 2), [401, 'AUTHENTICATION_REQUIRED'])
  })

  it('sees it in the audit log, with the program that did it', async () => {
    const { body } = await handOver(member.family_member_uuid, local)
    const { session_uuid } = body.data
    const listed = await rest(daemon, 'GET /security/audit?event=signed_in', { token: owner.access_token })
    const row = listed.body.data.items.find(
      (one: { session_uuid: string }) => one.session_uuid === session_uuid,
    )
    assert.deepEqual([row.actor, row.family_member_uuid], ['system:bench', member.family_member_uuid])
  })

  it('cannot be requested by an admin who is a member', async () => {
    const refused = await handOver(member.family_member_uuid, owner.access_token)
    assert.deepEqual(errorOf(refused).slice(0, 2), [403, 'INSUFFICIENT_PERMISSIONS'])
  })

  it('is not found for an unknown id', async () => {
    assert.deepEqual(errorOf(await handOver(randomUUID(), local)).slice(0, 2), [404, 'NOT_FOUND'])
  })
})
