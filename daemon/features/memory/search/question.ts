import type { Period } from './question-dates.ts'
import { stemsOf } from '../../../language/en/stems.ts'

/** More words than these make a search slow and no better. */
const maxWords = 24
/** Without one of these a question names no time. */
const timeHint =
  /\d|\b(?:yesterday|today|week|weekend|month|year|ago|spring|summer|autumn|fall|winter|christmas|new year|halloween|valentine|(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]*|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|May\b|\b(?:last|in|of|since|before) may\b/i

/** What is looked for. */
export interface Question {
  /** The stems of its telling words, each once. */
  readonly words: readonly string[]
  /** The time that it names. */
  readonly period: Period | null
}

/** Reads a question that is asked at `now`, in milliseconds since the epoch. */
export async function readQuestion(text: string, now: number): Promise<Question> {
  const words = [...new Set(stemsOf(text))].slice(0, maxWords)
  if (!timeHint.test(text)) return { words, period: null }
  // The reader of dates is loaded with the first question that may have one.
  const { periodIn } = await import('./question-dates.ts')
  return { words, period: periodIn(text, now) }
}
