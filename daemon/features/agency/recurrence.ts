// oxlint-disable-next-line import/default -- a CommonJS package, which its types do not say
import rrule from 'rrule'
import { midnightBefore, momentOf, wallOf } from './local-time.ts'
import { writeRule } from './recurrence-rule.ts'
import { type Recurrence, wallOfStamp } from './recurrence-text.ts'

const { RRule } = rrule
const day = 86_400_000
/** More than any zone ever set its clocks by at once. */
const leeway = 3 * 3_600_000

/** The first occurrence after a moment, as a moment; null where there is none. */
export function occurrenceAfter(recurrence: Recurrence, after: number, zone: string): number | null {
  const { next, last } = open(recurrence, zone)
  // A step back in time, as some local times that follow on each other are the same moment or an earlier one.
  for (let wall = next(wallOf(after, zone) - leeway); wall !== null; wall = next(wall)) {
    const moment = momentOf(wall, zone)
    if (moment > last) return null
    if (moment > after) return moment
  }
  return null
}

/** The last occurrence until a moment, that one included; null where there is none. */
export function occurrenceUntil(recurrence: Recurrence, until: number, zone: string): number | null {
  const { before, last } = open(recurrence, zone)
  const limit = Math.min(until, last)
  for (let wall = before(wallOf(limit, zone) + leeway); wall !== null; wall = before(wall)) {
    const moment = momentOf(wall, zone)
    if (moment <= limit) return moment
  }
  return null
}

/** The occurrences in local time, after or before a local time. */
function open({ parts, from }: Recurrence, zone: string) {
  // The calendar repeats itself every 400 years. Near its end, looking for what never comes is soon over: there is no
  // other way to keep the package from looking through 8,000 years.
  const shift = Math.floor((9999 - new Date(from).getUTCFullYear()) / 400) * 146_097 * day
  const rule = writeRule(new Map([...parts].filter(([name]) => name !== 'UNTIL')))
  const set = new RRule({ ...RRule.parseString(rule), dtstart: new Date(from + shift) }, true)
  const back = (date: Date | null) => (date ? date.getTime() - shift : null)
  return {
    next: (wall: number) => back(set.after(new Date(wall + shift))),
    before: (wall: number) => back(set.before(new Date(wall + shift))),
    last: endOf(parts.get('UNTIL'), zone),
  }
}

/** The last moment that UNTIL allows: a day with all of it; local where it does not say UTC. */
function endOf(until: string | undefined, zone: string): number {
  if (until === undefined) return Infinity
  const wall = wallOfStamp(until.replace('Z', ''))
  if (until.endsWith('Z')) return wall
  return until.length === 8 ? momentOf(midnightBefore(wall) + day, zone) - 1 : momentOf(wall, zone)
}
