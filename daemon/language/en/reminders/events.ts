import { DateTime } from 'luxon'
import { compile, compileAny } from '../../templates.ts'
import calendar from '../calendar.json' with { type: 'json' }
import { timesIn, timesOfDayIn, usualHourIn, type TimeContext } from '../calendar.ts'
import type { FromEvent } from '../../reminder-acts.ts'
import type { Place } from '../clock.ts'
import { cutIntoSentences } from '../sentences.ts'
import { stemsOf } from '../stems.ts'
import { shiftIn } from './shifting.ts'
import words from './words.json' with { type: 'json' }

const slots = { ...calendar.slots, ...words.slots }
const counted = compileAny(words['counted from an event'], slots)
const yearly = compile(words['comes every year'], slots)
/** When somebody wants to hear of what has no time of day. */
const morning = 9
const unitsOfDays = new Set(['days', 'weeks', 'months', 'years'])

/** A time in a text that is counted from what was told, and where it is; null for none, or where a day is said. */
export function fromEventIn(
  text: string,
  timeContext: TimeContext,
): { readonly from: FromEvent; readonly place: Place } | null {
  const match = counted.exec(text)
  const { event = '', before = '' } = match?.groups ?? {}
  if (match === null || timesIn(event, timeContext).length > 0) return null
  const shift = before === '' ? null : shiftIn(before)
  const length = shift?.length ?? {}
  if (before !== '' && !Object.keys(length).some((unit) => unitsOfDays.has(unit))) return null
  const place = { index: match.index, end: match.index + match[0].trimEnd().length }
  const rest = text.slice(0, place.index) + ' '.repeat(place.end - place.index) + text.slice(place.end)
  if (timesIn(rest, timeContext).some(({ dayGiven }) => dayGiven)) return null
  const [clock] = timesOfDayIn(rest, timeContext)
  const hour = clock?.hour ?? usualHourIn(rest) ?? shift?.hour ?? morning
  return { from: { event: event.trim(), length, hour, minute: clock?.minute ?? 0 }, place }
}

/** The day of an event by a text that told of it at `told_at`, the coming one of what comes every year; null where none is said. */
function dayOf(
  event: string,
  content: string,
  told_at: number,
  { now, time_zone }: TimeContext,
): DateTime | null {
  const wanted = new Set(stemsOf(event))
  const sentence = cutIntoSentences(content).find((one) => new Set(stemsOf(one)).isSupersetOf(wanted))
  if (sentence === undefined || wanted.size === 0) return null
  const days = timesIn(sentence, { now: told_at, time_zone }).filter(({ dayGiven }) => dayGiven)
  const [eventDay, other] = days
  if (eventDay === undefined || other !== undefined) return null
  const day = DateTime.fromMillis(eventDay.at, { zone: time_zone }).startOf('day')
  const today = DateTime.fromMillis(now, { zone: time_zone }).startOf('day')
  if (day >= today) return day
  const next = day.set({ year: today.year })
  return yearly.test(event) ? (next >= today ? next : next.plus({ years: 1 })) : null
}

/** The moment that is counted from an event, by what was told of it; null where that tells no day, or several. */
export function momentFrom(
  { event, length, hour, minute }: FromEvent,
  told: readonly { readonly content: string; readonly told_at: number }[],
  timeContext: TimeContext,
): number | null {
  const days = told.flatMap(({ content, told_at }) => dayOf(event, content, told_at, timeContext) ?? [])
  const [day] = days
  if (!day || days.some((other) => !other.hasSame(day, 'day'))) return null
  return day.plus(length).set({ hour, minute }).toMillis()
}
