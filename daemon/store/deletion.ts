import type { Erasures } from './erasures.ts'
import type { Idempotency } from './idempotency.ts'
import { type Deleted, openQuotes } from './quotes.ts'
import type { Store, Transaction } from './store.ts'

export interface DeletionDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly erasures: Erasures
}

/** Cancels a question that is still open; nothing where it is not. */
export type Withdraw = (tx: Transaction, interaction_id: string) => void

/** What goes with memories that are deleted for good, beside their rows, their words and their vectors. */
export type Deletion = (
  tx: Transaction,
  rows: readonly Deleted[],
  /** Whether a backup may not bring them back; said of all that a member had elsewhere. */
  listed?: boolean,
) => void

/**
 * Opens the deletion of everything that a memory has left elsewhere: what was answered about it, its words in replies,
 * questions about it, and its text in the write-ahead log.
 */
export function openDeletion({ store, once, erasures }: DeletionDependencies, withdraw: Withdraw): Deletion {
  const quotes = openQuotes(store)
  return (tx, rows, listed = true) => {
    if (rows.length === 0) return
    tx.scrub()
    for (const row of rows) {
      // Whoever looks at it is told that it is over.
      for (const question of quotes.questions(row.memory_uuid)) withdraw(tx, question)
      once.forget(tx, [row.memory_uuid, ...quotes.remove(row)])
    }
    const uuids = rows.map(({ memory_uuid }) => memory_uuid)
    if (listed) erasures.record(tx, 'memory', uuids)
  }
}
