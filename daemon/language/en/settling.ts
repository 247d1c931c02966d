import { DateTime } from 'luxon'
import { type Clock, type DayPart, hoursOf, isEarly, isWaking, type Place, usualHour } from './clock.ts'
import { nearest } from './days.ts'

/** When something is said, in whose zone. */
export interface TimeContext {
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly time_zone: string
  /** Whether what is open is to come, as of reminders; else it is over. To come where left out. */
  readonly forward?: boolean
  /** What is open is as near to this as may be: what is to be moved to another time. */
  readonly near?: number | undefined
}

/** A time as it was read, before what is open in it is settled. */
export interface ReadTime extends Place {
  /** The day, by the clock of the zone. */
  readonly day: DateTime
  readonly dayGiven: boolean
  readonly clock: Omit<Clock, keyof Place> | null
  readonly part: DayPart | null
  /** Milliseconds from now, where it is counted so. */
  readonly span: number | null
}

const dayStart = 9

/** The hour on any day. */
export function hourOf(clock: Omit<Clock, keyof Place>, part: DayPart | null, text: string): number {
  if (clock.half !== null || clock.hour === 0 || clock.hour > 12) return hoursOf(clock)[0] ?? clock.hour
  if (part !== null) {
    if (clock.hour === 12) return part.half === 'pm' && part.hour >= 20 ? 0 : 12
    return hoursOf({ ...clock, half: part.half })[0] ?? clock.hour
  }
  return isEarly(text) ? clock.hour % 12 : usualHour(clock)
}

/** The moment that is meant, with what is open settled. */
export function settled(
  one: ReadTime,
  text: string,
  { now, time_zone, forward = true, near }: TimeContext,
): number {
  if (one.span !== null) return now + one.span
  const here = DateTime.fromMillis(now, { zone: time_zone })
  const day = DateTime.fromObject(
    { year: one.day.year, month: one.day.month, day: one.day.day },
    { zone: time_zone },
  )
  const { clock, part } = one
  const on = (date: DateTime, hour: number) => date.set({ hour, minute: clock?.minute ?? 0 })
  if (clock === null) {
    const at = on(day, part?.hour ?? dayStart)
    const today = day.hasSame(here, 'day')
    if (!forward || at > here || !today) return at.toMillis()
    return (one.dayGiven ? soon(here) : at.plus({ days: 1 })).toMillis()
  }
  const open = part === null && clock.half === null && !isEarly(text)
  const hours = open ? hoursOf(clock) : [hourOf(clock, part, text)]
  if (one.dayGiven) {
    const next = hours.map((hour) => on(day, hour)).find((at) => at > here)
    const ofToday = day.hasSame(here, 'day') && forward && open ? next : undefined
    const at = ofToday ?? on(day, hourOf(clock, part, text))
    // "Midnight tonight" is where the day ends.
    return (
      forward && at.hour === 0 && day.hasSame(here, 'day') && at <= here ? at.plus({ days: 1 }) : at
    ).toMillis()
  }
  const nearby = near === undefined ? here : DateTime.fromMillis(near, { zone: time_zone })
  const days = (forward ? [0, 1] : [0, -1]).map((count) => nearby.startOf('day').plus({ days: count }))
  const choices = days.flatMap((date) => hours.map((hour) => on(date, hour)))
  if (!forward) return (choices.find((at) => at <= here) ?? on(day, hours[0] ?? 0)).toMillis()
  const ahead = choices.filter((at) => at > here)
  if (near !== undefined) return nearest(ahead, nearby).toMillis()
  const usual = ahead.find(
    ({ hour }) =>
      !open || isWaking(hour, clock.minute) || (here.hour >= 3 && here.hour < 7 && ahead[0]?.hour === hour),
  )
  return (usual ?? ahead[0] ?? on(day, hours[0] ?? 0)).toMillis()
}

/** What is to be today, where the usual hour is over: the next full hour. */
function soon(here: DateTime): DateTime {
  const next = here.plus({ minutes: 30 }).startOf('hour').plus({ hours: 1 })
  return next.hasSame(here, 'day') ? next : here.plus({ minutes: 5 })
}
