import { and, asc, eq } from 'drizzle-orm'
import { parameter, placeholders } from '../../../store/columns.ts'
import { passkeys } from '../tables.ts'
import type { Store, Transaction } from '../../../store/store.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

/** The queries on passkeys, each prepared once. */
export function passkeyStore({ database }: Store) {
  const mine = eq(passkeys.family_member_uuid, parameter('family_member_uuid'))
  const isPasskey = eq(passkeys.passkey_uuid, parameter('passkey_uuid'))
  const order = asc(passkeys.created_at)
  const list = database.select().from(passkeys).where(mine).orderBy(order).prepare()
  const at = database
    .select()
    .from(passkeys)
    .where(and(mine, eq(passkeys.rp_id, parameter('rp_id'))))
    .orderBy(order)
    .prepare()
  const byCredential = database
    .select()
    .from(passkeys)
    .where(eq(passkeys.credential_id, parameter('credential_id')))
    .prepare()
  const insert = database.insert(passkeys).values(placeholders(passkeys)).onConflictDoNothing().prepare()
  const use = database
    .update(passkeys)
    .set({ counter: parameter('counter'), last_used_at: parameter('now') })
    .where(and(isPasskey, eq(passkeys.counter, parameter('before'))))
    .prepare()
  const remove = database.delete(passkeys).where(and(mine, isPasskey)).returning().prepare()
  const removeAll = database.delete(passkeys).where(mine).prepare()

  return {
    list: (family_member_uuid: string): PasskeyRow[] => list.all({ family_member_uuid }),

    at: (family_member_uuid: string, rp_id: string): PasskeyRow[] => at.all({ family_member_uuid, rp_id }),

    byCredential: (credential_id: string): PasskeyRow | undefined => byCredential.get({ credential_id }),

    /** Null where the credential is known already. */
    insert: (_: Transaction, row: PasskeyRow): PasskeyRow | null =>
      insert.run({ ...row }).changes === 1 ? row : null,

    /** Counts a use; false where it was used or removed since it was read. */
    use: (
      _: Transaction,
      { passkey_uuid, counter: before }: PasskeyRow,
      counter: number,
      now: number,
    ): boolean => use.run({ passkey_uuid, before, counter, now }).changes === 1,

    remove: (_: Transaction, family_member_uuid: string, passkey_uuid: string): PasskeyRow | undefined =>
      remove.get({ family_member_uuid, passkey_uuid }),

    removeAll: (_: Transaction, family_member_uuid: string): number =>
      removeAll.run({ family_member_uuid }).changes,
  }
}
