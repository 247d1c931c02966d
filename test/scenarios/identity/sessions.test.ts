import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { status as grpcStatus } from '@grpc/grpc-js'
import { decodeProtectedHeader } from 'jose'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import type { Daemon } from '../../../daemon/main.ts'
import { end, startDaemonProcess } from '../../bench/daemon-process.ts'
import { registerOwner } from '../../bench/owner.ts'
import { systemToken } from '../../bench/system-token.ts'
import { ManualClock } from '../../support/clock.ts'
import { signIn, startTestDaemon, type TestMember } from '../../support/daemon.ts'
import { select } from '../../support/database.ts'
import { watchEnds } from '../../support/wire/stream-ends.ts'
import { household } from '../../support/household.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const minute = 60_000
const day = 86_400_000

const { daemon, owner, member: mia } = await household({ clock: systemClock })

type Address = Pick<Daemon, 'file'>

const notFound = [404, 'NOT_FOUND', {}]
const refresh = (refresh_token: string, at: Address = daemon) =>
  rest(at, 'POST /auth/refresh', { payload: { refresh_token } })
const session = (token: string, at: Address = daemon) => rest(at, 'GET /auth/session', { token })
const list = async (token: string, query = '', at: Address = daemon) =>
  (await rest(at, `GET /auth/sessions${query}`, { token })).body.data
const revoke = (payload: object, token = owner.access_token, at: Address = daemon) =>
  rest(at, 'POST /auth/tokens/revoke', { token, payload })
const uuids = (items: { session_uuid: string }[]) => items.map(({ session_uuid }) => session_uuid)

const ended = [4401, grpcStatus.UNAUTHENTICATED]

describe('An admin', () => {
  it('sees the open sessions of the household, newest first', async () => {
    const ada = await daemon.member(owner, 'ada')
    const second = await signIn(daemon, 'ada')
    const { items, total } = await list(owner.access_token)
    assert.equal(items.length, total)
    assert.deepEqual(uuids(items).slice(0, 2), [second.session_uuid, ada.session_uuid])
    const current = items.filter((item: { current: boolean }) => item.current)
    assert.deepEqual(uuids(current), [owner.session_uuid])
    const { session_uuid, created_at, expires_at, ...shown } = items[0]
    assert.equal(session_uuid, second.session_uuid)
    assert.equal(Date.parse(expires_at) - Date.parse(created_at), 90 * day)
    assert.deepEqual(shown, {
      family_member_uuid: ada.family_member_uuid,
      device_uuid: null,
      parent_uuid: null,
      restriction: null,
      client: 'node',
      stays: false,
      address: '127.0.0.1',
      current: false,
      authenticated_at: created_at,
      last_refreshed_at: created_at,
      last_seen_at: created_at,
    })
    const hers = await list(owner.access_token, `?family_member_uuid=${ada.family_member_uuid}&limit=1`)
    assert.deepEqual([uuids(hers.items), hers.total], [[second.session_uuid], 2])
  })

  it('can end any of them, and its socket and stream close within a second', async () => {
    const ben = await daemon.member(owner, 'ben')
    const { ends } = await watchEnds(daemon, ben.access_token)
    const route = `DELETE /auth/sessions/${ben.session_uuid}`
    const answer = await rest(daemon, route, { token: owner.access_token })
    assert.deepEqual([answer.status, answer.body.data], [200, { session_uuid: ben.session_uuid }])
    assert.deepEqual(await ends, ended)
    assert.equal(errorOf(await session(ben.access_token))[1], 'TOKEN_REVOKED')
    assert.equal(errorOf(await refresh(ben.refresh_token))[1], 'TOKEN_REVOKED')
    assert.deepEqual(errorOf(await rest(daemon, route, { token: owner.access_token })), notFound)
    assert.equal(uuids((await list(owner.access_token)).items).includes(ben.session_uuid), false)
  })

  it('must be an admin to do so', async () => {
    const requests = [
      rest(daemon, 'GET /auth/sessions', { token: mia.access_token }),
      rest(daemon, `DELETE /auth/sessions/${mia.session_uuid}`, { token: mia.access_token }),
      revoke({ session_uuid: mia.session_uuid }, mia.access_token),
    ]
    for (const answer of await Promise.all(requests)) {
      assert.deepEqual(errorOf(answer), [403, 'INSUFFICIENT_PERMISSIONS', {}])
    }
  })
})

