import { createHmac, randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../kernel/clock.ts'
import type { Context, SentProof } from '../../kernel/context.ts'
import { InvalidProof, NonceRequired } from './failures.ts'

/** What a session is bound to. */
export interface Binding {
  /** Of the client's public key (RFC 7638). */
  readonly key_thumbprint: string
  /** Where the client reached the daemon: another one that sits there later has the key, and not the daemon. */
  readonly origin: string
}

/** How old a proof may be, and by how much from the future, in seconds. */
const maxAge = 300
const clockSkew = 300
/** How long a nonce holds, in milliseconds: this window and the one before. */
const nonceWindow = 300_000

export interface Proofs {
  /** The key that a client has proved to have; null where it sends no proof. Throws `INVALID_CREDENTIALS`. */
  readonly bindingOf: (context: Context) => Promise<Binding | null>
  /**
   * The same for a proof with the daemon's nonce, which nobody can have made in advance. Throws `AUTHENTICATION_REQUIRED`
   * (`reason` is `use_dpop_nonce`, `nonce` the one to use) for another one.
   */
  readonly freshBindingOf: (context: Context) => Promise<Binding | null>
}

/** Checks proofs of possession (DPoP, RFC 9449, 4.3). Each is accepted once. */
export function openProofs(clock: Clock): Proofs {
  const secret = randomBytes(32)
  const seen = new LRUCache<string, true>({ max: 10_000 })

  const nonceAt = (moment: number) =>
    createHmac('sha256', secret)
      .update(String(Math.floor(moment / nonceWindow)))
      .digest('base64url')

  /** Read once for a call, however many of its parts ask. */
  const calls = new WeakMap<SentProof, ReturnType<typeof check>>()
  const read = async ({ proof }: Context) => {
    if (!proof) return null
    const verdict = calls.get(proof) ?? check(proof)
    calls.set(proof, verdict)
    return verdict
  }

  const check = async (proof: SentProof) => {
    const { payload, protectedHeader } = await jwtVerify(proof.jwt, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256', 'Ed25519', 'EdDSA'],
      requiredClaims: ['iat', 'jti', 'htm', 'htu'],
      maxTokenAge: maxAge,
      clockTolerance: clockSkew,
      currentDate: new Date(clock.now()),
    }).catch((error: unknown) => {
      throw error instanceof errors.JOSEError ? InvalidProof() : error
    })
    const { jwk } = protectedHeader
    const { htm, htu, jti = '' } = payload
    if (!jwk || htm !== proof.method || htu !== proof.url) throw InvalidProof()
    const key_thumbprint = await calculateJwkThumbprint(jwk)
    const used = `${key_thumbprint} ${jti}`
    if (seen.has(used)) throw InvalidProof()
    seen.set(used, true)
    return { payload, binding: { key_thumbprint, origin: new URL(proof.url).origin } }
  }

  return {
    bindingOf: async (context) => (await read(context))?.binding ?? null,
    freshBindingOf: async (context) => {
      const proof = await read(context)
      if (!proof) return null
      const now = clock.now()
      const { nonce } = proof.payload
      if (nonce !== nonceAt(now) && nonce !== nonceAt(now - nonceWindow))
        throw NonceRequired({ nonce: nonceAt(now) })
      return proof.binding
    },
  }
}
