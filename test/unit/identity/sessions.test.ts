import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Bus } from '../../../daemon/bus/bus.ts'
import { deviceStore } from '../../../daemon/features/identity/devices.ts'
import type { LiveSessions } from '../../../daemon/features/identity/live-sessions.ts'
import type { MemberRow } from '../../../daemon/features/identity/members.ts'
import { openSessions, type SignIn } from '../../../daemon/features/identity/sessions.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { openTestStore } from '../../support/store.ts'

const day = 86_400_000
const settings = { idle_days: 30, longest_days: 90 }
const here = '192.0.2.1'
const page = { limit: 50, offset: 0 }

function open() {
  const base = openTestStore()
  const { store, clock, audit, log } = base
  const bus = new Bus(clock, log)
  const published: unknown[] = []
  bus.subscribe('session.ended', { receive: ({ payload }) => void published.push(payload['session_uuid']) })
  const olga = base.addMember('olga', { roles: ['admin'] })
  const start = () => {
    const live: LiveSessions = new Map()
    const sessions = openSessions(store, audit, bus, clock, settings, live)
    const login = (member: MemberRow = olga, more: Partial<SignIn> = {}) =>
      store.write((tx) =>
        sessions.open(tx, member, {
          address: here,
          client: null,
          binding: null,
          methods: ['pwd'],
          device_uuid: null,
          authenticated_at: iso(clock.now()),
          ...more,
        }),
      )
    const refresh = (token: string, address = here) =>
      sessions.refresh(token, { address, binding: null }, () => {})
    return { live, sessions, login, refresh }
  }
  const ended = async () => {
    await new Promise(setImmediate)
    return published
  }
  return { ...base, olga, ended, start, ...start() }
}

function addDevice({ store, clock }: ReturnType<typeof open>, { family_member_uuid }: MemberRow): string {
  const [device_uuid, now] = [randomUUID(), iso(clock.now())]
  const moments = { trusted_at: now, last_seen_at: now, revoked_at: null }
  const row = { device_uuid, family_member_uuid, name: 'phone', kind: 'phone', ...moments } as const
  const keys = { public_key: null, certificate: null, key_thumbprint: null }
  store.write((tx) => deviceStore(store).insert(tx, { ...row, ...keys }))
  return device_uuid
}

const refused = (code: string) => ({ code })
const uuidOf = ({ session }: { session: { session_uuid: string } }) => session.session_uuid

test('a login opens a live session of its member', () => {
  const { login, live, olga, clock } = open()
  const { session, refresh_expires_in } = login()
  const { family_member_uuid } = olga
  const of = { family_member_uuid, device_uuid: null, parent_uuid: null }
  const how = { restriction: null, methods: ['pwd'], idle: null }
  const opened = { ...of, ...how, admin: true, last_seen_at: clock.now() }
  assert.deepEqual([...live], [[session.session_uuid, opened]])
  assert.equal(session.expires_at, iso(clock.now() + 90 * day))
  assert.equal(refresh_expires_in, (30 * day) / 1_000)
})

test('a rolled-back login leaves no live session', () => {
  const { store, sessions, olga, live, count } = open()
  const from = { address: here, client: null, binding: null }
  const signIn = { ...from, methods: ['pwd'], device_uuid: null, authenticated_at: iso(0) } as const
  assert.throws(
    () =>
      store.write((tx) => {
        sessions.open(tx, olga, signIn)
        throw new Error('no')
      }),
    /no/,
  )
  assert.deepEqual([live.size, count('sessions'), count('refresh_tokens')], [0, 0, 0])
})

test('a refresh token is 256 random bits, and stored hashed', () => {
  const { login, client } = open()
  const { refresh_token } = login()
  assert.equal(Buffer.from(refresh_token, 'base64url').length, 32)
  const stored = client.prepare('SELECT * FROM refresh_tokens').all()
  assert.equal(stored.length, 1)
  assert.equal(JSON.stringify(stored).includes(refresh_token), false)
})

test('each refresh gives a new token of the same session', () => {
  const { login, refresh, clock } = open()
  const first = login()
  clock.advance(day)
  const second = refresh(first.refresh_token)
  assert.equal(uuidOf(second), uuidOf(first))
  assert.notEqual(second.refresh_token, first.refresh_token)
  assert.equal(second.session.rotated_at, iso(clock.now()))
  assert.equal(second.session.authenticated_at, first.session.authenticated_at)
  refresh(second.refresh_token)
})