describe('A member', () => {
  it('sees their own sessions and can end them', async () => {
    const [here, there] = [await daemon.member(owner, 'cat'), await signIn(daemon, 'cat')]
    const own = async () => {
      const { body } = await rest(daemon, 'GET /auth/profile/sessions', { token: here.access_token })
      return body.data
    }
    const { items, total } = await own()
    assert.deepEqual([uuids(items), total], [[there.session_uuid, here.session_uuid], 2])
    assert.deepEqual(
      items.map(({ current }: { current: boolean }) => current),
      [false, true],
    )
    const { ends } = await watchEnds(daemon, there.access_token)
    const route = `DELETE /auth/profile/sessions/${there.session_uuid}`
    assert.equal((await rest(daemon, route, { token: here.access_token })).status, 200)
    assert.deepEqual(await ends, ended)
    assert.deepEqual(uuids((await own()).items), [here.session_uuid])
  })

  it("never sees another member's sessions", async () => {
    for (const [token, id] of [
      [mia.access_token, owner.session_uuid],
      [owner.access_token, mia.session_uuid],
      [mia.access_token, randomUUID()],
    ] as const) {
      const answer = await rest(daemon, `DELETE /auth/profile/sessions/${id}`, { token })
      assert.deepEqual(errorOf(answer), notFound)
    }
    for (const token of [mia.access_token, owner.access_token])
      assert.equal((await session(token)).status, 200)
  })
})

describe('Revoking', () => {
  const ways: Record<string, (somebody: TestMember) => object> = {
    'a session': ({ session_uuid }) => ({ session_uuid }),
    'a member': ({ family_member_uuid }) => ({ family_member_uuid }),
    'an access token': ({ access_token }) => ({ token: access_token }),
    'a refresh token': ({ refresh_token }) => ({ token: refresh_token }),
  }
  let count = 0
  for (const [what, payloadOf] of Object.entries(ways)) {
    it(`${what} ends its session, and a second attempt finds nothing`, async () => {
      count += 1
      const somebody = await daemon.member(owner, `dan${count}`)
      const { ends } = await watchEnds(daemon, somebody.access_token)
      const { status, body } = await revoke(payloadOf(somebody))
      assert.deepEqual([status, body.data], [200, { sessions_ended: [somebody.session_uuid] }])
      assert.deepEqual(await ends, ended)
      assert.equal(errorOf(await session(somebody.access_token))[1], 'TOKEN_REVOKED')
      assert.equal(errorOf(await refresh(somebody.refresh_token))[1], 'TOKEN_REVOKED')
      assert.deepEqual(errorOf(await revoke(payloadOf(somebody))), notFound)
    })
  }

  it('by member ends all of their sessions and no other', async () => {
    const first = await daemon.member(owner, 'eli')
    const second = await signIn(daemon, 'eli')
    const { body } = await revoke({ family_member_uuid: first.family_member_uuid })
    const both = [first.session_uuid, second.session_uuid]
    assert.deepEqual(body.data.sessions_ended.toSorted(), both.toSorted())
    assert.equal((await session(mia.access_token)).status, 200)
    assert.equal((await session((await signIn(daemon, 'eli')).access_token)).status, 200)
  })

  it("a local program's token ends that token and its connections", async () => {
    const [one, other] = [await systemToken(daemon.home.path), await systemToken(daemon.home.path)]
    const { ends } = await watchEnds(daemon, one)
    const { status, body } = await revoke({ token: one })
    assert.deepEqual([status, body.data], [200, { sessions_ended: [] }])
    const token = one
    assert.equal(errorOf(await rest(daemon, 'GET /auth/sessions', { token }))[1], 'TOKEN_REVOKED')
    assert.equal((await rest(daemon, 'GET /auth/sessions', { token: other })).status, 200)
    assert.deepEqual(await ends, ended)
  })

  it('something unknown is not found', async () => {
    await using stranger = await startTestDaemon({ clock: systemClock })
    const foreign = await stranger.owner()
    for (const payload of [
      { session_uuid: randomUUID() },
      { family_member_uuid: randomUUID() },
      { token: 'nonsense' },
      { token: foreign.access_token },
      { token: await systemToken(stranger.home.path) },
    ]) {
      assert.deepEqual(errorOf(await revoke(payload)), notFound, JSON.stringify(payload))
    }
  })

  it('requires exactly one of the three', async () => {
    const { session_uuid, family_member_uuid, access_token: token } = mia
    for (const payload of [{}, { session_uuid, token }, { session_uuid, family_member_uuid, token }]) {
      assert.deepEqual(errorOf(await revoke(payload)).slice(0, 2), [400, 'INVALID_REQUEST'])
    }
    assert.equal((await session(mia.access_token)).status, 200)
  })
})

