import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { loadConfig } from '../../../daemon/kernel/config.ts'

const lan = { name: 'lan', address: '192.168.1.20', hosts: ['companion.lan'] }
const containers = {
  name: 'containers',
  address: '172.17.0.1',
  hosts: ['host.docker.internal'],
  container: true,
}
const tls = { cert: '/cert.pem', key: '/key.pem' }

function load(config: object, environment: Record<string, string> = {}) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const file = join(folder.path, 'config.json')
  writeFileSync(file, JSON.stringify(config))
  return loadConfig(file, environment)
}

describe('The networks of the settings', () => {
  it('are none out of the box', () => {
    assert.deepEqual(load({}).config.access, { networks: [] })
  })

  it('are shown by their names, and read from the environment as JSON', () => {
    const { config, settings } = load(
      { tls },
      { COMPANION_ACCESS_NETWORKS: JSON.stringify([lan, containers]) },
    )
    assert.deepEqual(config.access.networks, [{ ...lan, container: false }, containers])
    assert.deepEqual(
      settings.find(({ name }) => name === 'access.networks'),
      { name: 'access.networks', value: 'lan, containers', source: 'environment', hidden: false },
    )
  })

  const refused: readonly [what: string, config: object, message: RegExp][] = [
    [
      'a network of others without a certificate',
      { access: { networks: [lan] } },
      /lan needs tls\.cert and tls\.key/,
    ],
    [
      'the loopback for others than containers',
      { tls, access: { networks: [{ ...lan, address: '127.0.0.1' }] } },
      /lan is on the loopback/,
    ],
    [
      'all addresses at once',
      { tls, access: { networks: [{ ...lan, address: '0.0.0.0' }] } },
      /lan needs one address of this machine, not all/,
    ],
    [
      'what is no address',
      { tls, access: { networks: [{ ...lan, address: 'companion.lan' }] } },
      /lan needs an IPv4 or IPv6 address/,
    ],
    [
      'a name twice',
      { tls, access: { networks: [lan, { ...lan, address: '10.0.0.1' }] } },
      /lan is there twice/,
    ],
    [
      'an address twice',
      { tls, access: { networks: [lan, { ...lan, name: 'home' }] } },
      /home has 192\.168\.1\.20/,
    ],
    [
      'clients that are no network',
      { tls, access: { networks: [{ ...lan, clients: ['192.168.1.0/40'] }] } },
      /the client 192\.168\.1\.0\/40, which is no address/,
    ],
    [
      'a network without names',
      { tls, access: { networks: [{ ...lan, hosts: [] }] } },
      /access\.networks\.0\.hosts/,
    ],
    [
      'names with a port or a wildcard',
      { tls, access: { networks: [{ ...lan, hosts: ['*.lan:8080'] }] } },
      /access\.networks\.0\.hosts\.0/,
    ],
    [
      'detached mode, which is open to all of them',
      { mode: 'detached', tls, access: { networks: [lan] } },
      /access\.networks is for coupled mode/,
    ],
  ]
  for (const [what, config, message] of refused)
    it(`refuse ${what}`, () => {
      assert.throws(() => load(config), { name: 'Error', message })
    })

  it('refuse what is no JSON in the environment', () => {
    assert.throws(() => load({}, { COMPANION_ACCESS_NETWORKS: 'lan' }), /access\.networks must be array/)
  })
})
