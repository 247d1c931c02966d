import type { ParsedResult } from 'chrono-node/en'
import { british } from '../chrono.ts'

/** A stretch of time, in milliseconds since the epoch; `to` is the first moment after it. */
export interface Period {
  readonly from: number
  readonly to: number
}

const day = 86_400_000
/** "Before Christmas" is within so long before it. */
const before = 90 * day

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
/** The first month, from 0, and how many; winter begins in the December before. */
const seasons: Readonly<Record<string, readonly [number, number]>> = {
  spring: [2, 3],
  summer: [5, 3],
  autumn: [8, 3],
  fall: [8, 3],
  winter: [-1, 3],
}
/** Days that are the same every year: month from 0, day, how many. */
const holidays: Readonly<Record<string, readonly [number, number, number]>> = {
  christmas: [11, 24, 3],
  "new year's eve": [11, 31, 1],
  'new year': [0, 1, 1],
  halloween: [9, 31, 1],
  "valentine's day": [1, 14, 1],
}

const utc = (year: number, month: number, date = 1) => Date.UTC(year, month, date)
const yearOf = (moment: number) => new Date(moment).getUTCFullYear()

/** The latest of a thing that comes every year, by `now`; of those that are over, where it is the last. */
function latest(now: number, period: (year: number) => Period, isLast: boolean): Period {
  const year = yearOf(now) + 1
  const isMeant = ({ from, to }: Period) => (isLast ? to : from) <= now
  return [year, year - 1, year - 2].map(period).find(isMeant) ?? period(year - 2)
}

type Reading = (match: RegExpExecArray, now: number) => Period | null

const yearly = (
  period: (year: number) => Period,
  year: string | undefined,
  now: number,
  led: string | undefined,
) => (year === undefined ? latest(now, period, led?.toLowerCase() === 'last') : period(Number(year)))

/** "The last week of May": chrono reads two times. */
const weekOfMonth: readonly [RegExp, Reading] = [
  new RegExp(`\\b(first|last) (?:week|days) of (${monthNames})(?: (\\d{4}))?\\b`, 'i'),
  ([, which, month = '', year], now) => {
    const at = months.indexOf(month.slice(0, 3).toLowerCase())
    const week = (each: number): Period => {
      const [from, to] = [utc(each, at), utc(each, at + 1)]
      return which?.toLowerCase() === 'first' ? { from, to: from + 8 * day } : { from: to - 8 * day, to }
    }
    return yearly(week, year, now, undefined)
  },
]

/** What chrono has no word for, or reads as one day. */
const readings: readonly (readonly [RegExp, Reading])[] = [
  [
    new RegExp(`\\b(?:(last|in|of|during|this|since|before|after) )?(${monthNames})(?:,? (\\d{4}))?\\b`, 'i'),
    ({ index, 1: led, 2: month = '', 3: year }, now) => {
      // "May I" is no month.
      const verb = /^may$/i.test(month) && led === undefined && year === undefined
      if (verb && (index === 0 || month === 'may')) return null
      const at = months.indexOf(month.slice(0, 3).toLowerCase())
      return yearly((each) => ({ from: utc(each, at), to: utc(each, at + 1) }), year, now, led)
    },
  ],
  [
    /\b(?:(last|this|in|the|of|during|since|before|after) )*(spring|summer|autumn|fall|winter)(?: (?:of )?(\d{4}))?\b/i,
    ([, led, season = '', year], now) => {
      // Who falls has no season in mind.
      if (/^fall$/i.test(season) && led === undefined) return null
      const [first, count] = seasons[season.toLowerCase()] ?? [0, 0]
      return yearly((each) => ({ from: utc(each, first), to: utc(each, first + count) }), year, now, led)
    },
  ],
  [
    /\b(?:(last) )?(christmas|new year['’]s eve|new year|halloween|valentine['’]s day)(?:,? (\d{4}))?\b/i,
    ([, led, holiday = '', year], now) => {
      const [month, date, days] = holidays[holiday.toLowerCase().replace('’', "'")] ?? [0, 1, 1]
      return yearly(
        (each) => ({ from: utc(each, month, date), to: utc(each, month, date + days) }),
        year,
        now,
        led,
      )
    },
  ],
  [
    /\b(last|this) year\b/i,
    ([, which], now) => wholeYear(yearOf(now) - (which?.toLowerCase() === 'last' ? 1 : 0)),
  ],
  [
    /\b(?:in|of|during|since|before|after|until|from|by) ((?:19|20)\d\d)\b/i,
    ([, year]) => wholeYear(Number(year)),
  ],
]

const wholeYear = (year: number): Period => ({ from: utc(year, 0), to: utc(year + 1, 0) })

/** The first moment of a day that chrono has found. */
const dayOf = (date: ParsedResult['start']) =>
  utc(date.get('year') ?? 0, (date.get('month') ?? 1) - 1, date.get('day') ?? 1)

/** What chrono has found: days, a month or a year, as much as was said; null for a time of any day. */
function periodOf({ start, end }: ParsedResult): Period | null {
  const from = dayOf(start)
  const isDay = start.isCertain('day') || start.isCertain('weekday')
  if (end && (isDay || start.isCertain('month'))) return { from, to: dayOf(end) + day }
  if (isDay) return { from, to: from + day }
  const [year, month] = [start.get('year') ?? 0, (start.get('month') ?? 1) - 1]
  if (start.isCertain('month')) return { from: utc(year, month), to: utc(year, month + 1) }
  return start.isCertain('year') ? wholeYear(year) : null
}

/** "Before" and "since" turn a time into one that ends, or begins, with it. */
function directed(text: string, index: number, period: Period, now: number): Period {
  const word = /\b(before|until|by|since|after)\s+(?:the\s+)?$/i
    .exec(text.slice(0, index))?.[1]
    ?.toLowerCase()
  if (word === undefined) return period
  return word === 'since' || word === 'after'
    ? { from: period.from, to: Math.max(period.to, now) }
    : { from: period.from - before, to: period.to }
}

/** What one of the readings makes of a text. */
function readBy([pattern, reading]: readonly [RegExp, Reading], text: string, now: number): Period | null {
  const match = pattern.exec(text)
  const period = match && reading(match, now)
  if (!period) return null
  const lead = /^(?:before|until|by|since|after) /i.exec(match[0])?.[0].length ?? 0
  return directed(text, match.index + lead, period, now)
}

/** The time that a question names, as somebody means it who asks at `now`; null where it names none. */
export function periodIn(text: string, now: number): Period | null {
  const ofMonth = readBy(weekOfMonth, text, now)
  if (ofMonth) return ofMonth
  const dates = british
    .parse(text, { instant: new Date(now), timezone: 0 }, { forwardDate: false })
    // "The last week of school" is not the one before this.
    .filter(
      ({ index, text: phrase }) =>
        !/^now$/i.test(phrase) && !/^ of\b/i.test(text.slice(index + phrase.length)),
    )
  const periodAt = (date: ParsedResult) => {
    const period = periodOf(date)
    return period && directed(text, date.index, period, now)
  }
  const exact = dates.find(({ start }) => start.isCertain('day') || start.isCertain('weekday'))
  if (exact) return periodAt(exact)
  for (const reading of readings) {
    const period = readBy(reading, text, now)
    if (period) return period
  }
  return dates[0] ? periodAt(dates[0]) : null
}
