import { IANAZone } from 'luxon'

/** The IANA name of the time zone that somebody has set; this machine's where that is none. */
export function timeZoneOf(wanted: unknown): string {
  return typeof wanted === 'string' && IANAZone.isValidZone(wanted)
    ? wanted
    : new Intl.DateTimeFormat().resolvedOptions().timeZone
}
