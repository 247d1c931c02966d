import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { login, password } from '../../support/daemon.ts'
import { assertHeldBy, filesHolding } from '../../support/homes/home-files.ts'
import { soon } from '../../support/processes.ts'
import { restartableHousehold } from '../../support/restartable.ts'
import { rest } from '../../support/wire/rest.ts'

const secret = 'zanzibarquartz'

describe('An admin who restores a backup', () => {
  it('makes the audit log forget nothing, and is named in it', async () => {
    const { owner, mia, ask, backUp, restore, rows, verdict, daemon } = await restartableHousehold()
    const id = await backUp()
    await login(daemon(), 'mina', 'not the password')
    await ask('olga', `PUT /auth/members/${mia.family_member_uuid}/roles`, { roles: ['admin'] })
    const before = await rows()
    await restore(id)
    const afterwards = await rows()
    const known = new Set(afterwards.map((row: object) => JSON.stringify(row)))
    assert.deepEqual(
      before.filter((row: object) => !known.has(JSON.stringify(row))),
      [],
    )
    const [restored, ...others] = afterwards.filter(
      ({ event }: { event: string }) => event === 'backup_restored',
    )
    assert.deepEqual(others, [])
    assert.equal(restored.actor, `user:${owner.family_member_uuid}`)
    assert.equal(restored.address, '127.0.0.1')
    assert.equal(restored.details.backup, id)
    assert.equal((await verdict()).intact, true)
  })

  it('brings back neither what a member has reset nor a memory that was deleted for good', async () => {
    const { home, backups, mia, ask, store, backUp, restore, contents, verdict, daemon } =
      await restartableHousehold()
    await store('mina', `Behind the ${secret}`)
    const gone = await store('olga', `Under the ${secret}`)
    await store('olga', 'The bins go out on Tuesdays')
    const id = await backUp()
    const aside = join(home, 'aside')
    mkdirSync(aside)
    const names = readdirSync(backups)
    for (const name of names) copyFileSync(join(backups, name), join(aside, name))
    await ask('olga', `DELETE /memory/${gone}`)
    const reset = await ask('mina', 'POST /auth/emergency-reset', { password, confirm: 'RESET' })
    assert.equal(reset.status, 200)
    // The backup is rewritten by then.
    const receipt = `GET /auth/receipts/${reset.body.data.receipt_id}`
    await soon(async () => (await rest(daemon(), receipt)).body.data.state === 'final')
    await store('mina', 'Since then')
    // As it was before the reset.
    for (const name of readdirSync(backups)) rmSync(join(backups, name))
    for (const name of names) copyFileSync(join(aside, name), join(backups, name))
    rmSync(aside, { recursive: true })
    await restore(id)
    assert.deepEqual(await contents('mina'), [])
    assert.deepEqual(await contents('olga'), ['The bins go out on Tuesdays'])
    await assertHeldBy(home, secret, [], /^companion\.db/)
    assert.equal((await verdict()).intact, true)
    assert.equal(
      (await ask('mina', 'GET /auth/profile')).body.data.family_member_uuid,
      mia.family_member_uuid,
    )
  })

  it('brings back no conversation that was cleared with its history', async () => {
    const { home, ask, backUp, restore } = await restartableHousehold()
    await ask('mina', 'POST /conversation/message', { content: `Hello, ${secret}` })
    const id = await backUp()
    await ask('mina', 'POST /conversation/clear', { delete_history: true })
    await ask('mina', 'POST /conversation/message', { content: 'Good morning' })
    await restore(id)
    assert.equal((await ask('mina', 'GET /conversation/history')).body.data.total, 0)
    await assertHeldBy(home, secret, [], /^companion\.db/)
  })

  it('leaves what came after a reset as it is', async () => {
    const { ask, store, backUp, restore, contents } = await restartableHousehold()
    assert.equal(
      (await ask('mina', 'POST /auth/emergency-reset', { password, confirm: 'RESET' })).status,
      200,
    )
    await store('mina', 'Since then')
    const id = await backUp()
    await restore(id)
    assert.deepEqual(await contents('mina'), ['Since then'])
  })

  it('brings no revoked key back', async () => {
    const { ask, daemon, backUp, restore } = await restartableHousehold()
    const { key, api_key } = (await ask('mina', 'POST /auth/keys', { name: 'Lamp', scopes: ['read'] })).body
      .data
    const id = await backUp()
    await ask('mina', `DELETE /auth/keys/${api_key.key_uuid}`)
    await restore(id)
    assert.equal((await rest(daemon(), 'GET /memory/recent', { token: key })).status, 401)
  })
})

