import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasLoopback, type Network, overlap, readNetwork } from '../../../daemon/kernel/ip-network.ts'

function network(text: string): Network {
  const network = readNetwork(text)
  assert.ok(network, text)
  return network
}

describe('An address or network is normalised', () => {
  const written: Record<string, string> = {
    '192.0.2.7': '192.0.2.7',
    '192.0.2.7/32': '192.0.2.7',
    '192.0.2.7/24': '192.0.2.0/24',
    '10.255.255.255/9': '10.128.0.0/9',
    '255.255.255.255/1': '128.0.0.0/1',
    '10.1.2.3/0': '0.0.0.0/0',
    '2001:DB8:0:0:0:0:0:1': '2001:db8::1',
    '2001:db8:0:0:1:0:0:1': '2001:db8::1:0:0:1',
    '2001:db8:ffff::/33': '2001:db8:8000::/33',
    '2001:db8::1/128': '2001:db8::1',
    '2001:db8::1/127': '2001:db8::/127',
    'ffff::1/0': '::/0',
    '::': '::',
    '::1': '::1',
    '0:0:0:0:0:0:0:1': '::1',
    'fe80::1%eth0': 'fe80::1',
    '::ffff:192.0.2.7': '192.0.2.7',
    '::FFFF:c000:0207': '192.0.2.7',
    '::ffff:192.0.2.7/120': '192.0.2.0/24',
    '::ffff:0:0/96': '0.0.0.0/0',
    '::ffff:0:0/95': '::fffe:0:0/95',
    '::192.0.2.7': '192.0.2.7',
  }
  for (const [given, text] of Object.entries(written)) {
    it(`${given} is ${text}`, () => {
      assert.equal(readNetwork(given)?.text, text)
      assert.equal(readNetwork(text)?.text, text, 'read again, it stays')
    })
  }

  const none = [
    '',
    '/',
    '/8',
    'localhost',
    '192.0.2',
    '192.0.2.256',
    '010.0.0.1',
    '192.0.2.7/33',
    '192.0.2.7/',
    '192.0.2.7/-1',
    '192.0.2.7/08',
    '192.0.2.7/8/8',
    '192.0.2.7 ',
    ' 192.0.2.7',
    '192.0.2.7:80',
    '192.0.2.7/255.255.255.0',
    '2001:db8::/129',
    '2001:db8:::1',
    '[::1]',
    '::ffff:192.0.2.7/129',
    '192.0.2.0/24\n',
    '0x7f.0.0.1',
    '2130706433',
  ]
  for (const text of none) {
    it(`${JSON.stringify(text)} is none`, () => {
      assert.equal(readNetwork(text), null)
    })
  }
})

describe('Two networks overlap', () => {
  const pairs: [string, string, boolean][] = [
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.0.0.0/9', '10.128.0.0/9', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/33', '2001:db8:8000::', false],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.6', false],
  ]
  for (const [one, other, expected] of pairs) {
    it(`${one} and ${other}: ${expected ? 'yes' : 'no'}`, () => {
      assert.equal(overlap(network(one), network(other)), expected)
      assert.equal(overlap(network(other), network(one)), expected)
    })
  }
})

describe('The loopback', () => {
  for (const text of [
    '127.0.0.1',
    '127.0.0.0/8',
    '127.255.255.255',
    '127.8.0.0/16',
    '126.0.0.0/7',
    '0.0.0.0/0',
    '0.0.0.0/1',
    '::1',
    '::/0',
    '::/127',
    '::1/64',
    '::ffff:127.0.0.1',
    '::ffff:127.9.9.9/104',
    '::ffff:0:0/96',
    '::ffff:0:0/80',
  ]) {
    it(`is or is in ${text}`, () => {
      assert.equal(hasLoopback(network(text)), true)
    })
  }

  for (const text of ['128.0.0.1', '126.255.255.255', '128.0.0.0/1', '::2', '::', '8000::/1']) {
    it(`is not in ${text}`, () => {
      assert.equal(hasLoopback(network(text)), false)
    })
  }
})
