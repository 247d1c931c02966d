import { type ParsedResult, parse as parseMoments } from 'chrono-node/en'
import { DateTime } from 'luxon'
import { partOf, withDigits, withMonth } from './clock-words.ts'

/** When a day begins of which no time was said. */
const morning = 9

/** A time that a text names. */
export interface NamedMoment {
  /** As it is said, and where. */
  readonly text: string
  readonly index: number
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Whether a time of day was said, not a day alone. */
  readonly timed: boolean
  /** Whether a day was said, not a time of day alone. */
  readonly dated: boolean
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
      dated: start.isCertain('day') || start.isCertain('weekday'),
      relative: !absolute.test(said),
    }
  })
}

/** The next time by the clock that can be meant, where no day was said. */
function soonest(local: DateTime, start: ParsedResult['start'], here: DateTime, forward: boolean): DateTime {
  const dayIsOpen = !start.isCertain('day') && !start.isCertain('weekday')
  if (!forward || !dayIsOpen || !start.isCertain('hour')) return local
  const earlier = local.minus({ days: 1 })
  if (start.isCertain('meridiem') || local.hour > 12) return earlier > here ? earlier : local
  // "At half seven", said in the afternoon, is tonight.
  const times = [earlier, earlier.plus({ hours: 12 }), local, local.plus({ hours: 12 })]
  return times.find((time) => time > here && time.hour >= 6) ?? local
}

/** "At 5" is in the afternoon, where neither is said; a day without a time begins at 9. */
function hourOf(start: ParsedResult['start'], rest: string, said: string): number {
  const hour = start.get('hour') ?? morning
  // "This afternoon" and "tomorrow evening" have an hour that is usual for them.
  if (!start.isCertain('hour')) return partOf(said) ?? morning
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

const counts = 'one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty'.split(
  ' ',
)
const counted = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 30]
const unit: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }
const span =
  /\bin (?:about )?(?:(?<count>\d{1,4}) (?<unit>s|m|h)(?:ec(?:ond)?|in(?:ute)?|(?:ou)?r)?s?|(?<half>half an hour)|an? (?<one>s|m|h)(?:econd|inute|our)(?<more> and a half)?)\b(?! and)/i
const attributive = /\b(?:the|a|an|my|our|your|his|her|their)\s+(?:\p{L}+ )?$/iu

/** The time that is meant by a text. */
export interface MeantMoment extends Pick<NamedMoment, 'at' | 'timed' | 'dated'> {
  /** The text as it was read, with its times in digits. */
  readonly whole: string
  /** The words of `whole` that say when. */
  readonly words: readonly string[]
}

const dayPart =
  /\b(?:in|during) the (?:morning|afternoon|evening|night)\b|\bfirst thing(?: in the morning)?\b/i

/** The time that is meant by a text, to the second where it is counted from now, on the hour where only a day was said. */
export function momentIn(said: string, now: number, time_zone: string): MeantMoment | null {
  const whole = withDates(withMonth(withDigits(said), now, time_zone), now, time_zone)
  const counted = span.exec(whole)
  if (counted) {
    const { count = '1', half, one, more } = counted.groups ?? {}
    const length = unit[(counted.groups?.['unit'] ?? one ?? 'h').toLowerCase()] ?? 0
    const times = half ? 0.5 : Number(count) + (more ? 0.5 : 0)
    return { at: now + times * length, timed: true, dated: true, whole, words: [counted[0]] }
  }
  const named = momentsIn(whole, now, time_zone)
  // The "8 pm train" is a train.
  const meant = named.find(({ index }) => !attributive.test(whole.slice(0, index))) ?? named[0]
  if (!meant) return null
  const part = meant.timed ? null : dayPart.exec(whole)
  const hour = part ? partOf(part[0]) : null
  const at =
    hour === null ? meant.at : DateTime.fromMillis(meant.at, { zone: time_zone }).set({ hour }).toMillis()
  const { timed, dated, text } = meant
  return { at, timed: timed || hour !== null, dated, whole, words: part ? [text, part[0]] : [text] }
}

const weekdayNames = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday'
const afterNext = new RegExp(
  String.raw`\b(?:the )?(${weekdayNames}) after next\b|\b(${weekdayNames}) week\b`,
  'gi',
)
const fromToday =
  /\b(\d{1,2}|an?|one|two|three|four|five|six|eight|ten) (day|week|month)s? from (?:today|now)\b/gi
