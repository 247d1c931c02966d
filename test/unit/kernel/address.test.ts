import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clientNetwork, isLoopback } from '../../../daemon/kernel/address.ts'

describe('An address identifies a client', () => {
  test('by the first 64 bits of IPv6, since a client controls the rest', () => {
    assert.equal(clientNetwork('2001:db8:1:2:3:4:5:6'), clientNetwork('2001:db8:1:2::9'))
    assert.notEqual(clientNetwork('2001:db8:1:2::9'), clientNetwork('2001:db8:1:3::9'))
    assert.equal(clientNetwork('fe80::1%eth0'), clientNetwork('fe80::2%eth0'))
  })

  test('by all of IPv4, also when it is IPv4-mapped', () => {
    assert.equal(clientNetwork('::ffff:192.0.2.1'), clientNetwork('192.0.2.1'))
    assert.notEqual(clientNetwork('192.0.2.1'), clientNetwork('192.0.2.2'))
  })

  test('as one, if it is any of the loopback: a program of this machine may come from all of them', () => {
    for (const address of ['127.0.0.1', '127.0.0.2', '127.255.255.254', '::1', '::ffff:127.0.0.3'])
      assert.equal(clientNetwork(address), 'loopback', address)
    assert.notEqual(clientNetwork('128.0.0.1'), 'loopback')
  })

  test('unchanged if it is not an IP address', () => {
    assert.equal(clientNetwork(''), '')
    assert.equal(clientNetwork('a pipe'), 'a pipe')
  })
})

test('loopback addresses are recognised in IPv4, IPv6 and mapped form', () => {
  for (const address of ['127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1', '::FFFF:127.1.2.3'])
    assert.equal(isLoopback(address), true, address)
  for (const address of ['', '0.0.0.0', '10.0.0.1', '128.0.0.1', '192.168.127.1', '::', '::2', 'fe80::1'])
    assert.equal(isLoopback(address), false, address)
  for (const address of ['::ffff:10.0.0.1', '::ffff:192.0.2.127', '2001:db8::127.0.0.1'])
    assert.equal(isLoopback(address), false, address)
})