describe('A revocation', () => {
  it('survives a kill of the daemon', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    const first = await startDaemonProcess(folder.path)
    const [admin, revoked] = [await registerOwner(folder.path, first.file), await signIn(first, 'olga')]
    const other = await signIn(first, 'olga')
    const system = await systemToken(folder.path)
    try {
      for (const payload of [{ session_uuid: revoked.session_uuid }, { token: system }])
        assert.equal((await revoke(payload, admin.access_token, first)).status, 200)
    } finally {
      await end(first.child, 'SIGKILL')
    }
    const second = await startDaemonProcess(folder.path)
    try {
      for (const { access_token } of [revoked, { access_token: system }])
        assert.equal(errorOf(await session(access_token, second))[1], 'TOKEN_REVOKED')
      assert.equal(errorOf(await refresh(revoked.refresh_token, second))[1], 'TOKEN_REVOKED')
      assert.equal((await session(other.access_token, second)).status, 200)
    } finally {
      await end(second.child)
    }
  })
})

describe('A new signing key', () => {
  it('signs nobody out, also across a restart, and even when the clock stands still', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    const kidOf = ({ access_token }: TestMember) => decodeProtectedHeader(access_token).kid
    const members: TestMember[] = []
    {
      await using first = await startTestDaemon({ home: folder.path })
      const admin = await first.owner()
      members.push(admin)
      for (let count = 0; count < 5; count += 1) {
        const { access_token: token } = admin
        const { status, body } = await rest(first, 'POST /auth/keys/rotate', { token, payload: {} })
        const somebody = await signIn(first, 'olga')
        assert.deepEqual([status, body.data.kid], [200, kidOf(somebody)])
        members.push(somebody)
      }
    }
    const kids = members.map(kidOf)
    assert.equal(new Set(kids).size, 6)
    await using second = await startTestDaemon({ home: folder.path })
    const keys = readdirSync(second.home.keys).map((name) => join(second.home.keys, name))
    const signing = keys.map((file) => JSON.parse(readFileSync(file, 'utf8'))).filter((key) => 'd' in key)
    assert.equal(signing.length, 1, 'old keys sign no more')
    assert.equal(kidOf(await signIn(second, 'olga')), kids.at(-1))
    for (const { access_token, refresh_token } of members) {
      assert.equal((await session(access_token, second)).status, 200)
      assert.equal((await refresh(refresh_token, second)).status, 200)
    }
  })

  it('can be created by admins only', async () => {
    const answer = await rest(daemon, 'POST /auth/keys/rotate', { token: mia.access_token, payload: {} })
    assert.equal(answer.status, 403)
  })
})

