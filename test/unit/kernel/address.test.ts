import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clientNetwork, isLoopback } from '../../../daemon/kernel/address.ts'

describe('An address counts as one client', () => {
  test('by the first 64 bits of IPv6, since a client may take any of the others', () => {
    assert.equal(clientNetwork('2001:db8:1:2:3:4:5:6'), clientNetwork('2001:db8:1:2::9'))
    assert.notEqual(clientNetwork('2001:db8:1:2::9'), clientNetwork('2001:db8:1:3::9'))
    assert.equal(clientNetwork('fe80::1%eth0'), clientNetwork('fe80::2%eth0'))
  })

  test('by all of IPv4, also where it comes in the form of IPv6', () => {
    assert.equal(clientNetwork('::ffff:192.0.2.1'), clientNetwork('192.0.2.1'))
    assert.notEqual(clientNetwork('192.0.2.1'), clientNetwork('192.0.2.2'))
  })

  test('as it is, where it is none', () => {
    assert.equal(clientNetwork(''), '')
    assert.equal(clientNetwork('a pipe'), 'a pipe')
  })
})

test('loopback is what is of this machine, in IPv4, IPv6 and IPv4 within IPv6', () => {
  for (const address of ['127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1', '::FFFF:127.1.2.3'])
    assert.equal(isLoopback(address), true, address)
  for (const address of ['', '0.0.0.0', '10.0.0.1', '128.0.0.1', '192.168.127.1', '::', '::2', 'fe80::1'])
    assert.equal(isLoopback(address), false, address)
  for (const address of ['::ffff:10.0.0.1', '::ffff:192.0.2.127', '2001:db8::127.0.0.1'])
    assert.equal(isLoopback(address), false, address)
})
