import { createHmac } from 'node:crypto'
import { and, asc, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Home } from '../../../kernel/home.ts'
import { keepSecret, readSecret } from '../../../kernel/encryption/home-key.ts'
import { parameter, placeholders } from '../../../store/columns.ts'
import { deviceMembers, devices, pins, pinTries } from '../tables.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import { newSecret } from '../secrets.ts'

export type PinRow = typeof pins.$inferSelect
export type TriesRow = typeof pinTries.$inferSelect

/**
 * What is kept of a PIN, in hexadecimal: an HMAC by a key that lies in the home beside the database, so that a copy of the
 * database alone tells none. Who has the key too can try out all PINs that there are.
 */
export function openPinHash({ pinKey }: Pick<Home, 'pinKey'>): (pin: string) => string {
  const stored = readSecret(pinKey)?.trim()
  const secret = stored || newSecret()
  if (!stored) keepSecret(pinKey, `${secret}\n`)
  return (pin) => createHmac('sha256', secret).update(`companion pin ${pin}`).digest('hex')
}

/** The queries on PINs, the devices that they work on, and the wrong ones that were tried there; each prepared once. */
export function pinStore(store: Store) {
  return { ...pinQueries(store), ...deviceQueries(store) }
}

export type PinStore = ReturnType<typeof pinStore>

function pinQueries({ database }: Store) {
  const mine = eq(pins.family_member_uuid, parameter('family_member_uuid'))
  const ofMember = database.select().from(pins).where(mine).prepare()
  const byHash = database
    .select()
    .from(pins)
    .where(eq(pins.pin_hash, parameter('pin_hash')))
    .prepare()
  const insert = database.insert(pins).values(placeholders(pins)).prepare()
  const remove = database.delete(pins).where(mine).prepare()

  return {
    ofMember: (family_member_uuid: string): PinRow | undefined => ofMember.get({ family_member_uuid }),

    byHash: (pin_hash: string): PinRow | undefined => byHash.get({ pin_hash }),

    assign: (_: Transaction, row: PinRow): void => {
      remove.run({ family_member_uuid: row.family_member_uuid })
      insert.run({ ...row })
    },

    /** False where there was none. */
    remove: (_: Transaction, family_member_uuid: string): boolean =>
      remove.run({ family_member_uuid }).changes === 1,
  }
}

function deviceQueries({ database }: Store) {
  const onDevice = eq(deviceMembers.device_uuid, parameter('device_uuid'))
  const ofMember = eq(deviceMembers.family_member_uuid, parameter('family_member_uuid'))
  const ofDevice = database
    .select({ family_member_uuid: deviceMembers.family_member_uuid, digits: pins.digits })
    .from(deviceMembers)
    .leftJoin(pins, eq(pins.family_member_uuid, deviceMembers.family_member_uuid))
    .where(onDevice)
    .prepare()
  const devicesOf = database
    .select({ ...getTableColumns(devices), signed_in_at: deviceMembers.signed_in_at })
    .from(deviceMembers)
    .innerJoin(devices, eq(devices.device_uuid, deviceMembers.device_uuid))
    .where(and(ofMember, isNull(devices.revoked_at)))
    .orderBy(asc(deviceMembers.signed_in_at))
    .prepare()
  const forgetOne = database.delete(deviceMembers).where(and(onDevice, ofMember)).prepare()
  const know = database.insert(deviceMembers).values(placeholders(deviceMembers)).prepare()
  const forgetOf = database.delete(deviceMembers).where(ofMember).prepare()
  const forgetDevice = database.delete(deviceMembers).where(onDevice).prepare()
  const tries = database
    .select()
    .from(pinTries)
    .where(eq(pinTries.device_uuid, parameter('device_uuid')))
    .prepare()
  const removeTries = database
    .delete(pinTries)
    .where(eq(pinTries.device_uuid, parameter('device_uuid')))
    .prepare()
  const insertTries = database.insert(pinTries).values(placeholders(pinTries)).prepare()

  return {
    /** Who has given their password on a device, and how many digits their PIN has; null for those who have none. */
    ofDevice: (device_uuid: string): { family_member_uuid: string; digits: number | null }[] =>
      ofDevice.all({ device_uuid }),

    /** The trusted devices on which a member has given their password. */
    devicesOf: (family_member_uuid: string) => devicesOf.all({ family_member_uuid }),

    /** Notes that a member has given their password on a device. */
    know: (_: Transaction, row: typeof deviceMembers.$inferSelect): void => {
      const { device_uuid, family_member_uuid } = row
      forgetOne.run({ device_uuid, family_member_uuid })
      know.run({ ...row })
    },

    /** A member has to give their password again on every device. */
    forgetMember: (_: Transaction, family_member_uuid: string): void => {
      forgetOf.run({ family_member_uuid })
    },

    /** Everybody has to give their password again on a device. */
    forgetDevice: (_: Transaction, device_uuid: string): void => {
      forgetDevice.run({ device_uuid })
    },

    tries: (device_uuid: string): TriesRow =>
      tries.get({ device_uuid }) ?? { device_uuid, in_row: 0, wrong: [], password_only: false },

    keepTries: (_: Transaction, row: TriesRow): void => {
      removeTries.run({ device_uuid: row.device_uuid })
      insertTries.run({ ...row })
    },
  }
}
