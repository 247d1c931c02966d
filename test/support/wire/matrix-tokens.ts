import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'

/** A token with the claims and the header of `token`, signed by a key that is not the daemon's. */
export async function signedByStranger(token: string): Promise<string> {
  const { privateKey } = await generateKeyPair('Ed25519')
  const { kid = '' } = decodeProtectedHeader(token)
  return new SignJWT(decodeJwt(token))
    .setProtectedHeader({ alg: 'Ed25519', typ: 'at+jwt', kid })
    .sign(privateKey)
}

/** A token with the claims of `token`, with a header that says there is no signature. */
export function unsigned(token: string): string {
  const plain = new UnsecuredJWT(decodeJwt(token)).encode()
  const header = { alg: 'none', typ: 'at+jwt', kid: decodeProtectedHeader(token).kid }
  return [Buffer.from(JSON.stringify(header)).toString('base64url'), ...plain.split('.').slice(1)].join('.')
}
