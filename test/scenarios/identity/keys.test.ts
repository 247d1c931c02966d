import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { password, signIn, startTestDaemon, type TestDaemon } from '../../support/daemon.ts'
import { everyRow } from '../../support/database.ts'
import { household } from '../../support/household.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const minute = 60_000
const hour = 60 * minute

const clock = new ManualClock()
const { daemon, owner, member: mia } = await household({ clock })
await daemon.member(owner, 'noa')

const tokenOf = async (username: string, at: TestDaemon = daemon) => (await signIn(at, username)).access_token
const create = (token: string, payload: object, at: TestDaemon = daemon) =>
  rest(at, 'POST /auth/keys', { token, payload: { name: 'Home Assistant', scopes: ['read'], ...payload } })
const keyOf = async (username: string, payload: object = {}, at: TestDaemon = daemon) => {
  const { status, body } = await create(await tokenOf(username, at), payload, at)
  assert.equal(status, 201, JSON.stringify(body))
  return body.data as { key: string; api_key: { key_uuid: string } }
}
const list = async (token: string, query = '') => rest(daemon, `GET /auth/keys${query}`, { token })
const revoke = (token: string, id: string) => rest(daemon, `DELETE /auth/keys/${id}`, { token })
const read = (token: string, at: TestDaemon = daemon) => rest(at, 'GET /memory/recent', { token })