test('a session stores the address of its last refresh', () => {
  const { login, refresh, sessions, start } = open()
  const first = login()
  assert.equal(sessions.find(uuidOf(first))?.address, here)
  assert.equal(refresh(first.refresh_token, '198.51.100.7').session.address, '198.51.100.7')
  assert.equal(start().sessions.find(uuidOf(first))?.address, '198.51.100.7')
})

test('a rolled-back refresh leaves its token valid', () => {
  const { login, sessions, refresh } = open()
  const { refresh_token } = login()
  const fail = () => {
    throw new Error('no')
  }
  assert.throws(() => sessions.refresh(refresh_token, { address: here, binding: null }, fail), /no/)
  assert.equal(refresh(refresh_token).session.generation, 2)
})

test('the previous token works for 10 s, and returns a working token', () => {
  const { login, refresh, clock } = open()
  const first = login()
  refresh(first.refresh_token)
  clock.advance(10_000)
  const retried = refresh(first.refresh_token)
  clock.advance(day)
  assert.equal(uuidOf(refresh(retried.refresh_token)), uuidOf(first))
})

test('the previous token after its 10 s ends the session and is audited', () => {
  const { login, refresh, clock, live, olga, audited } = open()
  const first = login()
  const second = refresh(first.refresh_token)
  clock.advance(10_001)
  assert.throws(() => refresh(first.refresh_token, '203.0.113.9'), refused('TOKEN_REVOKED'))
  assert.throws(() => refresh(second.refresh_token), refused('TOKEN_REVOKED'))
  assert.equal(live.size, 0)
  const { family_member_uuid } = olga
  assert.deepEqual(audited(), [
    {
      event: 'refresh_token_reused',
      actor: `user:${family_member_uuid}`,
      address: '203.0.113.9',
      family_member_uuid,
      session_uuid: uuidOf(first),
      details: {},
    },
  ])
})

test('a retry does not extend the 10 s', () => {
  const { login, refresh, clock } = open()
  const first = login()
  refresh(first.refresh_token)
  clock.advance(6_000)
  refresh(first.refresh_token)
  clock.advance(6_000)
  assert.throws(() => refresh(first.refresh_token), refused('TOKEN_REVOKED'))
})

test('an older token ends the session at once, with an event, also after a restart', async () => {
  const { login, refresh, ended, start } = open()
  const first = login()
  const other = login()
  const second = refresh(first.refresh_token)
  const third = refresh(second.refresh_token)
  assert.throws(() => refresh(first.refresh_token), refused('TOKEN_REVOKED'))
  assert.throws(() => refresh(third.refresh_token), refused('TOKEN_REVOKED'))
  assert.deepEqual(await ended(), [uuidOf(first)])
  assert.deepEqual([...start().live.keys()], [uuidOf(other)])
})

test('50 refreshes with one token in its grace period leave one live session and a working last token', async () => {
  const { login, refresh, live, clock, ended, audited } = open()
  const first = login()
  const granted = Array.from({ length: 50 }, () => refresh(first.refresh_token))
  assert.deepEqual([...new Set(granted.map(uuidOf))], [uuidOf(first)])
  assert.equal(new Set(granted.map(({ refresh_token }) => refresh_token)).size, 50)
  assert.deepEqual([...live.keys()], [uuidOf(first)])
  clock.advance(day)
  assert.equal(uuidOf(refresh(granted.at(-1)?.refresh_token ?? '')), uuidOf(first))
  assert.deepEqual([await ended(), audited()], [[], []])
})

test('an unknown token is refused without consequences', () => {
  const { login, refresh, live, sessions } = open()
  login()
  for (const token of ['', 'x', 'A'.repeat(43)]) {
    assert.throws(() => refresh(token), refused('INVALID_CREDENTIALS'))
    assert.equal(sessions.ofRefreshToken(token), undefined)
  }
  assert.equal(live.size, 1)
})

