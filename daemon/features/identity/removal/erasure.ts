import { eq, inArray } from 'drizzle-orm'
import { parameter } from '../../../store/columns.ts'
import {
  deviceMembers,
  deviceRecoveries,
  devices,
  pairings,
  pins,
  refreshTokens,
  sessions,
  signInLinks,
} from '../tables.ts'
import type { Erasures } from '../../../store/erasures.ts'
import type { Idempotency } from '../../../store/idempotency.ts'
import type { Erasure } from '../../../store/tables.ts'
import type { Store, Transaction } from '../../../store/store.ts'

/**
 * Deletes everything of one kind, or of several, that is held of a member, or all but what the household may see; answers
 * how much of each.
 */
export type Erase = (
  tx: Transaction,
  family_member_uuid: string,
  keep?: 'household',
) => Record<string, number>

/** The same of all that is held of a member; answers the note of it too. */
export type EraseMember = (
  tx: Transaction,
  family_member_uuid: string,
  keep?: 'household',
) => { readonly deleted: Record<string, number>; readonly erasure: Erasure }

interface ErasureDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly erasures: Erasures<'member' | 'account'>
  /** What other features hold. */
  readonly others: () => readonly Erase[]
}

/**
 * Erases what identity holds of a member besides the account, together with what `others` hold. Second
 * factors stay as the password does: they say who may come back to the account, and nothing of the member. Whoever got
 * hold of an open session and resets it must not have made the password alone enough for it.
 */
export function openErasure({
  store: { database },
  once,
  erasures,
  others,
}: ErasureDependencies): EraseMember {
  const owner = parameter('family_member_uuid')
  const mine = database
    .select({ session_uuid: sessions.session_uuid })
    .from(sessions)
    .where(eq(sessions.family_member_uuid, owner))
  const tokens = database.delete(refreshTokens).where(inArray(refreshTokens.session_uuid, mine)).prepare()
  const ofSessions = database.delete(sessions).where(eq(sessions.family_member_uuid, owner)).prepare()
  const codes = database.delete(pairings).where(eq(pairings.family_member_uuid, owner)).prepare()
  const links = database.delete(signInLinks).where(eq(signInLinks.family_member_uuid, owner)).prepare()
  const recoveries = database
    .delete(deviceRecoveries)
    .where(eq(deviceRecoveries.family_member_uuid, owner))
    .prepare()
  const ofPin = database.delete(pins).where(eq(pins.family_member_uuid, owner)).prepare()
  const deleteMemberships = database
    .delete(deviceMembers)
    .where(eq(deviceMembers.family_member_uuid, owner))
    .prepare()
  // What others have on the devices of the member goes with these; their sessions there have ended, and know no device.
  const theirs = database
    .select({ device_uuid: devices.device_uuid })
    .from(devices)
    .where(eq(devices.family_member_uuid, owner))
  const ofOthers = database
    .update(sessions)
    .set({ device_uuid: null })
    .where(inArray(sessions.device_uuid, theirs))
    .prepare()
  const ofDevices = database.delete(devices).where(eq(devices.family_member_uuid, owner)).prepare()

  return (tx, family_member_uuid, keep) => {
    const deleted = Object.assign({}, ...others().map((erase) => erase(tx, family_member_uuid, keep)))
    tokens.run({ family_member_uuid })
    codes.run({ family_member_uuid })
    links.run({ family_member_uuid })
    recoveries.run({ family_member_uuid })
    ofPin.run({ family_member_uuid })
    deleteMemberships.run({ family_member_uuid })
    const ended = ofSessions.run({ family_member_uuid }).changes
    ofOthers.run({ family_member_uuid })
    once.forgetOf(tx, `user:${family_member_uuid}`)
    // Also what others were answered about the member.
    once.forget(tx, [family_member_uuid])
    const [erasure] = erasures.record(tx, keep ? 'account' : 'member', [family_member_uuid])
    // One note for the one subject.
    if (!erasure) throw new Error('the erasure was not noted')
    tx.scrub()
    const paired = ofDevices.run({ family_member_uuid }).changes
    return { deleted: { ...deleted, sessions: ended, devices: paired }, erasure }
  }
}
