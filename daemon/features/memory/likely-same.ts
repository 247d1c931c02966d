import { withDigits, meaningOf, negationsIn, signsOf } from '../../language/en/memory/paraphrase.ts'
import { relatedWords } from '../../language/en/related-words.ts'
import { stemsOf } from '../../language/en/stems.ts'
import { replaces, statementOf } from '../../language/en/memory/statement.ts'

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

const capitalised = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*/gu

/**
 * The words of a text that stand with a capital letter, in their order: names of people, places and days, and the first
 * word, which may be a name, where it tells something.
 */
const namesIn = (text: string) =>
  (text.match(capitalised) ?? []).filter((name) => stemsOf(name).length > 0).map((name) => name.toLowerCase())

/** Whether the other text has the names of one in the same order: "Ann visits Ben" is not "Ben visits Ann". */
function hasNamesOf(one: string, other: string): boolean {
  const names = namesIn(one)
  const words = other.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const there = words.filter((word) => names.includes(word))
  return [...new Set(there)].join(' ') === [...new Set(names)].join(' ')
}

/** Whether both give a value to one thing, and another one: "my favourite color is blue", "my favourite colour is green". */
function giveOtherValues(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => statementOf(text).split(' ').map(meaningOf).join(' '))
  return replaces(a ?? '', b ?? '')
}

function shareOf(words: readonly string[], others: ReadonlySet<string>): number {
  const shared = words.filter(
    (word) => others.has(word) || relatedWords(word).some((related) => others.has(related)),
  )
  return shared.length / words.length
}

/**
 * Whether two texts are so alike in their words, and agree in all numbers, names and negations, that their member should
 * look whether they are one. Unlike `sayTheSame` it is often wrong: nothing is merged because of it.
 */
export function perhapsTheSame(one: string, other: string): boolean {
  const agree = [signsOf, numbersIn, negationsIn].every((values) => values(one) === values(other))
  const [a, b] = [stemsOf(one), stemsOf(other)]
  if (!agree || !hasNamesOf(one, other) || !hasNamesOf(other, one)) return false
  if (a.length === 0 || b.length === 0 || giveOtherValues(one, other)) return false
  const [ofOne, ofOther] = [shareOf(a, new Set(b)), shareOf(b, new Set(a))]
  // Where each says what the other does not, they say it of two things: "my phone charger is lost", "my laptop charger is lost".
  return Math.min(ofOne, ofOther) >= minShare && Math.max(ofOne, ofOther) === 1
}
