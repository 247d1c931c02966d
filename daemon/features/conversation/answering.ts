import { stemmer } from 'stemmer'
import type { Recalled } from './engine.ts'
import { holds, isAsking, subjectWords, type Wanted, wantedBy } from './questions.ts'
import { isKindOf, meanSame, roleOf } from './word-groups.ts'

/** How like two words are in meaning: the cosine of their vectors. */
export type Likeness = (one: string, other: string) => number

/** How well a memory answers a question. */
export interface Fit {
  readonly memory: Recalled
  /** 0 to 1. */
  readonly score: number
  /** The share of what is asked of that the memory speaks of, 0 to 1. */
  readonly coverage: number
}

/** Below this a memory is no answer, nor where it speaks of less than this share of what is asked. */
export const leastFit = 0.42
export const leastCoverage = 0.4
/** What somebody or something has of its own: to answer with another one of them is to answer something else. */
const attributes = new Set(
  'phone birthday address email surname password code size colour anniversary salary weight height passport number middle maiden'
    .split(' ')
    .map(stemmer),
)

/** How much a word of the question weighs: whom it asks of the most. */
function weightOf(word: string, stem: string): number {
  if (/^\p{Lu}/u.test(word)) return 2
  return roleOf(stem) === null && !attributes.has(stem) ? 1 : 2
}

const wordsIn = (text: string) =>
  (text.normalize('NFKC').match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? []).map((word) =>
    word.replace(/['’]s$/, ''),
  )

/** How surely a memory speaks of what one word of the question says, 0 to 1. */
function spokenOf(
  stem: string,
  word: string,
  stems: readonly string[],
  words: readonly string[],
  like: Likeness,
): number {
  let best = 0
  for (const [at, other] of stems.entries()) {
    if (stem === other) return 1
    const said = words[at] ?? ''
    if (meanSame(stem, other)) best = Math.max(best, 0.95)
    else if (isKindOf(other, stem)) best = Math.max(best, 0.85)
    else if (!/^\p{Lu}/u.test(word) && roleOf(stem) === null && !isAsking(said)) {
      const cosine = like(word.toLowerCase(), said.toLowerCase())
      if (cosine > 0.5) best = Math.max(best, Math.min(0.8, cosine + 0.1))
    }
  }
  return best
}

/** Where nothing in a memory can be an answer of that kind, it is none. */
const strict: ReadonlySet<Wanted> = new Set([
  'job',
  'time',
  'number',
  'disliking',
  'allergy',
  'liking',
  'wish',
])

/** How well each memory answers a question, the best first. `names` gives who a name or role is by another name. */
export function fits(
  question: string,
  memories: readonly Recalled[],
  like: Likeness,
  names: (word: string) => readonly string[],
): Fit[] {
  const wanted = wantedBy(question)
  const asked = [...new Set(subjectWords(question))].map((word) => ({
    word,
    stem: stemmer(word.toLowerCase()),
  }))
  const newest = Math.max(1, ...memories.map(({ created_at }) => Date.parse(created_at)))
  return memories
    .map((memory) => {
      const words = wordsIn(memory.content)
      const stems = words.map((word) => stemmer(word.toLowerCase()))
      const parts = asked.map(({ word, stem }) => {
        const known = [stem, ...names(word).map((other) => stemmer(other.toLowerCase()))]
        const spoken = Math.max(...known.map((one) => spokenOf(one, word, stems, words, like)))
        return { weight: weightOf(word, stem), spoken, key: weightOf(word, stem) > 1 }
      })
      const total = parts.reduce((sum, { weight }) => sum + weight, 0)
      const coverage =
        total === 0
          ? holds(wanted, memory.content)
            ? 0.9
            : 0
          : parts.reduce((sum, { weight, spoken }) => sum + weight * spoken, 0) / total
      const missed = parts.some(({ key, spoken }) => key && spoken < 0.8)
      const score =
        (0.6 * coverage +
          0.22 * (holds(wanted, memory.content) ? 1 : 0) +
          0.1 * Math.max(0, Math.min(1, memory.semantic)) +
          0.05 * memory.keyword +
          0.03 * (Date.parse(memory.created_at) / newest)) *
        (missed ? 0.5 : 1) *
        (strict.has(wanted) && !holds(wanted, memory.content) ? 0.6 : 1) *
        (memory.superseded ? 0.5 : 1)
      return { memory, score, coverage }
    })
    .toSorted((a, b) => b.score - a.score)
}

/** What kind of answer a question wants, for whoever phrases one. */
export const wantedOf = (question: string): Wanted => wantedBy(question)
