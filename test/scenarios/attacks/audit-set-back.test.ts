import assert from 'node:assert/strict'
import { copyFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { restartableHousehold } from '../../support/restartable.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

/** Puts an older copy in the place of a database, as somebody does who knows that it is otherwise taken for damage. */
function setBack(copy: string, database: string): void {
  copyFileSync(copy, database)
  rmSync(`${database}.sums`)
}

describe('An audit log that somebody sets back with an older copy of the database', async () => {
  const { home, database, mia, ask, restart, verdict, daemon } = await restartableHousehold()
  const copy = join(home, 'aside.db')

  it('was seen by admins and paired devices, who are told its head with their session', async () => {
    const sessionOf = async (token: string) =>
      (await rest(daemon(), 'GET /auth/session', { token })).body.data
    assert.equal((await ask('mina', 'GET /auth/session')).body.data.audit_head, null)
    assert.notEqual((await ask('olga', 'GET /auth/session')).body.data.audit_head, null)
    const offer = { name: 'Phone', kind: 'phone' }
    const { pairing_code } = (await ask('mina', 'POST /auth/devices/pair', offer)).body.data
    const paired = await rest(daemon(), 'POST /auth/devices/pair', { payload: { pairing_code } })
    const { audit_head, family_member } = await sessionOf(paired.body.data.access_token)
    assert.equal(family_member.family_member_uuid, mia.family_member_uuid)
    assert.equal((await verdict(audit_head)).seen, true)
  })

  it('does not have the row that a device has seen, even without the head that is kept beside it', async () => {
    await restart(() => copyFileSync(database, copy))
    const seen = (await verdict()).audit_head
    assert.equal((await verdict(seen)).seen, true)
    const foreign = {
      ...seen,
      signature: seen.signature.replace(/^./, (first: string) => (first === 'A' ? 'B' : 'A')),
    }
    assert.equal((await verdict(foreign)).seen, false)
    await restart(() => {
      setBack(copy, database)
      rmSync(join(home, 'audit-head.json'))
    })
    assert.deepEqual([(await verdict(seen)).intact, (await verdict(seen)).seen], [true, false])
    const half = await ask('olga', `GET /security/audit/verify?seq=${seen.seq}`)
    assert.deepEqual(errorOf(half).slice(0, 2), [400, 'INVALID_REQUEST'])
  })

  it('does not match that head, also after the next start', async () => {
    for (let n = 0; n < 5; n += 1) await ask('olga', 'POST /memory/repair', {})
    await restart(() => setBack(copy, database))
    const { intact, problem, seen } = await verdict()
    assert.deepEqual([intact, problem, seen], [false, 'missing', null])
    for (let n = 0; n < 30; n += 1) await ask('olga', 'GET /security/stats')
    await restart()
    const later = await verdict()
    assert.deepEqual([later.intact, later.problem], [false, 'changed'])
    if (process.platform !== 'win32')
      assert.equal(statSync(join(home, 'audit-head.json')).mode & 0o777, 0o600)
  })
})
