import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLockouts } from '../../../daemon/features/identity/lockouts.ts'
import { ManualClock } from '../../support/clock.ts'
import { openTestStore } from '../../support/store.ts'

const minute = 60_000
const hour = 60 * minute
const olga = 'olga'
const mia = 'mia'

function open() {
  const base = openTestStore()
  const { store, clock } = base
  const lockouts = openLockouts(store, clock)
  /** Fails some times in a row; whether the last one locked. */
  const fail = (times = 1, account: string = olga, counter = lockouts) =>
    Array.from({ length: times }, () => store.write((tx) => counter.fail(tx, account))).at(-1)
  const left = (account: string = olga) => lockouts.remaining(account, false)
  return {
    ...base,
    lockouts,
    fail,
    left,
    succeed: (account: string = olga) => store.write((tx) => lockouts.succeed(tx, account)),
    sweep: () => store.write((tx) => lockouts.sweep(tx)),
    /** The process ends, and the next one finds the wall clock at `now`. */
    restart: (now = clock.now()) => {
      const next = new ManualClock(now)
      return { clock: next, lockouts: openLockouts(store, next) }
    },
  }
}

test('four failures in a row lock nobody', () => {
  const { fail, left, lockouts } = open()
  assert.equal(fail(4), false)
  assert.deepEqual([left(), lockouts.locked()], [0, 0])
})

test('five failures lock an account for 1 min, each further one for twice as long, up to 60 min', () => {
  const { fail, left, clock } = open()
  fail(4)
  const waits = Array.from({ length: 9 }, () => {
    assert.equal(fail(1), true)
    const wait = left()
    clock.advance(wait - 1)
    assert.equal(left(), 1)
    clock.advance(1)
    assert.equal(left(), 0)
    return wait / minute
  })
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60, 60])
})

test('a lock lasts at most 60 min, however many failures there were', () => {
  const { fail, left } = open()
  fail(200)
  assert.equal(left(), hour)
})

test('accounts are counted separately', () => {
  const { fail, left, lockouts } = open()
  fail(5)
  assert.equal(left(mia), 0)
  assert.equal(lockouts.locked(), 1)
  fail(5, mia)
  assert.equal(lockouts.locked(), 2)
})

test('a success resets the count', () => {
  const { fail, succeed, left, count } = open()
  fail(4)
  succeed()
  assert.deepEqual([fail(4), count('lockouts')], [false, 1])
  assert.deepEqual([fail(1), left()], [true, minute])
  succeed()
  assert.deepEqual([left(), count('lockouts')], [0, 0])
})

test('a rolled-back success does not count', () => {
  const { fail, store, lockouts, left, restart } = open()
  fail(4)
  const undone = () =>
    store.write((tx) => {
      lockouts.succeed(tx, olga)
      throw new Error('no')
    })
  assert.throws(undone, /no/)
  assert.deepEqual([fail(1), left()], [true, minute])
  assert.equal(restart().lockouts.remaining(olga, false), minute)
})

test('a failure counts in memory even if its transaction failed', () => {
  const { lockouts, store, left, count } = open()
  for (let n = 1; n <= 5; n += 1) {
    const failed = () =>
      store.write((tx) => {
        lockouts.fail(tx, olga)
        throw new Error('disk full')
      })
    assert.throws(failed, /disk full/)
  }
  assert.deepEqual([left(), count('lockouts')], [minute, 0])
})

test('changes of the system clock have no effect', () => {
  const { fail, left, clock } = open()
  fail(8)
  for (const shift of [hour, 7 * 24 * hour, -30 * 24 * hour]) {
    clock.setTime(clock.now() + shift)
    assert.equal(left(), 8 * minute)
  }
  clock.advance(3 * minute)
  clock.setTime(0)
  assert.equal(left(), 5 * minute)
  clock.advance(5 * minute)
  assert.equal(left(), 0)
})

