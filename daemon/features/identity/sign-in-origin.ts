import type { Context } from '../../kernel/context.ts'
import type { Proofs } from './proofs.ts'
import type { SignInOrigin } from './sessions.ts'

/** From where, with what and bound to what a client comes; throws `INVALID_CREDENTIALS` for a bad proof of its key. */
export type SignInOriginOf = (context: Context) => Promise<SignInOrigin>

/** Reads it of a call. */
export function openSignInOrigin(proofs: Proofs): SignInOriginOf {
  return async (context) => {
    const { address, user_agent } = context
    const binding = await proofs.bindingOf(context)
    if (user_agent === undefined) return { address, client: null, binding }
    // Not needed before somebody signs in.
    const { clientName } = await import('./client-name.ts')
    return { address, client: clientName(user_agent), binding }
  }
}
