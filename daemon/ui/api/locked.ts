import { readAnswer } from '../../client/answer.ts'
import { ConnectionError } from '../../client/errors.ts'
import type { HomePasskey } from './home-passkeys.ts'

/** How the daemon is before anybody can sign in: `starting` once it was unlocked, `ok` once it runs. */
export interface LockState {
  readonly status: 'locked' | 'starting' | 'ok'
  /** Where it goes on, where that is not here. */
  readonly next: string | null
}

/** How the daemon is; throws `ConnectionError` where it does not answer. */
export async function lockState(): Promise<LockState> {
  return { next: null, ...((await ask('/healthz')) as Pick<LockState, 'status'>) }
}

/** The passkeys that unlock the home. */
export async function homePasskeys(): Promise<readonly HomePasskey[]> {
  return ((await ask('/unlock')) as { readonly passkeys: readonly HomePasskey[] }).passkeys
}

/** What the home may be unlocked with: its passphrase or its words as `secret`, or a passkey. */
export type Attempt =
  | { readonly secret: string }
  | { readonly passkey: { readonly credential_id: string; readonly secret: string } }

/** Unlocks the home; throws as any call does. */
export async function unlock(attempt: Attempt): Promise<LockState> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(attempt)
  return (await ask('/unlock', { method: 'POST', headers, body })) as LockState
}

async function ask(path: string, request: RequestInit = {}): Promise<unknown> {
  const response = await fetch(path, request).catch((cause: unknown) => {
    throw new ConnectionError('the daemon does not respond', { cause })
  })
  return readAnswer({ body: 'bare', reasons: {} }, response)
}
