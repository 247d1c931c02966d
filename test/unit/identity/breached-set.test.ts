import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commonPasswords } from '../../../build/scripts/breached.ts'
import { embeddedSet, readFilter } from '../../../daemon/features/identity/passwords/breached-set.ts'
import { amount, it, itScaled } from '../../support/long.ts'

const filter = join(import.meta.dirname, '..', '..', '..', 'daemon', 'features', 'identity', 'breached.bin')

it('a breached password is in the set, whatever its case', async () => {
  const set = embeddedSet()
  for (const password of [
    'password',
    'Password',
    'PASSWORD1',
    '12345678',
    'qwertyuiop',
    'trustno1',
    'Vjht123JLTCCF',
  ]) {
    assert.equal(await set.has(password), true, password)
  }
})

it('a random password is not in the set', async () => {
  const set = embeddedSet()
  for (const password of [
    '',
    'seven green lanterns',
    'correct horse battery',
    '\u{1f375}'.repeat(8),
    'x'.repeat(256),
  ]) {
    assert.equal(await set.has(password), false, password)
  }
})

it('every listed password that the policy would accept is in the set', () => {
  const has = readFilter(readFileSync(filter))
  const long = commonPasswords().filter((password) => password.length >= 8)
  assert.ok(long.length > 400_000)
  assert.deepEqual(
    long.filter((password) => !has(password)),
    [],
  )
})

itScaled('of many random strings fewer than 1 in 10,000 are in the set', (t) => {
  const has = readFilter(readFileSync(filter))
  const tried = amount(100_000, 1_000_000)
  const size = 12
  const random = randomBytes(size * tried)
  let mistakes = 0
  for (let at = 0; at < random.length; at += size) {
    if (has(random.toString('base64', at, at + size))) mistakes += 1
  }
  t.diagnostic(`${mistakes} of ${tried} random strings are in the set by mistake`)
  assert.ok(mistakes / tried < 1 / 10_000)
})
