import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeHash, newCode, plainCode } from '../../../daemon/features/identity/one-time-codes.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

test('a code is groups of 4 characters with dashes between them', () => {
  for (const groups of [1, 2, 3]) {
    const code = newCode(groups)
    assert.deepEqual(
      code.split('-').map(({ length }) => length),
      Array(groups).fill(4),
    )
    assert.equal(plainCode(code), code.replaceAll('-', ''))
  }
})

test('a code uses only unambiguous characters, evenly distributed', () => {
  const draws = 32_000
  const counts = new Map<string, number>()
  for (let n = 0; n < draws / 8; n += 1) {
    for (const letter of plainCode(newCode(2))) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  assert.deepEqual([...counts.keys()].toSorted().join(''), alphabet)
  const expected = draws / alphabet.length
  const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
  // With 31 degrees of freedom a fair draw is beyond this once in 10^12 times.
  assert.ok(chiSquare < 130, `chi square is ${chiSquare}`)
})

test('every position of a code is random', () => {
  const codes = Array.from({ length: 2_000 }, () => plainCode(newCode(2)))
  assert.equal(new Set(codes).size, codes.length)
  for (let place = 0; place < 8; place += 1) {
    assert.equal(new Set(codes.map((code) => code[place])).size, alphabet.length, `place ${place}`)
  }
})

test('a code is accepted in any case, with and without dashes and spaces', () => {
  for (const written of [
    'AB3D-X7YZ',
    'ab3d-x7yz',
    'ab3dx7yz',
    ' Ab3D X7yZ ',
    'AB-3D\tX7-YZ\n',
    '--AB3DX7YZ-',
  ]) {
    assert.equal(plainCode(written), 'AB3DX7YZ')
  }
})

test('letters that look like digits are read as digits', () => {
  assert.equal(plainCode('OoIi-LlO1'), '00111101')
  assert.equal(codeHash('o1l0-abcd'), codeHash('0110ABCD'))
})

test('codes that differ in one character have different hashes', () => {
  const hashes = Array.from(alphabet, (letter) => codeHash(`AB3D-X7Y${letter}`))
  assert.equal(new Set(hashes).size, alphabet.length)
})

test('a hash does not reveal its code', () => {
  assert.match(codeHash('AB3D-X7YZ'), /^[\da-f]{64}$/)
})

test('an empty code matches no generated code', () => {
  for (const written of ['', '-', ' - ']) assert.equal(plainCode(written), '')
})
