import type { Transaction } from '../../store/store.ts'
import type { Noticeable } from './notice.ts'

/** What the companion asks a member about a goal. */
export interface Question {
  readonly user_id: string
  readonly interaction_type: 'ack' | 'approval'
  readonly title: string
  readonly prompt: string
  readonly category: string
  readonly requirement: 'optional'
  readonly severity: 'low' | 'medium' | 'high'
  readonly allowed_options: string[]
  /** Asked for good where left out. */
  readonly expires_in_seconds?: number
}

export interface AgencyPorts {
  /** Puts an interaction to a member; answers its id. */
  readonly ask: (tx: Transaction, question: Question) => string
  /** Cancels an interaction that is still open; nothing where it is not. */
  readonly withdraw: (tx: Transaction, interaction_id: string) => void
  /** An interaction as it is now; undefined where there is none. */
  readonly findInteraction: (
    interaction_id: string,
  ) => { interaction_type: string; status: string } | undefined
  /** Notes that the text of memories stands there too. */
  readonly quote: (memory_uuids: Iterable<string>, at: { place: 'interaction' | 'goal'; id: string }) => void
  /** Begins a message of the companion's own in the member's conversation. */
  readonly say: (tx: Transaction, family_member_uuid: string, content: string) => void
  /** The members of the household. */
  readonly everyone: () => readonly string[]
  /** The preferences in a member's profile, in any form; undefined if there is no such member. */
  readonly preferencesOf: (family_member_uuid: string) => unknown
  /** A member's own memories that still hold, in the order of their ids: at most `limit` after the id `after`. */
  readonly memories: (family_member_uuid: string, after: number, limit: number) => readonly Noticeable[]
}

/** The longest that an interaction may be open with an end, in seconds: ten years. */
const maxSeconds = 315_360_000

/** The seconds from now until a moment, for an interaction that is of no use after it. */
export function secondsUntil(moment: number, now: number): number {
  return Math.min(maxSeconds, Math.max(1, Math.ceil((moment - now) / 1_000)))
}
