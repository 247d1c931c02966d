import assert from 'node:assert/strict'
import { once } from 'node:events'
import { beforeEach, describe, it } from 'node:test'
import { status } from '@grpc/grpc-js'
import { ManualClock } from '../../support/clock.ts'
import { signIn, type TestMember } from '../../support/daemon.ts'
import { openUpdates } from '../../support/wire/stream-ends.ts'
import { bearer, grpcClient, openStream } from '../../support/wire/grpc.ts'
import { household } from '../../support/household.ts'
import { rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const minute = 60_000

const clock = new ManualClock()
const { daemon } = await household({ clock })
let member: TestMember

const logout = ({ access_token: token }: TestMember) =>
  rest(daemon, 'POST /auth/logout', { token, payload: {} })

beforeEach(async () => {
  member = await signIn(daemon, 'mia')
})

describe('When a session ends', () => {
  it('its sockets close with 4401 and its streams end as unauthenticated, within a second', async () => {
    const sockets = await Promise.all([1, 2].map(() => TestSocket.open(daemon, member.access_token)))
    using updates = await openUpdates(daemon, member.access_token)
    using messages = await openUpdates(daemon, member.access_token, 'MessageBusService', 'Subscribe')
    const ends = [...sockets.map((socket) => socket.closeCode()), updates.endsWith(), messages.endsWith()]
    assert.equal((await logout(member)).status, 200)
    assert.deepEqual(await Promise.all(ends), [4401, 4401, status.UNAUTHENTICATED, status.UNAUTHENTICATED])
  })

  it('its sockets close too if a stolen refresh token ended it', async () => {
    await using socket = await TestSocket.open(daemon, member.access_token)
    const closed = socket.closeCode()
    const refresh = (refresh_token: string) =>
      rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
    const next = await refresh(member.refresh_token)
    await refresh(next.body.data.refresh_token)
    assert.equal((await refresh(member.refresh_token)).status, 401)
    assert.equal(await closed, 4401)
  })

  it('other sessions of the member continue, on sockets and streams', async () => {
    const other = await signIn(daemon, 'mia')
    await using socket = await TestSocket.open(daemon, other.access_token)
    using ended = await openUpdates(daemon, member.access_token)
    await logout(member)
    assert.equal(await ended.endsWith(), status.UNAUTHENTICATED)
    const { data } = await socket.ask('request', { operation: 'auth.session' })
    assert.equal(data.result.session_uuid, other.session_uuid)
  })

  it('a socket that switched to another session stays open with that one', async () => {
    const other = await signIn(daemon, 'mia')
    await using socket = await TestSocket.open(daemon, member.access_token)
    await socket.ask('authenticate', { access_token: other.access_token })
    await logout(member)
    assert.equal((await socket.ask('request', { operation: 'auth.session' })).type, 'response')
    const closed = socket.closeCode()
    await logout(other)
    assert.equal(await closed, 4401)
  })

  it('its token can no longer connect', async () => {
    await logout(member)
    await assert.rejects(TestSocket.open(daemon, member.access_token), /401/)
    const client = grpcClient(daemon, 'CompanionService')
    const stream = openStream(
      client,
      'StreamUpdates',
      { topics: ['agency.goals'] },
      bearer(member.access_token),
    )
    const [error] = await once(stream, 'error')
    assert.equal(error.code, status.UNAUTHENTICATED)
    client.close()
  })
})

describe('When a token expires', () => {
  it('its socket closes with 4401 and its stream ends as unauthenticated', async () => {
    await using socket = await TestSocket.open(daemon, member.access_token)
    using updates = await openUpdates(daemon, member.access_token)
    clock.advance(15 * minute - 2_000)
    assert.equal((await socket.ask('request', { operation: 'auth.session' })).type, 'response')
    const ends = [socket.closeCode(), updates.endsWith()]
    clock.advance(2_000)
    assert.deepEqual(await Promise.all(ends), [4401, status.UNAUTHENTICATED])
  })

  it('the request that carries it is told that it has expired', async () => {
    clock.advance(15 * minute)
    const { status, body } = await rest(daemon, 'GET /auth/session', { token: member.access_token })
    assert.deepEqual([status, body.error.code], [401, 'TOKEN_EXPIRED'])
  })

  it('the socket stays open if a newer token came before, until that expires', async () => {
    await using socket = await TestSocket.open(daemon, member.access_token)
    clock.advance(10 * minute)
    const { refresh_token } = member
    const { body } = await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
    const { access_token } = body.data
    assert.equal((await socket.ask('authenticate', { access_token })).type, 'authenticated')
    clock.advance(14 * minute)
    const { type, data } = await socket.ask('request', { operation: 'auth.session' })
    assert.deepEqual([type, data.result?.session_uuid], ['response', member.session_uuid])
    const closed = socket.closeCode()
    clock.advance(minute)
    assert.equal(await closed, 4401)
  })
})

describe('A socket', () => {
  it('cannot switch to another member', async () => {
    const intruder = await signIn(daemon, 'olga')
    await using socket = await TestSocket.open(daemon, member.access_token)
    const { type, data } = await socket.ask('authenticate', { access_token: intruder.access_token })
    assert.deepEqual([type, data.code], ['error', 'INSUFFICIENT_PERMISSIONS'])
    const session = await socket.ask('request', { operation: 'auth.session' })
    assert.equal(session.data.result.session_uuid, member.session_uuid)
  })

  it('keeps its token when a bad one is sent', async () => {
    await using socket = await TestSocket.open(daemon, member.access_token)
    const old = member
    clock.advance(minute)
    member = await signIn(daemon, 'mia')
    await logout(member)
    for (const [access_token, code] of [
      ['nonsense', 'AUTHENTICATION_REQUIRED'],
      [member.access_token, 'TOKEN_REVOKED'],
    ] as const) {
      assert.equal((await socket.ask('authenticate', { access_token })).data.code, code)
    }
    const { data } = await socket.ask('request', { operation: 'auth.session' })
    assert.equal(data.result.session_uuid, old.session_uuid)
  })
})
