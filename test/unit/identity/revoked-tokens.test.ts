import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openRevokedTokens } from '../../../daemon/features/identity/access-tokens.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { openTestStore } from '../../support/store.ts'

const minute = 60_000

function open() {
  const base = openTestStore()
  const { store, clock } = base
  const revoked = openRevokedTokens(store)
  const revoke = () => {
    const token = { jti: randomUUID(), expires_at: iso(clock.now() + 10 * minute) }
    store.write((tx) => revoked.add(tx, token))
    return token
  }
  const sweep = () => store.write((tx) => revoked.sweep(tx, clock.now()))
  return { ...base, revoked, revoke, sweep }
}

const undone = () => {
  throw new Error('no')
}

test('a revoked token is known, and no other one', () => {
  const { revoked, revoke } = open()
  const { jti } = revoke()
  assert.deepEqual([revoked.has(jti), revoked.has(randomUUID()), revoked.has('')], [true, false, false])
})

test('a token stays revoked after a restart', () => {
  const { store, revoke } = open()
  const { jti } = revoke()
  assert.equal(openRevokedTokens(store).has(jti), true)
})

test('a token can be revoked twice', () => {
  const { store, revoked, revoke, count } = open()
  const token = revoke()
  store.write((tx) => revoked.add(tx, token))
  assert.deepEqual([revoked.has(token.jti), count('revoked_tokens')], [true, 1])
})

test('a rolled-back revocation has no effect', () => {
  const { store, revoked, clock, count } = open()
  const token = { jti: randomUUID(), expires_at: iso(clock.now()) }
  assert.throws(
    () =>
      store.write((tx) => {
        revoked.add(tx, token)
        undone()
      }),
    /no/,
  )
  assert.deepEqual([revoked.has(token.jti), count('revoked_tokens')], [false, 0])
})

test('a revoked token is removed once it has expired, from memory and database, and no sooner', () => {
  const { revoked, revoke, sweep, clock, count } = open()
  const [first, second] = [revoke(), (clock.advance(minute), revoke())]
  clock.advance(9 * minute)
  sweep()
  assert.deepEqual([revoked.has(first.jti), count('revoked_tokens')], [true, 2])
  clock.advance(1)
  sweep()
  assert.deepEqual([revoked.has(first.jti), revoked.has(second.jti)], [false, true])
  assert.equal(count('revoked_tokens'), 1)
})

test('a rolled-back sweep removes nothing', () => {
  const { store, revoked, revoke, clock } = open()
  const { jti } = revoke()
  clock.advance(11 * minute)
  assert.throws(
    () =>
      store.write((tx) => {
        revoked.sweep(tx, clock.now())
        undone()
      }),
    /no/,
  )
  assert.equal(revoked.has(jti), true)
})
