import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openLockouts } from '../../../daemon/features/identity/lockouts.ts'
import { openPasswordCheck } from '../../../daemon/features/identity/password-check.ts'
import { openPasswords } from '../../../daemon/features/identity/passwords.ts'
import type { Caller } from '../../../daemon/kernel/context.ts'
import { callerOf, contextOf } from '../../support/wire/caller.ts'
import { openTestStore } from '../../support/store.ts'

const minute = 60_000
const right = 'green tea leaves'
const outside = '192.0.2.1'
const home = '127.0.0.1'
const passwords = openPasswords({ memory_kib: 64, passes: 1, lanes: 1 })
const password_hash = await passwords.hash(right)

const from = (address: string, caller: Caller | null = null) => contextOf('auth.login', caller, { address })

function open(roles: string[] = []) {
  const base = openTestStore()
  const { store, audit, clock } = base
  const lockouts = openLockouts(store, clock)
  const check = openPasswordCheck({ store, audit, lockouts, passwords, now: () => clock.now() })
  const olga = base.addMember('olga', { password_hash, roles })

  /** Signs in as `username`, in a transaction of its own. */
  const attempt = async (password: string, context = from(home), username = 'olga') => {
    const member = username.toLowerCase() === 'olga' ? olga : undefined
    const succeeded = await check.requirePassword({ username, password }, member, context)
    store.write((tx) => succeeded(tx))
  }
  const outcome = (...given: Parameters<typeof attempt>) =>
    attempt(...given).then(
      () => 'in',
      (error: unknown) => String((error as { code?: string }).code),
    )
  const guess = async (times: number, context = from(home), username = 'olga') => {
    const outcomes: string[] = []
    for (let n = 1; n <= times; n += 1) outcomes.push(await outcome('black tea', context, username))
    return outcomes
  }
  return { ...base, lockouts, check, olga, attempt, outcome, guess }
}

const wrong = (times: number) => Array<string>(times).fill('INVALID_CREDENTIALS')

test('the right password is accepted, and nothing is counted or audited', async () => {
  const { outcome, count, audited } = open()
  assert.equal(await outcome(right), 'in')
  assert.deepEqual([count('lockouts'), audited()], [0, []])
})

test('an unknown user and a wrong password fail in the same way', async () => {
  const { attempt } = open()
  const failures = await Promise.all(
    ['olga', 'nobody'].map((username) =>
      attempt('black tea', from(home), username).then(
        () => assert.fail('got in'),
        ({ code, message, details }: { code: string; message: string; details: object }) => ({
          code,
          message,
          details,
        }),
      ),
    ),
  )
  assert.deepEqual(failures[0], failures[1])
  assert.equal(failures[0]?.code, 'INVALID_CREDENTIALS')
})

test('a failure is audited with caller, address and purpose, and without the name of an unknown user', async () => {
  const { guess, audited, olga } = open()
  await guess(1, from(outside))
  await guess(1, from(outside), 'eve')
  const row = { event: 'sign_in_failed', actor: 'nobody', address: outside, session_uuid: null }
  const details = { operation: 'auth.login' }
  assert.deepEqual(audited(), [
    { ...row, family_member_uuid: olga.family_member_uuid, details },
    { ...row, family_member_uuid: null, details },
  ])
})

test('a failure of a signed-in member names them and their session', async () => {
  const { guess, audited } = open()
  await guess(1, from(home, callerOf('olga')))
  assert.partialDeepStrictEqual(audited(), [{ actor: 'user:olga', session_uuid: 's1' }])
})

test('the fifth failure locks the account, and each later attempt is refused and audited', async () => {
  const { attempt, guess, audited } = open()
  assert.deepEqual(await guess(5), wrong(5))
  await assert.rejects(attempt('black tea'), {
    code: 'ACCOUNT_LOCKED',
    details: { retry_after_seconds: 60 },
  })
  const events = audited().map(({ event, details }) => [event, details])
  const operation = { operation: 'auth.login' }
  assert.deepEqual(events.slice(4), [
    ['sign_in_failed', operation],
    ['locked', { subject: 'account' }],
    ['sign_in_refused', operation],
  ])
})

test('the right password is refused during the lock, and accepted after it', async () => {
  const { attempt, outcome, guess, clock } = open()
  await guess(5)
  clock.advance(minute - 1)
  await assert.rejects(attempt(right), { code: 'ACCOUNT_LOCKED', details: { retry_after_seconds: 1 } })
  clock.advance(1)
  assert.equal(await outcome(right), 'in')
})

test('attempts during a lock do not count', async () => {
  const { attempt, guess, clock } = open()
  await guess(5)
  assert.deepEqual(await guess(4), Array(4).fill('ACCOUNT_LOCKED'))
  clock.advance(minute)
  assert.deepEqual(await guess(1), wrong(1))
  await assert.rejects(attempt(right), { details: { retry_after_seconds: 120 } })
})

