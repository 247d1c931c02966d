// What the library of X.509 stands on.
import 'reflect-metadata'
import { createHash, createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { invalidRequest } from '../../kernel/errors.ts'

/** The key and the signatures of the authority: ECDSA over P-256, which every phone knows. */
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
/** Bits of RSA: fewer can be broken, more only cost time. */
const rsaBits = { min: 2_048, max: 8_192 }

/** A certificate and the key that it is for, both PEM. */
export interface CertifiedKey {
  readonly certificate: string
  readonly key: string
}

/** From when until when, in milliseconds since the epoch. */
export interface Validity {
  readonly from: number
  readonly until: number
}

/** What a checked request asks a certificate for. */
export interface RequestedKey {
  /** DER (SubjectPublicKeyInfo). */
  readonly publicKey: Buffer<ArrayBuffer>
  /** SHA-256 of it, in hexadecimal. */
  readonly key_hash: string
}

export interface Holder {
  readonly name: string
  readonly publicKey: Buffer<ArrayBuffer>
  readonly usage: 'client' | 'server'
  /** Never empty. */
  readonly alternatives: readonly { readonly type: 'dns' | 'ip' | 'url'; readonly value: string }[]
}

/** Makes an authority: a key and the certificate that it signs itself, for signing nothing but the ends of chains. */
export async function makeAuthority({ from, until }: Validity): Promise<CertifiedKey> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const spki = Buffer.from(await crypto.subtle.exportKey('spki', keys.publicKey))
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: [{ CN: [`Companion of this household, ${hashOf(spki).slice(0, 8)}`] }],
    notBefore: new Date(from),
    notAfter: new Date(until),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  return {
    certificate: certificate.toString('pem'),
    key: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({
      format: 'pem',
      type: 'pkcs8',
    }) as string,
  }
}

/** Makes a key, and signs a certificate for it. */
export async function certifyNewKey(
  authority: CertifiedKey,
  holder: Omit<Holder, 'publicKey'>,
  validity: Validity,
): Promise<CertifiedKey> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const publicKey = Buffer.from(await crypto.subtle.exportKey('spki', keys.publicKey))
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  return {
    certificate: await certify(authority, { ...holder, publicKey }, validity),
    key: key.export({ format: 'pem', type: 'pkcs8' }) as string,
  }
}

/** Signs a certificate for a key; PEM. */
export async function certify(
  authority: CertifiedKey,
  { name, publicKey, usage, alternatives }: Holder,
  { from, until }: Validity,
): Promise<string> {
  const issuer = new x509.X509Certificate(authority.certificate)
  const key = new x509.PublicKey(publicKey)
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: [{ CN: [name] }],
    issuer: issuer.subjectName,
    notBefore: new Date(from),
    notAfter: new Date(Math.min(until, issuer.notAfter.getTime())),
    publicKey: key,
    signingKey: await signingKey(authority),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([
        usage === 'client' ? x509.ExtendedKeyUsage.clientAuth : x509.ExtendedKeyUsage.serverAuth,
      ]),
      new x509.SubjectAlternativeNameExtension([...alternatives]),
      await x509.SubjectKeyIdentifierExtension.create(key),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
    ],
  })
  return certificate.toString('pem')
}

/** A certificate that was revoked, and when, in milliseconds since the epoch. */
export interface Revoked {
  /** Hexadecimal. */
  readonly serial: string
  readonly revoked_at: number
}

/** Signs the list of what was revoked (RFC 5280); DER. `number` grows from one to the next. */
export async function signRevocationList(
  authority: CertifiedKey,
  revoked: readonly Revoked[],
  number: number,
  { from, until }: Validity,
): Promise<Buffer> {
  const issuer = new x509.X509Certificate(authority.certificate)
  const list = await x509.X509CrlGenerator.create({
    issuer: issuer.subjectName,
    thisUpdate: new Date(from),
    nextUpdate: new Date(until),
    signingAlgorithm: algorithm,
    signingKey: await signingKey(authority),
    entries: revoked.map(({ serial, revoked_at }) => ({
      serialNumber: serial,
      revocationDate: new Date(revoked_at),
    })),
    extensions: [
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      new x509.Extension(crlNumber, false, derInteger(number)),
    ],
  })
  return Buffer.from(list.rawData)
}

const crlNumber = '2.5.29.20'

/** A whole number that is not negative as ASN.1 has it. */
function derInteger(value: number): Buffer<ArrayBuffer> {
  const digits = value.toString(16)
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  const positive = (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.of(0), bytes])
  return Buffer.concat([Buffer.of(2, positive.length), positive])
}

/**
 * Checks a certificate request (PKCS #10; PEM, or DER in base64) and answers the key that it is for. Its subject and
 * what it wishes for are left aside. Throws `INVALID_REQUEST` for what is none, for a key of another kind than P-256,
 * Ed25519 and RSA of 2,048 to 8,192 bits, and for one that its own key has not signed.
 */
export async function readRequest(text: string): Promise<RequestedKey> {
  const request = parseRequest(text)
  const publicKey = Buffer.from(request.publicKey.rawData)
  if (!isAccepted(publicKey))
    throw invalidRequest('csr', 'must be for a key of P-256, of Ed25519 or of RSA with 2,048 to 8,192 bits')
  if (!(await request.verify().catch(() => false)))
    throw invalidRequest('csr', 'must be signed with the key that it is for')
  return { publicKey, key_hash: hashOf(publicKey) }
}

const pem =
  /^\s*-----BEGIN (?:NEW )?CERTIFICATE REQUEST-----([\sA-Za-z0-9+/=]+)-----END (?:NEW )?CERTIFICATE REQUEST-----\s*$/

function parseRequest(text: string): x509.Pkcs10CertificateRequest {
  const base64 = pem.exec(text)?.[1] ?? text
  try {
    if (!/^[\sA-Za-z0-9+/=]+$/.test(base64)) throw new Error('not base64')
    return new x509.Pkcs10CertificateRequest(Buffer.from(base64, 'base64'))
  } catch {
    throw invalidRequest('csr', 'must be a certificate request (PKCS #10), as PEM or as DER in base64')
  }
}

function isAccepted(spki: Buffer): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails = {} } = createPublicKey({
      key: spki,
      format: 'der',
      type: 'spki',
    })
    const { namedCurve, modulusLength = 0 } = asymmetricKeyDetails
    if (asymmetricKeyType === 'ec') return namedCurve === 'prime256v1'
    if (asymmetricKeyType === 'rsa') return modulusLength >= rsaBits.min && modulusLength <= rsaBits.max
    return asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

const signingKey = ({ key }: CertifiedKey) =>
  crypto.subtle.importKey('pkcs8', derOf(key), algorithm, false, ['sign'])

const derOf = (text: string) => Buffer.from(text.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** 127 random bits, as a positive number that does not begin with a zero. */
function newSerial(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes.toString('hex')
}
