import type { ParsedResult, ParsingResult } from 'chrono-node/en'
import { LRUCache } from 'lru-cache'
import { DateTime } from 'luxon'
import { isWritable } from '../../kernel/moment.ts'
import { compile } from '../templates.ts'
import words from './calendar.json' with { type: 'json' }
import { british } from './chrono.ts'
import { clocksOf, type DayPart, dayPartsOf, hoursOf, longest, overlap, type Place } from './clock.ts'
import { daysOf, type Direction } from './days.ts'
import { hourOf, type ReadTime, type TimeContext, settled } from './settling.ts'

export type { TimeContext } from './settling.ts'

export interface NamedTime {
  /** As it is said, and where. */
  readonly text: string
  readonly index: number
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Whether a time of day was said, or a part of the day. */
  readonly timed: boolean
  readonly dayGiven: boolean
  /** Whether it depends on the day that it was said on, as "tomorrow" does and "12 May 2026" does not. */
  readonly relative: boolean
}

const absolute = compile(`\\d{4}-\\d\\d-\\d\\d|(?:${words.months})\\p{L}*|\\d{1,2}/\\d{1,2}`, {})
const noTime = new RegExp(words['not a time'], 'i')
/** "An hour" alone is no time; chrono takes it for in an hour. */
const bareSpan = compile(`^(?:about |around )?(?:[span])$`, words.slots)
const monthAndDay = new RegExp(words['month and day'], 'iu')
const beforeMonth = new RegExp(words['before a month'], 'i')
const gap = new RegExp(words.gap, 'i')
/** Said by itself it is of the day, "in the morning"; "morning" may be anything. */
const standsAlone = compile(words['stands alone'], words.slots)
const exactly = 'result/relativeDateAndTime'

/** The times that a text names, as somebody means them who says it at `now` in that zone. */
export function timesIn(text: string, timeContext: TimeContext): NamedTime[] {
  return read(text, timeContext).map((one) => {
    const phrase = text.slice(one.index, one.end)
    return {
      text: phrase,
      index: one.index,
      at: settled(one, text, timeContext),
      timed: one.clock !== null || one.part !== null || one.span !== null,
      dayGiven: one.dayGiven,
      relative: !absolute.test(phrase),
    }
  })
}

/**
 * The times of day that a text names, on any day: "at 5" is in the afternoon and "at 8" in the morning, where the words
 * around it say nothing else.
 */
export function timesOfDayIn(
  text: string,
  timeContext: TimeContext,
  around = text,
): (Place & { readonly hour: number; readonly minute: number })[] {
  const part = dayPartsOf(around)[0] ?? null
  return read(text, timeContext).flatMap(({ index, end, clock, part: own }) =>
    clock === null ? [] : [{ index, end, hour: hourOf(clock, own ?? part, around), minute: clock.minute }],
  )
}

/** The usual hour of a part of the day that a text names; null where it names none. */
export const usualHourIn = (text: string): number | null => dayPartsOf(text)[0]?.hour ?? null

/** What was read last: the words of a message are looked at for times again and again. */
const cache = new LRUCache<string, readonly ReadTime[]>({ max: 64 })

function read(text: string, timeContext: TimeContext): readonly ReadTime[] {
  const { now, time_zone, forward, near } = timeContext
  const key = [now, near, time_zone, forward, text].join(' ')
  const times = cache.get(key) ?? readAnew(text, timeContext)
  cache.set(key, times)
  return times
}

function readAnew(text: string, { now, time_zone, forward = true, near }: TimeContext): ReadTime[] {
  const zoned = DateTime.fromMillis(now, { zone: time_zone })
  // Chrono counts by the clock on the wall, whatever the zones do.
  const here = zoned.setZone('utc', { keepLocalTime: true })
  const direction: Direction = {
    here,
    forward,
    ...(near === undefined
      ? {}
      : { near: DateTime.fromMillis(near, { zone: time_zone }).setZone('utc', { keepLocalTime: true }) }),
  }
  const chrono = british.clone()
  let own: ParsingResult[] = []
  chrono.refiners.unshift({
    refine: (context, results) => {
      own = ownResults(text, direction, (index, end) => context.createParsingResult(index, end))
      return withOwn(own, results, text)
    },
  })
  // Chrono takes no number alone for a time; "and 1930, please" is one.
  chrono.refiners.push({
    refine: (_, results) =>
      [
        ...results,
        ...own.filter((one) => !results.some((other) => overlap(place(one), place(other)))),
      ].toSorted((a, b) => a.index - b.index),
  })
  const times = chrono
    .parse(text, { instant: here.toJSDate(), timezone: 0 }, { forwardDate: forward })
    .map((result) => readOf(result, here))
    .filter(({ day }) => isWritable(day.toMillis()))
  return withParts(times, dayPartsOf(text), text, here)
}

