import type { Bus } from '../../../bus/bus.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { memories } from '../../../store/schema.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import { and, count, eq } from 'drizzle-orm'
import { parameter } from '../../../store/columns.ts'
import type { Devices } from '../devices.ts'
import type { Erase } from '../erasure.ts'
import { LastAdmin } from '../failures.ts'
import { type Members, removedMemberStore } from '../members.ts'
import type { Sessions } from '../sessions.ts'

interface AccountsDependencies {
  readonly store: Store
  readonly bus: Bus
  readonly clock: Clock
  readonly members: Members
  readonly sessions: Sessions
  readonly devices: Devices
  readonly erase: Erase
  /** Deletes the second factors of a member. */
  readonly eraseFactors: (tx: Transaction, family_member_uuid: string) => Record<string, number>
  /** Called after a member is there no longer, or again. */
  readonly changed: (family_member_uuid: string) => void
}

/** How accounts are removed, brought back and erased; who may do that is for the caller to check. */
export interface Accounts {
  /** Throws `CONFLICT` where nobody else is an admin. */
  readonly assertRemovable: (family_member_uuid: string) => void
  /** Ends every session of a member, and has nobody find them from then on. Throws `CONFLICT` for the last admin. */
  readonly remove: (tx: Transaction, family_member_uuid: string) => void
  /** Undoes that; the sessions that were ended stay so. */
  readonly restore: (tx: Transaction, family_member_uuid: string) => void
  /** Deletes for good the account, and all that is held of it but what the household may read. */
  readonly erase: (tx: Transaction, family_member_uuid: string) => Record<string, number>
}

/** Opens what is done to accounts as a whole. */
export function openAccounts(dependencies: AccountsDependencies): Accounts {
  const { store, bus, clock, members, sessions, devices, erase, eraseFactors } = dependencies
  const removed = removedMemberStore(store, dependencies.changed)
  const told = store.database
    .select({ total: count() })
    .from(memories)
    .where(
      and(
        eq(memories.family_member_uuid, parameter('family_member_uuid')),
        eq(memories.visibility, 'household'),
      ),
    )
    .prepare()
  const assertRemovable = (family_member_uuid: string) => {
    const isAdmin = members.byId(family_member_uuid)?.roles.includes('admin') ?? false
    if (isAdmin && members.admins() === 1) throw LastAdmin()
  }

  return {
    assertRemovable,
    remove: (tx, family_member_uuid) => {
      assertRemovable(family_member_uuid)
      sessions.endAll(tx, family_member_uuid)
      devices.forgetCodesOf(tx, family_member_uuid)
      removed.setRemoved(tx, family_member_uuid, clock.now())
    },
    restore: (tx, family_member_uuid) => removed.setRemoved(tx, family_member_uuid, null),
    erase: (tx, family_member_uuid) => {
      const deleted = {
        ...erase(tx, family_member_uuid, 'household'),
        ...eraseFactors(tx, family_member_uuid),
      }
      const isTold = (told.get({ family_member_uuid })?.total ?? 0) > 0
      const name = isTold ? removed.nameOf(family_member_uuid) : undefined
      removed.forget(tx, family_member_uuid, name ?? '')
      tx.afterCommit(() => bus.publish('member.erased', { family_member_uuid }, { family_member_uuid }))
      return deleted
    },
  }
}
