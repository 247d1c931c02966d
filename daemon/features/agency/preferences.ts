import { readMoment } from '../../kernel/moment.ts'
import { recordOf } from '../../kernel/record.ts'
import { timeZoneOf } from '../../kernel/time-zone.ts'
import { type LanguageCode, languageFrom } from '../../language/codes.ts'
import type { QuietHours } from './quiet-hours.ts'

/** A member's preferences for what the companion does on its own. */
export interface AgencyPreferences {
  /** Null for none. */
  readonly quiet_hours: QuietHours | null
  /** How often the companion may begin by itself, a local day. */
  readonly daily_budget: number
  readonly suggestions: boolean
  /** Until when the companion starts nothing on its own, in milliseconds since the epoch; null without a pause. */
  readonly paused_until: number | null
  /** An IANA name. */
  readonly time_zone: string
  /** What the member has spoken last. */
  readonly language: LanguageCode
}

const defaultQuietHours: QuietHours = { from: 22 * 60, to: 7 * 60 }
const defaultBudget = 5
const highestBudget = 100

/**
 * Reads `agency`, `time_zone` and `language` out of the preferences of a profile, which hold whatever their member wrote. What is
 * missing or makes no sense is as usual: quiet from 22:00 to 07:00, 5 interruptions a day, suggestions, no pause, and the
 * time zone of this machine. `quiet_hours: null` is none at all.
 */
export function readPreferences(preferences: unknown): AgencyPreferences {
  const { agency, time_zone, language } = recordOf(preferences)
  const { quiet_hours, daily_budget, suggestions, paused_until } = recordOf(agency)
  return {
    quiet_hours: quiet_hours === null ? null : (quietHoursOf(quiet_hours) ?? defaultQuietHours),
    daily_budget: isBudget(daily_budget) ? daily_budget : defaultBudget,
    suggestions: typeof suggestions === 'boolean' ? suggestions : true,
    paused_until: readMoment(paused_until),
    time_zone: timeZoneOf(time_zone),
    language: languageFrom(language),
  }
}

function isBudget(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= highestBudget
}

function quietHoursOf(value: unknown): QuietHours | undefined {
  const { from, to } = recordOf(value)
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return start === undefined || end === undefined ? undefined : { from: start, to: end }
}

function minutesOf(value: unknown): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(String(value)) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}
