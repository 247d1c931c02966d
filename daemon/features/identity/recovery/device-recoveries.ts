import { and, eq, isNull, lte, ne } from 'drizzle-orm'
import { parameter, placeholders } from '../../../store/columns.ts'
import { deviceRecoveries } from '../tables.ts'
import type { Store, Transaction } from '../../../store/store.ts'

export type DeviceRecoveryRow = typeof deviceRecoveries.$inferSelect

/** The queries on new passwords that devices ask for, each prepared once; there is one a device. */
export function deviceRecoveryStore({ database }: Store) {
  const ofDevice = eq(deviceRecoveries.device_uuid, parameter('device_uuid'))
  const ofMember = eq(deviceRecoveries.family_member_uuid, parameter('family_member_uuid'))
  const waiting = isNull(deviceRecoveries.cancelled_at)
  const find = database.select().from(deviceRecoveries).where(ofDevice).prepare()
  const list = database.select().from(deviceRecoveries).where(and(ofMember, waiting)).prepare()
  const insert = database.insert(deviceRecoveries).values(placeholders(deviceRecoveries)).prepare()
  const remove = database.delete(deviceRecoveries).where(ofDevice).prepare()
  const cancel = database
    .update(deviceRecoveries)
    .set({ cancelled_at: parameter('now') })
    .where(and(ofMember, waiting, ne(deviceRecoveries.device_uuid, parameter('except'))))
    .returning()
    .prepare()
  const forgetOf = database.delete(deviceRecoveries).where(and(ofMember, waiting)).prepare()
  const forget = database
    .delete(deviceRecoveries)
    .where(lte(deviceRecoveries.requested_at, parameter('before')))
    .prepare()

  return {
    /** What a device asked for last. */
    find: (device_uuid: string): DeviceRecoveryRow | undefined => find.get({ device_uuid }),

    /** Those of a member that were not cancelled, also what is too old. */
    list: (family_member_uuid: string): DeviceRecoveryRow[] => list.all({ family_member_uuid }),

    /** In the place of what the device asked for before. */
    replace: (_: Transaction, row: DeviceRecoveryRow): void => {
      remove.run({ device_uuid: row.device_uuid })
      insert.run({ ...row })
    },

    remove: (_: Transaction, device_uuid: string): void => {
      remove.run({ device_uuid })
    },

    /** Cancels those of a member but that of one device; answers them. */
    cancel: (
      _: Transaction,
      family_member_uuid: string,
      except: string | null,
      now: number,
    ): DeviceRecoveryRow[] => cancel.all({ family_member_uuid, except: except ?? '', now }),

    /** Those of a member that nobody has cancelled. */
    forgetOf: (_: Transaction, family_member_uuid: string): void => {
      forgetOf.run({ family_member_uuid })
    },

    /** Those that were asked for before a moment, milliseconds since the epoch. */
    forget: (_: Transaction, before: number): void => {
      forget.run({ before })
    },
  }
}

export type DeviceRecoveries = ReturnType<typeof deviceRecoveryStore>
