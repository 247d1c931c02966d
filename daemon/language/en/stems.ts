import { stemmer } from 'stemmer'
import words from './stop-words.json' with { type: 'json' }

/** Words that say nothing of what is looked for. */
const stopWords = new Set(words)

/** Some signs stand for eighteen letters, so that a text may be longer than it looks: no more of it is looked into. */
const maxLength = 16_000
/** Stems that are kept, as most words of a language come again and again. */
const maxStems = 50_000

const ascii = /^[\u0020-\u007e\s]*$/

/** The words of a text in their order: lower case, without accents. */
function wordsOf(text: string): string[] {
  if (ascii.test(text))
    return (
      text
        .slice(0, maxLength)
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? []
    )
  const letters = text.normalize('NFKD').slice(0, maxLength)
  const plain = letters.replaceAll(/\p{M}/gu, '').normalize('NFKC').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The stem of each word that came; null for those that tell nothing. */
const stems = new Map<string, string | null>()

/** The stem of a word (Porter 1980, https://tartarus.org/martin/PorterStemmer/); null where it tells nothing. */
function stemOf(word: string): string | null {
  const cached = stems.get(word)
  if (cached !== undefined) return cached
  if (stems.size >= maxStems) stems.clear()
  const stem = stopWords.has(word) ? null : stemmer(word)
  stems.set(word, stem)
  return stem
}

/** The stems of the words of a text that tell something, in their order. */
export function stemsOf(text: string): string[] {
  const all: string[] = []
  for (const word of wordsOf(text)) {
    const stem = stemOf(word)
    if (stem !== null) all.push(stem)
  }
  return all
}
