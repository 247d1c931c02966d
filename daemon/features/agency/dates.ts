import { GB as english, type ParsedResult } from 'chrono-node/en'
import { midnightBefore, momentOf, wallOf } from './local-time.ts'
import { excerpt, keyOf, type Notice, type Noticeable, titleOf } from './notice.ts'
import { occurrenceAfter } from './recurrence.ts'
import { readRule } from './recurrence-rule.ts'
import { spokenDay, spokenMoment, type TimeContext } from '../../language/en/spoken.ts'
import { quoted } from './wording.ts'

const hour = 3_600_000
const day = 24 * hour
/** How much of a memory is read, in characters: reading dates takes the longer the more there is. */
const maxContentLength = 500
/** How long before a date it is noticed. */
const ahead = 7 * day
/** The time of a reminder for a day without one. */
const morning = 9 * hour

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

/** A date in a memory that comes up within a week; null if there is none. */
export function upcomingDate(whole: Noticeable, timeContext: TimeContext): Notice | null {
  const memory = { ...whole, content: whole.content.slice(0, maxContentLength) }
  const { content } = memory
  if (!hint.test(content) || own.test(content)) return null
  const comesYearly = yearly.test(content)
  if (!comesYearly && noOccasion.test(content)) return null
  const named = namedDate(memory, timeContext.time_zone)
  if (named === null) return null
  return comesYearly ? yearlyNotice(memory, named, timeContext) : onceNotice(memory, named, timeContext)
}

interface NamedDate {
  /** In local time. */
  readonly wall: number
  readonly timed: boolean
  /** What is said, without the words of the date. */
  readonly rest: string
}

/** The first date in a text, relative to when it was told. */
function namedDate({ content, kind, created_at }: Noticeable, zone: string): NamedDate | null {
  const createdAt = Date.parse(created_at)
  const reference = { instant: new Date(createdAt), timezone: (wallOf(createdAt, zone) - createdAt) / 60_000 }
  const dates = english
    .parse(content, reference, { forwardDate: true })
    .filter((date) => isDate(date, kind, content))
  // "Next Friday" may be one of two; a date that stands beside it is no matter of taste.
  const first = dates.find(({ start }) => start.isCertain('month')) ?? dates[0]
  if (!first) return null
  const { start } = first
  const timed = start.isCertain('hour')
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute') => start.get(name) ?? 0
  const midnight = Date.UTC(part('year'), part('month') - 1, part('day'))
  const time = timed ? part('hour') * hour + part('minute') * 60_000 : morning
  const rest = dates
    .reduce((left, { text }) => left.replace(text, ' '), content)
    .replaceAll(/\s\(?\s*\)/g, ' ')
    .replace(/(?:\s+(?:is|are|on|at|by|the|for|will be))+[\s.,!]*$/i, '')
  return { wall: midnight + time, timed, rest }
}

/** Whether words name one day: no time alone, no stretch of time, and no weekday that may be any. */
function isDate({ text, start }: ParsedResult, kind: Noticeable['kind'], content: string): boolean {
  if (vague.test(text) || (/\bdays\b/i.test(text) && !/^in\b/i.test(text))) return false
  if (start.isCertain('day')) return true
  return (
    start.isCertain('weekday') && (nearWeekday.test(text) || (kind === 'event' && onWeekday.test(content)))
  )
}

function yearlyNotice(
  memory: Noticeable,
  { wall, rest }: NamedDate,
  timeContext: TimeContext,
): Notice | null {
  const { now, time_zone } = timeContext
  const date = new Date(wall)
  const [month, dayOfMonth] = [date.getUTCMonth() + 1, date.getUTCDate()]
  // Who was born on a 29th of February has a birthday every year.
  const onDay = month === 2 && dayOfMonth === 29 ? -1 : dayOfMonth
  const repeats = `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${onDay}`
  const from = midnightBefore(wallOf(now, time_zone)) + morning
  const next = occurrenceAfter({ parts: readRule(repeats), from }, now, time_zone)
  if (next === null || next > now + ahead) return null
  const title = yearlyTitle(memory.content, rest)
  const question = `That is ${spokenDay(next, timeContext)}. Shall I remind you that morning, every year?`
  return {
    key: keyOf('yearly', `${month}-${dayOfMonth}`, title),
    title,
    prompt: `You told me: ${quoted(excerpt(memory.content))} ${question}`,
    next_run_at: next,
    repeats,
    until: next,
  }
}

function yearlyTitle(content: string, rest: string): string {
  const { who, what = 'birthday' } = someonesDay.exec(content)?.groups ?? {}
  const title = who === undefined ? titleOf(rest) || titleOf(content) : `${who}'s ${what.toLowerCase()}`
  return titleOf(title.replace(/^(?:my|our)\s+/i, 'your '))
}

function onceNotice(
  memory: Noticeable,
  { wall, timed, rest }: NamedDate,
  timeContext: TimeContext,
): Notice | null {
  const { now, time_zone } = timeContext
  const at = momentOf(wall, time_zone)
  const next_run_at = timed ? at - hour : at
  if (next_run_at <= now || at > now + ahead) return null
  const title = titleOf(rest) || titleOf(memory.content)
  const question = timed
    ? `That is ${spokenMoment(at, timeContext)}. Shall I remind you an hour before?`
    : `That is ${spokenDay(at, timeContext)}. Shall I remind you that morning?`
  return {
    key: keyOf('date', new Date(wall).toISOString(), title),
    title,
    prompt: `You told me: ${quoted(excerpt(memory.content))} ${question}`,
    next_run_at,
    repeats: null,
    until: next_run_at,
  }
}
