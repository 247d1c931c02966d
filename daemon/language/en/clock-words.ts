import { DateTime } from 'luxon'

/** A time of day; `text` is how it was said. */
export interface TimeOfDay {
  readonly hour: number
  readonly minute: number
  readonly text: string
}

const hours = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const hourNames = hours.join('|')
const numberOf = (word: string) => hours.indexOf(word.toLowerCase()) + 1 || Number(word)

/** "Half past nine" as 9:30, "at seven" as "at 7" and "morning at 6" with its "am", which is easier to read. */
export function withDigits(text: string): string {
  return (
    text
      .replaceAll(
        new RegExp(
          String.raw`\b(half|quarter|\d{1,2}|five|ten|twenty) (past|to) (\d{1,2}|${hourNames})\b(?!:)`,
          'gi',
        ),
        (_, part: string, side: string, hour: string) => {
          const minutes =
            { half: 30, quarter: 15, five: 5, ten: 10, twenty: 20 }[part.toLowerCase()] ?? Number(part)
          const full = numberOf(hour)
          if (side.toLowerCase() === 'past') return `${full}:${String(minutes).padStart(2, '0')}`
          return `${full === 1 ? 12 : full - 1}:${String(60 - minutes).padStart(2, '0')}`
        },
      )
      .replaceAll(
        new RegExp(String.raw`\bhalf (${hourNames})\b`, 'gi'),
        (_, hour: string) => `${numberOf(hour)}:30`,
      )
      .replaceAll(
        new RegExp(
          String.raw`\b(at|by|around) (${hourNames})\b(?= o['’]?clock| in the | tonight| (?:a|p)\.?m| (?:on|tomorrow|today|every|each|to)\b|[,.!?]|$)(?: o['’]?clock)?`,
          'gi',
        ),
        (_, lead: string, hour: string) => `${lead} ${numberOf(hour)}`,
      )
      .replaceAll(/\b(\d{1,2}) o['’]?clock\b/gi, '$1:00')
      .replaceAll(
        /(?<![\d:.])\b(\d{1,2}(?::[0-5]\d)?) (tomorrow|this|on \p{L}+day) (morning|afternoon|evening|night)\b/giu,
        (_, time: string, day: string, part: string) =>
          `${day} at ${time} ${part === 'morning' ? 'am' : 'pm'}`,
      )
      .replaceAll(/\b(morning) (?:at )?(1?\d(?::[0-5]\d)?)\b(?![:\d]|\s*[ap]\.?m\b)/gi, '$1 at $2 am')
      // Who writes 05:00 does not mean the afternoon.
      .replaceAll(/\b0([1-9]):([0-5]\d)\b(?!\s*[ap]\.?m\b)/gi, '$1:$2 am')
  )
}

const aDate =
  /\b(?<lead>on|by) the (?<date>[12]?\d|3[01])(?:st|nd|rd|th)\b(?! (?:of|day|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|every|each))/gi

/** "On the 15th", said at `now` in that zone, as "on 15 March": the next one. */
export function withMonth(text: string, now: number, time_zone: string): string {
  const here = DateTime.fromMillis(now, { zone: time_zone })
  return text.replaceAll(aDate, (whole, lead: string, date: string) => {
    const month = [0, 1, 2]
      .map((months) => here.startOf('month').plus({ months }))
      .find(
        (one) =>
          Number(date) <= (one.daysInMonth ?? 0) && one.set({ day: Number(date) }) >= here.startOf('day'),
      )
    return month ? `${lead} ${date} ${month.setLocale('en').toFormat('LLLL yyyy')}` : whole
  })
}

/** The hour of a part of the day that is named without one. */
const parts: readonly (readonly [RegExp, number])[] = [
  [/\b(?:noon|midday|lunch ?time)\b/i, 12],
  [/\bmidnight\b/i, 0],
  [/\bmornings?\b|\bbreakfast\b/i, 9],
  [/\bafternoons?\b/i, 15],
  [/\b(?:evenings?|tea ?time)\b/i, 18],
  [/\b(?:nights?|tonight|bed ?time)\b/i, 20],
]
/** From when to when an hour below 12 is in the second half of the day. */
const late = /\b(?:afternoons?|evenings?|nights?|tonight|tea ?time)\b/i
const early = /\bmornings?\b|\bbreakfast\b/i

const clock =
  /(?:\b(?:at|by|around)\s+)?\b(?:(?<hour>[01]?\d|2[0-3])(?<minutes>[:.](?<minute>[0-5]\d))\s*(?<half>[ap]\.?m\b\.?)?|(?<hourOnly>1?\d)\s*(?<halfOnly>[ap]\.?m\b\.?)|(?<=\b(?:at|by|around)\s+)(?<bare>[01]?\d|2[0-3]))(?![\d:/%€$£]|\.\d|\s*(?:st|nd|rd|th)\b)/gi
const named =
  /\b(?:at|around|by)\s+(?:noon|midday|lunch ?time|midnight|breakfast|tea ?time|bed ?time)\b|\b(?:noon|midday)\b/gi

/** The times of day that a text names. "At 5" is in the afternoon, where nothing else is said. */
export function timesIn(text: string): TimeOfDay[] {
  const found = [...text.matchAll(clock)].map((match): TimeOfDay => {
    const { hour, minute = '0', half, hourOnly, halfOnly, bare } = match.groups ?? {}
    const meridiem = (half ?? halfOnly)?.toLowerCase()
    const said = Number(hour ?? hourOnly ?? bare)
    return { hour: hourOf(said, meridiem, text), minute: Number(minute), text: match[0] }
  })
  if (found.length > 0) return found
  return [...text.matchAll(named)].map((match) => ({
    hour: partOf(match[0]) ?? 9,
    minute: 0,
    text: match[0],
  }))
}

function hourOf(said: number, meridiem: string | undefined, text: string): number {
  if (meridiem) return (said % 12) + (meridiem.startsWith('p') ? 12 : 0)
  if (said === 0 || said > 12 || early.test(text)) return said
  if (said === 12) return /\bnights?\b/i.test(text) ? 0 : 12
  return said <= 6 || late.test(text) ? said + 12 : said
}

/** The hour of the part of the day that a text names; null where it names none. */
export function partOf(text: string): number | null {
  return parts.find(([part]) => part.test(text))?.[1] ?? null
}
