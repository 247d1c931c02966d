import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiError } from '../../client/errors.ts'
import type { InputOf } from '../../client/types.ts'
import { stepUp } from './session.ts'

type NewPasskey = InputOf<'mfa.add_passkey'>['response']
export type Assertion = NonNullable<InputOf<'auth.login'>['assertion']>

// Only who uses a passkey gets it.
const load = () => import('@simplewebauthn/browser')

/** Whether a page is at an address, where browsers allow no passkeys. */
export const isAddress = (hostname: string): boolean => /^[\d.]+$|^\[/.test(hostname)

/** Whether this page may use passkeys, and this browser can. */
export const passkeysHere = (): boolean =>
  'PublicKeyCredential' in globalThis && !isAddress(location.hostname)

/** This page by the name of the machine, where it is at an address of it; null for any other. */
export const byNameOfMachine = (): string | null =>
  /^127\.|^\[::1\]$/.test(location.hostname) ? location.href.replace(location.hostname, 'localhost') : null

/** Has the browser make a passkey with options of the daemon. */
export async function makePasskey(options: Record<string, unknown>): Promise<NewPasskey> {
  const { startRegistration } = await load()
  // The daemon makes them for browsers.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return startRegistration({ optionsJSON })
}

/** Has the browser sign with a passkey. */
export async function signWithPasskey(options: unknown): Promise<Assertion> {
  const { startAuthentication } = await load()
  // The daemon makes them for browsers.
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return startAuthentication({ optionsJSON })
}

/** What the daemon asks for where half of a sign-in is done. */
export interface Half {
  readonly mfa_token: string
  readonly methods: readonly MfaMethod[]
  readonly passkey_options: unknown
  readonly state: string | null
  readonly number: number | null
}

export type MfaMethod = NonNullable<InputOf<'auth.login'>['method']>

/** That of a refusal; null for any other. */
export function halfOf(error: unknown): Half | null {
  if (!(error instanceof ApiError) || error.code !== 'MFA_REQUIRED') return null
  const { mfa_token, methods, passkey_options, state, number } = error.details
  return {
    mfa_token: String(mfa_token),
    methods: Array.isArray(methods) ? methods : [],
    passkey_options,
    state: typeof state === 'string' ? state : null,
    number: typeof number === 'number' ? number : null,
  }
}

/** What the daemon asks for where `call` is refused for the want of it; throws whatever else is wrong. */
export async function askedBy(call: Promise<unknown>): Promise<Half> {
  try {
    await call
  } catch (error) {
    const half = halfOf(error)
    if (half) return half
    throw error
  }
  throw new Error('nothing was asked for')
}

/** Recognises the member once more by a passkey. */
export async function stepUpWithPasskey(): Promise<void> {
  const { mfa_token, passkey_options } = await askedBy(stepUp({ method: 'passkey' }))
  const assertion = await signWithPasskey(passkey_options)
  await stepUp({ mfa_token, method: 'passkey', assertion })
}

/** Whether the person has sent the question of the browser away. */
export const isDismissed = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