test('a success resets the count, unless it is rolled back', async () => {
  const { check, outcome, guess, olga, store, audited } = open()
  await guess(4)
  assert.equal(await outcome(right), 'in')
  await guess(4)
  const succeeded = await check.requirePassword({ username: 'olga', password: right }, olga, from(home))
  const undone = () =>
    store.write((tx) => {
      succeeded(tx)
      throw new Error('no')
    })
  assert.throws(undone, /no/)
  assert.equal(audited().filter(({ event }) => event === 'locked').length, 0)
  assert.deepEqual(await guess(2), ['INVALID_CREDENTIALS', 'ACCOUNT_LOCKED'])
})

test('concurrent guesses are counted one by one', async () => {
  const { outcome } = open()
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcome('black tea')))
  assert.deepEqual(outcomes.toSorted(), [...Array<string>(3).fill('ACCOUNT_LOCKED'), ...wrong(5)])
})

test('an unknown user is locked like a known one', async () => {
  const { guess } = open()
  assert.deepEqual(await guess(6, from(home), 'eve'), [...wrong(5), 'ACCOUNT_LOCKED'])
})

test('an account is the same however its name is typed, and its name is never stored', async () => {
  const { guess, client } = open()
  await guess(3, from(home), 'Olga')
  await guess(2, from(home), 'OLGA')
  assert.deepEqual(await guess(1), ['ACCOUNT_LOCKED'])
  assert.doesNotMatch(JSON.stringify(client.prepare('SELECT * FROM lockouts').all()), /olga/i)
})

test('the owner at the machine waits at most 5 min; from elsewhere, or as another member, the full lock', async () => {
  for (const [roles, address, wait] of [
    [['admin'], home, 300],
    [['admin'], '::1', 300],
    [['admin'], outside, 480],
    [[], home, 480],
  ] as const) {
    const { attempt, guess, clock } = open([...roles])
    for (const times of [5, 1, 1, 1]) {
      clock.advance(60 * minute)
      await guess(times, from(home))
    }
    const details = { retry_after_seconds: wait }
    await assert.rejects(attempt(right, from(address)), { code: 'ACCOUNT_LOCKED', details })
  }
})

test('only the account is counted, whatever device or address the failures come from', async () => {
  const device = from(outside, callerOf('olga', { device_uuid: randomUUID() }))
  for (const context of [from(home), from(outside), device]) {
    const { guess, outcome, count } = open()
    for (let n = 1; n <= 25; n += 1) await guess(1, context, `user${n}`)
    assert.equal(await outcome(right, context), 'in')
    assert.equal(count('lockouts'), 25)
  }
})

test('failures on a device and elsewhere count together', async () => {
  const { guess, outcome, count } = open()
  const device = from(outside, callerOf('olga', { device_uuid: randomUUID() }))
  await guess(3, device)
  await guess(2, from(home))
  assert.equal(await outcome(right, device), 'ACCOUNT_LOCKED')
  assert.equal(count('lockouts'), 1)
})

test('a step-up is valid for 5 min after the password, to the millisecond', async () => {
  const { check, clock } = open()
  const caller = callerOf('olga', { authenticated_at: clock.now() })
  const requirePassword = () => check.requireRecentSignIn(from(home, caller), undefined, undefined)
  clock.advance(5 * minute)
  await requirePassword()
  clock.advance(1)
  await assert.rejects(requirePassword(), { code: 'AUTHENTICATION_REQUIRED', details: { reason: 'step_up' } })
})

test('a call without a session has no recent sign-in', async () => {
  const { check } = open()
  const stepUp = { details: { reason: 'step_up' } }
  await assert.rejects(check.requireRecentSignIn(from(home), undefined, undefined), stepUp)
})

test('a password in the request is a step-up, counted and locked like any other', async () => {
  const { check, olga, count, store } = open()
  const context = from(home, callerOf('olga'))
  const requirePassword = (password: string) => check.requireRecentSignIn(context, olga, password)
  await assert.rejects(requirePassword('black tea'), { code: 'INVALID_CREDENTIALS' })
  const succeeded = await requirePassword(right)
  assert.equal(count('lockouts'), 1)
  store.write((tx) => succeeded(tx))
  assert.equal(count('lockouts'), 0)
  for (let n = 1; n <= 5; n += 1)
    await assert.rejects(requirePassword('black tea'), { code: 'INVALID_CREDENTIALS' })
  await assert.rejects(requirePassword(right), { code: 'ACCOUNT_LOCKED' })
})

test('a wrong password is no step-up, however recent the sign-in', async () => {
  const { check, olga, clock } = open()
  const context = from(home, callerOf('olga', { authenticated_at: clock.now() }))
  await assert.rejects(check.requireRecentSignIn(context, olga, 'black tea'), { code: 'INVALID_CREDENTIALS' })
})

test('a caller without a member has no password', async () => {
  const { check } = open()
  const context = from(home, callerOf('olga', { actor: 'system:cli', family_member_uuid: null }))
  await assert.rejects(check.requireRecentSignIn(context, undefined, right), { code: 'NOT_FOUND' })
})
