import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import { verifyReceipt } from '../../../daemon/kernel/offline/receipt.ts'
import { codeAt, setUpApp } from '../../support/authenticator-app.ts'
import { ManualClock } from '../../support/clock.ts'
import {
  login,
  password,
  personOf,
  signIn,
  startTestDaemon,
  type TestDaemon,
  type TestMember,
} from '../../support/daemon.ts'
import { everyRow } from '../../support/database.ts'
import { filesHolding } from '../../support/homes/home-files.ts'
import { soon } from '../../support/processes.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const minute = 60_000
const config = { backups: { daily: false }, limits: { authentication_per_minute: 10_000 } }

async function household() {
  const clock = new ManualClock()
  const daemon = await startTestDaemon({ clock, config })
  after(() => daemon.stop())
  const owner = await daemon.owner()
  const mia = await daemon.member(owner, 'mia')
  return { clock, daemon, owner, mia, ...askingOf(daemon) }
}

function askingOf(daemon: TestDaemon) {
  const post = (path: string, token: string | undefined, payload: object) =>
    rest(daemon, `POST ${path}`, { ...(token && { token }), payload })
  return {
    post,
    forget: (token: string, payload: object = { password, confirm: 'FORGET ME' }) =>
      post('/auth/forget-me', token, payload),
    remember: async ({ access_token }: TestMember, content: string, visibility = 'private') => {
      const { status } = await post('/memory/store', access_token, { content, visibility })
      assert.equal(status, 201)
    },
    holding: (text: string, of: Parameters<typeof everyRow>[0] = daemon) =>
      Object.entries(everyRow(of))
        .filter(([, rows]) => JSON.stringify(rows).includes(text))
        .map(([table]) => table),
    receiptAgain: (id: string) => rest(daemon, `GET /auth/receipts/${id}`, {}),
  }
}

/** What a receipt says; fails for one that is not as it was signed. */
async function readReceipt(text: string) {
  const verified = await verifyReceipt(text)
  assert.ok(verified)
  return verified.receipt
}