describe('50 concurrent refreshes with one token', () => {
  it('leave one live session and valid responses, until an older token ends it', async () => {
    const clock = new ManualClock()
    await using still = await startTestDaemon({ clock })
    const { session_uuid, refresh_token } = await still.owner()
    const rows = () => select(still, 'SELECT session_uuid, generation, revoked_at FROM sessions')
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refresh_token, still)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.deepEqual(rows(), [{ session_uuid, generation: 2, revoked_at: null }])
    for (const { body } of answers) {
      assert.equal((await session(body.data.access_token, still)).status, 200)
      assert.equal((await refresh(body.data.refresh_token, still)).status, 200)
    }
    assert.deepEqual(rows(), [{ session_uuid, generation: 3, revoked_at: null }])
    assert.equal(errorOf(await refresh(refresh_token, still))[1], 'TOKEN_REVOKED')
    assert.deepEqual(rows(), [{ session_uuid, generation: 3, revoked_at: clock.now() }])
    const [last] = answers.slice(-1)
    assert.equal((await session(last?.body.data.access_token, still)).status, 401)
  })

  it('accept the previous token for 10 seconds, after which it ends the session', async () => {
    const clock = new ManualClock()
    await using still = await startTestDaemon({ clock })
    const { refresh_token } = await still.owner()
    await refresh(refresh_token, still)
    clock.advance(10_000)
    const { body } = await refresh(refresh_token, still)
    clock.advance(1)
    assert.equal(errorOf(await refresh(refresh_token, still))[1], 'TOKEN_REVOKED')
    assert.equal((await refresh(body.data.refresh_token, still)).status, 401)
  })
})

describe('Time', () => {
  const clock = new ManualClock()
  const start = () => startTestDaemon({ clock })

  it('ends a session after 30 days without use', async () => {
    await using still = await start()
    const { refresh_token } = await still.owner()
    clock.sleep(30 * day - 1_000)
    const again = await refresh(refresh_token, still)
    assert.equal(again.status, 200)
    clock.sleep(30 * day)
    assert.equal(errorOf(await refresh(again.body.data.refresh_token, still))[1], 'TOKEN_REVOKED')
    const { access_token, session_uuid } = await signIn(still, 'olga')
    const { items, total } = await list(access_token, '', still)
    assert.deepEqual([uuids(items), total], [[session_uuid], 1])
  })

  it('ends a session after 90 days, however much it was used', async () => {
    await using still = await start()
    let { refresh_token } = await still.owner()
    for (const left of [30, 30, 3]) {
      clock.sleep(29 * day)
      const { status, body } = await refresh(refresh_token, still)
      assert.deepEqual([status, body.data.refresh_expires_in], [200, (left * day) / 1_000])
      ;({ refresh_token } = body.data)
    }
    clock.sleep(3 * day)
    assert.equal(errorOf(await refresh(refresh_token, still))[1], 'TOKEN_REVOKED')
  })

  it('ends a session sooner if configured', async () => {
    await using still = await startTestDaemon({
      clock,
      config: { sessions: { idle_days: 1, longest_days: 1 } },
    })
    const { refresh_token } = await still.owner()
    clock.sleep(day)
    assert.equal(errorOf(await refresh(refresh_token, still))[1], 'TOKEN_REVOKED')
  })

  it('of the last request is shown as when a session was last seen', async () => {
    await using still = await start()
    const [{ access_token }, idle] = [await still.owner(), await signIn(still, 'olga')]
    const made = clock.now()
    clock.advance(minute)
    await rest(still, 'GET /interactions', { token: access_token })
    const seen = async () => {
      const { items } = await list(access_token, '', still)
      return items.map(({ last_seen_at }: { last_seen_at: string }) => Date.parse(last_seen_at) - made)
    }
    assert.deepEqual(
      (await seen()).toSorted((a: number, b: number) => a - b),
      [0, minute],
    )
    clock.advance(minute)
    await session(idle.access_token, still)
    assert.deepEqual(await seen(), [2 * minute, 2 * minute])
  })

  it('that expires an access token still lets it revoke its session', async () => {
    await using still = await start()
    const { access_token, session_uuid, refresh_token } = await still.owner()
    clock.advance(20 * minute)
    assert.equal(errorOf(await session(access_token, still))[1], 'TOKEN_EXPIRED')
    const admin = await signIn(still, 'olga')
    const { body } = await revoke({ token: access_token }, admin.access_token, still)
    assert.deepEqual(body.data, { sessions_ended: [session_uuid] })
    assert.equal(errorOf(await refresh(refresh_token, still))[1], 'TOKEN_REVOKED')
  })
})
