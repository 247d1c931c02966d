import { DateTime } from 'luxon'

/** When something is said, in whose zone. */
export interface TimeContext {
  readonly now: number
  readonly time_zone: string
}

/** A day and a time as people say them: "today at 14:00", "Saturday, 8 May at 10:00". */
export function momentWords(moment: number, { now, time_zone }: TimeContext): string {
  const then = DateTime.fromMillis(moment, { zone: time_zone, locale: 'en' })
  return `${dayWords(moment, { now, time_zone })} at ${then.toFormat('HH:mm')}`
}

/** A day as people say it: "today", "Saturday, 8 May", with the year where it is another. */
export function dayWords(moment: number, { now, time_zone }: TimeContext): string {
  const then = DateTime.fromMillis(moment, { zone: time_zone, locale: 'en' })
  const here = DateTime.fromMillis(now, { zone: time_zone })
  const days = Math.round(then.startOf('day').diff(here.startOf('day'), 'days').days)
  const name = { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' }[String(days)]
  return name ?? then.toFormat(then.year === here.year ? 'cccc, d LLLL' : 'cccc, d LLLL yyyy')
}

/** How long ago something was: "3 hours ago". */
export function agoWords(moment: number, now: number): string {
  const base = DateTime.fromMillis(now, { locale: 'en' })
  return DateTime.fromMillis(moment, { locale: 'en' }).toRelative({ base }) ?? ''
}
