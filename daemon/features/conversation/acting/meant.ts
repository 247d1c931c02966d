import type { Forgetting } from '../../../language/en/commands.ts'
import { relatedWords } from '../../../language/en/related-words.ts'
import { stemsOf } from '../../../language/en/stems.ts'
import { likelyToAnswer } from '../answering/answer.ts'
import type { Recalled } from '../exchange/engine.ts'

/** How much of what is meant a memory has to speak of, 0 to 1. */
const leastCovered = 0.5
/** What tells so likely, as a question for it would have it, may be meant, and is where it also means so much the same. */
const [leastLikely, leastMeant] = [0.1, 0.15]
/** What a word counts that means something like one that was said. */
const relatedShare = 0.6

const nameOf = /\p{Lu}[\p{L}'’-]+/gu
const names = (text: string) => [...text.matchAll(nameOf)].map(([name]) => name.replace(/['’]s$/, ''))
const hasName = (content: string, name: string) =>
  new RegExp(String.raw`(?<![\p{L}])${RegExp.escape(name)}(?![\p{L}])`, 'u').test(content)

/** Those that have the names of a text, as far as any of them has one: Biscuit is no biscuit. */
export function named<T extends { readonly content: string }>(text: string, found: readonly T[]): T[] {
  const known = names(text).filter((name) => found.some(({ content }) => hasName(content, name)))
  return found.filter(({ content }) => known.every((name) => hasName(content, name)))
}

/** What somebody wants forgotten, and where nothing is that clearly, what it may be. */
export interface Meant {
  readonly meant: readonly Recalled[]
  readonly maybe: readonly Recalled[]
}

/** Which of the memories that were found somebody means who wants to forget something; none where nothing is near. */
export function meantBy({ about, question, all }: Forgetting, found: readonly Recalled[]): Meant {
  const near = named(about, found)
  const wanted = [...new Set(stemsOf(about))]
  const told = new Map(near.map((memory) => [memory, new Set(stemsOf(memory.content))]))
  const having = (stem: string) => [...told.values()].filter((stems) => stems.has(stem)).length
  const weight = (stem: string) => Math.log(1 + (found.length + 1) / (having(stem) + 0.5))
  const whole = wanted.reduce((sum, stem) => sum + weight(stem), 0)
  const shareOf = (memory: Recalled, stem: string) => {
    const stems = told.get(memory) ?? new Set()
    return stems.has(stem) ? 1 : relatedWords(stem).some((other) => stems.has(other)) ? relatedShare : 0
  }
  const coverage = (memory: Recalled) =>
    wanted.reduce((sum, stem) => sum + weight(stem) * shareOf(memory, stem), 0) / Math.max(whole, 1e-6)
  if (all) {
    // Words that nothing has are how it was put, not what is meant.
    const speaksOf = (memory: Recalled, stem: string) => shareOf(memory, stem) > 0
    const known = wanted.filter((stem) => near.some((memory) => speaksOf(memory, stem)))
    const every = near.filter((memory) => known.every((stem) => speaksOf(memory, stem)))
    if (known.length > 0 && every.length > 0) return { meant: every, maybe: [] }
    if (known.length === 0) return { meant: [], maybe: [] }
  }
  const answers = likelyToAnswer(question, near)
  const likely = near
    .map((memory, at) => ({ memory, covered: coverage(memory), answers: answers[at] ?? 0 }))
    .toSorted((one, other) => fitting(other) - fitting(one))
  const [best] = likely
  if (!best) return { meant: [], maybe: [] }
  const { memory, covered } = best
  const isMeant = covered >= leastCovered || (memory.semantic >= leastMeant && best.answers >= leastLikely)
  if (isMeant) return { meant: [memory], maybe: [] }
  return { meant: [], maybe: best.answers >= leastLikely ? [memory] : [] }
}

/** How well a memory is what is to be forgotten: by its words, what it means, and how likely it tells the very thing. */
const fitting = (one: { memory: Recalled; covered: number; answers: number }) =>
  one.covered + one.memory.semantic + one.answers
