import type { Preferences } from '../api/preferences.ts'

/** Preferences with some of them changed; undefined takes one away, and what is not named stays. */
export function changed(preferences: Preferences, change: Preferences): Preferences {
  return Object.fromEntries(
    Object.entries({ ...preferences, ...change }).filter(([, value]) => value !== undefined),
  )
}

/** Whether the companion remembers what is said; it does where nothing is set. */
export const remembers = ({ remember }: Preferences): boolean => remember !== false

/** The time zone that is set, by its IANA name; null for none. */
export const zoneOf = ({ time_zone }: Preferences): string | null =>
  typeof time_zone === 'string' && time_zone !== '' ? time_zone : null
