import { LRUCache } from 'lru-cache'
import { DateTime, IANAZone } from 'luxon'

/** Which names are zones: to find out takes as long as answering a small request. */
const zones = new LRUCache<string, boolean>({ max: 100, memoMethod: (name) => IANAZone.isValidZone(name) })

/** The zone of this machine by its TZ, which is all that Node looks at while it runs; to ask takes as long. */
const ownZones = new LRUCache<string, string>({
  max: 100,
  memoMethod: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
})

/** The IANA name of a configured time zone; this machine's if that is invalid. */
export function timeZoneOf(wanted: unknown): string {
  return typeof wanted === 'string' && zones.memo(wanted) ? wanted : ownZones.memo(process.env['TZ'] ?? '')
}

/** Whether two moments, in milliseconds since the epoch, are of one day by the clock of a time zone. */
export const sameDay = (one: number, other: number, zone: string): boolean =>
  DateTime.fromMillis(one, { zone }).hasSame(DateTime.fromMillis(other, { zone }), 'day')

/** The beginning of the day of a moment, or of one so many days before or after, in milliseconds since the epoch. */
export const startOfDay = (moment: number, zone: string, days = 0): number =>
  DateTime.fromMillis(moment, { zone }).plus({ days }).startOf('day').toMillis()
