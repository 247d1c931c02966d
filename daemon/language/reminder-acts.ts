import { sameDay } from '../kernel/time-zone.ts'

/** What the companion has asked back about a reminder: when it is to come, which is meant, of what, or how often. */
export type AskedBack = 'when' | 'which' | 'what' | 'how often'

/** What was said already of a reminder that something is asked about. */
export interface ReminderDraft {
  /** The sentence that may be of several reminders; empty for a new one. */
  readonly sentence: string
  readonly title: string
  /** Milliseconds since the epoch; null where no time was said. */
  readonly due_at: number | null
  /** An RRULE of RFC 5545; null for once. */
  readonly repeats: string | null
}

/** A time that is counted from a day that was told: "the day before Mum's birthday". */
export interface FromEvent {
  /** What is on that day, as it was said. */
  readonly event: string
  /** How much later, or earlier, by the clock on the wall. */
  readonly length: Readonly<Record<string, number>>
  readonly hour: number
  readonly minute: number
}

export interface OpenReminder {
  readonly goal_uuid: string
  readonly title: string
  /** Milliseconds since the epoch; null where it has no time, or has come up. */
  readonly due_at: number | null
  /** An RRULE of RFC 5545; null or left out for once. */
  readonly repeats?: string | null
}

export interface ReminderContext {
  /** What the companion has asked, null for nothing: the next message may answer that, or be of something else. */
  readonly asked: AskedBack | null
  /** The reminders that were listed last, in their order: those that "which" is asked of. */
  readonly listed: readonly string[]
  /** What an answer goes on with; null where it is of the reminder that was spoken of last. */
  readonly wanted: ReminderDraft | null
  readonly now: number
  readonly time_zone: string
  /** Those of the member, in the order in which they were made. */
  readonly open: readonly OpenReminder[]
  /** The one that was made or spoken of last. */
  readonly last: string | null
}

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

interface TimeSaid {
  readonly at: number
  /** Whether a day, and whether a time of the day, was said. */
  readonly dayGiven: boolean
  readonly timed: boolean
  readonly text: string
}

/**
 * Those of some reminders that are due at a time that was said: "the one on Friday", "my six o'clock". Who says a clock time may mean
 * the evening; `isPart` says whether only a part of the day was said.
 */
export function dueAt(
  times: readonly TimeSaid[],
  some: readonly OpenReminder[],
  time_zone: string,
  isPart: (phrase: string) => boolean,
): string[] {
  return some.flatMap(({ goal_uuid, due_at }) => {
    const isDue = times.some(({ at, dayGiven, timed, text }) => {
      if (due_at === null || (dayGiven && !sameDay(at, due_at, time_zone))) return false
      return !timed || isPart(text) || (at - due_at) % (12 * 3_600_000) === 0
    })
    return isDue ? [goal_uuid] : []
  })
}
