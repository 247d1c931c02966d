import type { Preferences } from '../api/preferences.ts'

/** When, how often and where the companion may come to a member by itself. */
export interface Hours {
  readonly quiet: boolean
  /** `22:00` */
  readonly from: string
  readonly to: string
  readonly daily_budget: number
  readonly suggestions: boolean
  /** An IANA name; null where the companion's machine decides. */
  readonly time_zone: string | null
}

/** As it is where nobody has chosen anything. */
export const usualHours: Hours = {
  quiet: true,
  from: '22:00',
  to: '07:00',
  daily_budget: 5,
  suggestions: true,
  time_zone: null,
}
export const maxBudget = 100

const recordOf = (value: unknown): Preferences =>
  typeof value === 'object' && value !== null ? { ...value } : {}
const isTime = (value: unknown): value is string => /^([01]\d|2[0-3]):[0-5]\d$/.test(String(value))
const isBudget = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxBudget

/** Reads them out of the preferences of a profile as the companion does: what makes no sense is as usual. */
export function readHours(preferences: Preferences): Hours {
  const { agency, time_zone } = preferences
  const { quiet_hours, daily_budget, suggestions } = recordOf(agency)
  const { from, to } = recordOf(quiet_hours)
  const given = isTime(from) && isTime(to)
  return {
    quiet: quiet_hours !== null,
    from: given ? from : usualHours.from,
    to: given ? to : usualHours.to,
    daily_budget: isBudget(daily_budget) ? daily_budget : usualHours.daily_budget,
    suggestions: typeof suggestions === 'boolean' ? suggestions : usualHours.suggestions,
    time_zone: typeof time_zone === 'string' && time_zone !== '' ? time_zone : null,
  }
}

/** The preferences with them in it, all else as it was. */
export function writeHours(preferences: Preferences, hours: Hours): Record<string, unknown> {
  const { time_zone: _before, ...others } = preferences
  const { quiet, from, to, daily_budget, suggestions, time_zone } = hours
  return {
    ...others,
    agency: {
      ...recordOf(preferences['agency']),
      quiet_hours: quiet ? { from, to } : null,
      daily_budget,
      suggestions,
    },
    ...(time_zone === null ? {} : { time_zone }),
  }
}
