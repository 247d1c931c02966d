import { inverseFrequency, weights } from './ranking.ts'
import { relatedWords } from '../../../language/en/related-words.ts'
import { similarWords } from './similar-words.ts'
import type { WordIndex } from './word-index.ts'

/** A word of a question, with what it tells among all that the member may see. */
export interface WeighedWord {
  /**
   * How it may stand in memories, the likest first: itself or what it may be a slip for, and words that mean something
   * like it; each with what it counts beside the word itself, 0 to 1.
   */
  readonly forms: readonly { readonly word: string; readonly similarity: number }[]
  readonly weight: number
}

export interface WeighedWords {
  readonly words: readonly WeighedWord[]
  /** What all of them weigh. */
  readonly ideal: number
  /** The share of the words that no memory has, 0 to 1. */
  readonly unknown: number
  /** Of the memories that the member may see, in words. */
  readonly meanLength: number
}

function* wordsOf(indexes: readonly WordIndex[]): Generator<string> {
  for (const index of indexes) yield* index.words()
}

/**
 * Weighs the words of a question among `all` memories that the member may see: what others have changes nothing. A word
 * that none of them has stands for those that look like it; and any for those that mean something like it.
 */
export function weighWords(
  indexes: readonly WordIndex[],
  all: number,
  words: readonly string[],
): WeighedWords {
  const sum = (of: (index: WordIndex) => number) => indexes.reduce((total, index) => total + of(index), 0)
  const having = (word: string) => sum((index) => index.having(word))
  let unknown = 0
  const weighed = words.flatMap((word): WeighedWord[] => {
    const stands = (one: string) => having(one) > 0
    const own = stands(word) ? [{ word, similarity: 1 }] : similarWords(word, () => wordsOf(indexes), stands)
    const related = relatedWords(word).map((other) => ({ word: other, similarity: weights.related }))
    const forms = [...own, ...related].filter((form) => stands(form.word))
    const [likest] = forms
    unknown += 1 - (likest?.similarity ?? 0)
    return likest ? [{ forms, weight: inverseFrequency(having(likest.word), all) }] : []
  })
  return {
    words: weighed,
    ideal: weighed.reduce((total, { weight }) => total + weight, 0),
    unknown: unknown / Math.max(1, words.length),
    meanLength: sum((index) => index.totalLength()) / Math.max(1, all),
  }
}
