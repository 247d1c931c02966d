import { DateTime } from 'luxon'
import { compile } from '../../templates.ts'
import { timesIn } from '../calendar.ts'
import { datesResolved } from '../dates.ts'
import { numberOf } from '../numbers.ts'
import type { SaidAt } from '../../lines.ts'
import { whole } from './asking.ts'
import words from './words.json' with { type: 'json' }

const { asking } = words
const until = whole(asking.until)
const ago = whole(asking.ago)
const holidays = Object.entries(asking.holidays).map(([name, day]) => ({ pattern: compile(name, {}), day }))

/** What is told of an age: a number of years, and when; the day of a birth; each as it was said. */
interface AgeTold {
  readonly age: { readonly value: string; readonly at: number } | null
  readonly birthday: string | null
}

/**
 * How many years old somebody is, from and to, by what was told of it: the same where that is certain. Null where it cannot
 * be reckoned.
 */
export function ageFrom({ age, birthday }: AgeTold, when: SaidAt): readonly [number, number] | null {
  const here = DateTime.fromMillis(when.now, { zone: when.time_zone })
  const day = birthday === null ? null : dayOfYear(birthday, when)
  const had = (at: DateTime) =>
    Number(day !== null && (at.month > day.month || (at.month === day.month && at.day >= day.day)))
  const born = Number(/(?:19|20)\d\d/.exec(birthday ?? '')?.[0])
  if (born) {
    const most = here.year - born
    const exact = most - 1 + had(here)
    return day === null ? [most - 1, most] : [exact, exact]
  }
  const told = numberOf(age?.value ?? '')
  if (!age || Number.isNaN(told)) return null
  const then = DateTime.fromMillis(age.at, { zone: when.time_zone })
  if (day !== null) {
    const now = told + here.year - then.year + had(here) - had(then)
    return [now, now]
  }
  const passed = Math.floor(here.diff(then, 'years').years)
  return [told + passed, told + passed + 1]
}

/** The month and the day that a date names; null where it names none. */
function dayOfYear(text: string, { now, time_zone }: SaidAt): { month: number; day: number } | null {
  const [time] = /\p{L}/u.test(text) ? timesIn(text, { now, time_zone, forward: true }) : []
  if (!time) return null
  const { month, day } = DateTime.fromMillis(time.at, { zone: time_zone })
  return { month, day }
}

/** Whether a question asks how long it is until something, or since; null for any other. */
export const spanAsked = (question: string): 'until' | 'ago' | null =>
  until.test(question) ? 'until' : ago.test(question) ? 'ago' : null

/**
 * The one day that a text names which was told at `told_at`, in milliseconds since the epoch: to come or over, as it is asked
 * for. Null where it names none, or several.
 */
export function dayNamed(
  text: string,
  told_at: number,
  { now, time_zone }: SaidAt,
  span: 'until' | 'ago',
): number | null {
  const dayOf = (at: number) => DateTime.fromMillis(at, { zone: time_zone }).startOf('day')
  const forward = span === 'until'
  const relative = datesResolved(text, { told_at, time_zone }).map(({ date }) =>
    DateTime.fromISO(date, { zone: time_zone }).toMillis(),
  )
  const fixed = timesIn(text, { now: told_at, time_zone, forward })
    .filter((one) => !one.relative && one.dayGiven)
    .map(({ at }) => dayOf(at).toMillis())
  const [day, ...others] = new Set([...relative, ...fixed, ...holidaysIn(text, dayOf(told_at), forward)])
  if (day === undefined || others.length > 0) return null
  const today = dayOf(now).toMillis()
  return (forward ? day >= today : day <= today) ? day : null
}

/** The next or the last of each holiday that a text names. */
function holidaysIn(text: string, from: DateTime, forward: boolean): number[] {
  const first = holidays.find(({ pattern }) => pattern.test(text))
  if (!first) return []
  const [month, day] = first.day.split('-').map(Number)
  const on = from.set({ month, day })
  if (forward) return [(on < from ? on.plus({ years: 1 }) : on).toMillis()]
  return [(on > from ? on.minus({ years: 1 }) : on).toMillis()]
}

/** How far away a day is: "tomorrow", "in 12 days", "3 days ago". */
export function daysAway(day: number, { now, time_zone }: SaidAt): string {
  const here = DateTime.fromMillis(now, { zone: time_zone }).startOf('day')
  const days = Math.round(DateTime.fromMillis(day, { zone: time_zone }).diff(here, 'days').days)
  const named = { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' }[String(days)]
  return named ?? (days > 0 ? `in ${days} days` : `${-days} days ago`)
}
