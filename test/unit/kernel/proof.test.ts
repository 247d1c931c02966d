import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { addressText } from '../../../daemon/kernel/address.ts'
import { isProof, openProver } from '../../../daemon/kernel/proof.ts'

const nonce = randomBytes(32).toString('base64url')

test('a proof is of one daemon, one nonce and one address', () => {
  const { public_key, sign } = openProver()
  const signature = sign(nonce, '127.0.0.1 8080')
  assert.equal(isProof(public_key, nonce, '127.0.0.1 8080', signature), true)
  assert.equal(isProof(public_key, nonce, '127.0.0.1 8081', signature), false)
  assert.equal(isProof(public_key, nonce, '127.0.0.2 8080', signature), false)
  assert.equal(isProof(public_key, `${nonce}x`, '127.0.0.1 8080', signature), false)
  assert.equal(isProof(openProver().public_key, nonce, '127.0.0.1 8080', signature), false)
})

test('what is no key and no signature proves nothing', () => {
  const { public_key, sign } = openProver()
  for (const key of ['', 'x', 'A'.repeat(43), `${public_key}AAAA`])
    assert.equal(isProof(key, nonce, 'a 1', sign(nonce, 'a 1')), false, key)
  for (const signature of ['', 'x', 'A'.repeat(86)])
    assert.equal(isProof(public_key, nonce, 'a 1', signature), false, signature)
})

test('an address is the same text however the system writes it', () => {
  assert.equal(addressText('::ffff:127.0.0.1', 80), addressText('127.0.0.1', 80))
  assert.equal(addressText('0:0:0:0:0:0:0:1', 80), addressText('::1', 80))
  assert.notEqual(addressText('::1', 80), addressText('127.0.0.1', 80))
})