describe('What was taken back since a backup was made', () => {
  it('is not given again by a restore: a device, an engine, a code that was used', async () => {
    const { ask, daemon, backUp, restore } = await restartableHousehold()
    const [kept, left] = ['http://127.0.0.1:11434', 'https://models.example']
    const agree = (engines: string[]) =>
      ask('mina', 'PUT /auth/profile', { preferences: { engines, theme: 'dark' } })
    assert.equal((await agree([kept, left])).status, 200)
    const pair = { name: 'Phone', kind: 'phone' }
    const { pairing_code } = (await ask('mina', 'POST /auth/devices/pair', pair)).body.data
    const { device } = (await rest(daemon(), 'POST /auth/devices/pair', { payload: { pairing_code } })).body
      .data
    const { pairing_code: open_code } = (await ask('mina', 'POST /auth/devices/pair', pair)).body.data
    const { invitation_code } = (await ask('olga', 'POST /auth/invitations', {})).body.data
    const id = await backUp()
    assert.equal((await agree([kept])).status, 200)
    assert.equal((await ask('mina', `DELETE /auth/devices/${device.device_uuid}`)).status, 200)
    const usePairing = () =>
      rest(daemon(), 'POST /auth/devices/pair', { payload: { pairing_code: open_code } })
    assert.equal((await usePairing()).status, 201)
    const noa = { full_name: 'Noa Example', relationship: 'guest', password, invitation_code }
    const register = (username: string) =>
      rest(daemon(), 'POST /auth/register', { payload: { ...noa, username } })
    assert.equal((await register('noa')).status, 201)
    await restore(id)
    assert.deepEqual((await ask('mina', 'GET /auth/profile')).body.data.preferences, {
      engines: [kept],
      theme: 'dark',
    })
    assert.equal((await ask('mina', 'GET /auth/devices')).body.data.total, 0)
    assert.equal((await usePairing()).status, 401)
    assert.equal((await register('nora')).status, 403)
  })

  it('is all given up where nobody knows what that was', async () => {
    const { home, database, ask, daemon, backUp, restart } = await restartableHousehold()
    const { key } = (await ask('mina', 'POST /auth/keys', { name: 'Lamp', scopes: ['read'] })).body.data
    await ask('mina', 'PUT /auth/profile', { preferences: { engines: ['https://models.example'] } })
    const id = await backUp()
    assert.equal((await ask('olga', `POST /backups/${id}/restore`, {})).status, 200)
    await daemon().restarting
    await restart(() => writeFileSync(database, 'tea'))
    assert.equal((await rest(daemon(), 'GET /memory/recent', { token: key })).status, 401)
    assert.deepEqual((await ask('mina', 'GET /auth/profile')).body.data.preferences, { engines: [] })
    assert.ok(!readdirSync(home).some((name) => name.includes('replaced')))
  })
})

describe('A backup that was made before a reset', () => {
  it('is kept without what it held of the member', async () => {
    const { home, backups, ask, store, backUp, restore, contents } = await restartableHousehold()
    await store('mina', `Behind the ${secret}`)
    await store('olga', 'The bins go out on Tuesdays')
    const id = await backUp()
    assert.equal(filesHolding(backups, secret).length, 1)
    assert.equal(
      (await ask('mina', 'POST /auth/emergency-reset', { password, confirm: 'RESET' })).status,
      200,
    )
    await soon(() => filesHolding(backups, secret).length === 0)
    const [kept, ...others] = (await soon(async () => {
      const { items } = (await ask('olga', 'GET /backups')).body.data
      return items.length === 1 && items
    })) as { id: string; intact: boolean }[]
    assert.deepEqual([kept?.id, kept?.intact, others], [id, true, []])
    await restore(id)
    assert.deepEqual(await contents('olga'), ['The bins go out on Tuesdays'])
    await assertHeldBy(home, secret)
  })
})

describe('An older copy of the database that somebody puts in its place', () => {
  it('brings back nothing that was deleted for good', async () => {
    const { home, database, store, ask, restart, contents } = await restartableHousehold()
    const memory_uuid = await store('mina', `Behind the ${secret}`)
    const copy = join(home, 'aside.db')
    await restart(() => copyFileSync(database, copy))
    await ask('mina', `DELETE /memory/${memory_uuid}`)
    await restart(() => copyFileSync(copy, database))
    assert.deepEqual(await contents('mina'), [])
    await assertHeldBy(home, secret, ['aside.db'])
  })
})
