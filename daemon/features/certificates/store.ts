import { and, count, desc, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { parameter, placeholders } from '../../store/columns.ts'
import { certificates } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'

export type CertificateRow = typeof certificates.$inferSelect

/** The queries on certificates of devices, each prepared once. Moments are milliseconds since the epoch. */
export function certificateStore({ database }: Store) {
  const valid = and(isNull(certificates.revoked_at), gt(certificates.expires_at, parameter('now')))
  const all = database.select().from(certificates).where(valid)
  const live = all.prepare()
  const page = database
    .select()
    .from(certificates)
    .where(valid)
    .orderBy(desc(certificates.issued_at), desc(certificates.serial))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare()
  const counted = database.select({ total: count() }).from(certificates).where(valid).prepare()
  const revoked = database
    .select()
    .from(certificates)
    .where(and(isNotNull(certificates.revoked_at), gt(certificates.expires_at, parameter('now'))))
    .prepare()
  const insert = database.insert(certificates).values(placeholders(certificates)).prepare()
  const set = database.update(certificates).set({ revoked_at: parameter('now') })
  const revokeDevice = set
    .where(and(eq(certificates.device_uuid, parameter('device_uuid')), isNull(certificates.revoked_at)))
    .returning()
    .prepare()
  const revokeMember = database
    .update(certificates)
    .set({
      revoked_at: sql`coalesce(revoked_at, ${parameter('now')})`,
      device_uuid: null,
      family_member_uuid: null,
    })
    .where(eq(certificates.family_member_uuid, parameter('family_member_uuid')))
    .returning()
    .prepare()
  const forget = database
    .delete(certificates)
    .where(lt(certificates.expires_at, parameter('now')))
    .prepare()

  return {
    live: (now: number): CertificateRow[] => live.all({ now }),
    list: (now: number, at: { limit: number; offset: number }) => ({
      items: page.all({ now, ...at }),
      total: counted.get({ now })?.total ?? 0,
    }),
    /** Those that were revoked and would hold otherwise. */
    revoked: (now: number): CertificateRow[] => revoked.all({ now }),
    insert: (_: Transaction, row: CertificateRow): void => {
      insert.run({ ...row })
    },
    /** Answers those that were good until now. */
    revokeDevice: (_: Transaction, device_uuid: string, now: number): CertificateRow[] =>
      revokeDevice.all({ device_uuid, now }),
    /** Revokes those of a member, and leaves nothing in them that says whose they were; answers them. */
    revokeMember: (_: Transaction, family_member_uuid: string, now: number): CertificateRow[] =>
      revokeMember.all({ family_member_uuid, now }),
    forget: (_: Transaction, now: number): void => {
      forget.run({ now })
    },
  }
}
