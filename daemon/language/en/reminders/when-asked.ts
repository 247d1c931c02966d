import { compile } from '../../templates.ts'
import { type ReminderCue, duty } from './asking.ts'
import { type NamedTime, type TimeContext, timesIn } from '../calendar.ts'
import type { Place } from '../clock.ts'
import words from './words.json' with { type: 'json' }
import { shifted, shiftIn } from './shifting.ts'

const slots = words.slots
const ofThing = compile(words['of a thing'], slots)
const deadline = compile(words.deadline, slots)
const longAgo = compile(words['long ago'], slots)
const nearby = new RegExp(words.fillers + words['before a time'], 'iu')

/** The times that a sentence may want a reminder at, the likeliest first. */
function timesAsked(asking: ReminderCue, timeContext: TimeContext): NamedTime[] {
  const { text, index, end } = asking
  const rank = (time: NamedTime): number => {
    const before = text.slice(0, time.index)
    const until = time.index + time.text.length
    if (time.index >= end && nearby.test(text.slice(end, time.index))) return 0
    if (until <= index && nearby.test(text.slice(until, index))) return 1
    if (ofThing.test(before)) return 6
    if (deadline.test(time.text) || deadline.test(before)) return time.index >= end ? 4 : 5
    return time.index >= end ? 2 : 3
  }
  return timesIn(text, timeContext)
    .filter(({ text: phrase, at }) => at > timeContext.now || !longAgo.test(phrase))
    .map((time) => ({ time, order: rank(time) }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ time }) => time)
}

/** The time that is meant: a day and a time of day that stand apart in one clause are one time. */
function timeMeant(
  text: string,
  times: readonly NamedTime[],
  timeContext: TimeContext,
): { at: number; used: NamedTime[] } | null {
  const [first] = times
  if (!first) return null
  const other = times.find((time) => {
    const [a, b] = first.index < time.index ? [first, time] : [time, first]
    const apart = text.slice(a.index + a.text.length, b.index)
    if (time === first || /[,;.!?]/.test(apart)) return false
    return (
      first.timed !== time.timed &&
      first.dayGiven !== time.dayGiven &&
      !deadline.test(text.slice(0, time.index))
    )
  })
  if (!other) return { at: first.at, used: [first] }
  const [day, clock] = first.dayGiven ? [first, other] : [other, first]
  const joined = timesIn(`${day.text} ${clock.text}`, timeContext)
  return joined.length === 1 && joined[0]
    ? { at: joined[0].at, used: [first, other] }
    : { at: first.at, used: [first] }
}

export interface WhenAsked {
  readonly at: number
  /** The words of it, in the sentence that asks and in the one beside it. */
  readonly used: readonly Place[]
  readonly besideUsed: readonly Place[]
  /** Whether it was counted from another time: "half an hour before". */
  readonly shifted: boolean
}

const placeOf = ({ index, text }: NamedTime): Place => ({ index, end: index + text.length })

/** The time that somebody asks to be reminded at, by the sentence and by what was said beside it; null where none was said. */
export function whenAsked(asking: ReminderCue, beside: string, timeContext: TimeContext): WhenAsked | null {
  const meant = timeMeant(asking.text, timesAsked(asking, timeContext), timeContext)
  const other = beside === '' ? null : timeMeant(beside, timesIn(beside, timeContext), timeContext)
  const besideUsed = other?.used.map(placeOf) ?? []
  const shift = shiftIn(asking.text.slice(asking.end))
  if (shift && Object.values(shift.length).some((times) => times < 0)) {
    const index = asking.end + shift.index
    const itself = [{ index, end: index + shift.text.length }]
    const base = meant ?? other
    if (base) {
      const used = [...itself, ...(meant?.used.map(placeOf) ?? [])]
      const at = shifted(base.at, shift, timeContext.time_zone)
      return { at, used, besideUsed: meant ? [] : besideUsed, shifted: true }
    }
  }
  if (meant) return { at: meant.at, used: meant.used.map(placeOf), besideUsed: [], shifted: false }
  return other && { at: other.at, used: [], besideUsed, shifted: false }
}

/** Whether a sentence is of something to do, or of something at a time: what a reminder may be of. */
export const isDuty = (text: string, timeContext: TimeContext): boolean =>
  duty.test(text) || timesIn(text, timeContext).length > 0

/** An answer to when, as it may be read: "ten minutes" is in ten minutes. */
export const asWhen = (text: string, timeContext: TimeContext): string =>
  timesIn(text, timeContext).length === 0 && /^\s*\p{N}|^\s*\p{L}/u.test(text)
    ? words['before a span'] + text
    : text

/** Whether a sentence says a time and nothing else. */
export function isTimeAlone(text: string, timeContext: TimeContext): boolean {
  const times = timesIn(text, timeContext)
  const rest = times.reduceRight(
    (left, { index, text: phrase }) => left.slice(0, index) + left.slice(index + phrase.length),
    text,
  )
  return times.length > 0 && nearby.test(rest)
}
