import { eq, inArray, or, sql } from 'drizzle-orm'
import { parameter } from '../../store/columns.ts'
import { devices, idempotency, pairings, refreshTokens, sessions } from '../../store/schema.ts'
import type { Store, Transaction } from '../../store/store.ts'

/** Deletes everything of one kind, or of several, that is held of a member; answers how much of each. */
export type Erase = (tx: Transaction, family_member_uuid: string) => Record<string, number>

/** Erases what identity holds of a member besides the account, together with what `others` hold. */
export function openErasure({ database }: Store, others: readonly Erase[]): Erase {
  const owner = parameter('family_member_uuid')
  const mine = database
    .select({ session_uuid: sessions.session_uuid })
    .from(sessions)
    .where(eq(sessions.family_member_uuid, owner))
  const tokens = database.delete(refreshTokens).where(inArray(refreshTokens.session_uuid, mine)).prepare()
  const ofSessions = database.delete(sessions).where(eq(sessions.family_member_uuid, owner)).prepare()
  const codes = database.delete(pairings).where(eq(pairings.family_member_uuid, owner)).prepare()
  const ofDevices = database.delete(devices).where(eq(devices.family_member_uuid, owner)).prepare()
  const results = database
    .delete(idempotency)
    .where(
      or(
        eq(idempotency.owner, parameter('actor')),
        // Also what others were answered about the member.
        sql`instr(${idempotency.result}, ${parameter('family_member_uuid')}) > 0`,
      ),
    )
    .prepare()

  return (tx, family_member_uuid) => {
    const deleted = Object.assign({}, ...others.map((erase) => erase(tx, family_member_uuid)))
    tokens.run({ family_member_uuid })
    codes.run({ family_member_uuid })
    results.run({ actor: `user:${family_member_uuid}`, family_member_uuid })
    return {
      ...deleted,
      sessions: ofSessions.run({ family_member_uuid }).changes,
      devices: ofDevices.run({ family_member_uuid }).changes,
    }
  }
}
