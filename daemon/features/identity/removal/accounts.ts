import type { Bus } from '../../../bus/bus.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Erasures } from '../../../store/erasures.ts'
import type { Erasure } from '../../../store/tables.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import type { Devices } from '../devices.ts'
import type { EraseMember } from './erasure.ts'
import { LastAdmin, OnlyAdmin } from '../failures.ts'
import type { Invitations } from '../invitations.ts'
import { type Members, removedMemberStore } from '../members.ts'
import type { Sessions } from '../sessions.ts'
import type { SetupCode } from '../setup-code.ts'

interface AccountsDependencies {
  readonly store: Store
  readonly bus: Bus
  readonly clock: Clock
  readonly erasures: Erasures<'member' | 'account'>
  readonly members: Members
  readonly sessions: Sessions
  readonly devices: Devices
  readonly invitations: Invitations
  readonly setupCode: Pick<SetupCode, 'renew'>
  readonly erase: EraseMember
  readonly knownPeople: KnownPeople
  readonly hasTold: (family_member_uuid: string) => boolean
  /** Deletes the second factors of a member. */
  readonly eraseFactors: (tx: Transaction, family_member_uuid: string) => Record<string, number>
  /** Called after a member is there no longer, or again. */
  readonly changed: (family_member_uuid: string) => void
}

/** The people whom the companion knows, whether or not they have an account. */
export interface KnownPeople {
  /** Everybody, also those who were removed and can still come back. */
  readonly everybody: () => readonly string[]
  readonly forget: (tx: Transaction, person_uuid: string) => void
}

/** Somebody who has left for good. */
export interface Departure {
  readonly deleted: Record<string, number>
  readonly erasure: Erasure
  /** Who went along: where the last member leaves, guests, and who was removed before. */
  readonly along: readonly string[]
}

/** How accounts are removed, brought back and erased; who may do that is for the caller to check. */
export interface Accounts {
  /** What a member is called, whether or not they were removed. */
  readonly nameOf: (family_member_uuid: string) => string | undefined
  /** Throws `CONFLICT` where nobody else is an admin. */
  readonly assertRemovable: (family_member_uuid: string) => void
  /** Ends every session of a member, and has nobody find them from then on. Throws `CONFLICT` for the last admin. */
  readonly remove: (tx: Transaction, family_member_uuid: string) => void
  /** Undoes that; the sessions that were ended stay so. */
  readonly restore: (tx: Transaction, family_member_uuid: string) => void
  /** Deletes for good the account, and all that is held of it but what the household may read. */
  readonly erase: (tx: Transaction, family_member_uuid: string) => Record<string, number>
  /** Throws `CONFLICT` for the only admin of others who live here. */
  readonly assertMayLeave: (family_member_uuid: string) => void
  /**
   * Deletes for good the account, and all that is held of it, at once; with the last member everybody else, and the home
   * is one that nobody has set up. Throws `CONFLICT` for the only admin of others.
   */
  readonly leave: (tx: Transaction, family_member_uuid: string) => Departure
}

/** More than anybody has. */
const everyDevice = { limit: 1_000_000, offset: 0 }

/** Ends every session of a member, and those of others on the devices of the member. */
export function endEverySession(
  tx: Transaction,
  { sessions, devices }: { readonly sessions: Sessions; readonly devices: Devices },
  family_member_uuid: string,
): void {
  sessions.endAll(tx, family_member_uuid)
  for (const { device_uuid } of devices.list(family_member_uuid, everyDevice).items)
    sessions.endOfDevice(tx, device_uuid)
}

/** Opens what is done to accounts as a whole. */
export function openAccounts(dependencies: AccountsDependencies): Accounts {
  const { store, bus, clock, members, sessions, devices, hasTold, erase, eraseFactors } = dependencies
  const removed = removedMemberStore(store, dependencies.changed)
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
    nameOf: removed.nameOf,
    restore: (tx, family_member_uuid) => removed.setRemoved(tx, family_member_uuid, null),
    erase: (tx, family_member_uuid) => {
      const deleted = {
        ...erase(tx, family_member_uuid, 'household').deleted,
        ...eraseFactors(tx, family_member_uuid),
      }
      const name = hasTold(family_member_uuid) ? removed.nameOf(family_member_uuid) : undefined
      removed.forget(tx, family_member_uuid, name ?? '')
      tx.afterCommit(() => bus.publish('member.erased', { family_member_uuid }, { family_member_uuid }))
      return deleted
    },
    ...leaving(dependencies, removed),
  }
}

/** Leaving by oneself, of which nothing stays. */
function leaving(
  dependencies: AccountsDependencies,
  removed: ReturnType<typeof removedMemberStore>,
): Pick<Accounts, 'assertMayLeave' | 'leave'> {
  const { bus, erasures, members, invitations, setupCode, erase, knownPeople, eraseFactors } = dependencies
  const others = (family_member_uuid: string) => members.ids().filter((id) => id !== family_member_uuid)

  const assertMayLeave = (family_member_uuid: string) => {
    const isAdmin = members.byId(family_member_uuid)?.roles.includes('admin') ?? false
    if (isAdmin && members.admins() === 1 && others(family_member_uuid).length > 0) throw OnlyAdmin()
  }

  const deleteWhole = (tx: Transaction, family_member_uuid: string) => {
    endEverySession(tx, dependencies, family_member_uuid)
    const { deleted, erasure } = erase(tx, family_member_uuid)
    const factors = eraseFactors(tx, family_member_uuid)
    knownPeople.forget(tx, family_member_uuid)
    const accounts = removed.delete(tx, family_member_uuid)
    const [account = erasure] = erasures.record(tx, 'account', [family_member_uuid])
    tx.afterCommit(() => bus.publish('member.erased', { family_member_uuid }, { family_member_uuid }))
    return { deleted: { ...deleted, ...factors, accounts }, erasure: account }
  }

  return {
    assertMayLeave,
    leave: (tx, family_member_uuid) => {
      assertMayLeave(family_member_uuid)
      const isLast = others(family_member_uuid).length === 0
      const everybody = isLast ? [...removed.everybody(), ...knownPeople.everybody()] : []
      const along = [...new Set(everybody)].filter((id) => id !== family_member_uuid)
      const { deleted, erasure } = deleteWhole(tx, family_member_uuid)
      for (const id of along) deleteWhole(tx, id)
      if (isLast) {
        // Whoever came by one would live in a home without an admin.
        invitations.withdrawAll(tx)
        tx.afterCommit(setupCode.renew)
      }
      return { deleted, erasure, along }
    },
  }
}