test('a restart keeps the rest of a lock, and the count', () => {
  const { fail, clock, restart } = open()
  clock.advance(hour)
  fail(7)
  clock.advance(minute)
  const { lockouts, clock: next } = restart(clock.now() + minute)
  assert.equal(lockouts.remaining(olga, false), 2 * minute)
  next.advance(2 * minute)
  assert.equal(lockouts.remaining(olga, false), 0)
  fail(1, olga, lockouts)
  assert.equal(lockouts.remaining(olga, false), 8 * minute)
})

test('a restart keeps failures that have not caused a lock yet', () => {
  const { fail, restart } = open()
  fail(4)
  const { lockouts } = restart()
  assert.equal(lockouts.remaining(olga, false), 0)
  assert.equal(fail(1, olga, lockouts), true)
})

test('a lock survives a restart with the clock set back, for no longer than it lasts', () => {
  const { fail, clock, restart } = open()
  fail(7)
  clock.advance(3 * minute)
  const { lockouts, clock: next } = restart(clock.now() - 30 * 24 * hour)
  assert.equal(lockouts.remaining(olga, false), 4 * minute)
  next.advance(4 * minute - 1)
  assert.equal(lockouts.remaining(olga, false), 1)
  next.advance(1)
  assert.equal(lockouts.remaining(olga, false), 0)
})

test('the owner at the machine waits at most 5 min, also after a restart', () => {
  const { fail, lockouts, left, clock, restart } = open()
  fail(7)
  assert.equal(lockouts.remaining(olga, true), 4 * minute)
  fail(1)
  assert.deepEqual([left(), lockouts.remaining(olga, true)], [8 * minute, 5 * minute])
  fail(12)
  assert.equal(lockouts.remaining(olga, true), 5 * minute)
  clock.advance(5 * minute)
  assert.deepEqual([left(), lockouts.remaining(olga, true)], [55 * minute, 0])
  assert.equal(restart().lockouts.remaining(olga, true), 0)
  fail(1)
  assert.equal(lockouts.remaining(olga, true), 5 * minute)
})

test('failures expire 24 h after the last one', () => {
  const { fail, sweep, clock, count, left } = open()
  fail(4)
  clock.advance(24 * hour)
  fail(4, mia)
  sweep()
  assert.equal(count('lockouts'), 2)
  assert.deepEqual([fail(1), left()], [true, minute], 'a day is not over 24 h')
  clock.advance(24 * hour)
  fail(1)
  sweep()
  assert.equal(count('lockouts'), 2)
  clock.advance(1)
  sweep()
  assert.equal(count('lockouts'), 1)
  assert.equal(fail(4, mia), false)
  assert.equal(fail(1), true)
})

test('a rolled-back sweep removes nothing', () => {
  const { fail, lockouts, store, clock, count } = open()
  fail(4)
  clock.advance(25 * hour)
  const undone = () =>
    store.write((tx) => {
      lockouts.sweep(tx)
      throw new Error('no')
    })
  assert.throws(undone, /no/)
  assert.deepEqual([count('lockouts'), fail(1)], [1, true])
})

test('a clock set forward unlocks nobody, even after a sweep', () => {
  const { fail, left, sweep, clock, count } = open()
  fail(8)
  clock.setTime(clock.now() + 30 * 24 * hour)
  sweep()
  assert.deepEqual([left(), count('lockouts')], [8 * minute, 1])
  clock.setTime(0)
  clock.advance(24 * hour + 1)
  sweep()
  assert.deepEqual([left(), count('lockouts')], [0, 0])
})

test('a failure held only in memory expires after 24 h too', () => {
  const { lockouts, store, sweep, clock, fail } = open()
  const failed = () =>
    store.write((tx) => {
      for (let n = 1; n <= 4; n += 1) lockouts.fail(tx, olga)
      throw new Error('disk full')
    })
  assert.throws(failed, /disk full/)
  clock.advance(24 * hour + 1)
  sweep()
  assert.equal(fail(4), false)
})
