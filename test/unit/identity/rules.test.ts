import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  normalPassword,
  normalUsername,
  partsOfName,
  passwordFlaw,
} from '../../../daemon/features/identity/rules.ts'

const olga = { username: 'olga', full_name: 'Olga van der Berg' }
const flaw = (password: string, named = olga) => passwordFlaw(normalPassword(password), named)
const contains = (password: string, username: string, full_name: string) =>
  assert.equal(
    flaw(password, { username: normalUsername(username), full_name }),
    'contains_identity',
    password,
  )

test('a username is the same in every case and every Unicode form', () => {
  for (const [one, other] of [
    ['Olga', 'OLGA'],
    ['Zo\u00eb', 'zoe\u0308'],
    ['\uff2f\uff4c\uff47\uff41', 'olga'],
    ['\ufb01nn', 'FINN'],
    ['\u212bse', '\u00e5se'],
    ['J\u030cAN', '\u01f0an'],
    ['GRO\u1e9e', 'gross'],
  ] as const) {
    assert.equal(normalUsername(one), normalUsername(other))
  }
})

test('names that merely look alike stay different', () => {
  assert.notEqual(normalUsername('olga'), normalUsername('\u043elga'))
})

test('a normalised username stays unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.equal(normalUsername(normalUsername(text)), normalUsername(text))
    }),
    { numRuns: 5_000 },
  )
})

test('a password is the same in every Unicode form', () => {
  assert.equal(normalPassword('cafe\u0301 au lait'), normalPassword('caf\u00e9 au lait'))
})

test('a password of 8 characters is long enough, as people count characters', () => {
  assert.equal(flaw('correct1'), undefined)
  assert.equal(flaw('x'.repeat(256)), undefined)
  assert.equal(flaw('\u{1f375}'.repeat(8)), undefined)
  assert.equal(flaw('correct'), 'too_short')
  assert.equal(flaw('\u{1f375}'.repeat(7)), 'too_short')
  assert.equal(flaw(''), 'too_short')
})

test("a password's length is that of its normal form", () => {
  assert.equal(flaw('e\u0301'.repeat(7)), 'too_short')
})

test('a password containing the username or part of the full name is found, whatever its case', () => {
  for (const password of ['my olga 2026', 'my OLGA 2026', 'icebergs are cold', 'under the sea']) {
    assert.equal(flaw(password), 'contains_identity', password)
  }
  assert.equal(flaw('\uff4f\uff4c\uff47\uff41 2026'), 'contains_identity')
})

test('a letter that expands in upper case hides no name', () => {
  contains('wei\u00df und blau', 'wei\u00df', 'W.')
  contains('WEISS und blau', 'wei\u00df', 'W.')
  contains('wei\u00df und blau', 'weiss', 'W.')
  contains(
    '\u03bf\u03b4\u03c5\u03c3\u03c3\u03b5\u03c5\u03c3 2026',
    '\u039f\u03b4\u03c5\u03c3\u03c3\u03b5\u03cd\u03c2'.normalize('NFD').replaceAll('\u0301', ''),
    'O.',
  )
})

test('each part of a compound name counts', () => {
  assert.deepEqual(partsOfName(' Anne-Marie  O\u2019Neill, jr. '), ['Anne', 'Marie', 'O', 'Neill', 'jr'])
  contains('marie antoinette', 'am', 'Anne-Marie O\u2019Neill')
  contains('my name is neill', 'am', 'Anne-Marie O\u2019Neill')
})

test('parts of a name with fewer than 3 letters are allowed', () => {
  assert.equal(flaw('loose change', { username: 'lo', full_name: 'Lo Su' }), undefined)
})