describe('Forgetting me', async () => {
  const { clock, daemon, owner, mia, post, forget, remember, holding, receiptAgain } = await household()
  const marker = `quince-${randomUUID()}`

  it('requires the password and the words', async () => {
    const wrong = await forget(mia.access_token, { password: 'not the password', confirm: 'FORGET ME' })
    assert.deepEqual(errorOf(wrong), [401, 'INVALID_CREDENTIALS', {}])
    for (const payload of [
      { password },
      { password, confirm: 'RESET' },
      { password, confirm: 'forget me' },
    ]) {
      const [status, code, { field }] = errorOf(await forget(mia.access_token, payload))
      assert.deepEqual([status, code, field], [400, 'INVALID_REQUEST', 'confirm'])
    }
    assert.equal((await login(daemon, 'mia')).status, 200)
  })

  it('leaves nothing of the member but the id, in the database, its files and the backups', async () => {
    const rosa = await daemon.member(owner, 'rosa')
    const { family_member_uuid: uuid } = rosa
    await remember(rosa, marker)
    await remember(rosa, `shared ${marker}`, 'household')
    await post('/conversation/message', rosa.access_token, { content: `I like ${marker}` })
    await rest(daemon, 'PUT /auth/profile', {
      token: rosa.access_token,
      payload: { preferences: { a: marker } },
    })
    await post('/auth/devices/pair', rosa.access_token, { name: marker, kind: 'phone' })
    assert.equal((await post('/backups', owner.access_token, {})).status, 201)
    assert.notDeepEqual(filesHolding(daemon.home.path, marker), [])
    const backupsOf = () =>
      readdirSync(daemon.home.backups)
        .filter((name) => name.endsWith('.db'))
        .map((name) => ({ home: { ...daemon.home, database: join(daemon.home.backups, name) } }))

    const { status, body } = await forget(rosa.access_token)
    assert.equal(status, 200)
    const { accounts, memories, conversations, sessions, second_factors } = body.data.deleted
    // The third is what the companion has kept of the message.
    assert.deepEqual([accounts, memories, conversations, sessions, second_factors], [1, 3, 1, 1, 0])
    assert.deepEqual([...holding(marker), ...holding('Rosa Example'), ...holding('"rosa"')], [])
    assert.deepEqual(holding(uuid).toSorted(), ['audit', 'erasures'])
    await soon(() => filesHolding(daemon.home.path, marker).length === 0)
    assert.equal(backupsOf().length, 1)
    for (const backup of backupsOf())
      assert.deepEqual([holding(marker, backup), holding('Rosa Example', backup)], [[], []])
  })

  it('ends every session at once, and the name is free again', async () => {
    const ruth = await daemon.member(owner, 'ruth')
    const other = await signIn(daemon, 'ruth')
    const sockets = [ruth, other].map(({ access_token }) => TestSocket.open(daemon, access_token))
    const closed = (await Promise.all(sockets)).map((socket) => socket.closeCode())
    assert.equal((await forget(ruth.access_token)).status, 200)
    assert.deepEqual(await Promise.all(closed), [4401, 4401])
    const profile = await rest(daemon, 'GET /auth/profile', { token: other.access_token })
    assert.equal(errorOf(profile)[1], 'TOKEN_REVOKED')
    assert.deepEqual(errorOf(await login(daemon, 'ruth')).slice(0, 2), [401, 'INVALID_CREDENTIALS'])
    const { items } = (await rest(daemon, 'GET /recognition/family', { token: owner.access_token })).body.data
    assert.ok(!items.some((one: { full_name: string }) => one.full_name === 'Ruth Example'))
    const again = await daemon.member(owner, 'ruth')
    assert.notEqual(again.family_member_uuid, ruth.family_member_uuid)
  })

  it('answers a receipt that anybody can verify with the key in its header', async () => {
    const { access_token, family_member_uuid } = await daemon.member(owner, 'rita')
    const { deleted, receipt_id, receipt, state } = (await forget(access_token)).body.data
    const { jwk, kid } = decodeProtectedHeader(receipt)
    assert.ok(jwk && !('d' in jwk))
    const { payload } = await compactVerify(receipt, await importJWK(jwk, 'Ed25519'))
    const statement = JSON.parse(Buffer.from(payload).toString('utf8'))
    const { erased_at, issued_at, audit_head, backups, ...more } = statement
    assert.deepEqual(more, {
      version: 1,
      receipt_id,
      state: 'begun',
      household: kid,
      family_member_uuid,
      account: 'deleted',
      deleted,
      snapshots: null,
    })
    assert.equal(state, 'begun')
    assert.deepEqual([erased_at, issued_at], [new Date(clock.now()).toISOString(), erased_at])
    assert.deepEqual(backups, { left: 1, expected_by: new Date(clock.now() + 60 * minute).toISOString() })
    const head = new URLSearchParams(audit_head).toString()
    const seen = await rest(daemon, `GET /security/audit/verify?${head}`, { token: owner.access_token })
    assert.deepEqual([seen.body.data.seen, seen.body.data.intact], [true, true])
    const { key } = (await rest(daemon, 'GET /auth/receipt-key', {})).body.data
    assert.deepEqual(key, { ...jwk, kid })
  })

  it('makes no receipt that verifies once a byte is changed', async () => {
    const { access_token } = await daemon.member(owner, 'rhea')
    const { receipt } = (await forget(access_token)).body.data
    assert.ok(await verifyReceipt(receipt))
    const [header = '', payload = '', signature = ''] = receipt.split('.')
    const swap = (text: string, at: number) =>
      text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
    const changed = [
      [swap(header, 30), payload, signature],
      [header, swap(payload, 40), signature],
      [header, payload, swap(signature, 10)],
      [header, payload, ''],
    ]
    for (const parts of changed) assert.equal(await verifyReceipt(parts.join('.')), null)
    assert.equal(await verifyReceipt('no receipt'), null)
    assert.equal(await verifyReceipt(access_token), null)
  })

  it('gives the final receipt to whoever has the id, once the backups are rewritten', async () => {
    const { access_token, family_member_uuid } = await daemon.member(owner, 'rene')
    const { receipt_id } = (await forget(access_token)).body.data
    const final = await soon(async () => {
      const { body } = await receiptAgain(receipt_id)
      return body.data.state === 'final' ? body.data : null
    })
    const receipt = await readReceipt(final.receipt)
    assert.deepEqual(
      [receipt.state, receipt.receipt_id, receipt.family_member_uuid, receipt.account, receipt.deleted],
      ['final', receipt_id, family_member_uuid, 'deleted', null],
    )
    assert.deepEqual([receipt.backups, receipt.snapshots], [{ left: 0, expected_by: null }, null])
    assert.deepEqual(errorOf(await receiptAgain(randomUUID())), [404, 'NOT_FOUND', {}])
  })

  it('is answered for with a receipt by the emergency reset too, which keeps the account', async () => {
    const { access_token, family_member_uuid } = await daemon.member(owner, 'rolf')
    const { body } = await post('/auth/emergency-reset', access_token, { password, confirm: 'RESET' })
    const receipt = await readReceipt(body.data.receipt)
    assert.deepEqual(
      [receipt.account, receipt.family_member_uuid, receipt.receipt_id, receipt.deleted],
      ['kept', family_member_uuid, body.data.receipt_id, body.data.deleted],
    )
  })

  it('wants a second factor of whoever has one', async () => {
    const { access_token: token } = await daemon.member(owner, 'fay')
    const secret = await setUpApp(daemon, token, () => clock.now())
    clock.advance(10 * minute)
    const refused = errorOf(await forget(token))
    assert.deepEqual(
      [refused[1], refused[2]],
      ['AUTHENTICATION_REQUIRED', { reason: 'step_up', methods: ['totp'] }],
    )
    const code = codeAt(secret, clock.now())
    const stepped = await post('/auth/step-up', token, { password, method: 'totp', code })
    assert.equal(stepped.status, 200)
    const { status, body } = await forget(stepped.body.data.access_token)
    assert.deepEqual([status, body.data.deleted.second_factors], [200, 1])
  })

  it('is refused to the only admin of others, until there is another one', async () => {
    clock.advance(minute)
    const { access_token } = await signIn(daemon, 'olga')
    assert.deepEqual(errorOf(await forget(access_token)), [409, 'CONFLICT', { reason: 'only_admin' }])
    const roles = await rest(daemon, `PUT /auth/members/${mia.family_member_uuid}/roles`, {
      token: access_token,
      payload: { roles: ['admin'] },
    })
    assert.equal(roles.status, 200)
    assert.equal((await forget(access_token)).status, 200)
    assert.equal((await login(daemon, 'mia')).status, 200)
  })
})

