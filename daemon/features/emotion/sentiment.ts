import { emojiEmotion } from 'emoji-emotion'
import { isTurn, wordScores } from '../../language/en/emotion/sentiment.ts'
import { emphasis, negated } from './modifiers.ts'
import type { Clause, ParsedText } from './words.ts'

/**
 * The constants of VADER (C. J. Hutto and E. Gilbert, "VADER: a parsimonious rule-based model for sentiment analysis of
 * social media text", ICWSM 2014), whose lexicon goes from -4 to 4.
 */
const vader = {
  scale: 4 / 5,
  booster: 0.293,
  capitals: 0.733,
  negation: -0.74,
  exclamation: 0.292,
  maxExclamations: 4,
  beforeTurn: 0.5,
  afterTurn: 1.5,
  alpha: 15,
}

/** How pleasant a text is, -1 to 1, by the rules of VADER over the words of AFINN and emoji; 0 where it says nothing. */
export function sentimentOf({ sentences, exclamations }: ParsedText): number {
  const sum = sentences.reduce((total, clauses) => total + sentenceScore(clauses), 0)
  if (sum === 0) return 0
  const loud = Math.min(vader.maxExclamations, exclamations) * vader.exclamation
  const total = sum + Math.sign(sum) * loud
  return total / Math.sqrt(total * total + vader.alpha)
}

function sentenceScore(clauses: readonly Clause[]): number {
  const turn = clauses.findLastIndex(([first]) => first !== undefined && isTurn(first.text))
  return clauses.reduce((total, clause, at) => {
    const weight = turn === -1 ? 1 : at < turn ? vader.beforeTurn : vader.afterTurn
    return total + weight * clauseScore(clause)
  }, 0)
}

function clauseScore(clause: Clause): number {
  const words = clause.map(({ text }) => text)
  let total = 0
  for (let at = 0; at < words.length;) {
    const scored = scoreAt(words, at)
    if (scored) total += strengthened(words, at, scored.score * vader.scale, clause[at]?.shouted === true)
    at += scored?.length ?? 1
  }
  return total
}

function strengthened(words: readonly string[], at: number, score: number, shouted: boolean): number {
  if (score === 0) return 0
  const louder = (shouted ? vader.capitals : 0) + vader.booster * emphasis(words, at)
  const strength = score + Math.sign(score) * louder
  return negated(words, at) ? strength * vader.negation : strength
}

const emojiScores = emojiEmotion.map(
  ({ emoji, polarity }) => [emoji.replaceAll('\uFE0F', ''), polarity] as const,
)
const scores = new Map([...emojiScores, ...wordScores])

const maxWords = 3

/** What the words at a place of a clause are worth, -5 to 5, and how many of them; undefined where they say nothing. */
function scoreAt(
  words: readonly string[],
  at: number,
): { readonly score: number; readonly length: number } | undefined {
  for (let length = Math.min(maxWords, words.length - at); length > 0; length -= 1) {
    const score = scores.get(words.slice(at, at + length).join(' '))
    if (score !== undefined) return { score, length }
  }
  return undefined
}
