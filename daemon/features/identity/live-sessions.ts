import type { SignInMethod } from '../../kernel/context.ts'
import type { Restriction } from '../../kernel/scope.ts'

/** What a request needs to know of the session that its token names. */
export interface LiveSession {
  readonly family_member_uuid: string
  readonly admin: boolean
  readonly device_uuid: string | null
  /** The session that this one came of. */
  readonly parent_uuid: string | null
  readonly restriction: Restriction | null
  readonly methods: readonly SignInMethod[]
  /** How long it lasts unused, in milliseconds, where that is not what the settings say. */
  readonly idle: number | null
  /** Milliseconds since the epoch; moved by every request, written to the database at a refresh. */
  last_seen_at: number
}

/**
 * The sessions that have not ended, in memory: a request is checked against it without reading the database. Those
 * who change the database change it too, once their transaction is on the disk.
 */
export type LiveSessions = Map<string, LiveSession>
