import { thingOf } from '../../../language/en/commands.ts'
import type { Forgetting, ForgetTarget } from '../../../language/forgetting.ts'
import { isKin } from '../../../language/en/answers.ts'
import { type Concept, conceptsIn, speaksOf } from '../../../language/en/concepts.ts'
import { relatedWords } from '../../../language/en/related-words.ts'
import { stemsOf } from '../../../language/en/stems.ts'
import { likelyToAnswer } from '../../../language/en/answers/answer.ts'
import type { RetrievedMemory } from '../../../language/turn.ts'

/** How much of what is meant a memory has to speak of, 0 to 1. */
const leastCovered = 0.5
/** What tells so likely, as a question for it would have it, may be meant, and is where it also means so much the same. */
const [leastLikely, leastMeant] = [0.1, 0.15]
/** What a word counts that means something like one that was said, and what speaks of a matter without its word. */
const [relatedShare, conceptShare] = [0.6, 0.8]

const nameOf = /\p{Lu}[\p{L}'’-]+/gu
/** The names in a text; "Dad" is none, since nobody always calls him so. */
const names = (text: string) =>
  [...text.matchAll(nameOf)].map(([name]) => name.replace(/['’]s$/, '')).filter((name) => !isKin(name))
const hasName = (content: string, name: string) =>
  new RegExp(String.raw`(?<![\p{L}])${RegExp.escape(name)}(?![\p{L}])`, 'u').test(content)

/** Those that have the names of a text, as far as any of them has one: Biscuit is no biscuit. */
export function named<T extends { readonly content: string }>(text: string, candidates: readonly T[]): T[] {
  const knownNames = names(text).filter((name) => candidates.some(({ content }) => hasName(content, name)))
  return candidates.filter(({ content }) => knownNames.every((name) => hasName(content, name)))
}

/** What somebody wants forgotten, and where nothing is that clearly, what it may be. */
export interface MemoryMatches {
  readonly matches: readonly RetrievedMemory[]
  readonly candidates: readonly RetrievedMemory[]
}

interface StemmedMemory {
  readonly memory: RetrievedMemory
  readonly stems: ReadonlySet<string>
}

/** A part of what somebody wants forgotten: how much of it a memory speaks of, 0 to 1. */
type Part = (one: StemmedMemory) => number

/** A word, also by one that means something like it. */
const wordPart =
  (stem: string): Part =>
  ({ stems }) =>
    stems.has(stem) ? 1 : relatedWords(stem).some((other) => stems.has(other)) ? relatedShare : 0

/** The matters that somebody names by words for them, as one part: a word may be that of several, any of which may be meant. */
function matterPart(about: string, concepts: readonly Concept[]): Part {
  const own = concepts.flatMap(({ called }) => stemsOf([...about.matchAll(called)].join(' '))).map(wordPart)
  return (one) => {
    const told = speaksOf(one.memory.content, concepts) ? conceptShare : 0
    return Math.max(told, ...own.map((part) => part(one)))
  }
}

/** The words that are left of what somebody names without those for matters. */
const wordsBeside = (about: string, concepts: readonly Concept[]): Part[] =>
  [...new Set(stemsOf(concepts.reduce((text, { called }) => text.replaceAll(called, ' '), about)))].map(
    wordPart,
  )

/** Those that speak of a matter that a text has a word for. */
export function ofMatters(text: string, memories: readonly RetrievedMemory[]): RetrievedMemory[] {
  const concepts = conceptsIn(text)
  return memories.filter(({ content }) => speaksOf(content, concepts))
}

/** Which of the memories that were found somebody means who wants to forget something; none where nothing is near. */
export function matchMemories(
  { about, question, all }: ForgetTarget & Pick<Forgetting, 'all'>,
  retrieved: readonly RetrievedMemory[],
): MemoryMatches {
  const near = named(about, retrieved).map((memory): StemmedMemory => ({
    memory,
    stems: new Set(stemsOf(memory.content)),
  }))
  const concepts = conceptsIn(about)
  const matter = concepts.length > 0 ? matterPart(about, concepts) : null
  const parts = [...wordsBeside(about, concepts), ...(matter ? [matter] : [])]
  const speaking = new Map(parts.map((part) => [part, near.filter((one) => part(one) > 0)]))
  const isOne = parts.length === 1 && concepts.length === 1 && concepts[0]?.isOne === true
  if (all && !isOne) {
    // Words that nothing has are how it was put, not what is meant; but nobody's daughter is not meant by "Elsie's daughter".
    const present = [...speaking].filter(([, own]) => own.length > 0)
    const every = near.filter((one) => present.every(([, own]) => own.includes(one)))
    const thing = wordsBeside(thingOf(about), concepts)
    if (thing.length > 0 && !near.some((one) => thing.some((part) => part(one) > 0)))
      return { matches: [], candidates: [] }
    if (present.length > 0 && every.length > 0)
      return { matches: every.map(({ memory }) => memory), candidates: [] }
    if (present.length === 0) return { matches: [], candidates: [] }
  }
  const ofMatter = near.filter((one) => matter && matter(one) >= conceptShare)
  const isNamed = [...speaking].some(([part, own]) => part !== matter && own.length > 0)
  // "The health stuff" is all that speaks of it, where nothing else is named that was told.
  const [concept, ...others] = concepts
  const isWhole = concept?.isOne === false && others.length === 0 && (all || !isNamed)
  if (isOne && ofMatter.length === 1) return { matches: ofMatter.map(({ memory }) => memory), candidates: [] }
  if (ofMatter.length > 1 && isWhole) return { matches: ofMatter.map(({ memory }) => memory), candidates: [] }
  const weightOf = (part: Part) =>
    Math.log(1 + (retrieved.length + 1) / ((speaking.get(part)?.length ?? 0) + 0.5))
  const whole = parts.reduce((sum, part) => sum + weightOf(part), 0)
  const coverage = (one: StemmedMemory) =>
    parts.reduce((sum, part) => sum + weightOf(part) * part(one), 0) / Math.max(whole, 1e-6)
  const answers = likelyToAnswer(
    question,
    near.map(({ memory }) => memory),
  )
  const likely = near
    .map((one, at) => ({ memory: one.memory, covered: coverage(one), answers: answers[at] ?? 0 }))
    .toSorted((one, other) => fitting(other) - fitting(one))
  const [best] = likely
  if (!best) return { matches: [], candidates: [] }
  const { memory, covered } = best
  const isOnlyOne = ofMatter.length === 1 && ofMatter[0]?.memory === memory
  const isMeant =
    covered >= leastCovered || isOnlyOne || (memory.semantic >= leastMeant && best.answers >= leastLikely)
  if (isMeant) return { matches: [memory], candidates: [] }
  const isNear = covered > 0 || memory.semantic >= leastMeant
  return { matches: [], candidates: isNear && best.answers >= leastLikely ? [memory] : [] }
}

/** How well a memory is what is to be forgotten: by its words, what it means, and how likely it tells the very thing. */
const fitting = (one: { memory: RetrievedMemory; covered: number; answers: number }) =>
  one.covered + one.memory.semantic + one.answers
