import { eq, inArray } from 'drizzle-orm'
import { parameter } from '../../store/columns.ts'
import { devices, pairings, refreshTokens, sessions } from '../../store/schema.ts'
import type { Erasures } from '../../store/erasures.ts'
import type { Once } from '../../store/idempotency.ts'
import type { Store, Transaction } from '../../store/store.ts'

/**
 * Deletes everything of one kind, or of several, that is held of a member, or all but what the household may see; answers
 * how much of each.
 */
export type Erase = (
  tx: Transaction,
  family_member_uuid: string,
  keep?: 'household',
) => Record<string, number>

interface ErasureDependencies {
  readonly store: Store
  readonly once: Once
  readonly erasures: Erasures
  /** What other features hold. */
  readonly others: readonly Erase[]
}

/** Erases what identity holds of a member besides the account, together with what `others` hold. */
export function openErasure({ store: { database }, once, erasures, others }: ErasureDependencies): Erase {
  const owner = parameter('family_member_uuid')
  const mine = database
    .select({ session_uuid: sessions.session_uuid })
    .from(sessions)
    .where(eq(sessions.family_member_uuid, owner))
  const tokens = database.delete(refreshTokens).where(inArray(refreshTokens.session_uuid, mine)).prepare()
  const ofSessions = database.delete(sessions).where(eq(sessions.family_member_uuid, owner)).prepare()
  const codes = database.delete(pairings).where(eq(pairings.family_member_uuid, owner)).prepare()
  const ofDevices = database.delete(devices).where(eq(devices.family_member_uuid, owner)).prepare()

  return (tx, family_member_uuid, keep) => {
    const deleted = Object.assign({}, ...others.map((erase) => erase(tx, family_member_uuid, keep)))
    tokens.run({ family_member_uuid })
    codes.run({ family_member_uuid })
    once.forgetOf(tx, `user:${family_member_uuid}`)
    // Also what others were answered about the member.
    once.forget(tx, [family_member_uuid])
    erasures.record(tx, keep ? 'account' : 'member', [family_member_uuid])
    tx.scrub()
    return {
      ...deleted,
      sessions: ofSessions.run({ family_member_uuid }).changes,
      devices: ofDevices.run({ family_member_uuid }).changes,
    }
  }
}
