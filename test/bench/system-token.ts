import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { importJWK, type JWK, SignJWT } from 'jose'
import { locateHome } from '../../daemon/kernel/home.ts'

/** An admin token of 10 min from `now`, made with the local key of a home as the programs of its machine make them. */
export async function systemToken(home: string, now = Date.now()): Promise<string> {
  const issued = Math.floor(now / 1_000)
  const jwk = JSON.parse(readFileSync(locateHome({ COMPANION_HOME: home }).localKey, 'utf8')) as JWK
  return new SignJWT({})
    .setProtectedHeader({ alg: 'Ed25519', typ: 'at+jwt', kid: jwk.kid ?? '' })
    .setSubject('system:bench')
    .setIssuer('companion')
    .setAudience('companion')
    .setIssuedAt(issued)
    .setExpirationTime(issued + 600)
    .setJti(randomUUID())
    .sign(await importJWK(jwk, 'Ed25519'))
}