describe('A key', () => {
  it('is shown once, and nothing of it is kept but its hash', async () => {
    const { key, api_key } = await keyOf('mia', { expires_at: '2999-01-01T00:00:00Z' })
    assert.match(key, /^cmp_[\w-]{43}$/)
    assert.deepEqual(
      { ...api_key, key_uuid: '', created_at: '' },
      {
        key_uuid: '',
        family_member_uuid: mia.family_member_uuid,
        name: 'Home Assistant',
        scopes: ['read'],
        allowed_operations: null,
        created_at: '',
        last_used_at: null,
        expires_at: '2999-01-01T00:00:00.000Z',
      },
    )
    assert.ok(!JSON.stringify(everyRow(daemon)).includes(key.slice(4)))
    const { body } = await list(await tokenOf('mia'))
    assert.deepEqual(body.data.items[0], api_key)
  })

  it('works for longer than any access token, and says when it was last used', async () => {
    const { key, api_key } = await keyOf('mia')
    clock.advance(40 * 24 * hour)
    assert.equal((await read(key)).status, 200)
    const used = new Date(clock.now()).toISOString()
    const listed = async () =>
      (await list(await tokenOf('mia'))).body.data.items.find(
        ({ key_uuid }: { key_uuid: string }) => key_uuid === api_key.key_uuid,
      )
    assert.equal((await listed()).last_used_at, used)
    clock.advance(2 * minute)
    assert.equal((await listed()).last_used_at, used)
  })

  it('wants a sign-in of the last five minutes, or the password', async () => {
    const token = await tokenOf('mia')
    clock.advance(6 * minute)
    const late = errorOf(await create(token, {}))
    assert.deepEqual(late, [401, 'AUTHENTICATION_REQUIRED', { reason: 'step_up' }])
    assert.deepEqual(errorOf(await create(token, { password: 'not this one' })).slice(0, 2), [
      401,
      'INVALID_CREDENTIALS',
    ])
    assert.equal((await create(token, { password })).status, 201)
  })

  it('ends when it was to end', async () => {
    const expires_at = new Date(clock.now() + hour).toISOString()
    const { key } = await keyOf('mia', { expires_at })
    await using socket = await TestSocket.open(daemon, key)
    assert.equal((await read(key)).status, 200)
    const closed = socket.closeCode()
    clock.advance(hour)
    assert.deepEqual(errorOf(await read(key)).slice(0, 2), [401, 'TOKEN_EXPIRED'])
    assert.equal(await closed, 4401)
    const past = errorOf(await create(await tokenOf('mia'), { expires_at }))
    assert.deepEqual(past, [400, 'INVALID_REQUEST', { field: 'expires_at', reason: 'must be in the future' }])
  })

  it('that lasts for years keeps a connection open', async () => {
    const { key } = await keyOf('mia', { expires_at: '2999-01-01T00:00:00Z' })
    await using socket = await TestSocket.open(daemon, key)
    assert.equal((await socket.ask('subscribe', { topics: ['agency.goals'] })).type, 'subscribed')
    clock.advance(100 * 24 * hour)
    assert.equal((await socket.ask('request', { operation: 'memory.recent' })).type, 'response')
  })

  it('ends at once where its owner revokes it, with what was opened by it', async () => {
    const { key, api_key } = await keyOf('mia')
    await using socket = await TestSocket.open(daemon, key)
    const closed = socket.closeCode()
    assert.equal((await revoke(await tokenOf('mia'), api_key.key_uuid)).status, 200)
    assert.deepEqual(errorOf(await read(key)).slice(0, 2), [401, 'AUTHENTICATION_REQUIRED'])
    assert.equal(await closed, 4401)
    assert.equal((await revoke(await tokenOf('mia'), api_key.key_uuid)).status, 404)
  })

  it("can be seen and revoked by an admin, and is nobody else's business", async () => {
    const { key, api_key } = await keyOf('mia')
    const query = `?family_member_uuid=${mia.family_member_uuid}`
    assert.equal((await list(await tokenOf('noa'), query)).status, 403)
    assert.equal((await list(await tokenOf('noa'))).body.data.total, 0)
    assert.equal((await revoke(await tokenOf('noa'), api_key.key_uuid)).status, 404)
    assert.equal((await read(key)).status, 200)
    const seen = (await list(await tokenOf('olga'), query)).body.data.items
    assert.equal(seen[0].key_uuid, api_key.key_uuid)
    assert.equal((await revoke(await tokenOf('olga'), api_key.key_uuid)).status, 200)
    assert.equal((await read(key)).status, 401)
  })

  it('is written down in the audit log when it is made and when it is revoked', async () => {
    const { api_key } = await keyOf('mia', { name: 'a scale' })
    await revoke(await tokenOf('olga'), api_key.key_uuid)
    const { body } = await rest(daemon, 'GET /security/audit?limit=20', { token: await tokenOf('olga') })
    const about = body.data.items.filter(
      ({ details }: { details: { key_uuid?: string } }) => details.key_uuid === api_key.key_uuid,
    )
    assert.deepEqual(
      about.map(({ event, actor }: { event: string; actor: string }) => [event, actor]),
      [
        ['key_revoked', `user:${owner.family_member_uuid}`],
        ['key_created', `user:${mia.family_member_uuid}`],
      ],
    )
  })

  it('outlasts a restart, and a change of the password', async () => {
    const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    try {
      const first = await startTestDaemon({ home: folder.path })
      await first.owner()
      const { key } = await keyOf('olga', { scopes: ['read', 'metrics'] }, first)
      assert.equal((await read(key, first)).status, 200)
      const { last_used_at } = (await rest(first, 'GET /auth/keys', { token: await tokenOf('olga', first) }))
        .body.data.items[0]
      const change = { current_password: password, new_password: 'violet kettle marches north' }
      const token = await tokenOf('olga', first)
      assert.equal((await rest(first, 'POST /auth/change-password', { token, payload: change })).status, 200)
      await first.stop()
      await using second = await startTestDaemon({ home: folder.path })
      assert.equal((await read(key, second)).status, 200)
      assert.ok(last_used_at)
    } finally {
      folder.remove()
    }
  })

  it('of an admin is good for less once its owner is no admin any more', async () => {
    const admin = await daemon.member({ ...owner, access_token: await tokenOf('olga') }, 'ada')
    const payload = { roles: ['admin'], password }
    const route = `PUT /auth/members/${admin.family_member_uuid}/roles`
    assert.equal((await rest(daemon, route, { token: await tokenOf('olga'), payload })).status, 200)
    const { key } = await keyOf('ada', { scopes: ['read', 'admin', 'metrics'] })
    const metrics = () =>
      fetch(new URL('/metrics', daemon.file.base_url), { headers: { authorization: `Bearer ${key}` } })
    assert.equal((await metrics()).status, 200)
    assert.equal((await rest(daemon, 'GET /auth/members', { token: key })).status, 200)
    await rest(daemon, route, { token: await tokenOf('olga'), payload: { roles: [], password } })
    assert.equal((await metrics()).status, 403)
    assert.equal((await rest(daemon, 'GET /auth/members', { token: key })).status, 403)
    assert.equal((await read(key)).status, 200)
  })

  it('for admins is not for others to make', async () => {
    for (const scope of ['admin', 'metrics'])
      assert.deepEqual(errorOf(await create(await tokenOf('noa'), { scopes: ['read', scope] })), [
        403,
        'INSUFFICIENT_PERMISSIONS',
        { scope },
      ])
  })

  it('names only operations that there are', async () => {
    const { status, body } = await create(await tokenOf('noa'), { allowed_operations: ['memory.burn'] })
    assert.equal(status, 400)
    assert.deepEqual(body.error.details, {
      field: 'allowed_operations',
      reason: 'names no operation: memory.burn',
    })
  })

  it('goes with everything else in an emergency reset', async () => {
    const { key } = await keyOf('noa')
    const payload = { password, confirm: 'RESET' }
    const token = await tokenOf('noa')
    const { body } = await rest(daemon, 'POST /auth/emergency-reset', { token, payload })
    assert.equal(body.data.deleted.keys, 1)
    assert.equal((await read(key)).status, 401)
  })

  it('cannot be one of more than fifty', async () => {
    const token = await tokenOf('noa')
    const made = []
    for (let count = 0; count < 51; count += 1) made.push((await create(token, {})).status)
    assert.deepEqual(made, [...Array.from({ length: 50 }, () => 201), 422])
  })
})