test('a session with an end of its own goes on while it is used, and ends with its children', () => {
  const { login, refresh, live, sessions, olga, store, clock, start } = open()
  const { session, refresh_token, refresh_expires_in } = login(olga, { restriction: 'pin', idle: 900_000 })
  const child = store.write((tx) => sessions.openBeside(tx, olga, session, here))
  assert.partialDeepStrictEqual(child.session, { restriction: 'pin', idle: 900_000, methods: ['pwd'] })
  assert.equal(refresh_expires_in, 900)
  clock.advance(600_000)
  const used = live.get(session.session_uuid)
  assert.ok(used)
  used.last_seen_at = clock.now()
  clock.advance(600_000)
  const next = refresh(refresh_token)
  clock.advance(900_000)
  assert.throws(() => refresh(next.refresh_token), refused('TOKEN_REVOKED'))
  assert.throws(() => refresh(child.refresh_token), refused('TOKEN_REVOKED'))
  assert.equal(start().live.size, 0)
})

test('a session may end sooner than others, whatever it is used for', () => {
  const { login, refresh, olga, clock } = open()
  const { session, refresh_token } = login(olga, { restriction: 'read_only', longest: 900_000 })
  assert.equal(session.expires_at, iso(clock.now() + 900_000))
  clock.advance(899_000)
  const next = refresh(refresh_token)
  clock.advance(1_000)
  assert.throws(() => refresh(next.refresh_token), refused('TOKEN_REVOKED'))
})

test('a session without a refresh for 30 days has ended', () => {
  const { login, refresh, clock, start } = open()
  const first = login()
  clock.advance(30 * day - 1)
  const second = refresh(first.refresh_token)
  clock.advance(30 * day - 1)
  assert.equal(start().live.size, 1)
  clock.advance(1)
  assert.throws(() => refresh(second.refresh_token), refused('TOKEN_REVOKED'))
  assert.equal(start().live.size, 0)
})

test('a session ends after 90 days, however often it was refreshed', () => {
  const { login, refresh, clock, start } = open()
  let { refresh_token } = login()
  for (let n = 1; n <= 4; n += 1) {
    clock.advance(20 * day)
    refresh_token = refresh(refresh_token).refresh_token
  }
  clock.advance(10 * day - 1_000)
  const last = refresh(refresh_token)
  assert.equal(last.refresh_expires_in, 1)
  clock.advance(1_000)
  assert.throws(() => refresh(last.refresh_token), refused('TOKEN_REVOKED'))
  assert.equal(start().live.size, 0)
})

test('an ended session is gone with its refresh token, and ends once', async () => {
  const { store, login, refresh, sessions, live, ended } = open()
  const { session, refresh_token } = login()
  const end = () => store.write((tx) => sessions.end(tx, session.session_uuid))
  assert.deepEqual([end(), end()], [true, false])
  assert.deepEqual(await ended(), [session.session_uuid])
  assert.equal(live.size, 0)
  assert.throws(() => refresh(refresh_token), refused('TOKEN_REVOKED'))
})

test("all sessions of a member but one can be ended, and nobody else's", async () => {
  const { store, login, sessions, live, addMember, ended } = open()
  const [current, one, other] = [login(), login(), login()].map(uuidOf)
  const foreign = uuidOf(login(addMember('mia')))
  const { family_member_uuid } = live.get(current ?? '') ?? {}
  const endAll = (except?: string) =>
    store.write((tx) => sessions.endAll(tx, family_member_uuid ?? '', except))
  assert.deepEqual(new Set(endAll(current)), new Set([one, other]))
  assert.deepEqual(new Set(live.keys()), new Set([current, foreign]))
  assert.deepEqual(endAll(), [current])
  assert.deepEqual(endAll(), [])
  assert.deepEqual(new Set(await ended()), new Set([current, one, other]))
  assert.deepEqual([...live.keys()], [foreign])
})

test('the sessions of a device end with it, and no other ones', () => {
  const setting = open()
  const { login, live, olga, sessions, store } = setting
  const [phone, tablet] = [addDevice(setting, olga), addDevice(setting, olga)]
  const on = (device_uuid: string) => uuidOf(login(olga, { device_uuid, methods: ['otp'] }))
  const [first, second, other, none] = [on(phone), on(phone), on(tablet), uuidOf(login())]
  assert.equal(live.get(first)?.device_uuid, phone)
  const uuids = store.write((tx) => sessions.endOfDevice(tx, phone))
  assert.deepEqual(new Set(uuids), new Set([first, second]))
  assert.deepEqual(new Set(live.keys()), new Set([other, none]))
})

