import { DateTime } from 'luxon'
import { firstOf, writeRule } from '../recurrence.ts'
import { compile } from '../templates.ts'
import { timesIn, timesOfDayIn, usualHourIn } from './calendar.ts'
import words from './repeats.json' with { type: 'json' }
import { repeatingIn } from './rules.ts'

/** How often something comes up again, as somebody said it. */
export interface Repeated {
  /** An RRULE of RFC 5545. */
  readonly rule: string
  /** The first moment, in milliseconds since the epoch. */
  readonly first: number
  readonly words: readonly string[]
}

/** When something is said, in whose zone. */
interface RepeatContext {
  readonly now: number
  readonly time_zone: string
  /** At what time of day it has come so far, in milliseconds since the epoch, which holds where no other is said. */
  readonly had?: number | null
}

/** When somebody comes back to what has no time of its own. */
const morning = 9
const bounds = compile(words.bounds, words.slots, 'giu')
const until = new RegExp(words.until, 'i')
const times = compile(words.times, words.slots)

/** How often something comes up again by a text that is said at `now` in that zone; null where it says nothing of it. */
export function repeatIn(text: string, { now, time_zone, had = null }: RepeatContext): Repeated | null {
  const often = repeatingIn(text)
  if (often === null) return null
  const rest = text.replace(often.text, (phrase) => ' '.repeat(phrase.length))
  const limits = limitsOf(rest, { now, time_zone })
  const bounded = limits.words.reduce(
    (left, phrase) => left.replace(phrase, (whole) => ' '.repeat(whole.length)),
    rest,
  )
  const clock = often.parts['BYHOUR'] === undefined ? timeOfDay(text, bounded, { now, time_zone, had }) : null
  const parts = {
    ...often.parts,
    ...(clock ? { BYHOUR: clock.hours.join(','), BYMINUTE: String(clock.minute) } : {}),
    ...(often.parts['BYHOUR'] === undefined ? {} : { BYMINUTE: '0' }),
    ...limits.parts,
  }
  const first = firstOf(parts, Math.max(now, limits.from - 1), time_zone)
  if (first === null) return null
  return { rule: writeRule(parts), first, words: [often.text, ...limits.words, ...(clock?.words ?? [])] }
}

/** From when and until when, or how many times, where a text says so. */
function limitsOf(text: string, { now, time_zone }: RepeatContext) {
  const count = times.exec(text)
  let from = 0
  const parts: Record<string, string> = count?.groups?.['count'] ? { COUNT: count.groups['count'] } : {}
  const phrases = count ? [count[0]] : []
  for (const { 0: whole, groups } of text.matchAll(bounds)) {
    const [moment] = timesIn(groups?.['when'] ?? '', { now, time_zone })
    if (!moment?.dayGiven) continue
    const midnight = DateTime.fromMillis(moment.at, { zone: time_zone }).startOf('day')
    if (until.test(groups?.['side'] ?? '')) {
      delete parts['COUNT']
      parts['UNTIL'] = midnight.toFormat('yyyyLLdd')
    } else from = midnight.toMillis()
    phrases.push(whole)
  }
  return { from, parts, words: phrases }
}

/** When on the day: as said, else at the usual hour of the part of the day, else in the morning. */
function timeOfDay(text: string, rest: string, timeContext: RepeatContext) {
  // "Every evening" says which eight o'clock it is.
  const part = usualHourIn(text)
  const clockTimes = timesOfDayIn(rest, timeContext, text)
  const [one] = clockTimes
  if (!one) {
    const alone = timesIn(rest, timeContext).find(({ timed, dayGiven }) => timed && !dayGiven)
    const before =
      timeContext.had === null || timeContext.had === undefined
        ? null
        : DateTime.fromMillis(timeContext.had, { zone: timeContext.time_zone })
    const [hour, minute] = part === null && before ? [before.hour, before.minute] : [part ?? morning, 0]
    return { hours: [hour], minute, words: alone ? [alone.text] : [] }
  }
  const same = clockTimes.filter(({ minute }) => minute === one.minute)
  return {
    hours: [...new Set(same.map(({ hour }) => hour))].toSorted((a, b) => a - b),
    minute: one.minute,
    words: same.map(({ index, end }) => text.slice(index, end)),
  }
}