describe('What is done by a key', () => {
  it('is done by its owner, and says through what', async () => {
    const { key } = await keyOf('mia', { name: 'Kitchen speaker', scopes: ['act'] })
    const ask = { user_id: mia.family_member_uuid, interaction_type: 'approval', prompt: 'Lock the door?' }
    const put = await rest(daemon, 'POST /admin/interactions/simulate', {
      token: await tokenOf('olga'),
      body: ask,
    })
    const route = `/interactions/${put.body.interaction.interaction_id}`
    const approved = await rest(daemon, `POST ${route}/approve`, { token: key, body: {} })
    const { actor, via } = approved.body.event
    assert.deepEqual([actor, via], [`user:${mia.family_member_uuid}`, 'Kitchen speaker'])
    const { events } = (await rest(daemon, `GET ${route}`, { token: key })).body
    assert.deepEqual(
      events.map((event: { via: string | null }) => event.via),
      [null, 'Kitchen speaker'],
    )
  })

  it('by an admin names the key in the audit log', async () => {
    const { key } = await keyOf('olga', { name: 'a dashboard', scopes: ['admin'] })
    const repair = await rest(daemon, 'POST /memory/repair', { token: key, payload: {} })
    assert.equal(repair.status, 200)
    const { body } = await rest(daemon, 'GET /security/audit?limit=5', { token: key })
    const audited = body.data.items.find(
      ({ details }: { details: { operation?: string } }) => details.operation === 'memory.repair',
    )
    assert.equal(audited.details.via, 'a dashboard')
  })

  it('cannot wipe out what was said', async () => {
    const { key } = await keyOf('mia', { scopes: ['talk'] })
    const clear = (payload: object) => rest(daemon, 'POST /conversation/clear', { token: key, payload })
    assert.deepEqual(errorOf(await clear({ delete_history: true })), [
      403,
      'INSUFFICIENT_PERMISSIONS',
      { reason: 'person' },
    ])
    assert.equal((await clear({})).status, 200)
  })
})
