/** How alike two words are at least, to be taken for one that was mistyped or bent in a way that stems do not know. */
const minSimilarity = 0.55
/** A word that is not known stands for at most so many that are. */
const maxSimilar = 3
/** Shorter words are like too many others. */
const minLength = 4

/** The pairs of neighbouring characters of a word, its edges among them. */
function pairsOf(word: string): string[] {
  const edged = `^${word}$`
  return Array.from({ length: edged.length - 1 }, (_, at) => edged.slice(at, at + 2))
}

/**
 * How alike two words look, 0 to 1: the share of the pairs of characters that both have (Dice 1945; for words, Adamson
 * and Boreham 1974, https://doi.org/10.1016/0020-0271(74)90020-5).
 */
export function similarity(one: readonly string[], other: readonly string[]): number {
  const left = [...other]
  let shared = 0
  for (const pair of one) {
    const at = left.indexOf(pair)
    if (at < 0) continue
    left.splice(at, 1)
    shared += 1
  }
  return (2 * shared) / (one.length + other.length)
}

/** A known word, and how alike an unknown one is, 0 to 1. */
export interface SimilarWord {
  readonly word: string
  readonly similarity: number
}

/**
 * The known words that an unknown one may stand for, the likest first, of those that `stand` still; none for a number or
 * a short word.
 */
export function similarWords(
  unknown: string,
  words: () => Iterable<string>,
  stands: (word: string) => boolean = () => true,
): SimilarWord[] {
  if (unknown.length < minLength || /\d/.test(unknown)) return []
  const pairs = pairsOf(unknown)
  const similar = new Map<string, number>()
  for (const word of words()) {
    // Two words of which one is far longer share too few pairs: it is seen without looking for them.
    if (word.length < minLength || Math.abs(word.length - unknown.length) > unknown.length / 2) continue
    // Slips at both the first and the second letter are rare.
    if (word[0] !== unknown[0] && word[1] !== unknown[1]) continue
    const alike = similarity(pairs, pairsOf(word))
    if (alike >= minSimilarity) similar.set(word, alike)
  }
  return Iterator.from(
    [...similar]
      .map(([word, alike]) => ({ word, similarity: alike }))
      .toSorted((a, b) => b.similarity - a.similarity || (a.word < b.word ? -1 : 1)),
  )
    .filter(({ word }) => stands(word))
    .take(maxSimilar)
    .toArray()
}
