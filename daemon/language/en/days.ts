import type { DateTime } from 'luxon'
import { compile } from '../templates.ts'
import words from './calendar.json' with { type: 'json' }
import { longest, type Place, placeOf } from './clock.ts'
import { numberOf } from './numbers.ts'

/** From where and towards where open words are read: "on Tuesday" is the coming one or the last. */
export interface Direction {
  readonly here: DateTime
  readonly forward: boolean
  /** What is open is as near to this as may be. */
  readonly near?: DateTime
}

/** A day, or a stretch of time from now, that a text names. */
export interface DayNamed extends Place {
  readonly on: DateTime
  /** Whether it is counted from now to the minute. */
  readonly exact: boolean
  /** 1 for Monday, where nothing but the day of the week was said; a date may follow it. */
  readonly weekday: number | null
}

interface DayForm {
  readonly days?: number
  readonly span?: number
  readonly week?: string
  readonly weeks?: number
  readonly named?: number
  readonly date?: boolean
  /** "12-31", of a day that has a name of its own. */
  readonly yearly?: string
  readonly exact?: boolean
}

type Groups = Readonly<Record<string, string | undefined>>

const forms = words.days.map(({ as, ...form }) => ({
  form: form satisfies DayForm as DayForm,
  pattern: compile(as, words.slots, 'giu'),
}))
const spans = words.spans.map((template) => compile(template, words.slots, 'giu'))
const units = Object.entries(words.units)
const anchors: Readonly<Record<string, number>> = { tomorrow: 1, yesterday: -1, 'the day after tomorrow': 2 }

/** The days and stretches of time that a text names, in its order. */
export function daysOf(text: string, direction: Direction): DayNamed[] {
  const days = forms.flatMap(({ form, pattern }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const on = dayOf(form, match.groups ?? {}, direction)
      const weekday = form.week === 'open' ? weekdayOf(match.groups?.['weekday'] ?? '') : null
      return on ? [{ ...placeOf(match), on, exact: form.exact ?? false, weekday }] : []
    }),
  )
  const counted = spans.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const length = spanOf(match.groups ?? {})
      const exact = 'hours' in length || 'minutes' in length || 'seconds' in length
      return Object.keys(length).length > 0
        ? [{ ...placeOf(match), on: direction.here.plus(length), exact, weekday: null }]
        : []
    }),
  )
  return longest([...days, ...counted])
}

function dayOf(form: DayForm, groups: Groups, direction: Direction): DateTime | null {
  const { here } = direction
  const { days, span, week, date, yearly } = form
  if (days !== undefined) return here.plus({ days })
  if (yearly !== undefined) return dayOfYear(yearly, direction)
  if (date === true) return dateOf(numberOf(groups['nth'] ?? ''), direction)
  const length = span === undefined ? {} : spanOf(groups)
  const anchor = anchors[groups['anchor']?.toLowerCase() ?? ''] ?? 0
  if (week === undefined)
    return Object.keys(length).length > 0
      ? here.plus({ days: anchor }).plus(span === -1 ? negative(length) : length)
      : null
  const name = groups['weekday']
  // "On Mondays" is no day.
  if (name !== undefined && /[^e]s$/i.test(name) && !/^(?:tues|weds|thurs)$/i.test(name)) return null
  const weekday = form.named ?? weekdayOf(name ?? '')
  const on = weekOf(weekday, week, direction).plus({ weeks: form.weeks ?? 0 })
  return span === -1 ? on.minus(length) : on.plus(length)
}

function weekOf(weekday: number, week: string, direction: Direction): DateTime {
  const { here, forward, near } = direction
  const ahead = (weekday - here.weekday + 7) % 7 || 7
  if (week === 'this') return here.startOf('week').plus({ days: weekday - 1 })
  if (week === 'past' || (week === 'open' && !forward))
    return here.plus({ days: ahead - 7 === 0 ? -7 : ahead - 7 })
  const coming = here.plus({ days: ahead })
  if (week !== 'open' || near === undefined) return coming
  const choices = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((weeks) => coming.plus({ weeks }))
  return nearest(choices, near)
}

/** The next or the last day of that month and number, "12-31". */
function dayOfYear(text: string, { here, forward }: Direction): DateTime {
  const [month = 1, day = 1] = text.split('-').map(Number)
  const on = here.set({ month, day })
  if (forward) return on < here.startOf('day') ? on.plus({ years: 1 }) : on
  return on > here ? on.minus({ years: 1 }) : on
}

/** The next or the last day of that number. */
function dateOf(day: number, { here, forward, near }: Direction): DateTime | null {
  const months = forward ? [0, 1, 2, 3] : [0, -1, -2, -3]
  const choices = months
    .map((count) => here.startOf('month').plus({ months: count }))
    .filter((month) => day >= 1 && day <= (month.daysInMonth ?? 0))
    .map((month) => month.set({ day }))
    .filter((on) => (forward ? on >= here.startOf('day') : on <= here))
  return (near && choices.length > 0 ? nearest(choices, near) : choices[0]) ?? null
}

/** The one that is nearest to another, the later of two. */
export function nearest(choices: readonly DateTime[], near: DateTime): DateTime {
  const [first, ...rest] = choices
  if (!first) return near
  const distance = (one: DateTime) => Math.abs(one.toMillis() - near.toMillis())
  return rest.reduce((best, one) => (distance(one) <= distance(best) ? one : best), first)
}

/** 1 for Monday, by a name of a day or what it begins with. */
export const weekdayOf = (name: string): number =>
  (words.weekdays as Readonly<Record<string, number>>)[name.slice(0, 3).toLowerCase()] ?? 1

/** A stretch of time in the units of luxon; empty where it is none. */
export function spanOf(groups: Groups): Readonly<Record<string, number>> {
  const { fraction, count, unit, half, quarter, more, small, minutes } = groups
  if (minutes !== undefined) return { minutes: numberOf(minutes) }
  if (fraction !== undefined)
    return { minutes: /^half/i.test(fraction) ? 30 : /^three/i.test(fraction) ? 45 : 15 }
  const length: Record<string, number> = {}
  const add = (times: number, word: string | undefined) => {
    const name = unitOf(word ?? '')
    if (name === 'fortnights') length['weeks'] = (length['weeks'] ?? 0) + times * 2
    else if (name !== undefined && !Number.isNaN(times)) length[name] = (length[name] ?? 0) + times
  }
  add(numberOf(count ?? '') + (half === undefined ? 0 : 0.5) + (quarter === undefined ? 0 : 0.25), unit)
  if (small !== undefined) add(numberOf(more ?? ''), small)
  return length
}

/** "m" is minutes, "mo…" months. */
const unitOf = (word: string): string | undefined => {
  const low = word.toLowerCase()
  return low === 'm' ? 'minutes' : units.find(([beginning]) => low.startsWith(beginning))?.[1]
}

const negative = (length: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(length).map(([unit, times]) => [unit, -times]))
