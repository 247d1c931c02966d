import type Database from 'better-sqlite3'
import { stemmer } from 'stemmer'

/** Words that say nothing of what is looked for (of English, the language of the embedded model). */
const stopWords = new Set(
  `a about after again all am an and any are as at be because been before being but by can could did do does doing
  for from had has have having he her hers him his how i if in into is it its just me my no nor not of off on once only
  or our ours out over own same she should so some such than that the their theirs them then there these they this
  those to too under until up us very was we were what when where which while who whom why will with would you your
  yours s t d ll m re ve don isn didn doesn won`.split(/\s+/),
)
/** More words than these make a search slow and no better. */
const maxWords = 16

/** Some signs stand for eighteen letters, so that a memory may be longer than it looks: no more of it is looked into. */
const maxLength = 16_000

/** The words of a text in their order: lower case, without accents. */
function wordsOf(text: string): string[] {
  const letters = text.normalize('NFKD').slice(0, maxLength)
  const plain = letters.replaceAll(/\p{M}/gu, '').normalize('NFKC').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * The words of a question that are worth looking for, by their stems (Porter's), each once; those that say nothing are
 * left out where there are others.
 */
export function queryWords(text: string): string[] {
  const words = wordsOf(text)
  const telling = words.filter((word) => !stopWords.has(word))
  return [...new Set((telling.length > 0 ? telling : words).map(stemmer))].slice(0, maxWords)
}

/** Every word of texts as the index keeps them for their owner, between spaces. */
export function indexedWords(owner: string, texts: readonly string[]): string {
  return texts
    .flatMap(wordsOf)
    .map((word) => ownWord(owner, stemmer(word)))
    .join(' ')
}

/**
 * A stem as the index keeps it for one owner: a word of its own, so that a search never meets what others have. It
 * tells owners apart by 12 digits of their ids (48 bits); the rows that are found are asked for their owner as well.
 */
export function ownWord(owner: string, stem: string): string {
  return `${owner.replaceAll('-', '').slice(0, 12)}·${stem}`
}

/** The ids of the memories of an owner that have a word, given by its stem. */
export type WordLookup = (owner: string, stem: string) => number[]

export function openWordIndex(client: Database.Database): WordLookup {
  const matching = client
    // As one text, which is handed over faster than row by row.
    .prepare<[string], string>('SELECT json_group_array(rowid) FROM memory_words WHERE memory_words MATCH ?')
    .pluck()
  // In quotes no word is an operator.
  return (owner, stem) => JSON.parse(matching.get(`"${ownWord(owner, stem)}"`) ?? '[]') as number[]
}
