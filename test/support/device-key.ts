import assert from 'node:assert/strict'
import 'reflect-metadata'
import { createPrivateKey } from 'node:crypto'
import { type Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509'
import type { Daemon } from '../../daemon/main.ts'
import { password, type TestDaemon, type TestMember } from './daemon.ts'

const ecdsa = { name: 'ECDSA', hash: 'SHA-256' }
const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]) }

/** The kinds of keys that devices may come with, and others. */
export const keyKinds = {
  'P-256': { ...ecdsa, namedCurve: 'P-256' },
  'P-384': { ...ecdsa, namedCurve: 'P-384' },
  Ed25519: { name: 'Ed25519' },
  'RSA 2048': { ...rsa, modulusLength: 2_048 },
  'RSA 1024': { ...rsa, modulusLength: 1_024 },
}

/** A key of a device as PEM, and a request for a certificate for it. */
export interface DeviceKey {
  readonly key: string
  /** PEM. */
  readonly csr: string
  /** DER. */
  readonly der: Buffer
}

/** Makes a key as a device does, and its request, which names somebody else. */
export async function makeDeviceKey(kind: keyof typeof keyKinds = 'P-256'): Promise<DeviceKey> {
  const algorithm = keyKinds[kind]
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  if (!('privateKey' in keys)) throw new Error(`${kind} has no pair of keys`)
  const csr = await Pkcs10CertificateRequestGenerator.create({
    name: 'CN=Somebody Else',
    keys,
    signingAlgorithm: algorithm,
  })
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  return {
    key: key.export({ format: 'pem', type: 'pkcs8' }) as string,
    csr: csr.toString('pem'),
    der: Buffer.from(csr.rawData),
  }
}

/** What a device connects with. */
export interface Credentials {
  /** PEM. */
  readonly ca: string
  readonly key?: string | undefined
  readonly cert?: string | undefined
}

interface Request {
  readonly token?: string
  /** Sent in an envelope. */
  readonly payload?: object
  /** JSON that is sent as it is. */
  readonly body?: string
  /** Another connection for each call, where it is left out. */
  readonly agent?: Agent
}

/** One request over TLS with a certificate, to a path or a whole address; tests look into the body freely. Rejects where the connection is refused. */
export function restAs(
  { file }: Pick<Daemon, 'file'>,
  credentials: Credentials,
  route: string,
  { token, payload, body, agent }: Request = {},
  // oxlint-disable-next-line typescript/no-explicit-any
): Promise<{ status: number; body: any }> {
  const [method = 'GET', path = ''] = route.split(' ')
  const url =
    path.startsWith('https:') || path.startsWith('/certificates/') || path === '/'
      ? new URL(path, file.base_url)
      : `${file.base_url}${path}`
  const content = payload === undefined ? body : JSON.stringify({ payload })
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        agent: agent ?? false,
        ...credentials,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        const read = async () => {
          const received = await text(answer)
          const json = answer.headers['content-type']?.startsWith('application/json')
          return { status: answer.statusCode ?? 0, body: json ? JSON.parse(received) : received }
        }
        read().then(resolve, reject)
      },
    )
    sent.once('error', reject)
    sent.end(content)
  })
}

/** A paired device with its session and its certificate. */
export interface PairedDevice extends Credentials {
  readonly device_uuid: string
  readonly token: string
  readonly cert: string
  readonly key: string
  readonly csr: string
}

/** Pairs a device that brings a request for a certificate; the owner makes the code at the machine. */
export async function pairWith(daemon: TestDaemon, owner: TestMember, ca = ''): Promise<PairedDevice> {
  const { csr, key } = await makeDeviceKey()
  const offer = await restAs(daemon, { ca }, 'POST /auth/devices/pair', {
    token: owner.access_token,
    payload: { name: 'Phone', kind: 'phone', password },
  })
  const payload = { pairing_code: offer.body.data.pairing_code, csr }
  const { status: code, body } = await restAs(daemon, { ca }, 'POST /auth/devices/pair', { payload })
  assert.equal(code, 201, JSON.stringify(body))
  const { device, access_token } = body.data
  return { device_uuid: device.device_uuid, token: access_token, cert: device.certificate, key, csr, ca }
}
