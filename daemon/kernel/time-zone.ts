import { IANAZone } from 'luxon'

/** The IANA name of a configured time zone; this machine's if that is invalid. */
export function timeZoneOf(wanted: unknown): string {
  return typeof wanted === 'string' && IANAZone.isValidZone(wanted)
    ? wanted
    : new Intl.DateTimeFormat().resolvedOptions().timeZone
}
