import { stemmer } from 'stemmer'
import { compileAny } from '../templates.ts'
import { relatedWords } from './related-words.ts'
import { stemsOf } from './stems.ts'
import words from './sentences.json' with { type: 'json' }

/** What people say on any day, and what is answered without a memory: something good, a worry, a question. */
export const { remarks } = words

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** A text cut where sentences may end, with the white space after each. */
export const cutIntoSentences = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment)

/** A name without the ending of what belongs to somebody. */
export const withoutPossessive = (name: string): string => name.replace(/['’]s$/, '')
/** Whether a word is written large and names nobody: "I", "I'm". */
export const isPronoun = (word: string): boolean => /^I(?:['’]|$)/.test(word)

/** What ends in a full stop and ends no sentence. */
export const abbreviation = new RegExp(String.raw`(?<!\p{L})(?:${words.abbreviations.join('|')})\.\s*$`, 'iu')
/** The beginning of a sentence that goes on with the one before. */
export const goesOn: RegExp = compileAny(words.goesOn, {})
/** The beginning of a sentence that is of somebody or something in the one before. */
export const pointsBack: RegExp = compileAny(words.pointsBack, {})
const ofIt = compileAny(words.ofIt, {})
const definite = compileAny(words.definite, {})
/** Whether a sentence is of somebody or something in the one before: "He's moving", "The home is new", "I'm reading at it". */
export function isOfBefore(sentence: string, before: string): boolean {
  if (pointsBack.test(sentence) || ofIt.test(sentence)) return true
  const things = stemsOf(definite.exec(sentence)?.groups?.['thing'] ?? '')
  return things.length > 0 && new Set(stemsOf(before)).isSupersetOf(new Set(things))
}
const everyday = new Set(words.known)

/** Whether a word is one of those that everybody uses all the time. */
export const isCommon = (word: string): boolean => everyday.has(word.toLowerCase())

/** How many words of a text are of English, and how many it has. */
export function familiarity(text: string): { readonly known: number; readonly words: number } {
  const all =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/\p{L}[\p{L}']*/gu) ?? []
  const ours = all.filter(
    (word) => everyday.has(word.replace(/'\p{L}*$/u, '')) || relatedWords(stemmer(word)).length > 0,
  )
  return { known: ours.length, words: all.length }
}

const written = /(?<=[\p{L}\p{N},;:'’] )\p{Lu}[\p{L}'’-]+/gu

/** The names in a text as they are written: what is written large, but for the first word of a sentence. */
export function namesIn(text: string): Set<string> {
  const names = new Set<string>()
  for (const [match] of text.matchAll(written)) {
    const name = withoutPossessive(match)
    if (!isPronoun(name)) names.add(name)
  }
  return names
}
