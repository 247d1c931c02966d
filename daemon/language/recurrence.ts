// oxlint-disable-next-line import/default -- a CommonJS package, which its types do not say
import rrule from 'rrule'
import { DateTime } from 'luxon'

/** The parts of an RRULE of RFC 5545 by their names, without a time of day where none follows from the words. */
export type RuleParts = Readonly<Record<string, string>>

const anchors = ['BYDAY', 'BYMONTHDAY']

/**
 * The first moment after another. What names its days begins on the next of them, "every other Tuesday" too; what names
 * none is counted from today.
 */
export function firstOf(parts: RuleParts, after: number, time_zone: string): number | null {
  const named = anchors.some((name) => parts[name] !== undefined)
  const counted = Object.fromEntries(
    Object.entries(parts).filter(
      ([name]) => !(named && name === 'INTERVAL') && name !== 'UNTIL' && name !== 'COUNT',
    ),
  )
  const local = DateTime.fromMillis(after, { zone: time_zone })
  const wall = after + local.offset * 60_000
  const dtstart = new Date(Math.floor(wall / 86_400_000) * 86_400_000)
  const rule = new rrule.RRule({ ...rrule.RRule.parseString(writeRule(counted)), dtstart, bysecond: [0] })
  return momentOf(rule.after(new Date(wall)), time_zone)
}

/** The moment of what a rule has found by the clock on the wall; null for nothing. */
const momentOf = (date: Date | null, time_zone: string): number | null =>
  date && DateTime.fromJSDate(date, { zone: 'utc' }).setZone(time_zone, { keepLocalTime: true }).toMillis()

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

/** A rule by its parts. */
export const writeRule = (parts: RuleParts) =>
  Object.entries(parts)
    .map(([name, value]) => `${name}=${value}`)
    .join(';')
