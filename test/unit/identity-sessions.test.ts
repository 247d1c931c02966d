import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { Bus } from '../../daemon/bus/bus.ts'
import type { LiveSessions } from '../../daemon/features/identity/live-sessions.ts'
import { type MemberRow, memberStore } from '../../daemon/features/identity/members.ts'
import { openSessions } from '../../daemon/features/identity/sessions.ts'
import { iso } from '../../daemon/kernel/clock.ts'
import { migrate } from '../../daemon/store/migrate.ts'
import { Store } from '../../daemon/store/store.ts'
import { ManualClock } from '../support/clock.ts'

const day = 86_400_000
const settings = { idle_days: 30, longest_days: 90 }

function open() {
  const client = new Database(':memory:')
  migrate(client, '')
  const store = new Store(client, pino({ level: 'silent' }))
  const clock = new ManualClock()
  const bus = new Bus(clock, pino({ level: 'silent' }))
  const ended: unknown[] = []
  bus.subscribe('session.ended', { receive: ({ payload }) => void ended.push(payload['session_uuid']) })
  const olga: MemberRow = {
    family_member_uuid: randomUUID(),
    username: 'olga',
    full_name: 'Olga Example',
    relationship: 'mother',
    roles: ['admin'],
    password_hash: '',
    created_at: iso(clock.now()),
    updated_at: iso(clock.now()),
  }
  store.write((tx) => memberStore(store).insert(tx, olga))
  const start = () => {
    const live: LiveSessions = new Map()
    const sessions = openSessions(store, bus, clock, settings, live)
    return { live, sessions, login: () => store.write((tx) => sessions.open(tx, olga)) }
  }
  return { client, store, clock, olga, ended, start, ...start() }
}

const refused = (code: string) => ({ code })

test('a login opens a live session of its member', () => {
  const { login, live, olga, clock } = open()
  const { session, refresh_expires_in } = login()
  assert.deepEqual(
    [...live],
    [[session.session_uuid, { family_member_uuid: olga.family_member_uuid, admin: true }]],
  )
  assert.equal(session.expires_at, iso(clock.now() + 90 * day))
  assert.equal(refresh_expires_in, (30 * day) / 1_000)
})

test('a login that was rolled back leaves no live session', () => {
  const { store, sessions, olga, live } = open()
  assert.throws(
    () =>
      store.write((tx) => {
        sessions.open(tx, olga)
        throw new Error('no')
      }),
    /no/,
  )
  assert.equal(live.size, 0)
})

test('a refresh token is 256 random bits and is stored hashed', () => {
  const { login, client } = open()
  const { refresh_token } = login()
  assert.equal(Buffer.from(refresh_token, 'base64url').length, 32)
  const stored = client.prepare('SELECT * FROM refresh_tokens').all()
  assert.equal(stored.length, 1)
  assert.equal(JSON.stringify(stored).includes(refresh_token), false)
})

test('each refresh gives a new token of the same session', () => {
  const { login, sessions, clock } = open()
  const first = login()
  clock.advance(day)
  const second = sessions.refresh(first.refresh_token)
  assert.equal(second.session.session_uuid, first.session.session_uuid)
  assert.notEqual(second.refresh_token, first.refresh_token)
  assert.equal(second.session.rotated_at, iso(clock.now()))
  assert.equal(second.session.authenticated_at, first.session.authenticated_at)
  sessions.refresh(second.refresh_token)
})

test('the immediate predecessor may be used again for 10 s and gets a token that works', () => {
  const { login, sessions, clock } = open()
  const first = login()
  sessions.refresh(first.refresh_token)
  clock.advance(10_000)
  const retried = sessions.refresh(first.refresh_token)
  clock.advance(day)
  const next = sessions.refresh(retried.refresh_token)
  assert.equal(next.session.session_uuid, first.session.session_uuid)
})

test('the predecessor used after its 10 s ends the session', () => {
  const { login, sessions, clock, live } = open()
  const first = login()
  const second = sessions.refresh(first.refresh_token)
  clock.advance(10_001)
  assert.throws(() => sessions.refresh(first.refresh_token), refused('TOKEN_REVOKED'))
  assert.throws(() => sessions.refresh(second.refresh_token), refused('TOKEN_REVOKED'))
  assert.equal(live.size, 0)
})

test('an older token ends the session at once, which is told, and stays so after a restart', async () => {
  const { login, sessions, ended, start } = open()
  const first = login()
  const other = login()
  const second = sessions.refresh(first.refresh_token)
  const third = sessions.refresh(second.refresh_token)
  assert.throws(() => sessions.refresh(first.refresh_token), refused('TOKEN_REVOKED'))
  assert.throws(() => sessions.refresh(third.refresh_token), refused('TOKEN_REVOKED'))
  await new Promise(setImmediate)
  assert.deepEqual(ended, [first.session.session_uuid])
  assert.deepEqual([...start().live.keys()], [other.session.session_uuid])
})

test('an unknown token is refused and ends nothing', () => {
  const { login, sessions, live } = open()
  login()
  for (const token of ['', 'x', 'A'.repeat(43)]) {
    assert.throws(() => sessions.refresh(token), refused('INVALID_CREDENTIALS'))
  }
  assert.equal(live.size, 1)
})

test('a session that was not refreshed for 30 days has ended', () => {
  const { login, sessions, clock, start } = open()
  const first = login()
  clock.advance(30 * day - 1)
  const second = sessions.refresh(first.refresh_token)
  clock.advance(30 * day - 1)
  assert.equal(start().live.size, 1)
  clock.advance(1)
  assert.throws(() => sessions.refresh(second.refresh_token), refused('TOKEN_REVOKED'))
  assert.equal(start().live.size, 0)
})

test('a session ends after 90 days, however often it was refreshed', () => {
  const { login, sessions, clock, start } = open()
  let { refresh_token } = login()
  for (let n = 1; n <= 4; n += 1) {
    clock.advance(20 * day)
    refresh_token = sessions.refresh(refresh_token).refresh_token
  }
  clock.advance(10 * day - 1_000)
  const last = sessions.refresh(refresh_token)
  assert.equal(last.refresh_expires_in, 1)
  clock.advance(1_000)
  assert.throws(() => sessions.refresh(last.refresh_token), refused('TOKEN_REVOKED'))
  assert.equal(start().live.size, 0)
})

test('a session that was ended is gone, its refresh token too, and it ends once', async () => {
  const { store, login, sessions, live, ended } = open()
  const { session, refresh_token } = login()
  for (let n = 1; n <= 2; n += 1) store.write((tx) => sessions.end(tx, session.session_uuid))
  await new Promise(setImmediate)
  assert.deepEqual(ended, [session.session_uuid])
  assert.equal(live.size, 0)
  assert.throws(() => sessions.refresh(refresh_token), refused('TOKEN_REVOKED'))
})

test('a restart keeps the sessions and their refresh tokens', () => {
  const { login, live, start } = open()
  const { session, refresh_token } = login()
  const restarted = start()
  assert.deepEqual(restarted.live, live)
  assert.equal(restarted.sessions.refresh(refresh_token).session.session_uuid, session.session_uuid)
})
