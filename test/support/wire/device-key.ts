import { randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { ManualClock } from '../clock.ts'
import type { TestDaemon } from '../daemon.ts'
import { type Answer, rest } from './rest.ts'

/** A key of a client, which proves that it has it (DPoP, RFC 9449) by the clock of the daemon. */
export async function openDeviceKey(daemon: TestDaemon, clock: ManualClock) {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  const prove = (method: string, path: string, nonce?: string, origin?: string) => {
    const htu = `${daemon.file.base_url}${path}`
    return new SignJWT({
      htm: method,
      htu: origin === undefined ? htu : htu.replace(/^https?:\/\/[^/]+/, origin),
      ...(nonce !== undefined && { nonce }),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .setIssuedAt(Math.floor(clock.now() / 1_000))
      .setJti(randomUUID())
      .sign(privateKey)
  }
  /** Calls with a proof, and once more where the daemon asks for one with its nonce. */
  const call = async (route: string, more: { token?: string; payload?: object } = {}): Promise<Answer> => {
    const [method = '', path = ''] = route.split(' ')
    const attempt = async (nonce?: string) =>
      rest(daemon, route, { ...more, headers: { dpop: await prove(method, path, nonce) } })
    const first = await attempt()
    const nonce = first.body?.error?.details?.nonce as string | undefined
    return nonce === undefined ? first : attempt(nonce)
  }
  return { prove, call, thumbprint: await calculateJwkThumbprint(jwk) }
}
