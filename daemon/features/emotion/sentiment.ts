import { emojiEmotion } from 'emoji-emotion'
import { isTurn, wordScores } from '../../language/en/emotion/sentiment.ts'
import { emphasis, negated } from './modifiers.ts'

interface Word {
  /** In lower case, with straight apostrophes. */
  readonly text: string
  /** Whether it is in capitals while others are not. */
  readonly shouted: boolean
}

/** What stands between commas and the like, or begins with a word like "but". */
type Clause = readonly Word[]

/** A text, taken apart. */
export interface ParsedText {
  readonly sentences: readonly (readonly Clause[])[]
  readonly exclamations: number
  /** Whether all of it is in capitals. */
  readonly loud: boolean
}

const emoticons: readonly (readonly [RegExp, string])[] = [
  [/:'-?\(/g, ' 😢 '],
  [/[:=]-?\)+/g, ' 🙂 '],
  [/[:=]-?\(+/g, ' 🙁 '],
  [/[:=]-?D\b/g, ' 😃 '],
  [/;-?\)+/g, ' 😉 '],
  [/<3+/g, ' ❤ '],
]
const pieces = /[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*|\p{Extended_Pictographic}|[.!?\n…]+|[,;:()—–]/gu
const word = /[\p{L}\p{N}\p{Extended_Pictographic}]/u
const capitals = /^[^\p{Ll}]*\p{Lu}[^\p{Ll}]*\p{Lu}[^\p{Ll}]*$/u

/** Takes a text apart into sentences, clauses and words; emoticons become emoji. */
export function wordsOf(text: string): ParsedText {
  let plain = text.replaceAll(/[’‘`]/g, "'")
  for (const [from, to] of emoticons) plain = plain.replace(from, to)
  const tokens = plain.match(pieces) ?? []
  let lettered = 0
  for (const piece of tokens) if (/\p{L}/u.test(piece)) lettered += 1
  const loud = lettered > 2 && !/\p{Ll}/u.test(plain)
  let clause: Word[] = []
  let sentence = [clause]
  const sentences = [sentence]
  for (const piece of tokens) {
    if (word.test(piece)) {
      const shouted = !loud && capitals.test(piece)
      const said = { text: piece.toLowerCase(), shouted }
      if (isTurn(said.text)) sentence.push((clause = []))
      clause.push(said)
    } else if (clause.length === 0) continue
    else if (/[.!?\n…]/.test(piece)) {
      clause = []
      sentence = [clause]
      sentences.push(sentence)
    } else sentence.push((clause = []))
  }
  return { sentences, exclamations: plain.split('!').length - 1, loud }
}

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
  let sum = 0
  for (const clauses of sentences) sum += sentenceScore(clauses)
  if (sum === 0) return 0
  const loud = Math.min(vader.maxExclamations, exclamations) * vader.exclamation
  const total = sum + Math.sign(sum) * loud
  return total / Math.sqrt(total * total + vader.alpha)
}

function sentenceScore(clauses: readonly Clause[]): number {
  let turn = -1
  for (const [at, [first]] of clauses.entries()) if (first && isTurn(first.text)) turn = at
  let total = 0
  for (const [at, clause] of clauses.entries()) {
    const weight = turn === -1 ? 1 : at < turn ? vader.beforeTurn : vader.afterTurn
    total += weight * clauseScore(clause)
  }
  return total
}

function clauseScore(clause: Clause): number {
  const words: string[] = []
  for (const { text } of clause) words.push(text)
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
