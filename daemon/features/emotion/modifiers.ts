import { directionOf, isNegation } from '../../language/en/emotion/sentiment.ts'

/** How far back a word reaches that turns or strengthens others, in words. */
const reach = 3

/** The words right before a place among words, the nearest first. */
const before = (words: readonly string[], at: number) => words.slice(Math.max(0, at - reach), at).toReversed()

/** Whether what stands at a place of a clause is denied by one of the three words before it. */
export const negated = (words: readonly string[], at: number): boolean => before(words, at).some(isNegation)

/**
 * How much the three words before a place of a clause strengthen what stands there: 1 for a booster right before it, -1
 * for a dampener, less for words that are further away (95 %, 90 %); 0 where there are none.
 */
export function emphasis(words: readonly string[], at: number): number {
  return before(words, at).reduce((sum, word, distance) => {
    return sum + directionOf(word) * (1 - 0.05 * distance)
  }, 0)
}
