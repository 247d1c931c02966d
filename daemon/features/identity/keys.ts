import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import pLimit from 'p-limit'
import { type Home, removeFile } from '../../kernel/home.ts'
import { keepSecret, readSecret } from '../../kernel/encryption/home-key.ts'

/** The one signature algorithm (RFC 9864). */
export const algorithm = 'Ed25519'
/** How long a key that signs no more still verifies, in milliseconds: longer than any token holds. */
const retirement = 1_800_000

export interface Keys {
  readonly signing: () => { readonly kid: string; readonly key: CryptoKey }
  /** Verifies members' tokens: the key of that id, also one that signs no more while its tokens may still hold. */
  readonly verifying: (kid: string) => CryptoKey | undefined
  /** Verifies the `system:` tokens that programs with access to the home mint for themselves. */
  readonly local: () => { readonly kid: string; readonly key: CryptoKey }
  /** Signs receipts of what was deleted; never rotated, since they are verified in years. */
  readonly receipt: { readonly kid: string; readonly key: KeyObject; readonly jwk: JWK }
  /** Switches to a new signing key, which signs nobody out; returns its id. */
  readonly rotate: () => Promise<string>
  /** Switches to a new local key, and knows the old one no more; returns its id. */
  readonly rotateLocal: () => Promise<string>
}

interface StoredKey extends JWK {
  /** When it last signed, in milliseconds since the epoch; only its public half is left. */
  readonly retired_at?: number
}

interface LoadedKey {
  readonly file: string
  readonly kid: string
  readonly publicKey: CryptoKey
  /** Null for a retired one. */
  readonly privateKey: CryptoKey | null
  readonly retired_at: number | null
}

/** Loads the keys of the home, and makes those that are missing. Files are 0600. */
export async function loadKeys(
  home: Pick<Home, 'keys' | 'localKey' | 'receiptKey'>,
  now: () => number,
): Promise<Keys> {
  if (keyFiles(home.keys).length === 0) await makeKey(newFile(home.keys, now()))
  for (const file of [home.localKey, home.receiptKey]) if (readSecret(file) === null) await makeKey(file)
  let ring = await loadRing(home.keys, now())
  let local = await loadKey(home.localKey)
  const receipt = await loadReceiptKey(home.receiptKey)
  const oneByOne = pLimit(1)

  return {
    signing: () => ring.signing,
    verifying: (kid) => {
      const entry = ring.all.get(kid)
      if (entry?.retired_at && entry.retired_at + retirement <= now()) return undefined
      return entry?.publicKey
    },
    receipt,
    local: () => ({ kid: local.kid, key: local.publicKey }),
    rotate: () =>
      oneByOne(async () => {
        const file = newFile(home.keys, now())
        await makeKey(file)
        ring = await loadRing(home.keys, now(), file)
        return ring.signing.kid
      }),
    rotateLocal: () =>
      oneByOne(async () => {
        await makeKey(home.localKey)
        local = await loadKey(home.localKey)
        return local.kid
      }),
  }
}

/**
 * Loads every key; retires all but the newest, and removes those that retired long ago. The newest is that of `made`: it
 * need not sort last where the clock was set back.
 */
async function loadRing(folder: string, now: number, made?: string) {
  const loaded = await Promise.all(keyFiles(folder).map((name) => loadKey(join(folder, name))))
  const newest =
    loaded.find(({ file }) => file === made) ?? loaded.findLast(({ retired_at }) => retired_at === null)
  if (!newest?.privateKey) throw new Error('the home holds no signing key')
  for (const { file, retired_at } of loaded) {
    if (file === newest.file) continue
    if (retired_at === null) retire(file, now)
    else if (retired_at + retirement <= now) removeFile(file)
  }
  const all = loaded.map((key) =>
    key === newest ? key : { ...key, retired_at: key.retired_at ?? now, privateKey: null },
  )
  return {
    signing: { kid: newest.kid, key: newest.privateKey },
    all: new Map(all.map((key) => [key.kid, key])),
  }
}

const keyFiles = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()

/** The name begins with the time, so that the newest key sorts last. */
const newFile = (folder: string, now: number) =>
  join(folder, `${new Date(now).toISOString().replaceAll(':', '')}-${randomUUID().slice(0, 8)}.json`)

function retire(file: string, now: number): void {
  const { d: _, ...rest } = readKey(file)
  keepSecret(file, `${JSON.stringify({ ...rest, retired_at: now })}\n`)
}

async function makeKey(file: string): Promise<void> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  keepSecret(file, `${JSON.stringify({ ...jwk, kid, alg: algorithm, use: 'sig' })}\n`)
}

const readKey = (file: string) => JSON.parse(readSecret(file) ?? '{}') as StoredKey

async function loadKey(file: string): Promise<LoadedKey> {
  const { d, retired_at = null, ...rest } = readKey(file)
  if (!rest.kid) throw new Error(`${file} is not a signing key`)
  return {
    file,
    kid: rest.kid,
    publicKey: await importKey(rest, file),
    privateKey: d === undefined ? null : await importKey({ ...rest, d }, file),
    retired_at,
  }
}

async function loadReceiptKey(file: string): Promise<Keys['receipt']> {
  const { kid, publicKey } = await loadKey(file)
  const { x = '', d = '' } = readKey(file)
  // A receipt is signed in the transaction that it is of, which waits for nothing.
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' })
  return { kid, key, jwk: await exportJWK(publicKey) }
}

async function importKey(jwk: JWK, file: string): Promise<CryptoKey> {
  const key = await importJWK(jwk, algorithm)
  if (!('type' in key)) throw new Error(`${file} is not an Ed25519 key`)
  return key
}
