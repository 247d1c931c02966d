import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { demandPassword, normalPassword, normalUsername } from '../../daemon/features/identity/rules.ts'

const olga = { username: 'olga', full_name: 'Olga van der Berg' }
const refuses = (password: string, reason: string, identity = olga) =>
  assert.throws(() => demandPassword(normalPassword(password), identity), {
    code: 'PASSWORD_REJECTED',
    details: { field: 'password', reason },
  })

test('a username is the same in every case and every Unicode form', () => {
  for (const [one, other] of [
    ['Olga', 'OLGA'],
    ['Zo\u00eb', 'zoe\u0308'],
    ['\uff2f\uff4c\uff47\uff41', 'olga'],
    ['\ufb01nn', 'FINN'],
    ['\u212bse', '\u00e5se'],
    ['J\u030cAN', '\u01f0an'],
  ] as const) {
    assert.equal(normalUsername(one), normalUsername(other))
  }
})

test('names that only look alike stay different', () => {
  assert.notEqual(normalUsername('olga'), normalUsername('\u043elga'))
})

test('a username that is normal already stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.equal(normalUsername(normalUsername(text)), normalUsername(text))
    }),
    { numRuns: 5_000 },
  )
})

test('a password is the same from every keyboard', () => {
  assert.equal(normalPassword('cafe\u0301 au lait'), normalPassword('caf\u00e9 au lait'))
})

test('a password of 8 characters is long enough, counted as people count', () => {
  demandPassword('correct1', olga)
  demandPassword('x'.repeat(256), olga)
  demandPassword('\u{1f375}'.repeat(8), olga)
  refuses('correct', 'too_short')
  refuses('\u{1f375}'.repeat(7), 'too_short')
  refuses('', 'too_short')
})

test('a password is counted in its normal form', () => {
  refuses('e\u0301'.repeat(7), 'too_short')
})

test('a password with the username or a part of the full name in it is refused in any case', () => {
  refuses('my olga 2026', 'contains_identity')
  refuses('my OLGA 2026', 'contains_identity')
  refuses('icebergs are cold', 'contains_identity')
  refuses('under the sea', 'contains_identity')
  refuses('\uff4f\uff4c\uff47\uff41 2026', 'contains_identity')
})

test('a part of a name of fewer than 3 letters may be in a password', () => {
  demandPassword('loose change', { username: 'lo', full_name: 'Lo Su' })
})
