import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'

/** Where a daemon proves that it is the one of a home, with the query parameter `nonce`. */
export const proofPath = '/.well-known/companion/proof'
/** What a nonce is like: 128 random bits at least, in base64url. */
export const nonceFormat = /^[\w-]{22,128}$/

/**
 * What is signed: for nothing but this, of one nonce, and where it was asked for as the daemon sees it. Whoever passes the
 * question on to the daemon gets the daemon's address signed, and not its own.
 */
const message = (nonce: string, address: string) => Buffer.from(`companion proof v1\n${nonce}\n${address}`)

/** The key of one run of a daemon. It is nowhere but in its memory, so that nobody can go on with it. */
export interface Prover {
  /** Ed25519, 32 bytes in base64url. */
  readonly public_key: string
  /** A signature in base64url. */
  readonly sign: (nonce: string, address: string) => string
}

/** Makes the key of this run. */
export function openProver(): Prover {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return {
    public_key: x,
    sign: (nonce, address) => sign(null, message(nonce, address), privateKey).toString('base64url'),
  }
}

/** Whether that daemon, asked at this address, has signed this nonce; false for whatever is no key or no signature. */
export function isProof(public_key: string, nonce: string, address: string, signature: string): boolean {
  try {
    const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: public_key } })
    return verify(null, message(nonce, address), key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}
