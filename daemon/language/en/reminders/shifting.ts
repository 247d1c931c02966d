import { DateTime } from 'luxon'
import { compile, compileAny } from '../../templates.ts'
import calendar from '../calendar.json' with { type: 'json' }
import { type NamedTime, type TimeContext, timesIn, timesOfDayIn } from '../calendar.ts'
import { overlap, type Place } from '../clock.ts'
import { spanOf, weekdayOf } from '../days.ts'
import { allRepeatingIn, type RepeatingWords } from '../rules.ts'
import { type ReminderCue, subjectAfter } from './asking.ts'
import words from './words.json' with { type: 'json' }

/** How much earlier or later something is to be, and at which hour where a part of the day was named. */
export interface Shift {
  readonly length: Readonly<Record<string, number>>
  readonly hour: number | null
  /** 1 for Monday, where it is that day of the week before or after: "the Thursday after". */
  readonly weekday: number | null
  readonly text: string
  readonly index: number
}

const slots = { ...calendar.slots, ...words.slots }
const shifts = words.shifts.map((template) => compile(template, slots))
const otherDay = compile(words['the other day'], slots)
const backwards = compile(words.backwards, slots)
const bringsForward = compile(words['brings forward'], slots)

/** "An hour earlier", "another 15 minutes", "the evening before": how far from another time; null for no such words. */
export function shiftIn(text: string): Shift | null {
  const day = otherDay.exec(text)
  if (day) {
    const { part = '', way = '', named } = day.groups ?? {}
    const sign = backwards.test(way) ? -1 : 1
    const hour = calendar.parts.find(({ said: pattern }) => compile(pattern, {}).test(part))?.hour ?? null
    const unit = /^(?:week|month)/i.exec(part)?.[0].toLowerCase() ?? 'day'
    const weekday = named === undefined ? null : weekdayOf(named)
    return { length: { [`${unit}s`]: sign }, hour, weekday, text: day[0], index: day.index }
  }
  for (const pattern of shifts) {
    const match = pattern.exec(text)
    if (!match) continue
    const { way } = match.groups ?? {}
    const length = spanOf(match.groups ?? {})
    if (Object.keys(length).length === 0) continue
    const back = way === undefined ? bringsForward.test(text) : backwards.test(way)
    const signed = Object.entries(length).map(([unit, times]) => [unit, back ? -times : times])
    const { 0: phrase, index } = match
    return { length: Object.fromEntries(signed), hour: null, weekday: null, text: phrase, index }
  }
  return null
}

const ofOther = compile(words['of another time'], slots)

/**
 * What is asked for that is only to be so much earlier or later, "wake me half an hour earlier", empty where nothing else is
 * named; null where it asks for something new.
 */
export function shiftedOnly(asking: ReminderCue, timeContext: TimeContext): string | null {
  const shift = shiftIn(asking.text)
  if (shift === null || !ofOther.test(shift.text)) return null
  const place = { index: shift.index, end: shift.index + shift.text.length }
  const others = timesIn(asking.text, timeContext).some(
    ({ index, text }) => !overlap(place, { index, end: index + text.length }),
  )
  return others ? null : subjectAfter(asking, [place]).title
}

const isLater = ({ length }: Pick<Shift, 'length'>) => Object.values(length).some((times) => times > 0)

/** A moment, shifted by the clock on the wall. */
export function shifted(at: number, { length, hour, weekday }: Shift, time_zone: string): number {
  const from = DateTime.fromMillis(at, { zone: time_zone })
  const ahead = weekday === null ? 0 : (weekday - from.weekday + 7) % 7 || 7
  const moved =
    weekday === null ? from.plus(length) : from.plus({ days: isLater({ length }) ? ahead : ahead - 7 || -7 })
  return (hour === null ? moved : moved.set({ hour, minute: 0 })).toMillis()
}

const fromBefore = compile(words['from before to'], slots)
const noLonger = compile(words['no longer'], slots)
const tooLate = compile(words['too late'], slots)
const cue = compile(words.cue, slots)
/** Says of the time before it that it takes the place of another. */
const asOther = new RegExp(words['as the other'], 'iu')
const besideShift = new RegExp(words['beside a shift'], 'iu')

/** What says to when something is moved. */
export interface Moving {
  readonly shift: Shift | null
  /** The sentence without the words of its times. */
  readonly rest: string
  /** Whether it says that something is to be moved: "make it six". */
  readonly strong: boolean
  /** Whether it says little but the time, which may be meant of what was spoken of last. */
  readonly short: boolean
  /** What it says to have another time, "Lena's pickup has to be earlier"; null where it does not say so. */
  readonly subject: string | null
}

const bySubject = compileAny(words['moves by subject'], slots)
const noMove = compile(words['no move'], slots)
const strongMove = compileAny(words.moves, slots)
const moveWithin = compile(words['moves within a time'], slots)
const anyDay = compile(words['any day'], slots)
const shortMove = compileAny(words['short moves'], slots)

