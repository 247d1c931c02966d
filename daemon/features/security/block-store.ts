import { eq, lte } from 'drizzle-orm'
import { parameter, placeholders } from '../../store/columns.ts'
import { blockedAddresses } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'

export type BlockedAddress = typeof blockedAddresses.$inferSelect

/** The queries of blocked addresses, each prepared once. */
export function blockStore({ database }: Store) {
  const all = database.select().from(blockedAddresses).prepare()
  const insert = database.insert(blockedAddresses).values(placeholders(blockedAddresses)).prepare()
  const remove = database
    .delete(blockedAddresses)
    .where(eq(blockedAddresses.address, parameter('address')))
    .prepare()
  const removeExpired = database
    .delete(blockedAddresses)
    .where(lte(blockedAddresses.expires_at, parameter('now')))
    .prepare()

  return {
    all: (): BlockedAddress[] => all.all(),

    /** Writes a row in place of the one of the same address. */
    put: (_: Transaction, row: BlockedAddress): void => {
      remove.run({ address: row.address })
      insert.run({ ...row })
    },

    remove: (_: Transaction, address: string): void => {
      remove.run({ address })
    },

    /** Removes what has expired at `now`, milliseconds since the epoch. */
    removeExpired: (_: Transaction, now: number): void => {
      removeExpired.run({ now })
    },
  }
}
