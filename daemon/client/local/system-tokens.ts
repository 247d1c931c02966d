import type { JWK } from 'jose'
import { type Home, readIfThere } from '../../kernel/home.ts'
import { NoDaemonError } from './daemon.ts'
import { type AccessToken, renewalMargin, type TokenSource } from '../tokens.ts'

/** How long a token of this machine holds, in seconds. */
const lifetime = 300
const algorithm = 'Ed25519'

/**
 * The tokens of a local program, `system:<name>`, minted with the local key of the home: whoever can read the home is
 * its owner. Throws `NoDaemonError` if no daemon has created the key yet.
 */
export function systemTokens(home: Pick<Home, 'localKey' | 'path'>, name: string): TokenSource {
  let held: AccessToken | null = null
  return async (refused) => {
    if (held && held.token !== refused && held.expires_at - Date.now() > renewalMargin) return held
    held = await mint(home, `system:${name}`)
    return held
  }
}

async function mint(home: Pick<Home, 'localKey' | 'path'>, subject: string): Promise<AccessToken> {
  const text = readIfThere(home.localKey)
  if (text === null) throw new NoDaemonError(`${home.path} has no local key: no daemon has run there yet`)
  // Not needed by whoever is signed in.
  const { importJWK, SignJWT } = await import('jose')
  const jwk = JSON.parse(text) as JWK & { kid: string }
  const issued = Math.floor(Date.now() / 1_000)
  const token = await new SignJWT()
    .setProtectedHeader({ alg: algorithm, typ: 'at+jwt', kid: jwk.kid })
    .setSubject(subject)
    .setIssuer('companion')
    .setAudience('companion')
    .setIssuedAt(issued)
    .setExpirationTime(issued + lifetime)
    .setJti(crypto.randomUUID())
    .sign(await importJWK(jwk, algorithm))
  return { token, expires_at: (issued + lifetime) * 1_000 }
}
