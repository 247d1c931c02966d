import { type Occasion, occasionIn, toYou } from '../../language/en/agency/occasions.ts'
import { occasionQuestion } from '../../language/en/agency/wording.ts'
import type { TimeContext } from '../../language/en/spoken.ts'
import { midnightBefore, momentOf, wallOf } from './local-time.ts'
import { excerpt, keyOf, type Notice, type Noticeable, titleOf } from './notice.ts'
import { occurrenceAfter } from './recurrence.ts'
import { readRule } from './recurrence-rule.ts'

const hour = 3_600_000
const day = 24 * hour
/** How much of a memory is read, in characters: reading dates takes the longer the more there is. */
const maxContentLength = 500
/** How long before a date it is noticed. */
const ahead = 7 * day
/** The time of a reminder for a day without one. */
const morning = 9 * hour

/** A date in a memory that comes up within a week; null if there is none. */
export function upcomingDate(memory: Noticeable, timeContext: TimeContext): Notice | null {
  const content = memory.content.slice(0, maxContentLength)
  const { time_zone } = timeContext
  const at = Date.parse(memory.created_at)
  const occasion = occasionIn({ content, isEvent: memory.kind === 'event', at, time_zone })
  if (occasion === null) return null
  return occasion.yearly
    ? yearlyNotice(content, occasion, timeContext)
    : onceNotice(content, occasion, timeContext)
}

function yearlyNotice(
  content: string,
  { midnight, whose, rest }: Occasion,
  timeContext: TimeContext,
): Notice | null {
  const { now, time_zone } = timeContext
  const date = new Date(midnight)
  const [month, dayOfMonth] = [date.getUTCMonth() + 1, date.getUTCDate()]
  // Who was born on a 29th of February has a birthday every year.
  const onDay = month === 2 && dayOfMonth === 29 ? -1 : dayOfMonth
  const repeats = `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${onDay}`
  const from = midnightBefore(wallOf(now, time_zone)) + morning
  const next = occurrenceAfter({ parts: readRule(repeats), from }, now, time_zone)
  if (next === null || next > now + ahead) return null
  const title = titleOf(toYou(whose ?? (titleOf(rest) || titleOf(content))))
  return {
    key: keyOf('yearly', `${month}-${dayOfMonth}`, title),
    title,
    prompt: occasionQuestion('yearly', excerpt(content), next, timeContext),
    next_run_at: next,
    repeats,
    until: next,
  }
}

function onceNotice(
  content: string,
  { midnight, time, rest }: Occasion,
  timeContext: TimeContext,
): Notice | null {
  const { now, time_zone } = timeContext
  const wall = midnight + (time ?? morning)
  const at = momentOf(wall, time_zone)
  const next_run_at = time === null ? at : at - hour
  if (next_run_at <= now || at > now + ahead) return null
  const title = titleOf(rest) || titleOf(content)
  return {
    key: keyOf('date', new Date(wall).toISOString(), title),
    title,
    prompt: occasionQuestion(time === null ? 'day' : 'moment', excerpt(content), at, timeContext),
    next_run_at,
    repeats: null,
    until: next_run_at,
  }
}
