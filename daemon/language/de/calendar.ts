import { LRUCache } from 'lru-cache'
import { DateTime } from 'luxon'
import {
  type Clock,
  clocksOf,
  type DayPart,
  dayPartsOf,
  hoursOf,
  isEarly,
  longest,
  overlap,
  type Place,
  usualHour,
} from './clock.ts'
import { type Day, daysOf, joinedPart } from './days.ts'

/** When something is said, in whose zone. */
export interface TimeContext {
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly time_zone: string
  /** Whether what is open is to come, as of reminders; else it is over. To come where left out. */
  readonly forward?: boolean
}

export interface NamedTime extends Place {
  /** As it is said. */
  readonly text: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Whether a time of day was said, or a part of the day. */
  readonly timed: boolean
  readonly dayGiven: boolean
  /** Whether it depends on the day that it was said on. */
  readonly relative: boolean
}

/** A time as it was read, before what is open in it is settled. */
export interface ReadTime extends Place {
  readonly day: Day | null
  readonly clock: Clock | null
  readonly part: DayPart | null
}

/** When somebody wants to hear of what has no time of day. */
export const morning = 9
/** What may stand between the parts of one time. */
const gap =
  /^(?:[\s,]|(?<![\p{L}])(?:um|gegen|ab|so|am|in der|dann|und zwar|ca\.?|circa|etwa|schon|gleich|genau|punkt|spätestens|bis|aber|den|der|auf|noch|irgendwann|halt|mal|ums|im)(?![\p{L}]))*$/iu

const cache = new LRUCache<string, readonly ReadTime[]>({ max: 64 })

/** What a text says of times, in its order: days, clocks and parts of the day that stand beside each other are one. */
export function readTimes(
  text: string,
  { now, time_zone, forward = true }: TimeContext,
): readonly ReadTime[] {
  const key = [now, time_zone, forward, text].join(' ')
  const cached = cache.get(key)
  if (cached) return cached
  const here = DateTime.fromMillis(now, { zone: time_zone })
  const clocks = clocksOf(text)
  const days = longest(daysOf(text, here, forward)).filter(
    (day) =>
      day.exact ||
      !clocks.some((clock) => overlap(day, clock) && clock.end - clock.index > day.end - day.index),
  )
  const own = clocks.filter((clock) => !days.some((day) => overlap(day, clock)))
  const joined = [...text.matchAll(joinedPart)].flatMap(({ index, 0: phrase, groups }) => {
    const [part] = dayPartsOf(groups?.['of'] === 'morgen' ? 'am Morgen' : (groups?.['of'] ?? ''))
    return part ? [{ ...part, index, end: index + phrase.length }] : []
  })
  const parts = [
    ...joined,
    ...dayPartsOf(text).filter(
      (part) => ![...days, ...own].some((other) => overlap(part, other) && !isWithin(other, part)),
    ),
    ...ofToday(text),
  ]
  const read = merged(days, own, longest(parts), text)
  cache.set(key, read)
  return read
}

const isWithin = (inner: Place, outer: Place) => inner.index >= outer.index && inner.end < outer.end

/** "Heute Morgen" is the morning of today. */
const ofToday = (text: string): DayPart[] =>
  [...text.matchAll(/(?<=(?<![\p{L}])(?:heute|gestern|vorgestern)\s+)morgen(?![\p{L}])/giu)].map(
    ({ index, 0: phrase }) => ({
      index,
      end: index + phrase.length,
      hour: morning,
      half: 'am',
    }),
  )

