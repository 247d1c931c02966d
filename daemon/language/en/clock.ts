import { compile, compileAny } from '../templates.ts'
import words from './calendar.json' with { type: 'json' }
import { numberOf } from './numbers.ts'

export interface Place {
  readonly index: number
  readonly end: number
}

/** A time of day in a text; `half` is null where the morning and the evening have it. */
export interface Clock extends Place {
  readonly hour: number
  readonly minute: number
  readonly half: 'am' | 'pm' | null
}

/** A part of the day in a text, and the hour that is usual for it. */
export interface DayPart extends Place {
  readonly hour: number
  readonly half: 'am' | 'pm'
}

const clocks = words.clock.map((template) => compile(template, words.slots, 'giu'))
const hours = words.hours.map(({ said: phrase, hour }) => ({
  hour,
  pattern: compile(`(?:(?:[at]) )?(?:${phrase})`, words.slots, 'giu'),
}))
const parts = words.parts.map(({ said: phrase, ...part }) => ({
  ...part,
  pattern: compile(`(?:(?:in the|at|this|around) )?(?:early |late )?(?:${phrase})`, words.slots, 'giu'),
}))
const named = { half: 30, quarter: 15 } as const

export const placeOf = ({ index, 0: text }: RegExpExecArray): Place => ({ index, end: index + text.length })
export const overlap = (a: Place, b: Place): boolean => a.index < b.end && b.index < a.end

/** Those that do not overlap a longer one, in their order. */
export function longest<T extends Place>(places: readonly T[]): T[] {
  const disjoint: T[] = []
  for (const place of places.toSorted((a, b) => b.end - b.index - (a.end - a.index)))
    if (!disjoint.some((other) => overlap(place, other))) disjoint.push(place)
  return disjoint.toSorted((a, b) => a.index - b.index)
}

/** The times of day that a text says in words or without a mark of what they are: "half seven", "quarter to four", "1930". */
export function clocksOf(text: string): Clock[] {
  const times = clocks.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => clockOf(match) ?? []),
  )
  const fixed = hours.flatMap(({ hour, pattern }) =>
    [...text.matchAll(pattern)].map((match): Clock => ({
      ...placeOf(match),
      hour,
      minute: 0,
      half: hour < 12 ? 'am' : 'pm',
    })),
  )
  return longest([...times, ...fixed])
}

function clockOf(match: RegExpExecArray): Clock | null {
  const { hour, minute = '0', past, side, halfHour, digits, meridiem } = match.groups ?? {}
  const half = meridiem === undefined ? null : /^a/i.test(meridiem) ? 'am' : 'pm'
  const place = placeOf(match)
  if (digits !== undefined)
    return { ...place, hour: Number(digits.slice(0, 2)), minute: Number(digits.slice(2)), half: 'am' }
  if (halfHour !== undefined) return { ...place, hour: numberOf(halfHour), minute: 30, half }
  const full = numberOf(hour ?? '')
  if (past === undefined)
    return { ...place, hour: full, minute: minuteOf(minute), half: markedHalf(hour ?? '', full) ?? half }
  const minutes = named[past.toLowerCase() as keyof typeof named] ?? numberOf(past)
  if (!/^(?:to|till|before)$/i.test(side ?? '')) return { ...place, hour: full, minute: minutes, half }
  return { ...place, hour: full === 1 ? 12 : full - 1, minute: 60 - minutes, half }
}

/** "30", "forty-five", "oh five". */
const minuteOf = (text: string) => numberOf(text.replace(/^oh? (?=\p{L})/iu, ''))

/** Who writes 05:00 or 17 says which half of the day it is. */
const markedHalf = (hour: string, full: number) => (full > 12 || hour.startsWith('0') ? 'am' : null)

/** The parts of the day that a text names. */
export const dayPartsOf = (text: string): DayPart[] =>
  longest(
    parts.flatMap(({ hour, half, pattern }) =>
      [...text.matchAll(pattern)].map((match) => ({
        ...placeOf(match),
        hour,
        half: half === 'am' ? ('am' as const) : ('pm' as const),
      })),
    ),
  )

/** The hours of a day that a time may be at. */
export function hoursOf({ hour, half }: Pick<Clock, 'hour' | 'half'>): number[] {
  if (hour === 0 || hour > 12) return [hour]
  if (half !== null) return [(hour % 12) + (half === 'pm' ? 12 : 0)]
  return [hour % 12, (hour % 12) + 12]
}

/** The hour that is meant on a day that is not today: up to half past six it is in the afternoon. */
export function usualHour(clock: Pick<Clock, 'hour' | 'minute' | 'half'>): number {
  const [first = 0, second = first] = hoursOf(clock)
  return isWaking(first, clock.minute) ? first : second
}

/** Whether people mean this hour of the morning without saying so. */
export const isWaking = (hour: number, minute: number): boolean => hour * 60 + minute > 6 * 60 + 30

/** Whether a text is of getting up. */
export const isEarly = (text: string): boolean => early.test(text)
const early = compileAny([words.early], words.slots)