const militaryTime =
  /(?<![\d./:-])([01]\d|2[0-3])([0-5]\d)(?![\d./:-])(?! (?:pounds|quid|euros|dollars|people|years))/

/** A text with what chrono has no words for as a date or a time in digits. */
function withDates(text: string, now: number, time_zone: string): string {
  const here = DateTime.fromMillis(now, { zone: time_zone, locale: 'en' })
  const spoken = (date: DateTime) => date.toFormat('d LLLL yyyy')
  const dated = text
    .replaceAll(afterNext, (_, one: string | undefined, other: string | undefined) => {
      const weekday = weekdayNames.split('|').indexOf((one ?? other ?? '').toLowerCase()) + 1
      const ahead = (weekday - here.weekday + 7) % 7 || 7
      return spoken(here.plus({ days: ahead + 7 }))
    })
    .replaceAll(fromToday, (_, count: string, of: string) => {
      const word = count.toLowerCase()
      const number = /^an?$/.test(word) ? 1 : (counted[counts.indexOf(word)] ?? Number(word))
      return spoken(here.plus({ [`${of.toLowerCase()}s`]: number }))
    })
  // "1930" is a time where nothing else is.
  if (parseMoments(dated, new Date(now)).length > 0) return dated
  return dated.replace(militaryTime, '$1:$2')
}

const step =
  /\b(?<count>half an|an?|\d+|\p{L}+)\s+(?<unit>min|hour|day|week)\p{L}*(?<half> and a half)?(?:\s+(?<side>earlier|later|sooner|more|longer|forward|back))?/iu
const bareHour = new RegExp(
  String.raw`\b(?<hour>1?\d|2[0-4]|${counts.slice(0, 12).join('|')})\b(?!\s*(?:min|hour|day|week))`,
  'giu',
)

/** How much earlier (negative) or later something is to be, in milliseconds; null where a text says nothing of it. */
export function shiftIn(text: string): number | null {
  const { count = '', unit: of = '', half, side } = step.exec(text)?.groups ?? {}
  if (
    of === '' ||
    (side === undefined && !/\b(?:add|another|push|delay|snooze|later|earlier|bring)\b/i.test(text))
  )
    return null
  const word = count.toLowerCase()
  const times =
    word === 'half an' ? 0.5 : /^an?$/.test(word) ? 1 : (counted[counts.indexOf(word)] ?? Number(word))
  if (!Number.isFinite(times)) return null
  const lengths: Readonly<Record<string, number>> = {
    min: 60_000,
    hour: 3_600_000,
    day: 86_400_000,
    week: 604_800_000,
  }
  const length = (times + (half ? 0.5 : 0)) * (lengths[of.toLowerCase()] ?? 0)
  const earlier = /\b(?:earlier|sooner|forward|before)\b/i.test(text)
  return earlier ? -length : length
}

/** When something that was due is to be instead: its day stays where only a time is said, and its time where only a day is. */
export function insteadOf(due: number, text: string, now: number, time_zone: string): number | null {
  const was = DateTime.fromMillis(due, { zone: time_zone })
  const named = momentIn(text, now, time_zone)
  if (named?.dated) {
    const day = DateTime.fromMillis(named.at, { zone: time_zone })
    return (named.timed ? day : day.set({ hour: was.hour, minute: was.minute })).toMillis()
  }
  if (named?.timed) {
    const { hour, minute } = DateTime.fromMillis(named.at, { zone: time_zone })
    return was.set({ hour, minute }).toMillis()
  }
  // "Make the tea one six": the hour comes last.
  const word = [...text.matchAll(bareHour)].at(-1)?.groups?.['hour']?.toLowerCase() ?? ''
  const hour = counts.slice(0, 12).indexOf(word) + 1 || Number(word || Number.NaN)
  if (!(hour >= 0 && hour <= 24)) return null
  // The half of the day that is nearer to when it was.
  const [one, other] = [
    was.set({ hour: hour % 24, minute: 0 }),
    was.set({ hour: (hour + 12) % 24, minute: 0 }),
  ]
  const nearer = hour <= 12 && Math.abs(other.toMillis() - due) < Math.abs(one.toMillis() - due) ? other : one
  return nearer.toMillis()
}

/** Whether two moments are on one day, in a zone. */
export const sameDay = (one: number, other: number, time_zone: string): boolean =>
  DateTime.fromMillis(one, { zone: time_zone }).hasSame(
    DateTime.fromMillis(other, { zone: time_zone }),
    'day',
  )