function merged(
  days: readonly Day[],
  clocks: readonly Clock[],
  parts: readonly DayPart[],
  text: string,
): ReadTime[] {
  const all: ReadTime[] = [
    ...days.map((day): ReadTime => ({ index: day.index, end: day.end, day, clock: null, part: null })),
    ...clocks.map((clock): ReadTime => ({
      index: clock.index,
      end: clock.end,
      day: null,
      clock,
      part: null,
    })),
    ...parts.map((part): ReadTime => ({ index: part.index, end: part.end, day: null, clock: null, part })),
  ].toSorted((a, b) => a.index - b.index || b.end - a.end)
  const joined: ReadTime[] = []
  for (const one of all) {
    const before = joined.at(-1)
    const touches =
      before !== undefined && (one.index <= before.end || gap.test(text.slice(before.end, one.index)))
    const fits =
      before !== undefined &&
      touches &&
      !(before.day && one.day) &&
      !(before.clock && one.clock) &&
      !(before.part && one.part) &&
      before.day?.exact !== true &&
      one.day?.exact !== true
    if (!fits || before === undefined) joined.push(one)
    else
      joined[joined.length - 1] = {
        index: before.index,
        end: Math.max(before.end, one.end),
        day: before.day ?? one.day,
        clock: before.clock ?? one.clock,
        part: before.part ?? one.part,
      }
  }
  return joined
}

/** The hour of a time of day on any day: that of the part of the day, else the usual one. */
export function hourOf(clock: Clock, part: DayPart | null, text: string): number {
  if (!clock.open) return clock.hour % 24
  if (part !== null) {
    if (clock.hour === 12 || clock.hour === 0) return part.half === 'pm' && part.hour >= 20 ? 0 : 12
    const night = part.hour >= 22 && clock.hour % 12 < 6
    return (clock.hour % 12) + (part.half === 'pm' && !night ? 12 : 0)
  }
  return isEarly(text) ? clock.hour % 12 : usualHour(clock)
}

/** The moment that is meant, with what is open settled. */
export function settled(
  { day, clock, part }: ReadTime,
  text: string,
  { now, time_zone, forward = true }: TimeContext,
): number {
  const here = DateTime.fromMillis(now, { zone: time_zone })
  if (day?.exact === true) return day.on.toMillis()
  const on = day?.on ?? here.startOf('day')
  const today = on.hasSame(here, 'day')
  if (clock === null) {
    const at = on.set({ hour: part?.hour ?? morning, minute: 0 })
    if (!forward || at > here || !today) return at.toMillis()
    return (day ? soon(here) : at.plus({ days: 1 })).toMillis()
  }
  const open = part === null && clock.open && !isEarly(text)
  const hours = open ? hoursOf(clock) : [hourOf(clock, part, text)]
  const { minute } = clock
  // The small hours of "tonight" are tomorrow's.
  if (day && today && forward && part !== null && part.hour >= 22 && hourOf(clock, part, text) < 6)
    return on
      .plus({ days: 1 })
      .set({ hour: hourOf(clock, part, text), minute })
      .toMillis()
  if (day) {
    const next = hours.map((hour) => on.set({ hour, minute })).find((at) => at > here)
    const at =
      (today && forward && open ? next : undefined) ?? on.set({ hour: hourOf(clock, part, text), minute })
    return (forward && at.hour === 0 && today && at <= here ? at.plus({ days: 1 }) : at).toMillis()
  }
  const choices = [0, forward ? 1 : -1].flatMap((days) =>
    hours.map((hour) => here.startOf('day').plus({ days }).set({ hour, minute })),
  )
  if (!forward) return (choices.find((at) => at <= here) ?? on).toMillis()
  const ahead = choices.filter((at) => at > here)
  const isWaking = (at: DateTime) => at.hour * 60 + at.minute > 390 || (clock.whole && at.hour >= 6)
  const nightly = here.hour >= 3 && here.hour < 7
  return (
    ahead.find((at) => !open || isWaking(at) || (nightly && at === ahead[0])) ??
    ahead[0] ??
    on
  ).toMillis()
}

/** What is to be today, where the usual hour is over: the next full hour. */
function soon(here: DateTime): DateTime {
  const next = here.plus({ minutes: 30 }).startOf('hour').plus({ hours: 1 })
  return next.hasSame(here, 'day') ? next : here.plus({ minutes: 5 })
}

/** The times that a text names, as somebody means them who says it at `now` in that zone. */
export const timesIn = (text: string, timeContext: TimeContext): NamedTime[] =>
  readTimes(text, timeContext).map((read) => ({
    index: read.index,
    end: read.end,
    text: text.slice(read.index, read.end),
    at: settled(read, text, timeContext),
    timed: read.clock !== null || read.part !== null || read.day?.exact === true,
    dayGiven: read.day !== null,
    relative: read.day?.relative ?? true,
  }))
