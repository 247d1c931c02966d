import type { Caller } from '../../kernel/context.ts'
import { iso } from '../../kernel/clock.ts'
import type { LiveSessions } from './live-sessions.ts'
import type { SessionRecord } from './schemas.ts'
import type { SessionRow } from './session-store.ts'

export interface SessionRecords {
  readonly show: (session: SessionRow, caller: Caller) => SessionRecord
}

/** Shows sessions with when they were last seen, which the live ones know best. */
export function sessionRecords(live: LiveSessions): SessionRecords {
  return {
    show: (session, caller) => {
      const { session_uuid, family_member_uuid, device_uuid, parent_uuid, client, address } = session
      const { created_at, authenticated_at } = session
      const seen = live.get(session_uuid)?.last_seen_at
      return {
        session_uuid,
        family_member_uuid,
        device_uuid,
        parent_uuid,
        client,
        restriction: session.restriction,
        stays: session.key_thumbprint !== null,
        address,
        current: session_uuid === caller.session_uuid,
        created_at,
        authenticated_at,
        last_refreshed_at: session.rotated_at,
        last_seen_at: seen === undefined ? session.rotated_at : iso(seen),
        expires_at: session.expires_at,
      }
    },
  }
}
