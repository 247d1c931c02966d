import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import type { Context } from '../../../daemon/kernel/context.ts'
import { openIdempotency } from '../../../daemon/store/idempotency.ts'
import { migrate } from '../../../daemon/store/migrate.ts'
import { Store } from '../../../daemon/store/store.ts'
import { callerOf, contextOf } from '../../support/wire/caller.ts'
import { ManualClock } from '../../support/clock.ts'

const day = 86_400_000
const context = (key: string | null, name: string | null = 'a', operation = 'tea.make') =>
  contextOf(operation, name === null ? null : callerOf(name), { idempotency_key: key })

/** `make` counts how often the change ran, and answers the count. */
function open() {
  const client = new Database(':memory:')
  migrate(client, '')
  const clock = new ManualClock()
  const once = openIdempotency(new Store(client, pino({ level: 'silent' })), clock)
  let made = 0
  const change = () => ({ cup: (made += 1) })
  return {
    client,
    clock,
    once,
    make: (about: Context, input: object = { sugar: 2 }) => once(about, input, change),
  }
}

test('the same key and request return the first result and change nothing', () => {
  const { make } = open()
  assert.deepEqual(make(context('k')), { cup: 1 })
  assert.deepEqual(make(context('k')), { cup: 1 })
  assert.deepEqual(make(context('other')), { cup: 2 })
})

test('the order of fields makes no difference, at any depth', () => {
  const { make } = open()
  make(context('k'), { a: 1, b: [{ c: 2, d: 3 }] })
  assert.deepEqual(make(context('k'), { b: [{ d: 3, c: 2 }], a: 1 }), { cup: 1 })
})

test('a key reused with another request, or for another operation, is a conflict', () => {
  const { make } = open()
  make(context('k'))
  assert.throws(() => make(context('k'), { sugar: 3 }), { code: 'CONFLICT' })
  assert.throws(() => make(context('k', 'a', 'tea.pour')), { code: 'CONFLICT' })
  assert.deepEqual(make(context('k')), { cup: 1 }, 'the first result stays')
})

test('two callers can use the same key', () => {
  const { make } = open()
  assert.deepEqual([make(context('k', 'a')), make(context('k', 'b'))], [{ cup: 1 }, { cup: 2 }])
})

test('every request without a key or a caller is a new one', () => {
  const { make } = open()
  for (const about of [context(null), context('k', null)]) make(about)
  assert.deepEqual([make(context(null)), make(context('k', null))], [{ cup: 3 }, { cup: 4 }])
})

test('a failed change is not remembered', () => {
  const { once, make } = open()
  assert.throws(
    () =>
      once(context('k'), { sugar: 2 }, () => {
        throw new Error('spilt')
      }),
    /spilt/,
  )
  assert.deepEqual(make(context('k')), { cup: 1 })
})

test('a result is kept for 7 days and then removed', () => {
  const { client, clock, make } = open()
  make(context('k'))
  clock.advance(7 * day)
  assert.deepEqual(make(context('k')), { cup: 1 })
  clock.advance(1)
  assert.deepEqual(make(context('k')), { cup: 2 })
  assert.equal(client.prepare('SELECT count(*) FROM idempotency').pluck().get(), 1)
})

const tea = '1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b'

test('what was deleted is neither answered nor done again, whatever is sent with the key', () => {
  const { client, once, make } = open()
  const store = { write: <T>(change: (tx: never) => T) => client.transaction(change)(undefined as never) }
  make(context('k'), { cup: { tea_uuid: tea } })
  make(context('other'), { cup: { tea_uuid: tea.replace('1', '2') } })
  store.write((tx) => once.forget(tx, [tea]))
  for (const input of [{ cup: { tea_uuid: tea } }, { sugar: 3 }])
    assert.throws(() => make(context('k'), input), { code: 'GONE' })
  assert.throws(() => once.recall(context('k'), {}), { code: 'GONE' })
  assert.deepEqual(make(context('other'), { cup: { tea_uuid: tea.replace('1', '2') } }), { cup: 2 })
  const row = client.prepare("SELECT request_hash, result FROM idempotency WHERE key = 'k'").get()
  assert.deepEqual(row, { request_hash: null, result: null })
  assert.equal(client.prepare('SELECT count(*) FROM idempotency_subjects').pluck().get(), 1)
})

test('the results of a caller are forgotten, all or those with something at a path', () => {
  const { once, make } = open()
  for (const key of ['k', 'l']) make(context(key))
  make(context('k', 'b'))
  once.forgetOf({} as never, 'user:a', '$.milk')
  assert.deepEqual(make(context('k')), { cup: 1 })
  once.forgetOf({} as never, 'user:a', '$.cup')
  for (const key of ['k', 'l']) assert.throws(() => make(context(key)), { code: 'GONE' })
  assert.deepEqual(make(context('k', 'b')), { cup: 3 })
})

test('a buried key counts as used, and a used one stays as it was', () => {
  const { once, make } = open()
  make(context('k'))
  once.bury({} as never, 'user:a', ['k', 'l'])
  assert.deepEqual(make(context('k')), { cup: 1 })
  assert.throws(() => make(context('l')), { code: 'GONE' })
})

test('a secret that is shown once is kept nowhere', () => {
  const { client, make } = open()
  const shown: Context = { ...context('k'), shown_once: true }
  assert.deepEqual(make(shown), { cup: 1 })
  assert.throws(() => make(shown), { code: 'CONFLICT', details: { reason: 'shown_once' } })
  assert.throws(() => make(shown, { sugar: 3 }), { code: 'CONFLICT' })
  assert.equal(client.prepare('SELECT result FROM idempotency').pluck().get(), null)
})

test('after a week nothing of a key is left', () => {
  const { client, clock, make } = open()
  make(context('k'), { tea_uuid: tea })
  clock.advance(7 * day + 1)
  make(context('other'))
  const left = ['idempotency', 'idempotency_subjects'].map((table) =>
    client.prepare(`SELECT key FROM ${table}`).pluck().all(),
  )
  assert.deepEqual(left, [['other'], []])
})
