import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createPublicKey, X509Certificate } from 'node:crypto'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import {
  certify,
  certifyNewKey,
  type CertifiedKey,
  makeAuthority,
  readRequest,
  signRevocationList,
} from '../../../daemon/features/certificates/signing.ts'
import { makeDeviceKey } from '../../support/device-key.ts'

const day = 86_400_000
const now = Date.now()
const validity = { from: now, until: now + 90 * day }
const skip = spawnSync('openssl', ['version']).error ? 'no `openssl` command here' : false

/** Runs `openssl` on files of these contents, which its arguments name; answers what it wrote and whether it was content. */
function openssl(files: Record<string, string | Buffer>, ...given: string[]) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder.path, name), content)
  const { status, stdout, stderr } = spawnSync('openssl', given, { cwd: folder.path, encoding: 'utf8' })
  return { ok: status === 0, text: `${stdout}${stderr}` }
}

let authority: CertifiedKey

before(async () => {
  authority = await makeAuthority({ from: now, until: now + 3_652 * day })
})

const deviceCertificate = async (validFor = validity) => {
  const { publicKey } = await readRequest((await makeDeviceKey()).csr)
  const alternatives = [{ type: 'url', value: 'urn:uuid:0f8fad5b-d9cb-469f-a165-70867728950e' }] as const
  return certify(authority, { name: 'a device', publicKey, usage: 'client', alternatives }, validFor)
}

describe('The authority of a household', () => {
  it('signs nothing but the ends of chains, and says whose it is', () => {
    const certificate = new X509Certificate(authority.certificate)
    const { ca, subject, publicKey } = certificate
    assert.equal(ca, true)
    assert.match(subject, /^CN=Companion of this household\\, [0-9a-f]{8}$/)
    assert.equal(publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1')
    assert.equal(certificate.verify(publicKey), true)
  })

  it('is limited to one step, according to openssl', { skip }, () => {
    const { text } = openssl({ 'ca.pem': authority.certificate }, 'x509', '-in', 'ca.pem', '-noout', '-text')
    assert.match(text, /Basic Constraints: critical\s+CA:TRUE, pathlen:0/)
    assert.match(text, /Key Usage: critical\s+Certificate Sign, CRL Sign/)
  })
})

describe('A certificate request', () => {
  for (const kind of ['P-256', 'Ed25519', 'RSA 2048'] as const)
    it(`for a key of ${kind} is read, as PEM and as DER in base64`, async () => {
      const { csr, der, key } = await makeDeviceKey(kind)
      const own = createPublicKey(key).export({ format: 'der', type: 'spki' })
      for (const text of [csr, der.toString('base64'), `\n${csr}\n`])
        assert.deepEqual((await readRequest(text)).publicKey, own)
    })

  for (const kind of ['P-384', 'RSA 1024'] as const)
    it(`for a key of ${kind} is refused`, async () => {
      const { csr } = await makeDeviceKey(kind)
      await assert.rejects(readRequest(csr), { code: 'INVALID_REQUEST' })
    })

  it('that another key has signed is refused', async () => {
    const { der } = await makeDeviceKey()
    const forged = Buffer.from(der)
    // The last byte is of the signature.
    forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1
    await assert.rejects(readRequest(forged.toString('base64')), {
      code: 'INVALID_REQUEST',
      details: { field: 'csr', reason: 'must be signed with the key that it is for' },
    })
  })

  it('that is none is refused', async () => {
    const { csr, der } = await makeDeviceKey()
    const broken = ['none', 'AAAA', '%%%', csr.slice(0, 200), der.subarray(0, 60).toString('base64')]
    for (const text of [...broken, authority.certificate])
      await assert.rejects(readRequest(text), { code: 'INVALID_REQUEST' }, text.slice(0, 40))
  })
})

describe('A certificate of a device', () => {
  it('is of the authority, for clients, and names the device alone', async () => {
    const certificate = new X509Certificate(await deviceCertificate())
    const issuer = new X509Certificate(authority.certificate)
    assert.equal(certificate.checkIssued(issuer), true)
    assert.equal(certificate.verify(issuer.publicKey), true)
    assert.equal(certificate.ca, false)
    assert.equal(certificate.subject, 'CN=a device')
    assert.equal(certificate.subjectAltName, 'URI:urn:uuid:0f8fad5b-d9cb-469f-a165-70867728950e')
    assert.deepEqual(certificate.keyUsage, ['1.3.6.1.5.5.7.3.2'])
  })

  it('never outlives the authority', async () => {
    const certificate = new X509Certificate(await deviceCertificate({ from: now, until: now + 9_999 * day }))
    assert.equal(certificate.validTo, new X509Certificate(authority.certificate).validTo)
  })

  it('is verified by openssl, for clients and not for servers', { skip }, async () => {
    const files = { 'ca.pem': authority.certificate, 'device.pem': await deviceCertificate() }
    const verify = (purpose: string) =>
      openssl(files, 'verify', '-x509_strict', '-purpose', purpose, '-CAfile', 'ca.pem', 'device.pem').ok
    assert.deepEqual([verify('sslclient'), verify('sslserver')], [true, false])
  })

  it('of the server is verified by openssl for its names', { skip }, async () => {
    const alternatives = [
      { type: 'dns', value: 'kitchen.local' },
      { type: 'ip', value: '192.168.1.20' },
    ] as const
    const { certificate } = await certifyNewKey(
      authority,
      { name: 'Companion', usage: 'server', alternatives },
      validity,
    )
    const files = { 'ca.pem': authority.certificate, 'server.pem': certificate }
    const verify = (...names: string[]) =>
      openssl(
        files,
        'verify',
        '-x509_strict',
        '-purpose',
        'sslserver',
        ...names,
        '-CAfile',
        'ca.pem',
        'server.pem',
      ).ok
    assert.equal(verify('-verify_hostname', 'kitchen.local'), true)
    assert.equal(verify('-verify_ip', '192.168.1.20'), true)
    assert.equal(verify('-verify_hostname', 'evil.example'), false)
  })
})

describe('The list of what was revoked', () => {
  it('is read and verified by openssl, and refuses what is in it', { skip }, async () => {
    const device = await deviceCertificate()
    const { serialNumber } = new X509Certificate(device)
    const list = (...revoked: { serial: string; revoked_at: number }[]) =>
      signRevocationList(authority, revoked, now, { from: now, until: now + day })
    const files = { 'ca.pem': authority.certificate, 'device.pem': device }
    const crl = (der: Buffer, ...more: string[]) =>
      openssl({ ...files, 'list.der': der }, 'crl', '-inform', 'DER', '-in', 'list.der', ...more)
    const verify = (der: Buffer) =>
      openssl(
        { ...files, 'list.pem': crl(der).text },
        'verify',
        '-crl_check',
        '-CRLfile',
        'list.pem',
        '-CAfile',
        'ca.pem',
        'device.pem',
      )
    const [empty, full] = [await list(), await list({ serial: serialNumber, revoked_at: now })]
    assert.match(crl(full, '-CAfile', 'ca.pem', '-noout', '-text').text, /verify OK/)
    assert.match(crl(full, '-noout', '-text').text, new RegExp(`Serial Number: ${serialNumber}`))
    assert.match(crl(full, '-noout', '-crlnumber').text, /crlNumber=0x[0-9A-F]+/i)
    assert.equal(verify(empty).ok, true)
    const { ok, text } = verify(full)
    assert.equal(ok, false)
    assert.match(text, /certificate revoked/)
  })
})
