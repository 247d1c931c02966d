import { stemmer } from 'stemmer'
import { compileAny } from '../templates.ts'
import { relatedWords } from './related-words.ts'
import words from './sentences.json' with { type: 'json' }

/** What ends in a full stop and ends no sentence. */
export const abbreviation = new RegExp(String.raw`(?<!\p{L})(?:${words.abbreviations.join('|')})\.\s*$`, 'iu')
/** The beginning of a sentence that goes on with the one before. */
export const goesOn: RegExp = compileAny(words.goesOn, {})
/** The beginning of a sentence that is of somebody or something in the one before. */
export const pointsBack: RegExp = compileAny(words.pointsBack, {})
const known = new Set(words.known)

/** Whether a word is one of those that everybody uses all the time. */
export const isCommon = (word: string): boolean => known.has(word.toLowerCase())

/** How many words of a text are of English, and how many it has. */
export function familiarity(text: string): { readonly known: number; readonly words: number } {
  const all =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/\p{L}[\p{L}']*/gu) ?? []
  const ours = all.filter(
    (word) => known.has(word.replace(/'\p{L}*$/u, '')) || relatedWords(stemmer(word)).length > 0,
  )
  return { known: ours.length, words: all.length }
}
