import { fill } from '../../lines.ts'
import { spokenDay, spokenMoment, type TimeContext } from '../spoken.ts'
import texts from './texts.json' with { type: 'json' }

/** What is asked about a date that comes up, of which `told` was told: each year, on a day, or an hour before a moment. */
export function occasionQuestion(
  kind: 'yearly' | 'day' | 'moment',
  told: string,
  at: number,
  timeContext: TimeContext,
): string {
  const when = kind === 'moment' ? spokenMoment(at, timeContext) : spokenDay(at, timeContext)
  return fill(texts.suggestion[kind], { told, when })
}

/** What is asked about a wish that was told more than once, the first time as `told`. */
export const wishQuestion = (told: string) => fill(texts.suggestion.wish, { told })
