import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { loadConfig } from '../../../daemon/kernel/config.ts'
import type { TlsSetup } from '../../../daemon/kernel/tls.ts'
import type { Listener } from '../../../daemon/transports/listener.ts'
import { isContainerBridge, type Machine, openNetworks } from '../../../daemon/transports/networks.ts'
import { ManualClock } from '../../support/clock.ts'

const lan = { name: 'lan', address: '192.168.1.20', hosts: ['companion.lan'] }
const docker = { name: 'docker', address: '172.17.0.1', hosts: ['companion'], container: true }
const wifi = { name: 'wlan0', address: '192.168.1.20', cidr: '192.168.1.20/24' }
const bridge = { name: 'docker0', address: '172.17.0.1', cidr: '172.17.0.1/16' }

/** Of a daemon that was given a certificate; nobody connects here. */
const tls: TlsSetup = {
  material: () => ({ cert: '', key: '', ca: '' }),
  onRenewed: () => () => {},
  clients: { required: false, deviceOf: () => null, onEnded: () => () => {} },
}

function machineWith(...addresses: (typeof wifi)[]) {
  const clock = new ManualClock()
  const heard: Listener[] = []
  const machine: Machine = { addresses: () => addresses, isOfContainers: (name) => name === 'docker0' }
  const open = (...networks: object[]) => {
    const environment = {
      COMPANION_ACCESS_NETWORKS: JSON.stringify(networks),
      COMPANION_TLS_CERT: '/cert.pem',
      COMPANION_TLS_KEY: '/key.pem',
    }
    const { config } = loadConfig('/no/config.json', environment)
    const log = pino({ level: 'silent' })
    const listen = (listener: Listener) => {
      heard.push(listener)
      return Promise.resolve({ close: () => Promise.resolve() })
    }
    return openNetworks({ config, tls, port: 8080, clock, log, machine, listen })
  }
  return { addresses, clock, heard, open }
}

describe('A network of the settings', () => {
  it('is served by TLS, for whoever is in the network of the address', async () => {
    const { open, heard } = machineWith(wifi)
    const { states } = await open(lan)
    assert.deepEqual(states(), [
      { name: 'lan', base_url: 'https://companion.lan:8080/api/v1', listening: true },
    ])
    const [{ admits, ...listener } = assert.fail()] = heard
    assert.deepEqual(listener, {
      addresses: ['192.168.1.20'],
      tls,
      hosts: ['companion.lan'],
    })
    const clients = ['192.168.1.7', '::ffff:192.168.1.7', '192.168.2.7', '127.0.0.1', '::1', 'fe80::1', '']
    assert.deepEqual(clients.filter(admits), ['192.168.1.7', '::ffff:192.168.1.7'])
  })

  it('is for the clients alone that the settings name', async () => {
    const { open, heard } = machineWith(wifi)
    await open({ ...lan, clients: ['192.168.1.7', '10.0.0.0/8'] })
    const clients = ['192.168.1.7', '192.168.1.8', '10.1.2.3']
    assert.deepEqual(clients.filter(heard[0]?.admits ?? assert.fail), ['192.168.1.7', '10.1.2.3'])
  })

  it('needs no TLS where only containers are', async () => {
    const { open, heard } = machineWith(bridge)
    const { states } = await open(docker)
    assert.deepEqual([heard[0]?.tls, states()[0]?.base_url], [null, 'http://companion:8080/api/v1'])
  })

  it('stops the start where others are in it too, though containers are said to be', async () => {
    const { open, heard } = machineWith({ ...wifi, address: '172.17.0.1' })
    await assert.rejects(open(docker), /docker is no network of containers alone: others reach wlan0 too/)
    assert.deepEqual(heard, [])
  })

  it('is served once the machine has its address', async () => {
    const { open, heard, addresses, clock } = machineWith()
    const { states, close } = await open(lan)
    const isListening = () => states().map(({ listening }) => listening)
    clock.advance(15_000)
    await setImmediate()
    assert.deepEqual([isListening(), heard.length], [[false], 0])
    addresses.push(wifi)
    clock.advance(15_000)
    await setImmediate()
    assert.deepEqual([isListening(), heard.length], [[true], 1])
    await close()
    assert.equal(clock.timers, 0)
  })

  it('has no listener of its own on the loopback, where only its names count', async () => {
    const { open, heard } = machineWith()
    const { states } = await open({ ...docker, address: '127.0.0.1' })
    assert.deepEqual([states()[0]?.listening, heard.length], [true, 0])
  })
})

describe('A bridge', () => {
  function bridgeWith(ports: Record<string, { uevent?: string; more?: string }>) {
    const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    for (const part of ['bridge', 'brif']) mkdirSync(join(folder.path, 'br0', part), { recursive: true })
    for (const [name, { uevent = `INTERFACE=${name}\n`, more }] of Object.entries(ports)) {
      mkdirSync(join(folder.path, 'br0', 'brif', name))
      mkdirSync(join(folder.path, name))
      writeFileSync(join(folder.path, name, 'uevent'), uevent)
      if (more) mkdirSync(join(folder.path, name, more))
    }
    return { folder: join(folder.path, 'br0'), [Symbol.dispose]: () => folder.remove() }
  }

  it('is of containers where it has nothing but their ends, or nothing yet', () => {
    using empty = bridgeWith({})
    using two = bridgeWith({ veth1: {}, veth2: {} })
    assert.deepEqual([empty.folder, two.folder].map(isContainerBridge), [true, true])
  })

  const others = {
    'a network card': { more: 'device' },
    'a virtual machine or a tunnel': { more: 'tun_flags' },
    'what lies on a card': { more: 'lower_eth0' },
    'cards that work together': { more: 'bonding' },
    'a VLAN': { uevent: 'DEVTYPE=vlan\nINTERFACE=eth0.7\n' },
  }
  for (const [what, port] of Object.entries(others))
    it(`is of others too with ${what}`, () => {
      using folder = bridgeWith({ veth1: {}, other: port })
      assert.equal(isContainerBridge(folder.folder), false)
    })

  it('is no interface that is not a bridge', () => {
    using folder = bridgeWith({ veth1: {} })
    assert.equal(isContainerBridge(join(folder.folder, '..', 'veth1')), false)
    assert.equal(isContainerBridge('/sys/class/net/lo'), false)
  })
})
