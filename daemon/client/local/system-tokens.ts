import type { JWK } from 'jose'
import type { Home } from '../../kernel/home.ts'
import { HomeLocked, readSecret } from '../../kernel/encryption/home-key.ts'
import { NoDaemonError } from './daemon.ts'
import { type AccessToken, renewalMargin, type TokenSource } from '../tokens.ts'

/** How long a token of this machine holds, in seconds. */
const lifetime = 300
const algorithm = 'Ed25519'

/**
 * The tokens of a local program, `system:<name>`, minted with the local key of the home: whoever can read the home is
 * its owner. The key is read each time, since it can be replaced. In an encrypted home that is not unlocked for this program,
 * `unlock` does that; without it `HomeLocked` is thrown. Throws `NoDaemonError` if no daemon has created it yet.
 */
export function systemTokens(
  home: Pick<Home, 'localKey' | 'path'>,
  name: string,
  unlock?: () => Promise<void>,
): TokenSource {
  let held: AccessToken | null = null
  let heldBy: string | null = null
  return async (refused) => {
    const key = await readKey(home.localKey, unlock)
    if (key === null) throw new NoDaemonError(`${home.path} has no local key: no daemon has run there yet`)
    const usable = heldBy === key && held?.token !== refused
    if (held && usable && held.expires_at - Date.now() > renewalMargin) return held
    held = await mint(key, `system:${name}`)
    heldBy = key
    return held
  }
}

async function readKey(file: string, unlock?: () => Promise<void>): Promise<string | null> {
  try {
    return readSecret(file)
  } catch (error) {
    if (!(error instanceof HomeLocked) || !unlock) throw error
    await unlock()
    return readSecret(file)
  }
}

async function mint(key: string, subject: string): Promise<AccessToken> {
  // Not needed by whoever is signed in.
  const { importJWK, SignJWT } = await import('jose')
  const jwk = JSON.parse(key) as JWK & { kid: string }
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
