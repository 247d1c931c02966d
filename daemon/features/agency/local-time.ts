import { DateTime } from 'luxon'

const day = 86_400_000

/**
 * The local date and time of a moment, as milliseconds of a calendar whose days all have 24 hours: with it, "the same
 * time tomorrow" is a sum, whatever the clocks do that night.
 */
export function wallOf(moment: number, zone: string): number {
  return moment + DateTime.fromMillis(moment, { zone }).offset * 60_000
}

/**
 * The moment of a local date and time. As RFC 5545 has it, a time that is skipped when the clocks go forward is as much
 * later, and of one that comes twice it is the first.
 */
export function momentOf(wall: number, zone: string): number {
  const local = DateTime.fromMillis(wall, { zone: 'utc' }).setZone(zone, { keepLocalTime: true })
  return Math.min(...local.getPossibleOffsets().map((possible) => possible.toMillis()))
}

/** The local midnight before a local date and time. */
export function midnightBefore(wall: number): number {
  return Math.floor(wall / day) * day
}

/** The local day of a moment: from the one midnight, included, to the next, both moments. */
export function dayOf(moment: number, zone: string): { readonly from: number; readonly to: number } {
  const midnight = midnightBefore(wallOf(moment, zone))
  return { from: momentOf(midnight, zone), to: momentOf(midnight + day, zone) }
}
