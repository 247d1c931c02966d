import { DateTime } from 'luxon'
import type { LanguageCode } from '../codes.ts'

/** When something is said, in whose zone. */
export interface TimeContext {
  readonly now: number
  readonly time_zone: string
  /** What the member speaks; the usual language where left out. */
  readonly language?: LanguageCode
}

/** When something is, as people say it: "today at 17:00", "on Tuesday, 12 May at 17:00". */
export function spokenTime(moment: number, context: TimeContext): string {
  const named = dayName(moment, context) === undefined
  return `${named ? 'on ' : ''}${spokenMoment(moment, context)}`
}

/** A day and a time: "today at 14:00", "Saturday, 8 May at 10:00". */
export function spokenMoment(moment: number, { now, time_zone }: TimeContext): string {
  const then = DateTime.fromMillis(moment, { zone: time_zone, locale: 'en' })
  return `${spokenDay(moment, { now, time_zone })} at ${then.toFormat('HH:mm')}`
}

/** A day: "today", "Saturday, 8 May", with the year where it is another. */
export const spokenDay = (moment: number, context: TimeContext): string =>
  dayName(moment, context) ?? spokenDate(moment, context)

/** A day by its date: "Saturday, 8 May", with the year where it is another. */
export function spokenDate(moment: number, { now, time_zone }: TimeContext): string {
  const then = DateTime.fromMillis(moment, { zone: time_zone, locale: 'en' })
  const here = DateTime.fromMillis(now, { zone: time_zone })
  return then.toFormat(then.year === here.year ? 'cccc, d LLLL' : 'cccc, d LLLL yyyy')
}

function dayName(moment: number, { now, time_zone }: TimeContext): string | undefined {
  const then = DateTime.fromMillis(moment, { zone: time_zone })
  const here = DateTime.fromMillis(now, { zone: time_zone })
  const days = Math.round(then.startOf('day').diff(here.startOf('day'), 'days').days)
  return { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' }[String(days)]
}

/** How long ago something was: "3 hours ago". */
export function spokenAgo(moment: number, now: number): string {
  const base = DateTime.fromMillis(now, { locale: 'en' })
  return DateTime.fromMillis(moment, { locale: 'en' }).toRelative({ base }) ?? ''
}
