import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { describe, it } from 'node:test'
import { openAuthority, type Vault } from '../../../daemon/features/certificates/authority.ts'
import {
  openServerCertificate,
  serverNames,
} from '../../../daemon/features/certificates/server-certificate.ts'
import { ManualClock } from '../../support/clock.ts'

const day = 86_400_000

function memoryVault(initial: string | null = null): Vault {
  let text = initial
  return {
    read: () => text,
    write: (next) => {
      text = next
    },
  }
}

describe('The names of a server certificate', () => {
  it('are those of the machine, its addresses and the loopback, each once', () => {
    const addresses = ['127.0.0.1', '192.168.1.20', 'fe80::1', '2001:db8::7']
    const hosts = ['companion.lan', '[2001:db8::7]', '0.0.0.0', 'Kitchen']
    assert.deepEqual(serverNames({ hostname: 'Kitchen.home', addresses, hosts }), {
      dns: ['companion.lan', 'kitchen', 'kitchen.home', 'kitchen.local', 'localhost'],
      ip: ['127.0.0.1', '192.168.1.20', '2001:db8::7', '::1'],
    })
  })
})

describe('The certificate of the server', () => {
  const open = () => {
    const clock = new ManualClock()
    const addresses = ['192.168.1.20']
    const vault = memoryVault()
    const authority = openAuthority(vault, clock, () => {})
    const server = openServerCertificate(authority, clock, () => ({
      hostname: 'kitchen',
      addresses,
      hosts: [],
    }))
    const renewals = { count: 0 }
    server.onRenewed(() => {
      renewals.count += 1
    })
    return { clock, addresses, authority, server, renewals, vault }
  }
  const read = (pem = '') => new X509Certificate(pem)

  it('is signed by the authority, holds for at most 397 days and names the machine', async () => {
    const { authority, server } = open()
    const certificate = read((await server.renew()).certificate)
    assert.equal(certificate.verify(read(authority.current()?.certificate).publicKey), true)
    const days = (certificate.validToDate.getTime() - certificate.validFromDate.getTime()) / day
    assert.ok(days <= 397, `${days} days`)
    for (const name of ['kitchen', 'kitchen.local', 'localhost']) assert.ok(certificate.checkHost(name), name)
    for (const address of ['192.168.1.20', '127.0.0.1', '::1'])
      assert.ok(certificate.checkIP(address), address)
  })

  it('stays as it is as long as it holds and the machine is where it was', async () => {
    const { clock, server, renewals } = open()
    const first = await server.renew()
    clock.advance(30 * day)
    assert.equal((await server.renew()).certificate, first.certificate)
    assert.equal(renewals.count, 1)
  })

  it('is made anew before its end', async () => {
    const { clock, server } = open()
    const first = read((await server.renew()).certificate)
    clock.advance(61 * day)
    const second = read((await server.renew()).certificate)
    assert.ok(second.validToDate > first.validToDate)
  })

  it('is made anew for a new address, and whoever listens hears of it', async () => {
    const { addresses, server, renewals } = open()
    await server.renew()
    addresses.push('10.0.0.7')
    assert.ok(read((await server.renew()).certificate).checkIP('10.0.0.7'))
    assert.equal(renewals.count, 2)
  })
})

describe('The authority', () => {
  it('is made once, however many need it at the same time', async () => {
    const made: string[] = []
    const authority = openAuthority(memoryVault(), new ManualClock(), ({ fingerprint }) =>
      made.push(fingerprint),
    )
    assert.equal(authority.current(), null)
    const all = await Promise.all([authority.require(), authority.require(), authority.require()])
    assert.equal(new Set(all.map(({ certificate }) => certificate)).size, 1)
    assert.deepEqual(made, [authority.current()?.fingerprint])
  })

  it('is the same after a restart', async () => {
    const vault = memoryVault()
    const first = openAuthority(vault, new ManualClock(), () => {})
    await first.require()
    const again = openAuthority(vault, new ManualClock(), () => assert.fail('made anew'))
    assert.deepEqual(again.current(), first.current())
    assert.deepEqual(await again.require(), await first.require())
  })

  it('is shown without its key', async () => {
    const authority = openAuthority(memoryVault(), new ManualClock(), () => {})
    await authority.require()
    assert.doesNotMatch(JSON.stringify(authority.current()), /PRIVATE/)
  })

  it('is never replaced where its file is damaged', () => {
    assert.throws(
      () => openAuthority(memoryVault('gone'), new ManualClock(), () => {}),
      /certificate authority/,
    )
  })
})
