import { eld } from 'eld/extrasmall'
import { familiarity as german, opensQuestion } from './de/familiarity.ts'
import { familiarity as english } from './en/sentences.ts'
import { type LanguageCode, languageCodes, usualLanguage } from './codes.ts'

/** Fewer words may be a name, or of any language. */
const minWords = 3
/** How much of a text a language may have, by its letters beside the likeliest language and by its words, for it to be another one. */
const leastOfOne = { letters: 0.85, words: 0.85 }
/** How much more of the words of a text one language has to know than another for them alone to say which it is. */
const clearlyMore = 0.25
/** How much suffices for the language that was spoken before: the dialects of German look like other languages. */
const ofTheSame = { letters: 0.6, words: 0.3 }
/** So many words of a question say little of their language by their letters. */
const maxShort = 6
/** So few words are of the language that was spoken last unless all of them are of another one. */
const few = 2

/** Whether a word is a code, or a number with its unit: its letters are of no language. */
const isCode = (word: string) => /\d/.test(word) && /\p{L}/u.test(word)

/**
 * The language of a text: where its words do not say, that which was spoken last, English where that is not known. Null where
 * it is of none that is understood: its letters say so, and not all of its words are known either. Slang and typos look like
 * other languages by their letters, and names by their words.
 */
export function languageOf(content: string, last: LanguageCode | null): LanguageCode | null {
  if (/\p{L}/u.test(content) && !/\p{Script=Latin}/u.test(content)) return null
  const text = content
    .split(/\s+/)
    .filter((word) => !isCode(word))
    .join(' ')
  const [{ known, words }, other] = [english(text), german(text)]
  const shares = { en: known / Math.max(1, words), de: other.known / Math.max(1, other.words) }
  const more = shares.de > shares.en ? 'de' : 'en'
  const apart = Math.abs(shares.de - shares.en)
  if (words < minWords) return ofFew(words, shares, more, last)
  if (shares[more] >= leastOfOne.words) return apart > 0 || last === null ? more : last
  const scores = eld.detect(text).getScores()
  const letters = { en: scores['en'] ?? 0, de: scores['de'] ?? 0 }
  const lettered = letters.de > letters.en ? 'de' : 'en'
  const code = apart >= clearlyMore ? more : letters.de === letters.en ? more : lettered
  const likeliest = Math.max(0, ...Object.values(scores))
  const likely = likeliest === 0 ? 1 : letters[code] / likeliest
  const least =
    code === last && code !== usualLanguage && likely >= ofTheSame.letters
      ? ofTheSame.words
      : leastOfOne.words
  // "Was verdient Ronny" has few letters to tell.
  const isShort = code === last && words <= maxShort && shares[code] >= shares.en && opensQuestion.test(text)
  return likely < leastOfOne.letters && shares[code] < least && !isShort ? null : code
}

/** The language of a word or two: who has spoken one before has to leave no doubt that it is another now. */
function ofFew(
  words: number,
  shares: Readonly<Record<LanguageCode, number>>,
  more: LanguageCode,
  last: LanguageCode | null,
): LanguageCode {
  const others = languageCodes.filter((code) => code !== more)
  const isAlone = shares[more] === 1 && others.every((code) => shares[code] === 0)
  if (last === null) return isAlone ? more : usualLanguage
  return isAlone && words >= few ? more : last
}
