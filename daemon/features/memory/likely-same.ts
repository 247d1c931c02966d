import { withDigits } from './number-words.ts'
import { negationsIn, signsOf } from './paraphrase.ts'
import { relatedWords } from './search/related-words.ts'
import { stemsOf } from './search/tokens.ts'
import { statementOf } from './statement.ts'

/** The share of the telling words of either text that the other has too, or one that means something like it. */
const minShare = 0.75
/** The cosine from which on two memories whose words are so alike are shown to their member as perhaps the same. */
export const minLikely = 0.7

/** The numbers that a text names, whatever they are written in. */
const numbersIn = (text: string) =>
  withDigits(statementOf(text).split(' '))
    .flatMap((word) => word.match(/\d+/g) ?? [])
    .toSorted()
    .join(' ')

/**
 * Whether another text has each word that stands with a capital letter in one: names of people, places and days, and
 * the first word, which may be a name, where it tells something.
 */
function hasNamesOf(one: string, other: string): boolean {
  const words = new Set(other.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  const names = one.match(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*/gu) ?? []
  return names.every((name) => stemsOf(name).length === 0 || words.has(name.toLowerCase()))
}

function shareOf(words: readonly string[], others: ReadonlySet<string>): number {
  const known = words.filter(
    (word) => others.has(word) || relatedWords(word).some((related) => others.has(related)),
  )
  return known.length / words.length
}

/**
 * Whether two texts are so alike in their words, and agree in all numbers, names and negations, that their member should
 * look whether they are one. Unlike `sayTheSame` it is often wrong: nothing is merged because of it.
 */
export function perhapsTheSame(one: string, other: string): boolean {
  const agree = [signsOf, numbersIn, negationsIn].every((values) => values(one) === values(other))
  const [a, b] = [stemsOf(one), stemsOf(other)]
  if (!agree || !hasNamesOf(one, other) || !hasNamesOf(other, one)) return false
  if (a.length === 0 || b.length === 0) return false
  return shareOf(a, new Set(b)) >= minShare && shareOf(b, new Set(a)) >= minShare
}
