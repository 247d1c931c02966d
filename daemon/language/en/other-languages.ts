import { eld } from 'eld/extrasmall'
import { compileAny } from '../templates.ts'
import words from './other-languages.json' with { type: 'json' }
import { familiarity } from './sentences.ts'

/** What a message says that wants one kept which was not understood. */
export const keepsIt: RegExp = compileAny(words['keep it'], words.slots)

/** Fewer words may be a name, or of any language. */
const minWords = 3
/** How much of a text English may have, by its letters beside the likeliest language and by its words, for it to be another one. */
const maxEnglish = { letters: 0.85, words: 0.85 }

/**
 * Whether a text is of another language: its letters say so, and not all of its words are known either. Slang and typos look like
 * other languages by their letters, and names by their words.
 */
export function isOtherLanguage(text: string): boolean {
  if (/\p{L}/u.test(text) && !/\p{Script=Latin}/u.test(text)) return true
  const { known, words: count } = familiarity(text)
  if (count < minWords || known / count >= maxEnglish.words) return false
  const scores = eld.detect(text).getScores()
  const likeliest = Math.max(0, ...Object.values(scores))
  return likeliest > 0 && (scores['en'] ?? 0) / likeliest < maxEnglish.letters
}