describe('The last member who leaves', async () => {
  const { clock, daemon, owner, mia, post, forget, remember, holding } = await household()

  it('takes everybody along, and leaves a home that can be set up anew', async () => {
    const marker = `medlar-${randomUUID()}`
    await remember(mia, `${marker} of Mia`, 'household')
    await remember(owner, `${marker} of Olga`, 'household')
    const guest = { full_name: `Guest ${marker}`, relationship: 'friend' }
    assert.equal((await post('/recognition/introduce', owner.access_token, guest)).status, 201)
    assert.equal((await post('/auth/invitations', owner.access_token, {})).status, 201)
    assert.equal((await post('/backups', owner.access_token, {})).status, 201)
    const token = owner.access_token
    const path = `DELETE /recognition/family/${mia.family_member_uuid}`
    assert.equal((await rest(daemon, path, { token })).status, 200)

    const { status, body } = await forget(token)
    assert.equal(status, 200)
    assert.equal(body.data.deleted.memories, 1)
    assert.deepEqual([...holding(marker), ...holding('Example')], [])
    assert.deepEqual(everyRow(daemon)['members'], [])
    assert.deepEqual(everyRow(daemon)['invitations'], [])
    await soon(() => filesHolding(daemon.home.path, marker).length === 0)
    assert.deepEqual(filesHolding(daemon.home.backups, 'Olga Example'), [])
    const start = (await rest(daemon, 'GET /auth/start', {})).body.data
    assert.equal(start.setup_needed, true)
  })

  it('leaves a new setup code behind', async () => {
    clock.advance(minute)
    const setup_code = readFileSync(daemon.home.setupCode, 'utf8').trim()
    const { status, body } = await post('/auth/register', undefined, personOf('nora', { setup_code }))
    assert.equal(status, 201)
    assert.deepEqual(body.data.family_member.roles, ['admin'])
    const { access_token: token } = body.data
    const { total } = (await rest(daemon, 'GET /memory/recent', { token })).body.data
    assert.equal(total, 0)
    const verdict = await rest(daemon, 'GET /security/audit/verify', { token })
    assert.equal(verdict.body.data.intact, true)
  })
})

it('nobody who has left comes back with an older backup', async () => {
  const { clock, daemon, owner, post, forget, holding } = await household()
  const { access_token, family_member_uuid } = await daemon.member(owner, 'rosa')
  const { id } = (await post('/backups', owner.access_token, {})).body.data
  assert.equal((await forget(access_token)).status, 200)
  await soon(async () => (await post(`/backups/${id}/restore`, owner.access_token, {})).status === 200)
  clock.advance(minute)
  await daemon.restarting
  await daemon.stop()
  await using again = await startTestDaemon({ home: daemon.home.path, clock, config })
  assert.equal((await login(again, 'rosa')).status, 401)
  const of = { home: again.home }
  assert.deepEqual(holding('Rosa Example', of), [])
  const staying = ['audit', 'erasures', 'members']
  assert.deepEqual(holding(family_member_uuid, of).toSorted(), staying)
})
