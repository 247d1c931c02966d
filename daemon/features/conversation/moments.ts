import { type ParsedResult, parse as parseMoments } from 'chrono-node/en'
import { DateTime } from 'luxon'

/** A time that a text names. */
export interface NamedMoment {
  /** As it is said, and where. */
  readonly text: string
  readonly index: number
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Whether a time of day was said, not a day alone. */
  readonly timed: boolean
  /** Whether it depends on today, such as "tomorrow" or "next Friday". */
  readonly relative: boolean
}

const absolute = /\d{4}|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i

/** The times that a text names, as somebody means them who says it at `now` in that zone; the future where it is open. */
export function momentsIn(text: string, now: number, time_zone: string, forward = true): NamedMoment[] {
  const here = DateTime.fromMillis(now, { zone: time_zone })
  const reference = { instant: new Date(now), timezone: here.offset }
  const found = parseMoments(text, reference, { forwardDate: forward }).filter(
    ({ text: said }) => !/^now$/i.test(said),
  )
  return found.map(({ text: said, index, start }) => {
    const local = DateTime.fromObject(
      {
        year: start.get('year') ?? here.year,
        month: start.get('month') ?? here.month,
        day: start.get('day') ?? here.day,
        hour: hourOf(start, text.slice(index), said),
        minute: start.isCertain('hour') ? (start.get('minute') ?? 0) : 0,
      },
      { zone: time_zone },
    )
    return {
      text: said,
      index,
      at: local.isValid ? soonest(local, start, here, forward).toMillis() : start.date().getTime(),
      timed: start.isCertain('hour'),
      relative: !absolute.test(said),
    }
  })
}

/** "At 5", said at 2 in the afternoon without a day, is today: chrono takes it for 5 in the morning, which is over. */
function soonest(local: DateTime, start: ParsedResult['start'], here: DateTime, forward: boolean): DateTime {
  const dayIsOpen = !start.isCertain('day') && !start.isCertain('weekday')
  const earlier = local.minus({ days: 1 })
  return forward && dayIsOpen && start.isCertain('hour') && earlier > here ? earlier : local
}

/** "At 5" is in the afternoon, where neither is said; a day without a time begins at 9. */
function hourOf(start: ParsedResult['start'], rest: string, said: string): number {
  const hour = start.get('hour') ?? 9
  // "This afternoon" and "tomorrow evening" have an hour that is usual for them.
  if (!start.isCertain('hour')) return /\b(?:afternoon|evening|night|tonight)\b/i.test(said) ? hour : 9
  const late = /\b(?:afternoon|evening|night|tonight)\b/i.test(rest.slice(0, 45))
  return !start.isCertain('meridiem') && hour >= 1 && (hour <= 6 || (late && hour < 12)) ? hour + 12 : hour
}

/** "Saturday, 21 November 2026", with the time where it is wanted. */
export function spokenDate(at: number, time_zone: string, timed = false): string {
  return DateTime.fromMillis(at, { zone: time_zone })
    .setLocale('en-GB')
    .toFormat(timed ? 'cccc, d LLLL yyyy, HH:mm' : 'cccc, d LLLL yyyy')
}

const days =
  /\b(?:the day after tomorrow|tomorrow(?: (?:morning|afternoon|evening|night))?|tonight|today|yesterday|(?:next|this|last|on) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b/i

const past =
  /\b(?:was|were|had|did|went|died|saw|met|got|came|took|gave|said|told|fell|broke|lost|won|bought|ate|been|\p{L}{2,}ed)\b/u

/** "On Wednesday afternoons" is every week. */
const again = /^\S+ \S+?(?:s\b| (?:mornings|afternoons|evenings|nights)\b)/i

/** A text that will be read later: "tomorrow" has the day beside it that it was on. */
export function datedFor(text: string, now: number, time_zone: string): string {
  const said = days.exec(text)
  if (!said || again.test(text.slice(said.index))) return text
  const forward = !/yesterday|last/i.test(said[0]) && !past.test(text.slice(0, said.index))
  const found = momentsIn(text, now, time_zone, forward).find(
    ({ index, text: named }) => index <= said.index && said.index < index + named.length + 3,
  )
  if (!found) return text
  const end = said.index + said[0].length
  // It has its day already.
  if (/^\s*\([^)]*\d{4}\)/.test(text.slice(end))) return text
  return `${text.slice(0, end)} (${spokenDate(found.at, time_zone)})${text.slice(end)}`
}
