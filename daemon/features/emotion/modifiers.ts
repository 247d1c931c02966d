/** How far back a word reaches that turns or strengthens others, in words. */
const reach = 3

const list = (words: string) => new Set(words.split(/\s+/))

const negations = list(
  `not no never none nobody nothing nowhere neither nor without cannot rarely seldom despite aint arent cant couldnt
  didnt doesnt dont hadnt hasnt havent isnt mightnt mustnt neednt shouldnt wasnt werent wont wouldnt`,
)
const boosters = list(
  `absolutely amazingly awfully completely considerably decidedly deeply enormously entirely especially exceptionally
  extremely fabulously fully greatly highly hugely incredibly intensely majorly more most particularly purely quite
  really remarkably so such substantially terribly thoroughly totally tremendously truly unbelievably unusually utterly
  very super damn`,
)
const dampeners = list(`almost barely hardly kinda kind less little marginally occasionally partly scarcely
  slightly somewhat sorta bit`)

/** The words right before a place among words, the nearest first. */
const before = (words: readonly string[], at: number) => words.slice(Math.max(0, at - reach), at).toReversed()

/** Whether what stands at a place of a clause is denied by one of the three words before it. */
export function negated(words: readonly string[], at: number): boolean {
  return before(words, at).some((word) => negations.has(word) || word.endsWith("n't"))
}

/**
 * How much the three words before a place of a clause strengthen what stands there: 1 for a booster right before it, -1
 * for a dampener, less for words that are further away (95 %, 90 %); 0 where there are none.
 */
export function emphasis(words: readonly string[], at: number): number {
  return before(words, at).reduce((sum, word, distance) => {
    const direction = Number(boosters.has(word)) - Number(dampeners.has(word))
    return sum + direction * (1 - 0.05 * distance)
  }, 0)
}
