import type { Period } from './question-dates.ts'
import texts from './search.json' with { type: 'json' }

/** Without one of these a question names no time. */
const timeHint =
  /\d|\b(?:yesterday|today|week|weekend|month|year|ago|spring|summer|autumn|fall|winter|christmas|new year|halloween|valentine|(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]*|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|May\b|\b(?:last|in|of|since|before) may\b/i

/** The time that a question names, as somebody means it who asks at `now`; null where it names none. */
export async function periodNamed(question: string, now: number): Promise<Period | null> {
  if (!timeHint.test(question)) return null
  // The reader of dates is loaded with the first question that may have one.
  const { periodIn } = await import('./question-dates.ts')
  return periodIn(question, now)
}

/** Questions that lead everywhere: to dates, to words that nobody knows, and to related ones. */
export const practiceQuestions: readonly string[] = texts.practice

/** A day as a question may name it, in UTC: "3 may 2026". */
export const dayText = (day: Date): string =>
  `${day.getUTCDate()} ${texts.months[day.getUTCMonth()]} ${day.getUTCFullYear()}`

/** What may speak for a memory, or against it. */
export type Reason = keyof typeof texts.reasons

/** Why a memory was found, in plain words. */
export const reasonsText = (reasons: readonly Reason[]): string =>
  (reasons.length > 0 ? reasons : (['none'] as const)).map((reason) => texts.reasons[reason]).join('; ')

/** The same of a memory that was not searched for. */
export const { unsearched: unsearchedTexts } = texts

/** The same of one that was read again together with the question, and may answer it. */
export const answeringText = (why: string): string => `${why}; ${texts.answering}`
