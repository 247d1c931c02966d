import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Bus } from '../../../daemon/bus/bus.ts'
import { deviceStore } from '../../../daemon/features/identity/devices.ts'
import { invitationStore } from '../../../daemon/features/identity/invitations.ts'
import type { LiveSessions } from '../../../daemon/features/identity/live-sessions.ts'
import { openLockouts } from '../../../daemon/features/identity/lockouts.ts'
import { openRevokedTokens } from '../../../daemon/features/identity/access-tokens.ts'
import { openSessions } from '../../../daemon/features/identity/sessions.ts'
import { startSweep } from '../../../daemon/features/identity/sweep.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { openTestStore } from '../../support/store.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const address = '192.0.2.1'

function open() {
  const base = openTestStore()
  const { store, audit, clock, log, members, count } = base
  const bus = new Bus(clock, log)
  const published: unknown[] = []
  bus.subscribe('session.ended', { receive: ({ payload }) => void published.push(payload['session_uuid']) })
  const live: LiveSessions = new Map()
  const sessions = openSessions(store, audit, bus, clock, { idle_days: 30, longest_days: 90 }, live)
  const lockouts = openLockouts(store, clock)
  const parts = {
    devices: deviceStore(store),
    invitations: invitationStore(store),
    revoked: openRevokedTokens(store),
  }
  const olga = base.addMember('olga')
  const from = { address, client: null, binding: null }
  const login = () =>
    store.write((tx) =>
      sessions.open(tx, olga, { ...from, methods: ['pwd'], device_uuid: null, authenticated_at: iso(0) }),
    )
  const tables = ['pairings', 'invitations', 'revoked_tokens', 'lockouts', 'sessions', 'refresh_tokens']
  return {
    ...base,
    ...parts,
    live,
    sessions,
    lockouts,
    olga,
    login,
    refresh: (token: string) => sessions.refresh(token, from, () => {}),
    ended: async () => {
      await new Promise(setImmediate)
      return published
    },
    rows: () => Object.fromEntries(tables.map((table) => [table, count(table)])),
    start: () =>
      startSweep({
        store,
        clock,
        log,
        sessions,
        lockouts,
        members,
        ...parts,
        recovery: { sweep: () => {} },
        tell: () => assert.fail('nobody is to be told'),
      }),
  }
}

/** One of each that time ends: the first three in 5 min, and four failures. */
function addAll({ store, clock, devices, invitations, revoked, lockouts, olga }: ReturnType<typeof open>) {
  const { family_member_uuid } = olga
  const expires_at = iso(clock.now() + 5 * minute)
  const [created_at, code_hash] = [iso(clock.now()), randomUUID()]
  const named = { code_hash, family_member_uuid, name: 'phone', kind: 'phone' } as const
  const invitation = { invitation_uuid: randomUUID(), code_hash, created_by: 'user:olga', created_at }
  store.write((tx) => {
    devices.insertCode(tx, { ...named, authenticated_at: created_at, expires_at })
    invitations.insert(tx, { ...invitation, expires_at })
    revoked.add(tx, { jti: randomUUID(), expires_at })
    for (let n = 1; n <= 4; n += 1) lockouts.fail(tx, 'olga')
  })
}

test('expired data is removed at the start', () => {
  const setting = open()
  addAll(setting)
  setting.clock.advance(day + 1)
  setting.start()
  assert.partialDeepStrictEqual(setting.rows(), {
    pairings: 0,
    invitations: 0,
    revoked_tokens: 0,
    lockouts: 0,
  })
})

test('valid data stays, and is removed within an hour of its expiry', () => {
  const setting = open()
  const { clock, rows, start } = setting
  addAll(setting)
  start()
  const each = { pairings: 1, invitations: 1, revoked_tokens: 1, lockouts: 1 }
  assert.partialDeepStrictEqual(rows(), each)
  clock.advance(hour - 1)
  assert.partialDeepStrictEqual(rows(), each)
  clock.advance(1)
  assert.partialDeepStrictEqual(rows(), { ...each, pairings: 0, invitations: 0, revoked_tokens: 0 })
  clock.advance(24 * hour)
  assert.partialDeepStrictEqual(rows(), { lockouts: 0 })
})

test('an expired live session is closed, with an event', async () => {
  const { login, refresh, live, clock, start, ended } = open()
  const [idle, used] = [login(), login()]
  start()
  clock.advance(15 * day)
  refresh(used.refresh_token)
  clock.advance(15 * day - 1)
  assert.equal(live.size, 2)
  clock.advance(hour)
  assert.deepEqual([...live.keys()], [used.session.session_uuid])
  assert.deepEqual(await ended(), [idle.session.session_uuid])
  clock.advance(day)
  assert.equal((await ended()).length, 1, 'it is told once')
})

test('a session at its maximum age is closed however often it was used', async () => {
  const { login, refresh, live, clock, start, ended } = open()
  let { session, refresh_token } = login()
  start()
  for (let n = 1; n <= 4; n += 1) {
    clock.advance(20 * day)
    refresh_token = refresh(refresh_token).refresh_token
  }
  clock.advance(10 * day - 1)
  assert.equal(live.size, 1)
  clock.advance(1)
  assert.equal(live.size, 0)
  assert.deepEqual(await ended(), [session.session_uuid])
})

test('an ended session is kept for 7 days and then removed with its tokens', () => {
  const { store, login, refresh, sessions, rows, clock, start } = open()
  const [ended, going] = [login(), login()]
  const { refresh_token } = refresh(ended.refresh_token)
  store.write((tx) => sessions.end(tx, ended.session.session_uuid))
  start()
  clock.advance(7 * day - 1)
  assert.partialDeepStrictEqual(rows(), { sessions: 2, refresh_tokens: 3 })
  assert.throws(() => refresh(refresh_token), { code: 'TOKEN_REVOKED' })
  clock.advance(1)
  assert.partialDeepStrictEqual(rows(), { sessions: 1, refresh_tokens: 1 })
  assert.throws(() => refresh(refresh_token), { code: 'INVALID_CREDENTIALS' })
  refresh(going.refresh_token)
})

test('an unused session is kept for 7 days after its expiry', () => {
  const { login, rows, clock, start } = open()
  login()
  start()
  clock.advance(37 * day - 1)
  assert.partialDeepStrictEqual(rows(), { sessions: 1, refresh_tokens: 1 })
  clock.advance(1)
  assert.partialDeepStrictEqual(rows(), { sessions: 0, refresh_tokens: 0 })
})

test('a failed sweep changes nothing, and the next one makes up for it', () => {
  const setting = open()
  const { client, clock, rows, start, login, live } = setting
  addAll(setting)
  login()
  clock.advance(30 * day)
  client.exec('ALTER TABLE revoked_tokens RENAME TO elsewhere')
  start()
  assert.equal(live.size, 1)
  client.exec('ALTER TABLE elsewhere RENAME TO revoked_tokens')
  assert.partialDeepStrictEqual(rows(), { pairings: 1, invitations: 1, revoked_tokens: 1, lockouts: 1 })
  clock.advance(hour)
  assert.partialDeepStrictEqual(rows(), { pairings: 0, invitations: 0, revoked_tokens: 0, lockouts: 0 })
  assert.equal(live.size, 0)
})

test('nothing is removed once it has stopped', () => {
  const setting = open()
  addAll(setting)
  const stop = setting.start()
  setting.clock.advance(hour)
  addAll(setting)
  stop()
  setting.clock.advance(day)
  assert.partialDeepStrictEqual(setting.rows(), { pairings: 1, invitations: 1, revoked_tokens: 1 })
})
