import { causes } from '../../language/en/emotion/sentiment.ts'
import { emphasis, negated } from './modifiers.ts'
import { clamped, type EmotionVector, emotionVector } from './emotion-vector.ts'
import { type ParsedText, sentimentOf, wordsOf } from './sentiment.ts'
import { type Theme, themes } from './themes.ts'

/** How something that was said moves the companion. */
export interface Impulse extends EmotionVector {
  /** What was felt most, in a word or two. */
  readonly cause: string
}

/** The share of the pleasure or displeasure of words that the companion takes on. */
const sympathy = 0.5
/** How much each exclamation mark wakes, up to three of them, and how much a voice that is raised. */
const exclamation = 0.08
const maxExclamations = 3
const raisedVoice = 0.2
/** How much a booster adds to what is said, and how strong something can be that is said again and again. */
const boost = 0.25
const strongest = 1.5
/** What moves less than this on every axis is not felt. */
const threshold = 0.01

/**
 * How the companion is moved by what a member says, each axis -1 to 1: a share of how pleasant the words are
 * (`sentimentOf`), what they are about (`themes`), and how loudly they are said. Null where nothing is felt.
 */
export function impulseOf(content: string): Impulse | null {
  const words = wordsOf(content)
  const sentiment = sentimentOf(words)
  const text = textOf(words)
  const heard: HeardTheme[] = []
  for (const theme of themes) {
    const strength = strengthOf(theme, text)
    if (strength > 0) heard.push({ theme, strength })
  }
  if (sentiment === 0 && heard.length === 0) return null
  const loudness =
    exclamation * Math.min(maxExclamations, words.exclamations) + (raised(words) ? raisedVoice : 0)
  const alone = { valence: sympathy * sentiment, arousal: loudness, dominance: 0 }
  const push = emotionVector((axis) =>
    clamped(heard.reduce((sum, { theme, strength }) => sum + strength * theme.push[axis], alone[axis])),
  )
  if (Math.max(...Object.values(push).map(Math.abs)) < threshold) return null
  return { ...push, cause: strongestCause(heard) ?? (sentiment > 0 ? causes.pleasant : causes.unpleasant) }
}

interface HeardTheme {
  readonly theme: Theme
  readonly strength: number
}

function strongestCause(heard: readonly HeardTheme[]): string | undefined {
  const weight = ({ theme, strength }: HeardTheme) => strength * Math.hypot(...Object.values(theme.push))
  return heard.toSorted((a, b) => weight(b) - weight(a))[0]?.theme.cause
}

/** How strongly something is said in a text, 0 for not at all: each time counts, unless it is denied. */
function strengthOf({ pattern }: Theme, text: string): number {
  const sum = text.matchAll(pattern).reduce((total, { index }) => {
    const words = wordsBefore(text, index)
    return negated(words, words.length) ? total : total + 1 + boost * emphasis(words, words.length)
  }, 0)
  return Math.min(strongest, sum)
}

/** Between the clauses of a text, so that nothing is found across them. */
const border = ' | '
/** Longer than any three words that matter. */
const near = 60

function textOf({ sentences }: ParsedText): string {
  const clauses: string[] = []
  for (const clause of sentences.flat()) {
    const words: string[] = []
    for (const { text } of clause) words.push(text)
    clauses.push(words.join(' '))
  }
  return clauses.join(border)
}

function wordsBefore(text: string, index: number): readonly string[] {
  const clause =
    text
      .slice(Math.max(0, index - near), index)
      .split(border)
      .at(-1) ?? ''
  return clause.trimEnd().split(' ')
}

const raised = ({ loud, sentences }: ParsedText) => loud || sentences.flat(2).some(({ shouted }) => shouted)
