import { clock } from '../../client/clock.ts'
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

/** Every time zone to choose from, the one of the browser first. */
export function timeZones(own: string, all: readonly string[]): string[] {
  return [...new Set([own, ...all])]
}

/** What time it is in a zone, as people of a language write it; empty for a zone that is none. */
export function timeIn(zone: string, at: Date, language: string): string {
  try {
    return new Intl.DateTimeFormat(language, { ...clock, timeZone: zone, timeStyle: 'short' }).format(at)
  } catch {
    return ''
  }
}