function ownResults(
  text: string,
  direction: Direction,
  resultAt: (index: number, end: number) => ParsingResult,
): ParsingResult[] {
  const days = daysOf(text, direction)
  const clocks = clocksOf(text).filter((clock) => !days.some((day) => overlap(day, clock)))
  const dated = days.map(({ index, end, on, exact, weekday }) => {
    const result = resultAt(index, end)
    const { start } = result
    if (weekday === null) start.assign('year', on.year).assign('month', on.month).assign('day', on.day)
    else
      start
        .assign('weekday', weekday % 7)
        .imply('year', on.year)
        .imply('month', on.month)
        .imply('day', on.day)
    if (exact)
      start
        .assign('hour', on.hour)
        .assign('minute', on.minute)
        .assign('second', on.second)
        .assign('millisecond', on.millisecond)
        .addTag(exactly)
    return result
  })
  const timed = clocks.map(({ index, end, hour, minute, half }) => {
    const result = resultAt(index, end)
    const [first = hour, second] = hoursOf({ hour, half })
    result.start.assign('hour', second === undefined ? first : hour).assign('minute', minute)
    if (second === undefined) result.start.assign('meridiem', first < 12 ? 0 : 1)
    return result
  })
  return [...dated, ...timed]
}

const place = (result: ParsingResult) => ({
  index: result.index,
  end: result.index + result.text.length,
  result,
})

/** Chrono's results and the own ones: of two that overlap, the longer one, but none that begins within an own one. */
function withOwn(
  own: readonly ParsingResult[],
  results: readonly ParsingResult[],
  text: string,
): ParsingResult[] {
  const others = results.filter(
    (result) =>
      !noTime.test(result.text.trim()) &&
      !bareSpan.test(result.text.trim()) &&
      !result.start.isOnlyWeekdayComponent() &&
      !result.start.tags().has('parser/ENCasualTimeParser') &&
      !isVerb(result, text) &&
      !own.some((one) => one.index < result.index && result.index < place(one).end),
  )
  return longest([...own, ...others].map(place)).map(({ result }) => withDay(result))
}

/** "December 18" is a day, which chrono takes for a year with British settings. */
function withDay(result: ParsingResult): ParsingResult {
  const { day } = monthAndDay.exec(result.text)?.groups ?? {}
  const month = result.start.get('month')
  if (
    day === undefined ||
    month === null ||
    !result.start.isCertain('month') ||
    result.start.isCertain('day')
  )
    return result
  const year = result.refDate.getUTCFullYear()
  result.start.delete('year')
  result.start.assign('month', month).assign('day', Number(day)).imply('year', year)
  return result
}

/** "We may march" names no month. */
const isVerb = ({ start, text: phrase, index }: ParsingResult, text: string): boolean =>
  start.isCertain('month') &&
  !start.isCertain('day') &&
  /^\p{L}+$/u.test(phrase) &&
  !beforeMonth.test(text.slice(0, index))

function readOf({ index, text, start }: ParsedResult, here: DateTime): ReadTime {
  const value = (name: 'year' | 'month' | 'day' | 'hour' | 'minute') => start.get(name) ?? 0
  const exact = start.tags().has(exactly)
  const hour = value('hour')
  const marked = start.isCertain('meridiem') || hour > 12 || hour === 0 || /(?<![\d:.])0\d/.test(text)
  return {
    index,
    end: index + text.length,
    day: DateTime.utc(value('year'), value('month'), value('day')),
    dayGiven: ['day', 'weekday', 'month'].some((name) => start.isCertain(name as 'day')),
    clock:
      start.isCertain('hour') && !exact
        ? { hour, minute: value('minute'), half: marked ? (hour < 12 ? 'am' : 'pm') : null }
        : null,
    part: null,
    span: exact ? start.date().getTime() - here.toMillis() : null,
  }
}

/** Times with the part of the day that stands beside them, and the parts that stand alone. */
function withParts(
  times: readonly ReadTime[],
  parts: readonly DayPart[],
  text: string,
  here: DateTime,
): ReadTime[] {
  const all = [...times]
  for (const part of parts) {
    const at = all.findIndex((one) => one.span === null && one.part === null && beside(one, part, text))
    const one = all[at]
    if (one)
      all[at] = { ...one, index: Math.min(one.index, part.index), end: Math.max(one.end, part.end), part }
    else if (standsAlone.test(text.slice(part.index, part.end)))
      all.push({ ...part, day: here.startOf('day'), dayGiven: false, clock: null, part, span: null })
  }
  return joined(
    all.toSorted((a, b) => a.index - b.index),
    text,
  )
}

/** "At 7" and "this evening" beside each other are one time. */
function joined(all: readonly ReadTime[], text: string): ReadTime[] {
  return all.reduce<ReadTime[]>((merged, one) => {
    const before = merged.at(-1)
    const fits =
      before !== undefined &&
      beside(before, one, text) &&
      before.span === null &&
      one.span === null &&
      !(before.dayGiven && one.dayGiven) &&
      (before.clock === null || one.clock === null)
    if (!fits || before === undefined) return [...merged, one]
    const day = before.dayGiven ? before : one
    const both = { ...day, index: before.index, end: Math.max(before.end, one.end) }
    return [
      ...merged.slice(0, -1),
      { ...both, clock: before.clock ?? one.clock, part: before.part ?? one.part },
    ]
  }, [])
}

const beside = (a: Place, b: Place, text: string): boolean => {
  const [first, second] = a.index <= b.index ? [a, b] : [b, a]
  return second.index <= first.end || gap.test(text.slice(first.end, second.index))
}
