import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { signIn, startTestDaemon } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { errorOf, rest } from '../support/rest.ts'
import { type Received, TestSocket } from '../support/socket.ts'

const { daemon, owner, member } = await household()
const about = (topic: string) => (message: Received) =>
  message.type === 'live' && message.data.topic === topic

describe('What is watched', () => {
  it('is told at once, as the operation answers it, and when it has changed', async () => {
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

  it('may be a page of a list, named by its input', async () => {
    await using socket = await TestSocket.open(daemon, owner.access_token)
    const topic = 'live.members.list {"limit":1}'
    await socket.ask('subscribe', { topics: [topic] })
    const { data } = await socket.next(about(topic))
    assert.deepEqual([data.result.items.length, data.result.total >= 2], [1, true])
  })

  it('is for admins alone where the operation is', async () => {
    await using socket = await TestSocket.open(daemon, member.access_token)
    const refused = await socket.ask('subscribe', { topics: ['live.members.list'] })
    assert.deepEqual([refused.type, refused.data.code], ['error', 'INSUFFICIENT_PERMISSIONS'])
    const unknown = await socket.ask('subscribe', { topics: ['live.auth.login'] })
    assert.deepEqual([unknown.type, unknown.data.code], ['error', 'INVALID_REQUEST'])
    assert.equal((await socket.ask('subscribe', { topics: ['live.gateway.health'] })).type, 'subscribed')
  })

  it('is told no more once it is unsubscribed, or its watcher no admin any more', async () => {
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

  it('is written to the audit log once, when an admin begins to', async () => {
    await using socket = await TestSocket.open(daemon, owner.access_token)
    await socket.ask('subscribe', { topics: ['live.routing.list'] })
    await socket.next(about('live.routing.list'))
    const { body } = await rest(daemon, 'GET /security/audit?limit=200', { token: owner.access_token })
    const rows = body.data.items.filter(
      ({ details }: { details: { operation?: string } | null }) => details?.operation === 'routing.list',
    )
    assert.deepEqual(
      rows.map(({ details }: { details: object }) => details),
      [{ operation: 'routing.list', watched: true }],
    )
  })
})

describe('The administrative allowance', () => {
  it('is not taken from by watching, however much', async () => {
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
