import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { Bus } from '../../../daemon/bus/bus.ts'
import { openDeadlines } from '../../../daemon/features/interactions/deadlines.ts'
import { newInteraction } from '../../../daemon/features/interactions/new-interaction.ts'
import { interactionStore } from '../../../daemon/features/interactions/store.ts'
import { notifications, openRecorder } from '../../../daemon/features/interactions/transition.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { migrate } from '../../../daemon/store/migrate.ts'
import { Store } from '../../../daemon/store/store.ts'
import { ManualClock } from '../../support/clock.ts'

const day = 86_400_000
const olga = randomUUID()
const by = { actor: `user:${olga}` }

function open() {
  const client = new Database(':memory:')
  migrate(client, '')
  client
    .prepare(`INSERT INTO members (family_member_uuid, username, full_name, relationship, roles, password_hash, created_at, updated_at)
       VALUES (?, 'olga', 'Olga', 'mother', '[]', '', 0, 0)`)
    .run(olga)
  const store = new Store(client, pino({ level: 'silent' }))
  const clock = new ManualClock()
  const log = pino({ level: 'silent' })
  const bus = new Bus(clock, log)
  const published: unknown[] = []
  bus.subscribe(
    notifications(olga),
    { receive: ({ payload }) => void published.push(payload['event']) },
    10_000,
  )
  const queries = interactionStore(store)
  const recorder = openRecorder(queries, bus, clock)
  const start = () => openDeadlines(store, queries, recorder, clock, log)
  const deadlines = start()
  return {
    client,
    clock,
    published,
    start,
    deadlines,
    create: (expires_in_seconds?: number) => {
      const simulation = { user_id: olga, interaction_type: 'question', prompt: 'Tea?' } as const
      const seconds = expires_in_seconds === undefined ? {} : { expires_in_seconds }
      const origin = { idempotency_key: null, now: clock.now() }
      const row = newInteraction({ ...simulation, ...seconds }, origin)
      store.write((tx) => recorder.create(tx, row, by))
      deadlines.arm()
      return row.interaction_id
    },
    defer: (id: string, milliseconds: number) => {
      const row = queries.find('everyone', id)
      assert.ok(row)
      const defer_until = iso(clock.now() + milliseconds)
      store.write((tx) => recorder.step(tx, row, 'defer', by, { defer_until }))
      deadlines.arm()
    },
    status: (id: string) => queries.find('everyone', id)?.status,
    /** Kind, states and actor of every event after the creation. */
    events: (id: string) =>
      queries
        .timeline(id)
        .slice(1)
        .map((event) => [event.event_type, event.from_status, event.to_status, event.actor]),
  }
}
const expiry = (from: string) => ['expired', from, 'expired', 'system:expiry']
const waking = ['deferred', 'deferred', 'pending', 'system:scheduler']

test('an interaction expires on time without any request, and its member is notified', async () => {
  const { create, status, events, clock, published } = open()
  const id = create(60)
  clock.advance(59_999)
  assert.equal(status(id), 'pending')
  clock.advance(1)
  assert.equal(status(id), 'expired')
  assert.deepEqual(events(id), [expiry('pending')])
  await new Promise(setImmediate)
  assert.equal(published.length, 2)
})

test('an interaction without an expiry never expires', () => {
  const { create, status, clock } = open()
  const id = create()
  clock.advance(1_000 * day)
  assert.equal(status(id), 'pending')
})

test('many interactions expire, each on time', () => {
  const { create, status, clock } = open()
  const ids = [30, 10, 20].map((seconds) => create(seconds))
  const expired = () => ids.map((id) => status(id) === 'expired')
  clock.advance(10_000)
  assert.deepEqual(expired(), [false, true, false])
  clock.advance(10_000)
  assert.deepEqual(expired(), [false, true, true])
  clock.advance(10_000)
  assert.deepEqual(expired(), [true, true, true])
})

test('a deferred interaction is pending again at its moment', () => {
  const { create, defer, status, events, clock } = open()
  const id = create()
  defer(id, 5_000)
  clock.advance(4_999)
  assert.equal(status(id), 'deferred')
  clock.advance(1)
  assert.equal(status(id), 'pending')
  assert.deepEqual(events(id).at(-1), waking)
})

test('a deferred interaction wakes and then expires', () => {
  const { create, defer, events, clock } = open()
  const id = create(10)
  defer(id, 5_000)
  clock.advance(10_000)
  assert.deepEqual(events(id).slice(1), [waking, expiry('pending')])
})

test('a restart catches up at once with what was due meanwhile', () => {
  const { create, defer, status, events, clock, start, deadlines } = open()
  const [expiring, deferred, both, later] = [create(10), create(), create(20), create(1_000)]
  defer(deferred, 10_000)
  defer(both, 10_000)
  deadlines.stop()
  clock.advance(60_000)
  assert.equal(status(expiring), 'pending', 'nobody was there')
  start().applyDue()
  assert.deepEqual(events(expiring), [expiry('pending')])
  assert.deepEqual(events(deferred).at(-1), waking)
  assert.deepEqual(events(both).at(-1), expiry('deferred'))
  assert.equal(status(later), 'pending')
  clock.advance(940_000)
  assert.equal(status(later), 'expired')
})

test('a backlog of several batches is caught up', () => {
  const { create, clock, start, deadlines, client } = open()
  for (let n = 1; n <= 1_201; n += 1) create(10)
  deadlines.stop()
  clock.advance(10_000)
  start().applyDue()
  assert.equal(
    client.prepare("SELECT count(*) FROM interactions WHERE status = 'expired'").pluck().get(),
    1_201,
  )
})

test('a deadline beyond the range of a timer is kept', () => {
  const { create, status, clock } = open()
  const id = create(30 * 86_400)
  clock.advance(30 * day - 1)
  assert.equal(status(id), 'pending')
  clock.advance(1)
  assert.equal(status(id), 'expired')
})

test('a clock set forward is noticed within 30 s, and at once by a request', () => {
  for (const ask of [false, true]) {
    const { create, status, clock, deadlines } = open()
    const id = create(3_600)
    clock.setTime(clock.now() + 2 * 3_600_000)
    if (ask) deadlines.applyDue()
    else clock.advance(30_000)
    assert.equal(status(id), 'expired')
  }
})

test('an early timer, or a clock set back, expires nothing too soon', () => {
  const { create, status, clock } = open()
  const id = create(20)
  clock.setTime(clock.now() - 100)
  clock.advance(20_000)
  assert.equal(status(id), 'pending')
  clock.advance(100)
  assert.equal(status(id), 'expired')
})

test('a failed expiry is retried', () => {
  const { create, status, clock, client } = open()
  const id = create(10)
  client.exec('ALTER TABLE interaction_events RENAME TO hidden')
  clock.advance(10_000)
  assert.equal(status(id), 'pending')
  client.exec('ALTER TABLE hidden RENAME TO interaction_events')
  clock.advance(30_000)
  assert.equal(status(id), 'expired')
})

test('nothing expires after a stop', () => {
  const { create, status, clock, deadlines } = open()
  const id = create(10)
  deadlines.stop()
  clock.advance(60_000)
  assert.equal(status(id), 'pending')
})
