import { dayOf, timeOf } from '../message/day.ts'
import type { Goal } from './goal.ts'

/** Whether a goal only reminds: there is nothing in it to get on with. */
export const isReminder = ({
  autonomy,
  due_at,
  next_run_at,
  repeats,
  progress,
}: Pick<Goal, 'autonomy' | 'due_at' | 'next_run_at' | 'repeats' | 'progress'>): boolean =>
  autonomy === 'notify' && due_at === null && (next_run_at !== null || repeats !== null) && progress === 0

/** Day and time of day in words; `near` where the day is told by how near it is: today, tomorrow. */
export function dayAndTime(
  moment: string,
  now: string,
  language: string,
): { readonly near: boolean; readonly words: string } {
  const ahead = dayOf(moment) - dayOf(now)
  const near = ahead === 0 || ahead === 1
  const day = near
    ? new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(ahead, 'day')
    : new Intl.DateTimeFormat(language, dateForm(moment, now)).format(new Date(moment))
  return { near, words: `${day}, ${timeOf(moment, language)}` }
}

/** The weekday within a week, then the date, with the year where it is not this one. */
function dateForm(moment: string, now: string): Intl.DateTimeFormatOptions {
  const ahead = dayOf(moment) - dayOf(now)
  if (ahead > 0 && ahead < 7) return { weekday: 'long' }
  const sameYear = new Date(moment).getFullYear() === new Date(now).getFullYear()
  return { day: 'numeric', month: 'long', ...(sameYear ? {} : { year: 'numeric' }) }
}
