import assert from 'node:assert/strict'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { describedOperations } from '../../support/wire/described-operations.ts'
import { signIn, startTestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { maximalInput } from '../../support/wire/maximal-input.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'
import { type Received, TestSocket } from '../../support/wire/socket.ts'

const { daemon, owner, member } = await household({ clock: systemClock })
const about = (topic: string) => (message: Received) =>
  message.type === 'live' && message.data.topic === topic

describe('A live topic', () => {
  it("sends the operation's result at once, and again when it has changed", async () => {
    await using socket = await TestSocket.open(daemon, owner.access_token)
    const topic = 'live.invitations.list'
    assert.deepEqual((await socket.ask('subscribe', { topics: [topic] })).data.topics, [topic])
    const first = await socket.next(about(topic))
    const { body } = await rest(daemon, 'GET /auth/invitations', { token: owner.access_token })
    assert.deepEqual(first.data.result, body.data)
    const made = await rest(daemon, 'POST /auth/invitations', { token: owner.access_token, payload: {} })
    // Every five seconds somebody looks.
    const deadline = AbortSignal.timeout(20_000)
    for (let seen: Received | undefined; !seen;) {
      deadline.throwIfAborted()
      seen = await socket.next(about(topic)).catch(() => undefined)
      if (seen) assert.equal(seen.data.result.items[0].invitation_uuid, made.body.data.invitation_uuid)
    }
  })

  it('can be a page of a list, named by its input', async () => {
    await using socket = await TestSocket.open(daemon, owner.access_token)
    const topic = 'live.members.list {"limit":1}'
    await socket.ask('subscribe', { topics: [topic] })
    const { data } = await socket.next(about(topic))
    assert.deepEqual([data.result.items.length, data.result.total >= 2], [1, true])
  })

  it('accepts the longest input that its operation accepts', async () => {
    await using socket = await TestSocket.open(daemon, owner.access_token)
    const refused = await socket.ask('subscribe', { topics: ['live.nothing'] })
    const names: string[] = String(refused.data.details.reason).match(/\w+\.\w+(?=,| can$)/g) ?? []
    assert.ok(names.includes('gateway.logs') && names.length >= 15, String(names))
    for (const name of names) {
      const described = describedOperations().find((one) => one.name === name)
      const topic = `live.${name} ${JSON.stringify(maximalInput(described?.input ?? {}))}`
      const { type, data } = await socket.ask('subscribe', { topics: [topic] })
      assert.equal(type, 'subscribed', `${name}: ${JSON.stringify(data)}`)
    }
  })

  it('is for admins only if its operation is', async () => {
    await using socket = await TestSocket.open(daemon, member.access_token)
    const refused = await socket.ask('subscribe', { topics: ['live.members.list'] })
    assert.deepEqual([refused.type, refused.data.code], ['error', 'INSUFFICIENT_PERMISSIONS'])
    const unknown = await socket.ask('subscribe', { topics: ['live.auth.login'] })
    assert.deepEqual([unknown.type, unknown.data.code], ['error', 'INVALID_REQUEST'])
    assert.equal((await socket.ask('subscribe', { topics: ['live.gateway.health'] })).type, 'subscribed')
  })

  it('ends when it is unsubscribed, or its watcher is no longer an admin', async () => {
    const ada = await daemon.member(owner, 'ada')
    const roles = (wanted: string[]) =>
      rest(daemon, `PUT /auth/members/${ada.family_member_uuid}/roles`, {
        token: owner.access_token,
        payload: { roles: wanted },
      })
    await roles(['admin'])
    const { access_token } = await signIn(daemon, 'ada')
    await using socket = await TestSocket.open(daemon, access_token)
    const topics = ['live.gateway.stats', 'live.gateway.health']
    await socket.ask('subscribe', { topics })
    await socket.next(about('live.gateway.stats'))
    await roles([])
    // What is left is what any member may watch.
    const left = await socket.ask('unsubscribe', { topics: ['system.status'] })
    assert.deepEqual(left.data.topics, ['live.gateway.health'])
    assert.deepEqual((await socket.ask('unsubscribe', { topics })).data.topics, [])
  })

  it('adds nothing to the audit log when an admin watches it', async () => {
    const token = owner.access_token
    const audited = async () =>
      (await rest(daemon, 'GET /security/audit?limit=1', { token })).body.data.total as number
    await using socket = await TestSocket.open(daemon, token)
    const before = await audited()
    for (const topic of ['live.sessions.list', 'live.security.stats', 'live.gateway.stats']) {
      await socket.ask('subscribe', { topics: [topic] })
      await socket.next(about(topic))
    }
    assert.equal(await audited(), before)
  })

  it('reports the error that a call would, and recovers', async () => {
    const home = temporaryFolder()
    await using own = await startTestDaemon({ home })
    const admin = await own.owner()
    await using socket = await TestSocket.open(own, admin.access_token)
    const topic = 'live.backups.list'
    const folder = join(home, 'backups')
    renameSync(folder, `${folder}.away`)
    writeFileSync(folder, 'no folder')
    await socket.ask('subscribe', { topics: [topic] })
    const { error } = (await socket.next(about(topic))).data
    assert.deepEqual([error.code, error.details], ['INTERNAL_ERROR', {}])
    rmSync(folder)
    renameSync(`${folder}.away`, folder)
    await socket.ask('subscribe', { topics: [topic] })
    assert.ok((await socket.next(about(topic))).data.result)
  })
})

describe('The administrative allowance', () => {
  it('is not used up by watching, however much', async () => {
    await using strict = await startTestDaemon({
      environment: { COMPANION_LIMITS_ADMINISTRATIVE_PER_MINUTE: '10' },
    })
    const admin = await strict.owner()
    await using socket = await TestSocket.open(strict, admin.access_token)
    const topics = ['live.members.list', 'live.audit.list', 'live.gateway.config', 'live.sessions.list']
    for (let round = 0; round < 10; round += 1) {
      await socket.ask('subscribe', { topics })
      for (const topic of topics) await socket.next(about(topic))
      await socket.ask('unsubscribe', { topics })
    }
    const list = () => rest(strict, 'GET /auth/members', { token: admin.access_token })
    for (let call = 0; call < 10; call += 1) assert.equal((await list()).status, 200)
    assert.deepEqual(errorOf(await list()).slice(0, 2), [429, 'RATE_LIMITED'])
  })
})
