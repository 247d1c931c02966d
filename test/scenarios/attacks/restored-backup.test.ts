import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { login, password, signIn } from '../../support/daemon.ts'
import { assertHeldBy, filesHolding } from '../../support/homes/home-files.ts'
import { soon } from '../../support/processes.ts'
import { restartableHousehold } from '../../support/restartable.ts'
import { type Answer, rest } from '../../support/wire/rest.ts'

const secret = 'zanzibarquartz'
const reset = { password, confirm: 'RESET' }
const lamp = { name: 'Lamp', scopes: ['read'] }
const assertDone = ({ status, body }: Answer) => assert.ok(status < 300, JSON.stringify(body))

describe('An admin who restores a backup', async () => {
  const { home, backups, owner, mia, ask, store, backUp, restore, contents, rows, verdict, daemon } =
    await restartableHousehold()
  const [agreed, withdrawn] = ['http://127.0.0.1:11434', 'https://models.example']
  const agree = (engines: string[]) =>
    ask('kim', 'PUT /auth/profile', { preferences: { engines, theme: 'dark' } })
  const noa = { full_name: 'Noa Example', relationship: 'guest', password }
  /** What was made or offered before the backup: a key and codes. */
  let [id, key, open_code, invitation_code] = ['', '', '', '']
  const usePairing = () => rest(daemon(), 'POST /auth/devices/pair', { payload: { pairing_code: open_code } })
  const register = (username: string) =>
    rest(daemon(), 'POST /auth/register', { payload: { ...noa, username, invitation_code } })
  /** The audit log as it was right before the restore. */
  let audited: object[] = []

  before(async () => {
    const [rosa, nina, kim] = ['rosa', 'nina', 'kim'] as const
    for (const username of [rosa, nina, kim]) await daemon().member(await signIn(daemon(), 'olga'), username)
    // Somebody who has begun anew before the backup.
    assertDone(await ask(rosa, 'POST /auth/emergency-reset', reset))
    await store(rosa, 'Since then')

    await store('mina', `Behind the ${secret}`)
    const gone = await store('olga', `Under the ${secret}`)
    await store('olga', 'The bins go out on Tuesdays')
    assertDone(await ask(nina, 'POST /conversation/message', { content: `Hello, ${secret}` }))
    assertDone(await agree([agreed, withdrawn]))
    const made = (await ask(kim, 'POST /auth/keys', lamp)).body.data
    key = made.key
    const phone = { name: 'Phone', kind: 'phone' }
    const { pairing_code } = (await ask(kim, 'POST /auth/devices/pair', phone)).body.data
    const { device } = (await rest(daemon(), 'POST /auth/devices/pair', { payload: { pairing_code } })).body
      .data
    open_code = (await ask(kim, 'POST /auth/devices/pair', phone)).body.data.pairing_code
    invitation_code = (await ask('olga', 'POST /auth/invitations', {})).body.data.invitation_code

    id = await backUp()
    const aside = join(home, 'aside')
    mkdirSync(aside)
    const names = readdirSync(backups)
    for (const name of names) copyFileSync(join(backups, name), join(aside, name))

    assertDone(await ask('olga', `DELETE /memory/${gone}`))
    const erased = await ask('mina', 'POST /auth/emergency-reset', reset)
    assertDone(erased)
    // The backup is rewritten by then.
    const receipt = `GET /auth/receipts/${erased.body.data.receipt_id}`
    await soon(async () => (await rest(daemon(), receipt)).body.data.state === 'final')
    await store('mina', 'Since then')
    assertDone(await ask(nina, 'POST /conversation/clear', { delete_history: true }))
    assertDone(await ask(nina, 'POST /conversation/message', { content: 'Good morning' }))
    assertDone(await ask(kim, `DELETE /auth/keys/${made.api_key.key_uuid}`))
    assertDone(await agree([agreed]))
    assertDone(await ask(kim, `DELETE /auth/devices/${device.device_uuid}`))
    assertDone(await usePairing())
    assertDone(await register('noa'))
    await login(daemon(), 'mina', 'not the password')
    assertDone(await ask('olga', `PUT /auth/members/${mia.family_member_uuid}/roles`, { roles: ['admin'] }))

    // As it was before the reset.
    for (const name of readdirSync(backups)) rmSync(join(backups, name))
    for (const name of names) copyFileSync(join(aside, name), join(backups, name))
    rmSync(aside, { recursive: true })
    audited = await rows()
    await restore(id)
  })

  it('makes the audit log forget nothing, and is named in it', async () => {
    const afterwards = await rows()
    const remaining = new Set(afterwards.map((row: object) => JSON.stringify(row)))
    assert.deepEqual(
      audited.filter((row) => !remaining.has(JSON.stringify(row))),
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
    assert.deepEqual(await contents('mina'), [])
    assert.deepEqual(await contents('olga'), ['The bins go out on Tuesdays'])
    await assertHeldBy(home, secret, [], /^companion\.db/)
    assert.equal(
      (await ask('mina', 'GET /auth/profile')).body.data.family_member_uuid,
      mia.family_member_uuid,
    )
  })

  it('brings back no conversation that was cleared with its history', async () => {
    assert.equal((await ask('nina', 'GET /conversation/history')).body.data.total, 0)
  })

  it('leaves what came after a reset as it is', async () => {
    assert.deepEqual(await contents('rosa'), ['Since then'])
  })

  it('brings no revoked key back', async () => {
    assert.equal((await rest(daemon(), 'GET /memory/recent', { token: key })).status, 401)
  })

  it('gives nothing again that was taken back: a device, an engine, a code that was used', async () => {
    assert.deepEqual((await ask('kim', 'GET /auth/profile')).body.data.preferences, {
      engines: [agreed],
      theme: 'dark',
    })
    assert.equal((await ask('kim', 'GET /auth/devices')).body.data.total, 0)
    assert.equal((await usePairing()).status, 401)
    assert.equal((await register('nora')).status, 403)
  })
})

describe('What is not to come back', async () => {
  const { home, backups, database, ask, store, backUp, restore, restart, contents, daemon } =
    await restartableHousehold()

  it('is gone from the backups too that were made before a reset', async () => {
    await store('mina', `Behind the ${secret}`)
    await store('olga', 'The bins go out on Tuesdays')
    const id = await backUp()
    assert.equal(filesHolding(backups, secret).length, 1)
    assertDone(await ask('mina', 'POST /auth/emergency-reset', reset))
    await soon(() => filesHolding(backups, secret).length === 0)
    const [backup, ...others] = (await soon(async () => {
      const { items } = (await ask('olga', 'GET /backups')).body.data
      return items.length === 1 && items
    })) as { id: string; intact: boolean }[]
    assert.deepEqual([backup?.id, backup?.intact, others], [id, true, []])
    await restore(id)
    assert.deepEqual(await contents('olga'), ['The bins go out on Tuesdays'])
    await assertHeldBy(home, secret)
  })

  it('does not come back by an older copy of the database that somebody puts in its place', async () => {
    const memory_uuid = await store('mina', `Behind the ${secret}`)
    const copy = join(home, 'aside.db')
    await restart(() => copyFileSync(database, copy))
    assertDone(await ask('mina', `DELETE /memory/${memory_uuid}`))
    await restart(() => copyFileSync(copy, database))
    assert.deepEqual(await contents('mina'), [])
    await assertHeldBy(home, secret, ['aside.db'])
  })

  it('is given up altogether where nobody knows what was taken back since a backup', async () => {
    const { key } = (await ask('mina', 'POST /auth/keys', lamp)).body.data
    await ask('mina', 'PUT /auth/profile', { preferences: { engines: ['https://models.example'] } })
    const id = await backUp()
    assertDone(await ask('olga', `POST /backups/${id}/restore`, {}))
    await daemon().restarting
    await restart(() => writeFileSync(database, 'tea'))
    assert.equal((await rest(daemon(), 'GET /memory/recent', { token: key })).status, 401)
    assert.deepEqual((await ask('mina', 'GET /auth/profile')).body.data.preferences, { engines: [] })
    assert.deepEqual(
      readdirSync(home).filter((name) => name.includes('replaced')),
      [],
    )
  })
})
