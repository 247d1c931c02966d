import { DateTime } from 'luxon'
import { compile } from '../templates.ts'
import { type NamedTime, timesIn } from './calendar.ts'
import calendar from './calendar.json' with { type: 'json' }
import words from './dates.json' with { type: 'json' }
import { repeatingIn } from './rules.ts'
import { spokenDate } from './spoken.ts'
import { tenseAt } from './tense.ts'

/** What was said of a day, and the day that it was. */
export interface ResolvedDate {
  readonly text: string
  readonly index: number
  readonly date: string
  /** "Friday, 8 May". */
  readonly spoken: string
}

/** When something was told, in whose zone. */
interface ToldAt {
  /** Milliseconds since the epoch. */
  readonly told_at: number
  readonly time_zone: string
}

const notDay = new RegExp(words['not a day'], 'iu')
const someDay = new RegExp(words['some day'], 'i')
const aboutBefore = new RegExp(String.raw`\b${words.about}\s+$`, 'i')
const aboutWithin = new RegExp(String.raw`^${words.about}\b`, 'i')
const afterIt = new RegExp(`^${words['after it']}`, 'i')
const today = new RegExp(words.today, 'i')
const dayAlone = new RegExp(words['day alone'], 'i')
const month = new RegExp(words.month, 'iu')
const range = compile(words.range, words.slots, 'giu')
const namedDay = compile(words['named day'], words.slots)
const mayFollow = new RegExp(`^${calendar.slots['after a time']}|${words['may follow']}`, 'iu')
const beside = compile(words.beside, {}, 'giu')
const back = new RegExp(words.back, 'i')
/** Who is up late calls today what is tomorrow by the clock. */
const dayBegins = 4

/**
 * The days that a text names by when it was told, "last Friday" or "tomorrow", with their dates. A day that may be over
 * or to come is settled by the verb beside it; what stays open is left out.
 */
export function datesResolved(text: string, told: ToldAt): ResolvedDate[] {
  const timeContext = { now: told.told_at, time_zone: told.time_zone }
  const over = timesIn(text, { ...timeContext, forward: false })
  const ranges = [...text.matchAll(range)].map(({ index, 0: phrase }) => ({
    index,
    end: index + phrase.length,
  }))
  const days = timesIn(text, { ...timeContext, forward: true }).flatMap((coming) => {
    if (ranges.some(({ index, end }) => coming.index < end && index < coming.index + coming.text.length))
      return []
    const past = over.find(({ index }) => index === coming.index)
    const meant = isDay(coming, text, told) ? meantOf(coming, past, text, told) : null
    return meant === null ? [] : [resolved(coming, meant, told)]
  })
  return withNextDays(days, text, told)
}

const localDay = (at: number, { time_zone }: ToldAt) =>
  DateTime.fromMillis(at, { zone: time_zone }).startOf('day')

const resolved = (
  { text, index }: { text: string; index: number },
  at: number,
  told: ToldAt,
): ResolvedDate => ({
  text,
  index,
  date: localDay(at, told).toFormat('yyyy-LL-dd'),
  spoken: spokenDate(at, { now: told.told_at, time_zone: told.time_zone }),
})

/** Whether it is one day, which nothing near it makes any day or about that day. */
function isDay({ text: phrase, index, dayGiven, relative }: NamedTime, text: string, told: ToldAt): boolean {
  const before = text.slice(0, index)
  const after = text.slice(index + phrase.length)
  if (!dayGiven || !relative || notDay.test(phrase) || someDay.test(before)) return false
  // "17 June, and back on the 22nd" is of June.
  if (dayAlone.test(phrase.trim()) && month.test(before)) return false
  if (aboutBefore.test(before) || aboutWithin.test(phrase) || afterIt.test(after)) return false
  if (namedDay.test(phrase) && !/\d/.test(phrase) && !mayFollow.test(after)) return false
  const again = repeatingIn(text)
  if (again && again.index < index + phrase.length && index < again.index + again.text.length) return false
  const hour = DateTime.fromMillis(told.told_at, { zone: told.time_zone }).hour
  return hour >= dayBegins || !today.test(phrase)
}

/** The moment that is meant, where the words or the verb say which. */
function meantOf(coming: NamedTime, past: NamedTime | undefined, text: string, told: ToldAt): number | null {
  if (past && localDay(past.at, told).equals(localDay(coming.at, told))) return coming.at
  const tense = tenseAt(text, coming.index, coming.index + coming.text.length)
  if (tense === null) return null
  return tense === 'coming' ? coming.at : (past?.at ?? null)
}

/** "The funeral was on Tuesday and he flew home the day after." */
function withNextDays(days: readonly ResolvedDate[], text: string, told: ToldAt): ResolvedDate[] {
  const next = [...text.matchAll(beside)].flatMap((match) => {
    const end = match.index + match[0].length
    if (!mayFollow.test(text.slice(end))) return []
    const day = days.findLast(({ index }) => index < match.index)
    if (!day || /[.!?]/.test(text.slice(day.index, match.index))) return []
    const at = DateTime.fromISO(day.date, { zone: told.time_zone }).plus({
      days: back.test(match[0]) ? -1 : 1,
    })
    return [resolved({ text: match[0], index: match.index }, at.toMillis(), told)]
  })
  return [...days, ...next].toSorted((a, b) => a.index - b.index)
}
