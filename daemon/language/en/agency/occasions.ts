import type { ParsedResult } from 'chrono-node/en'
import { DateTime } from 'luxon'
import { british } from '../chrono.ts'

/** Without one of these there is no date; looking for it takes a microsecond, reading dates a thousand times as much. */
const hint = /\d|days?\b|tomorrow|tonight/i
const yearly = /\b(?:birthday|anniversary|name day|was born|were born)\b/i
/** What is past, comes up all the time, or is an address. */
const noOccasion =
  /\b(?:was|were|went|had|did|visited|met|saw|got|ago|yesterday|last|since|used to|every|each|always|usually|live[sd]? (?:at|in|on)|street|road|avenue)\b/i
/** Dates that two people may read as two different days, and stretches of time. */
const vague = /\/|\b(?:week|month|year)s?\b/i
const nearWeekday = /\b(?:next|this|coming)\s+\w+day\b/i
const onWeekday = /\bon\s+\w+day\b(?!.*day\b)/i
const own = /\b(?:my|our) birthday\b|\bI was born\b/i
const someonesDay =
  /(?<who>(?:my\s+)?[\p{L}-]+)(?:['’]s\s+(?:\d+(?:st|nd|rd|th)\s+)?(?<what>birthday|wedding anniversary|anniversary|name day)|\s+was\s+born)\b/iu

/** A day that a text tells of. */
export interface Occasion {
  /** The local midnight that it begins with, in milliseconds of a calendar whose days all have 24 hours. */
  readonly midnight: number
  /** The time of day, in milliseconds since midnight; null where none is said. */
  readonly time: number | null
  /** Whether it comes every year. */
  readonly yearly: boolean
  /** What comes every year where it is somebody's, "Ann's birthday"; null for all else. */
  readonly whose: string | null
  /** What is said, without the words of the date. */
  readonly rest: string
}

/** What somebody told, and when, in milliseconds since the epoch, where. */
interface ToldMemory {
  readonly content: string
  /** Whether it is known to be of something that happens once. */
  readonly isEvent: boolean
  readonly at: number
  readonly time_zone: string
}

/** The day that comes up, or comes every year, of which somebody told; null where they told of none. */
export function occasionIn(told: ToldMemory): Occasion | null {
  const { content } = told
  if (!hint.test(content) || own.test(content)) return null
  const comesYearly = yearly.test(content)
  if (!comesYearly && noOccasion.test(content)) return null
  const named = namedDate(told)
  return named && { ...named, yearly: comesYearly, whose: comesYearly ? whoseDay(content) : null }
}

/** A title as it is said to whom it is of: "your mother's birthday". */
export const toYou = (title: string): string => title.replace(/^(?:my|our)\s+/i, 'your ')

function whoseDay(content: string): string | null {
  const { who, what = 'birthday' } = someonesDay.exec(content)?.groups ?? {}
  return who === undefined ? null : `${who}'s ${what.toLowerCase()}`
}

/** The first date in a text, relative to when it was told. */
function namedDate({ content, isEvent, at, time_zone }: ToldMemory) {
  const reference = { instant: new Date(at), timezone: DateTime.fromMillis(at, { zone: time_zone }).offset }
  const dates = british
    .parse(content, reference, { forwardDate: true })
    .filter((date) => isDate(date, content, isEvent))
  // "Next Friday" may be one of two; a date that stands beside it is no matter of taste.
  const first = dates.find(({ start }) => start.isCertain('month')) ?? dates[0]
  if (!first) return null
  const { start } = first
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute') => start.get(name) ?? 0
  const rest = dates
    .reduce((left, { text }) => left.replace(text, ' '), content)
    .replaceAll(/\s\(?\s*\)/g, ' ')
    .replace(/(?:\s+(?:is|are|on|at|by|the|for|will be))+[\s.,!]*$/i, '')
  return {
    midnight: Date.UTC(part('year'), part('month') - 1, part('day')),
    time: start.isCertain('hour') ? part('hour') * 3_600_000 + part('minute') * 60_000 : null,
    rest,
  }
}

/** Whether words name one day: no time alone, no stretch of time, and no weekday that may be any. */
function isDate({ text, start }: ParsedResult, content: string, isEvent: boolean): boolean {
  if (vague.test(text) || (/\bdays\b/i.test(text) && !/^in\b/i.test(text))) return false
  if (start.isCertain('day')) return true
  return start.isCertain('weekday') && (nearWeekday.test(text) || (isEvent && onWeekday.test(content)))
}
