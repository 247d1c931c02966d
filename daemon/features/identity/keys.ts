import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import { type Home, readIfThere, writeSecret } from '../../kernel/home.ts'

/** The one signature algorithm (RFC 9864). */
export const algorithm = 'Ed25519'

export interface Keys {
  /** Signs members' tokens. */
  readonly signing: { readonly kid: string; readonly key: CryptoKey }
  /** Verifies members' tokens, by key id: every key of the home, so that a newer one signs nobody out. */
  readonly verifying: ReadonlyMap<string, CryptoKey>
  /** Verifies the `system:` tokens that programs with access to the home mint for themselves. */
  readonly local: { readonly kid: string; readonly key: CryptoKey }
}

/** Loads the keys of the home, and makes those that are missing. Files are 0600. */
export async function loadKeys(home: Home): Promise<Keys> {
  const names = readdirSync(home.keys).filter((name) => name.endsWith('.json'))
  if (names.length === 0) {
    // The name carries the time, so that the newest key sorts last.
    const name = `${new Date().toISOString().replaceAll(':', '')}.json`
    await makeKey(join(home.keys, name))
    names.push(name)
  }
  const loaded = await Promise.all(names.toSorted().map((name) => loadKey(join(home.keys, name))))
  const newest = loaded.at(-1)
  if (!newest) throw new Error('the home holds no signing key')
  if (readIfThere(home.localKey) === null) await makeKey(home.localKey)
  const local = await loadKey(home.localKey)
  return {
    signing: { kid: newest.kid, key: newest.privateKey },
    verifying: new Map(loaded.map(({ kid, publicKey }) => [kid, publicKey])),
    local: { kid: local.kid, key: local.publicKey },
  }
}

async function makeKey(file: string): Promise<void> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  writeSecret(file, `${JSON.stringify({ ...jwk, kid, alg: algorithm, use: 'sig' })}\n`)
}

async function loadKey(file: string) {
  const { d, ...rest } = JSON.parse(readIfThere(file) ?? '{}') as JWK
  if (!d || !rest.kid) throw new Error(`${file} is not a signing key`)
  const [privateKey, publicKey] = await Promise.all([
    importJWK({ ...rest, d }, algorithm),
    importJWK(rest, algorithm),
  ])
  if (!('type' in privateKey) || !('type' in publicKey)) throw new Error(`${file} is not an Ed25519 key`)
  return { kid: rest.kid, privateKey, publicKey }
}
