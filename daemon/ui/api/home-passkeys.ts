import type { InputOf } from '../../client/types.ts'
import { passkeysHere } from './passkeys.ts'

/** The host that passkeys of a home are for: a locked home has its page nowhere else. */
const host = 'localhost'

/** What is known of a passkey that opens the home; bytes are in base64url. */
export interface HomePasskey {
  readonly credential_id: string
  readonly salt: string
}

/** This browser, or the authenticator of the passkey, makes no secrets. */
export class NoSecretError extends Error {
  override readonly name = 'NoSecretError'
}

/** Whether this page may use passkeys of the home. */
export const homePasskeysHere = (): boolean => location.hostname === host && passkeysHere()

// Only who uses a passkey gets it.
const load = () => import('@simplewebauthn/browser')

const random = () => crypto.getRandomValues(new Uint8Array(32))

/** Has the browser make a passkey for the home, and try it out; throws `NoSecretError` where it makes no secrets. */
export async function makeHomePasskey(name: string): Promise<InputOf<'encryption.add_passkey'>> {
  const { bufferToBase64URLString } = await load()
  const made = await navigator.credentials.create({
    publicKey: {
      rp: { id: host, name: 'Companion' },
      user: { id: random(), name: `Companion: ${name}`, displayName: `Companion: ${name}` },
      challenge: random(),
      // EdDSA, ES256 and RS256: what it signs is of no use here.
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      // It would be offered for signing in as well.
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
      extensions: { prf: {} },
    },
  })
  if (!(made instanceof PublicKeyCredential) || made.getClientExtensionResults().prf?.enabled !== true)
    throw new NoSecretError()
  const passkey = {
    credential_id: bufferToBase64URLString(made.rawId),
    salt: bufferToBase64URLString(random().buffer),
  }
  const { secret } = await secretOf([passkey])
  return { name, ...passkey, prf_secret: secret }
}

/** Has the browser ask for one of these passkeys, and answers its secret; throws `NoSecretError` where it makes none. */
export async function secretOf(
  passkeys: readonly HomePasskey[],
): Promise<{ readonly credential_id: string; readonly secret: string }> {
  const { base64URLStringToBuffer, bufferToBase64URLString } = await load()
  const evalByCredential = Object.fromEntries(
    passkeys.map(({ credential_id, salt }) => [credential_id, { first: base64URLStringToBuffer(salt) }]),
  )
  const asked = await navigator.credentials.get({
    publicKey: {
      rpId: host,
      challenge: random(),
      allowCredentials: passkeys.map(({ credential_id }) => ({
        type: 'public-key',
        id: base64URLStringToBuffer(credential_id),
      })),
      userVerification: 'required',
      extensions: { prf: { evalByCredential } },
    },
  })
  if (!(asked instanceof PublicKeyCredential)) throw new NoSecretError()
  const first = asked.getClientExtensionResults().prf?.results?.first
  if (first === undefined) throw new NoSecretError()
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : first
  return {
    credential_id: bufferToBase64URLString(asked.rawId),
    secret: bufferToBase64URLString(new Uint8Array(bytes).buffer),
  }
}
