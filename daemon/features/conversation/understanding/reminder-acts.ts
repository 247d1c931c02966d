import type { FromEvent } from '../../../language/en/reminders/events.ts'
import type { State } from '../state.ts'

/** A reminder that is not over. */
export interface OpenReminder {
  readonly goal_uuid: string
  readonly title: string
  /** Milliseconds since the epoch; null where it has no time, or has come up. */
  readonly due_at: number | null
  /** An RRULE of RFC 5545; null or left out for once. */
  readonly repeats?: string | null
}

export interface ReminderContext extends Pick<State, 'asked' | 'listed' | 'wanted'> {
  readonly now: number
  readonly time_zone: string
  /** Those of the member, in the order in which they were made. */
  readonly open: readonly OpenReminder[]
  /** The one that was made or spoken of last. */
  readonly last: string | null
}

/** What a member wants of reminders. */
export type ReminderAct =
  | {
      readonly kind: 'remind'
      readonly title: string
      readonly due_at: number | null
      /** An RRULE of RFC 5545; null for once. */
      readonly repeats: string | null
      /** Whether it was to come up more often than a goal may. */
      readonly too_often?: true
      /** What it is counted from that was told, where that says when. */
      readonly from?: FromEvent
      /** What has to be asked for first. */
      readonly lacks?: 'a time' | 'such a day'
    }
  | {
      readonly kind: 'move reminder'
      readonly goal_uuids: readonly string[]
      readonly due_at: number
      /** How often it is to come from now on; as before where left out. */
      readonly repeats?: string
    }
  | { readonly kind: 'end reminder'; readonly goal_uuids: readonly string[]; readonly done: boolean }
  | {
      readonly kind: 'list reminders'
      readonly goal_uuids: readonly string[]
      /** What is asked of a day of which no reminder is; what was told may answer it. */
      readonly question?: string
    }
  | { readonly kind: 'rename reminder'; readonly goal_uuids: readonly string[]; readonly title: string }
  /** The sentence may be of any of these. */
  | { readonly kind: 'which reminder'; readonly goal_uuids: readonly string[]; readonly sentence: string }