test('a list has the open sessions of one member or of all, newest first, in pages', () => {
  const { login, sessions, store, clock, olga, addMember } = open()
  const mia = addMember('mia')
  const opened = Array.from({ length: 5 }, () => {
    clock.advance(1_000)
    return uuidOf(login())
  })
  clock.advance(1_000)
  const foreign = uuidOf(login(mia))
  const [oldest = '', ...rest] = opened
  store.write((tx) => sessions.end(tx, oldest))
  const newest = rest.toReversed()
  const list = (whose: string | null, limit: number, offset: number) => {
    const { items, total } = sessions.list(whose, { limit, offset })
    return { uuids: items.map(({ session_uuid }) => session_uuid), total }
  }
  const own = olga.family_member_uuid
  assert.deepEqual(list(own, 50, 0), { uuids: newest, total: 4 })
  assert.deepEqual(list(own, 3, 0), { uuids: newest.slice(0, 3), total: 4 })
  assert.deepEqual(list(own, 3, 3), { uuids: newest.slice(3), total: 4 })
  assert.deepEqual(list(own, 3, 9), { uuids: [], total: 4 })
  assert.deepEqual(list(null, 2, 0), { uuids: [foreign, newest[0]], total: 5 })
  assert.deepEqual(list(randomUUID(), 50, 0), { uuids: [], total: 0 })
})

test('a list has no expired session', () => {
  const { login, sessions, clock, olga } = open()
  login()
  clock.advance(30 * day - 1)
  const later = uuidOf(login())
  assert.equal(sessions.list(olga.family_member_uuid, page).total, 2)
  clock.advance(1)
  const { items, total } = sessions.list(null, page)
  assert.deepEqual([items.map(({ session_uuid }) => session_uuid), total], [[later], 1])
})

test('the live sessions match the database, before and after a restart', () => {
  const setting = open()
  const { login, refresh, sessions, store, live, clock, olga, addMember, start } = setting
  const device_uuid = addDevice(setting, olga)
  const mia = addMember('mia')
  const [gone, reused, onDevice] = [login(), login(mia), login(olga, { device_uuid, methods: ['otp'] })]
  login(mia)
  clock.advance(20 * day)
  const refreshed = refresh(onDevice.refresh_token)
  login()
  store.write((tx) => sessions.end(tx, uuidOf(gone)))
  refresh(refresh(reused.refresh_token).refresh_token)
  assert.throws(() => refresh(reused.refresh_token))
  clock.advance(10 * day)
  store.write((tx) => sessions.sweep(tx))
  const restarted = start()
  const unseen = (sessions: LiveSessions) =>
    new Map([...sessions].map(([uuid, { last_seen_at: _, ...session }]) => [uuid, session]))
  assert.equal(live.size, 2)
  assert.deepEqual(unseen(restarted.live), unseen(live))
  assert.equal(uuidOf(restarted.refresh(refreshed.refresh_token)), uuidOf(refreshed))
})

test('an expired session is not ended again', async () => {
  const { store, login, sessions, clock, olga, ended } = open()
  const [idle, other] = [login(), login()].map(uuidOf)
  clock.advance(30 * day)
  const later = uuidOf(login())
  store.write((tx) => sessions.sweep(tx))
  assert.equal(
    store.write((tx) => sessions.end(tx, idle ?? '')),
    false,
  )
  assert.deepEqual(
    store.write((tx) => sessions.endAll(tx, olga.family_member_uuid)),
    [later],
  )
  assert.deepEqual(new Set(await ended()), new Set([idle, other, later]))
  assert.equal((await ended()).length, 3)
})

test('a refresh updates when a session was last seen, before and after a restart', () => {
  const { login, refresh, live, clock, start } = open()
  const { session, refresh_token } = login()
  clock.advance(day)
  refresh(refresh_token)
  const seen = { last_seen_at: clock.now() }
  assert.partialDeepStrictEqual(live.get(session.session_uuid), seen)
  assert.deepEqual(start().live, live)
})
