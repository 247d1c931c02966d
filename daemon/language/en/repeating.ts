// oxlint-disable-next-line import/default -- a CommonJS package, which its types do not say
import rrule from 'rrule'
import { DateTime } from 'luxon'
import { partOf, timesIn } from './clock-words.ts'
import { momentsIn } from './moments.ts'
import { repeatingIn, type RuleParts } from './repeating-words.ts'

/** How often something comes up again, as somebody said it. */
export interface Repeated {
  /** An RRULE of RFC 5545. */
  readonly rule: string
  /** The first moment, in milliseconds since the epoch. */
  readonly first: number
  /** The words that said so. */
  readonly words: readonly string[]
}

/** When somebody comes back to what has no time of its own. */
const morning = 9
const anchors = ['BYDAY', 'BYMONTHDAY']
const bounds =
  /(?<side>\b(?:starting(?: from| on)?|beginning(?: on| from)?|from|until|till|up to)) (?<when>.+?)(?=\b(?:starting|beginning|from|until|till|at|to (?!\d))\b|[,.!?]|$)/gi
const times = /\bfor (?:the next )?0*(?<count>[1-9]\d{0,2}) (?:times|days|weeks|months)\b/i

/** How often something comes up again by a text that is said at `now` in that zone; null where it says nothing of it. */
export function readRepeated(text: string, now: number, time_zone: string): Repeated | null {
  const often = repeatingIn(text)
  if (often === null) return null
  const rest = text.replace(often.text, ' ')
  const limits = limitsOf(rest, now, time_zone)
  const clock = often.parts['BYHOUR'] === undefined ? timeOfDay(text, rest) : null
  const time = clock ?? { hours: [], minute: 0, words: [] }
  const parts = {
    ...often.parts,
    ...(clock ? { BYHOUR: clock.hours.join(','), BYMINUTE: String(clock.minute) } : {}),
    ...(often.parts['BYHOUR'] !== undefined ? { BYMINUTE: '0' } : {}),
    ...limits.parts,
  }
  const first = firstOf(parts, Math.max(now, limits.from - 1), time_zone)
  if (first === null) return null
  return { rule: write(parts), first, words: [often.text, ...limits.words, ...time.words] }
}

/** From when and until when, or how many times, where a text says so. */
function limitsOf(text: string, now: number, time_zone: string) {
  const count = times.exec(text)
  let from = 0
  const parts: Record<string, string> = count?.groups?.['count'] ? { COUNT: count.groups['count'] } : {}
  const words = count ? [count[0]] : []
  for (const { 0: said, groups } of text.matchAll(bounds)) {
    const [moment] = momentsIn(groups?.['when'] ?? '', now, time_zone)
    if (!moment) continue
    const midnight = DateTime.fromMillis(moment.at, { zone: time_zone }).startOf('day')
    if (/^(?:until|till|up to)$/i.test(groups?.['side'] ?? '')) {
      delete parts['COUNT']
      parts['UNTIL'] = midnight.toFormat('yyyyLLdd')
    } else from = midnight.toMillis()
    words.push(said)
  }
  return { from, parts, words }
}

/** When on the day: as said, else at the usual hour of the part of the day, else in the morning. */
function timeOfDay(text: string, rest: string) {
  const said = timesIn(rest)
  const [one] = said
  if (!one) return { hours: [partOf(text) ?? morning], minute: 0, words: [] }
  // "Every evening" says which eight o'clock it is.
  const exact = timesIn(text)
  const same = (exact.length === said.length ? exact : said).filter(({ minute }) => minute === one.minute)
  return {
    hours: [...new Set(same.map(({ hour }) => hour))].toSorted((a, b) => a - b),
    minute: one.minute,
    words: same.map(({ text: words }) => words),
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
  const found = rule.after(new Date(wall))
  return found
    ? DateTime.fromJSDate(found, { zone: 'utc' }).setZone(time_zone, { keepLocalTime: true }).toMillis()
    : null
}

const write = (parts: RuleParts) =>
  Object.entries(parts)
    .map(([name, value]) => `${name}=${value}`)
    .join(';')
