// oxlint-disable-next-line import/default -- a CommonJS package, which its types do not say
import rrule from 'rrule'
import { DateTime } from 'luxon'
import { compile } from '../templates.ts'
import { timesIn, timesOfDayIn, usualHourIn } from './calendar.ts'
import words from './repeats.json' with { type: 'json' }
import { repeatingIn, type RuleParts } from './rules.ts'

/** How often something comes up again, as somebody said it. */
export interface Repeated {
  /** An RRULE of RFC 5545. */
  readonly rule: string
  /** The first moment, in milliseconds since the epoch. */
  readonly first: number
  /** The words that said so. */
  readonly words: readonly string[]
}

/** When something is said, in whose zone. */
interface Saying {
  readonly now: number
  readonly time_zone: string
  /** At what time of day it has come so far, in milliseconds since the epoch, which holds where no other is said. */
  readonly had?: number | null
}

/** When somebody comes back to what has no time of its own. */
const morning = 9
const anchors = ['BYDAY', 'BYMONTHDAY']
const bounds = compile(words.bounds, words.slots, 'giu')
const until = new RegExp(words.until, 'i')
const times = compile(words.times, words.slots)

/** How often something comes up again by a text that is said at `now` in that zone; null where it says nothing of it. */
export function repeatIn(text: string, { now, time_zone, had = null }: Saying): Repeated | null {
  const often = repeatingIn(text)
  if (often === null) return null
  const rest = text.replace(often.text, (said) => ' '.repeat(said.length))
  const limits = limitsOf(rest, { now, time_zone })
  const bounded = limits.words.reduce(
    (left, said) => left.replace(said, (whole) => ' '.repeat(whole.length)),
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
  return { rule: write(parts), first, words: [often.text, ...limits.words, ...(clock?.words ?? [])] }
}

/** From when and until when, or how many times, where a text says so. */
function limitsOf(text: string, { now, time_zone }: Saying) {
  const count = times.exec(text)
  let from = 0
  const parts: Record<string, string> = count?.groups?.['count'] ? { COUNT: count.groups['count'] } : {}
  const said = count ? [count[0]] : []
  for (const { 0: whole, groups } of text.matchAll(bounds)) {
    const [moment] = timesIn(groups?.['when'] ?? '', { now, time_zone })
    if (!moment?.dayGiven) continue
    const midnight = DateTime.fromMillis(moment.at, { zone: time_zone }).startOf('day')
    if (until.test(groups?.['side'] ?? '')) {
      delete parts['COUNT']
      parts['UNTIL'] = midnight.toFormat('yyyyLLdd')
    } else from = midnight.toMillis()
    said.push(whole)
  }
  return { from, parts, words: said }
}

/** When on the day: as said, else at the usual hour of the part of the day, else in the morning. */
function timeOfDay(text: string, rest: string, saying: Saying) {
  // "Every evening" says which eight o'clock it is.
  const part = usualHourIn(text)
  const said = timesOfDayIn(rest, saying, text)
  const [one] = said
  if (!one) {
    const alone = timesIn(rest, saying).find(({ timed, dayGiven }) => timed && !dayGiven)
    const before =
      saying.had === null || saying.had === undefined
        ? null
        : DateTime.fromMillis(saying.had, { zone: saying.time_zone })
    const [hour, minute] = part === null && before ? [before.hour, before.minute] : [part ?? morning, 0]
    return { hours: [hour], minute, words: alone ? [alone.text] : [] }
  }
  const same = said.filter(({ minute }) => minute === one.minute)
  return {
    hours: [...new Set(same.map(({ hour }) => hour))].toSorted((a, b) => a - b),
    minute: one.minute,
    words: same.map(({ index, end }) => text.slice(index, end)),
  }
}

/**
 * The first moment after another. What names its days begins on the next of them, "every other Tuesday" too; what names
 * none is counted from today.
 */
function firstOf(parts: RuleParts, after: number, time_zone: string): number | null {
  const named = anchors.some((name) => parts[name] !== undefined)
  const counted = Object.fromEntries(
    Object.entries(parts).filter(
      ([name]) => !(named && name === 'INTERVAL') && name !== 'UNTIL' && name !== 'COUNT',
    ),
  )
  const local = DateTime.fromMillis(after, { zone: time_zone })
  const wall = after + local.offset * 60_000
  const dtstart = new Date(Math.floor(wall / 86_400_000) * 86_400_000)
  const rule = new rrule.RRule({ ...rrule.RRule.parseString(write(counted)), dtstart, bysecond: [0] })
  return momentOf(rule.after(new Date(wall)), time_zone)
}

/** The moment of what a rule has found by the clock on the wall; null for nothing. */
const momentOf = (found: Date | null, time_zone: string): number | null =>
  found && DateTime.fromJSDate(found, { zone: 'utc' }).setZone(time_zone, { keepLocalTime: true }).toMillis()

/** When what repeats by a rule comes next after the time when it is due; null for never. */
export function nextAfter(repeats: string, due_at: number, time_zone: string): number | null {
  const wall = DateTime.fromMillis(due_at, { zone: time_zone }).setZone('utc', { keepLocalTime: true })
  const dtstart = wall.startOf('minute').toJSDate()
  const rule = new rrule.RRule({ ...rrule.RRule.parseString(repeats), dtstart, bysecond: [0] })
  return momentOf(rule.after(dtstart), time_zone)
}

/** A rule that comes at another time of day. */
export function ruleAt(repeats: string, at: number, time_zone: string): string {
  const { hour, minute } = DateTime.fromMillis(at, { zone: time_zone })
  return repeats
    .replace(/BYHOUR=\d+(?=;|$)/, `BYHOUR=${hour}`)
    .replace(/BYMINUTE=\d+(?=;|$)/, `BYMINUTE=${minute}`)
}

const write = (parts: RuleParts) =>
  Object.entries(parts)
    .map(([name, value]) => `${name}=${value}`)
    .join(';')