/** Whether a sentence says a time to which something may be moved, or how often it is to come, there; null where it says none. */
export function movingIn(
  text: string,
  timeContext: TimeContext,
  often: readonly Place[] = [],
): Moving | null {
  const shift = often.length === 0 ? shiftIn(text) : null
  const all = timesIn(text, timeContext).map(({ index, text: phrase }) => ({
    index,
    end: index + phrase.length,
  }))
  const span = shift && joinedPlace({ index: shift.index, end: shift.index + shift.text.length }, all)
  const times = all.filter((time) => span === null || !overlap(time, span))
  const marked = [...times.filter((time) => !often.some((one) => overlap(time, one))), ...often]
  const places = [
    ...marked.map((time) => ({ ...time, mark: '§' })),
    ...(span ? [{ ...span, mark: '±' }] : []),
  ]
  if (places.length === 0) return null
  const bare = places
    .toSorted((a, b) => b.index - a.index)
    .reduce((left, { index, end, mark }) => left.slice(0, index) + mark + left.slice(end), text)
  // "A bit early for a Sunday, make that eleven" names a day and a time that are read as one.
  const within = marked.some(({ index, end }) => moveWithin.test(text.slice(index, end)))
  const strong = strongMove.test(bare) || within || (shift !== null && strongMove.test(shift.text))
  return {
    shift,
    rest: bare.replaceAll(/[§±]/g, ' '),
    strong,
    short: shortMove.test(bare) && !noMove.test(text),
    subject: bySubject.exec(bare)?.groups?.['subject'] ?? null,
  }
}

/** A place with those that overlap it: "the following Thursday at 2" is read as Thursday at 2 too. */
const joinedPlace = (one: Place, others: readonly Place[]): Place => {
  const all = [one, ...others.filter((other) => overlap(other, one))]
  return { index: Math.min(...all.map(({ index }) => index)), end: Math.max(...all.map(({ end }) => end)) }
}

/** The moment to which something is moved that was to be at `timeContext.near`; null where that cannot be told. */
export function movedMoment(text: string, { shift }: Moving, timeContext: TimeContext): number | null {
  const { now, near, time_zone } = timeContext
  if (shift === null) return timeMovedTo(text, timeContext)?.at ?? null
  const later = isLater(shift)
  const base = later ? Math.max(now, near ?? now) : near
  const at = base === undefined ? null : shifted(base, shift, time_zone)
  if (otherDay.test(shift.text)) {
    const blank = text.replace(shift.text, (phrase) => ' '.repeat(phrase.length))
    const [clock] =
      at === null ? [] : timesOfDayIn(blank, { now, time_zone }).filter((time) => isBeside(time, shift, text))
    if (clock === undefined || at === null) return at
    const { hour, minute } = clock
    return DateTime.fromMillis(at, { zone: time_zone }).set({ hour, minute }).toMillis()
  }
  const to = timeMovedTo(text, timeContext)
  const beside =
    to?.time.timed === true &&
    isBeside({ index: to.time.index, end: to.time.index + to.time.text.length }, shift, text)
  return beside ? to.at : at
}

/** Whether nothing but little words stand between a time and how far it is from another: "an hour later, so at six". */
function isBeside(time: Place, shift: Shift, text: string): boolean {
  const end = shift.index + shift.text.length
  const apart = time.index >= end ? text.slice(end, time.index) : text.slice(time.end, shift.index)
  return besideShift.test(apart)
}

const ledBy = (phrase: string) => /^\p{L}+\s/u.exec(phrase)?.[0] ?? ''

/** Whether a text says of one of its times that it is not to be that: "not Monday", "Monday is no good". */
const isFormer = (text: string, { index, text: phrase }: { index: number; text: string }) =>
  noLonger.test(text.slice(0, index) + ledBy(phrase)) || tooLate.test(text.slice(index + phrase.length))

/** Whether a text says of one of its times that it is to be that one: "to Tuesday", "Friday instead". */
const isCued = (text: string, { index, text: phrase }: { index: number; text: string }) =>
  cue.test(text.slice(0, index)) || cue.test(ledBy(phrase)) || asOther.test(text.slice(index + phrase.length))

/**
 * How often something is to come from now on, by what a sentence says of it, "from Mondays to Tuesdays"; `others` is what it
 * says besides. Null where it says nothing of it.
 */
export function oftenMovedTo(
  text: string,
): { readonly often: RepeatingWords; readonly others: readonly RepeatingWords[] } | null {
  const all = allRepeatingIn(text)
  const open = all.filter((one) => !isFormer(text, one))
  const often = open.findLast((one) => isCued(text, one)) ?? open[0] ?? all[0]
  return often ? { often, others: all.filter((one) => one !== often) } : null
}

/** The time that something is to be moved to; null where none is said. */
function timeMovedTo(sentence: string, timeContext: TimeContext): { time: NamedTime; at: number } | null {
  const blank = (phrase: string) => ' '.repeat(phrase.length)
  const text = sentence.replace(fromBefore, blank).replace(anyDay, blank)
  const times = timesIn(text, timeContext).filter((one) => !isFormer(text, one))
  const cued = times.filter((one) => isCued(text, one))
  const time = times.findLast(({ text: phrase }) => moveWithin.test(phrase)) ?? cued.at(-1) ?? times[0]
  if (!time) return null
  const other = times.find(
    (one) => one !== time && one.dayGiven !== time.dayGiven && one.timed !== time.timed,
  )
  const near = timeContext.near
  if (other) {
    const [day, clock] = time.dayGiven ? [time, other] : [other, time]
    const [joined] = timesIn(`${day.text} ${clock.text}`, timeContext)
    if (joined) return { time, at: joined.at }
  }
  if (time.timed || near === undefined) return { time, at: time.at }
  // Another day, at the time that it had.
  const had = DateTime.fromMillis(near, { zone: timeContext.time_zone })
  const day = DateTime.fromMillis(time.at, { zone: timeContext.time_zone })
  return { time, at: day.set({ hour: had.hour, minute: had.minute }).toMillis() }
}
