import { and, count, desc, eq, getTableColumns, isNull, lt, sql } from 'drizzle-orm'
import { parameter, placeholders, updates } from '../../store/columns.ts'
import { devices, pairings } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'

export type DeviceRow = typeof devices.$inferSelect
type PairingRow = typeof pairings.$inferSelect

/** The queries on devices and the codes that make them trusted, each prepared once. */
export function deviceStore({ database }: Store) {
  const isDevice = eq(devices.device_uuid, parameter('device_uuid'))
  const trusted = and(
    eq(devices.family_member_uuid, parameter('family_member_uuid')),
    isNull(devices.revoked_at),
  )
  const page = database
    .select()
    .from(devices)
    .where(trusted)
    .orderBy(desc(devices.trusted_at), desc(devices.device_uuid))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare()
  const counted = database.select({ total: count() }).from(devices).where(trusted).prepare()
  const find = database.select().from(devices).where(and(isDevice, trusted)).prepare()
  const byId = database.select().from(devices).where(isDevice).prepare()
  const byKey = database
    .select()
    .from(devices)
    .where(and(eq(devices.key_thumbprint, parameter('key_thumbprint')), isNull(devices.revoked_at)))
    .orderBy(desc(devices.trusted_at))
    .limit(1)
    .prepare()
  const insert = database.insert(devices).values(placeholders(devices)).prepare()
  const revoke = database
    .update(devices)
    .set({ revoked_at: parameter('now') })
    .where(and(isDevice, trusted))
    .returning(getTableColumns(devices))
    .prepare()
  const seen = database
    .update(devices)
    .set({ last_seen_at: parameter('now') })
    .where(isDevice)
    .prepare()
  const findTrusted = database
    .select()
    .from(devices)
    .where(and(isDevice, isNull(devices.revoked_at)))
    .prepare()
  const certify = database
    .update(devices)
    .set(updates(['certificate']))
    .where(isDevice)
    .prepare()
  return {
    list: (
      family_member_uuid: string,
      at: { limit: number; offset: number },
    ): { items: DeviceRow[]; total: number } => ({
      items: page.all({ family_member_uuid, ...at }),
      total: counted.get({ family_member_uuid })?.total ?? 0,
    }),

    find: (family_member_uuid: string, device_uuid: string): DeviceRow | undefined =>
      find.get({ family_member_uuid, device_uuid }),

    /** Any device, also one that was revoked. */
    byId: (device_uuid: string): DeviceRow | undefined => byId.get({ device_uuid }),

    /** The trusted device that has a key (RFC 7638). */
    byKey: (key_thumbprint: string): DeviceRow | undefined => byKey.get({ key_thumbprint }),

    insert: (_: Transaction, row: DeviceRow): void => {
      insert.run({ ...row })
    },

    /** A trusted one, whoever it is of. */
    findTrusted: (device_uuid: string): DeviceRow | undefined => findTrusted.get({ device_uuid }),

    /** Keeps the certificate of a device, PEM. */
    certify: (_: Transaction, device_uuid: string, certificate: string): void => {
      certify.run({ device_uuid, certificate })
    },

    /** The device that was revoked; undefined where the member has no such trusted one. */
    revoke: (
      _: Transaction,
      family_member_uuid: string,
      device_uuid: string,
      now: number,
    ): DeviceRow | undefined => revoke.get({ family_member_uuid, device_uuid, now }),

    /** Milliseconds since the epoch. */
    seen: (_: Transaction, device_uuid: string, now: number): void => {
      seen.run({ device_uuid, now })
    },

    ...pairingStore(database),
  }
}

/** The same on the codes that make devices trusted. */
function pairingStore(database: Store['database']) {
  const insertCode = database.insert(pairings).values(placeholders(pairings)).prepare()
  const takeCode = database
    .delete(pairings)
    .where(eq(pairings.code_hash, parameter('code_hash')))
    .returning()
    .prepare()
  const findCode = database
    .select()
    .from(pairings)
    .where(eq(pairings.code_hash, parameter('code_hash')))
    .prepare()
  const forgetCodesOf = database
    .delete(pairings)
    .where(eq(pairings.family_member_uuid, parameter('family_member_uuid')))
    .prepare()
  const forgetCodes = database
    .delete(pairings)
    .where(lt(pairings.expires_at, parameter('now')))
    .prepare()

  return {
    insertCode: (_: Transaction, row: PairingRow): void => {
      insertCode.run({ ...row })
    },

    findCode: (code_hash: string): PairingRow | undefined => findCode.get({ code_hash }),

    /** What a code was for; it is gone then. */
    takeCode: (_: Transaction, code_hash: string): PairingRow | undefined => takeCode.get({ code_hash }),

    /** Codes that a member shows; anyone signed in may have created them. */
    forgetCodesOf: (_: Transaction, family_member_uuid: string): void => {
      forgetCodesOf.run({ family_member_uuid })
    },

    forgetCodes: (_: Transaction, now: number): void => {
      forgetCodes.run({ now })
    },
  }
}

export type Devices = ReturnType<typeof deviceStore>
