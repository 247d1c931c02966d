import { count, eq } from 'drizzle-orm'
import { type Clock, iso } from '../../../kernel/clock.ts'
import { parameter, placeholders } from '../../../store/columns.ts'
import { backupCodes } from '../tables.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import { newCode, plainCode } from '../one-time-codes.ts'
import type { Seal } from './seal.ts'

const setSize = 10

/** Codes that stand in for a second factor that is not at hand, each good once. */
export interface BackupCodes {
  /** Makes a new set, in place of the one before; the codes are nowhere but in the answer. */
  readonly make: (tx: Transaction, family_member_uuid: string) => string[]
  /** Uses a code up; false for one that is wrong or was used. */
  readonly take: (tx: Transaction, family_member_uuid: string, code: string) => boolean
  /** How many are left, and when the set was made; null for none. */
  readonly left: (family_member_uuid: string) => { count: number; created_at: string } | null
  readonly remove: (tx: Transaction, family_member_uuid: string) => number
}

/**
 * Opens the codes. A code has 60 random bits, so that a fast hash is enough, as no list of likely codes exists; it is
 * keyed, so that whoever has the database alone cannot even begin to try.
 */
export function openBackupCodes({ database }: Store, seal: Seal, clock: Clock): BackupCodes {
  const mine = eq(backupCodes.family_member_uuid, parameter('family_member_uuid'))
  const insert = database.insert(backupCodes).values(placeholders(backupCodes)).prepare()
  const take = database
    .delete(backupCodes)
    .where(eq(backupCodes.code_hash, parameter('code_hash')))
    .prepare()
  const left = database
    .select({ count: count(), created_at: backupCodes.created_at })
    .from(backupCodes)
    .where(mine)
    .prepare()
  const remove = database.delete(backupCodes).where(mine).prepare()

  return {
    make: (_, family_member_uuid) => {
      remove.run({ family_member_uuid })
      const codes = Array.from({ length: setSize }, () => newCode(3))
      const created_at = iso(clock.now())
      for (const code of codes) {
        const code_hash = seal.digest(plainCode(code), family_member_uuid)
        insert.run({ code_hash, family_member_uuid, created_at })
      }
      return codes
    },

    take: (_, family_member_uuid, code) =>
      take.run({ code_hash: seal.digest(plainCode(code), family_member_uuid) }).changes === 1,

    left: (family_member_uuid) => {
      const codes = left.get({ family_member_uuid })
      return codes && codes.count > 0 ? codes : null
    },

    remove: (_, family_member_uuid) => remove.run({ family_member_uuid }).changes,
  }
}
