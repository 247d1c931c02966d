import { HomeLocked, readSecret } from '../../kernel/encryption/home-key.ts'
import type { Home } from '../../kernel/home.ts'

export { type Receipt, verifyReceipt } from '../../kernel/offline/receipt.ts'

/**
 * The id of the key with which a home signs receipts: its thumbprint. Null where the home has none; `isLocked` says that only
 * the daemon can read it.
 */
export function receiptKeyOf({ receiptKey }: Pick<Home, 'receiptKey'>): {
  readonly id: string | null
  readonly isLocked: boolean
} {
  try {
    const key = JSON.parse(readSecret(receiptKey) ?? 'null') as { readonly kid?: string } | null
    return { id: key?.kid ?? null, isLocked: false }
  } catch (error) {
    if (error instanceof HomeLocked) return { id: null, isLocked: true }
    throw error
  }
}
