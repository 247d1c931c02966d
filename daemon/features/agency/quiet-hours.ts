import { midnightBefore, momentOf, wallOf } from './local-time.ts'

const minute = 60_000
const day = 86_400_000

/** A member's daily quiet hours: minutes after local midnight, across midnight if `to` is before `from`. */
export interface QuietHours {
  readonly from: number
  readonly to: number
}

/** When the quiet hours that a moment is in are over; null where it is in none. */
export function quietUntil(now: number, hours: QuietHours | null, zone: string): number | null {
  if (hours === null || hours.from === hours.to) return null
  const today = midnightBefore(wallOf(now, zone))
  const length = hours.to - hours.from + (hours.to < hours.from ? day / minute : 0)
  for (const midnight of [today - day, today]) {
    const start = midnight + hours.from * minute
    const end = momentOf(start + length * minute, zone)
    if (momentOf(start, zone) <= now && now < end) return end
  }
  return null
}
