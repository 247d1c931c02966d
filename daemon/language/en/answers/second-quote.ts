import { answerTypes, changes, kin, manner } from '../answers.ts'
import secondWeights from '../learned/seconds.json' with { type: 'json' }
import { relatedWords } from '../related-words.ts'
import { stemsOf } from '../stems.ts'
import type { RetrievedMemory } from '../../turn.ts'
import { type Features, type Learned, likelihoods } from '../../learned.ts'
import { fitOf, logOdds, lowerNames } from './evidence.ts'

/** What is known of which memory answers beside the best one; learned by `npm run learn`. */
const learned: Learned = secondWeights

/** What was found, as far as it matters here. */
export type Hit = Pick<
  RetrievedMemory,
  'content' | 'created_at' | 'score' | 'semantic' | 'keyword' | 'superseded_by'
>

/** A memory beside the best one, as it was found for the question and for what the best one says; null for not at all. */
export interface Candidate<H extends Hit = Hit> {
  readonly hit: H
  readonly rank: number
  readonly byQuestion: H | null
  readonly byBest: H | null
}

/** What was found for a question, the best first, and what was found like the best, as candidates; without the best. */
export function candidatesOf<H extends Hit>(results: readonly H[], like: readonly H[]): Candidate<H>[] {
  const [best] = results
  const all = new Map([...like, ...results].map((hit) => [hit.content, hit]))
  const same = (hits: readonly H[], { content }: Hit) => hits.find((hit) => hit.content === content) ?? null
  return [...all.values()]
    .filter(({ content }) => content !== best?.content)
    .map((hit) => ({
      hit,
      rank: results.findIndex(({ content }) => content === hit.content),
      byQuestion: same(results, hit),
      byBest: same(like, hit),
    }))
}

/**
 * What speaks for it that a memory answers a question beside the best one, or holds instead of it, by the name of each
 * feature: how well it was found, whether it was told later, and whether it tells the kind of thing that is asked for, of
 * the same people.
 */
export function secondEvidence(
  question: string,
  best: Hit,
  { hit, rank, byQuestion, byBest }: Candidate,
  count: number,
): Features {
  const features = new Map<string, number>()
  const set = (name: string, value: number | boolean) => {
    if (Number(value) !== 0) features.set(name, Number(value))
  }
  const { content } = hit
  const when = hit.created_at > best.created_at ? 'later' : 'earlier'
  set(when, 1)
  for (const [name, by] of Object.entries({ question: byQuestion, best: byBest })) {
    set(`${name}: none`, by === null)
    if (!by) continue
    set(`${name}: odds`, logOdds(by.score) / 4)
    set(`${name}: meaning`, by.semantic)
    set(`${name}: words`, by.keyword)
    set(`${name}: no word`, by.keyword === 0)
    set(`${name}: meaning, ${when}`, by.semantic)
    set(`${name}: words, ${when}`, by.keyword)
  }
  set(`rank ${rank < 0 ? 'none' : Math.min(rank, 4)}`, 1)
  set('behind', byQuestion === null ? 0 : (fitOf(best) - fitOf(byQuestion)) / 4)
  const about = new Set([...stemsOf(question), ...stemsOf(best.content)])
  const like = new Set([...about].flatMap(relatedWords))
  const stems = [...new Set(stemsOf(content))]
  set(`shared, ${when}`, Math.log(1 + stems.filter((stem) => about.has(stem)).length))
  set(`related, ${when}`, Math.log(1 + stems.filter((stem) => !about.has(stem) && like.has(stem)).length))
  set(`changes, ${when}`, changes.test(content))
  set(`denies, ${when}`, manner.negated.test(content))
  set('no longer holds', hit.superseded_by !== null)
  set('is a question', /\?\s*$/.test(content))
  set(count <= 4 ? 'few' : count > 15 ? 'many' : 'some', 1)

  const [asked, told] = [lowerNames(question), lowerNames(content)]
  const spoken = `${question} ${best.content}`.toLowerCase()
  const there = asked.some((name) => content.toLowerCase().includes(name))
  set(there ? 'name there' : 'name missing', asked.length > 0)
  set(
    `name new, ${when}`,
    told.some((name) => !spoken.includes(name)),
  )
  set(
    'kin new',
    [...content.matchAll(kin)].some(([word]) => !spoken.includes(word.toLowerCase())),
  )
  const [askedSelf, toldSelf] = [manner.self.test(question), manner.self.test(content)]
  set('of oneself', toldSelf)
  set(toldSelf ? 'asked of oneself, told' : 'asked of oneself, not told', askedSelf)
  if (manner.yesNo.test(question) && !manner.asks.test(question)) {
    set(`yes or no, ${when}`, 1)
    return features
  }
  const newName = told.some((name) => !question.toLowerCase().includes(name))
  for (const { name, asks, tells } of answerTypes) {
    if (!asks.test(question)) continue
    const tellsIt = tells.test(content) || (newName && (name === 'person' || name === 'name'))
    const way = tellsIt ? 'tells' : 'lacks'
    set(`${way} ${name}`, 1)
    set(`${way}, ${when}`, 1)
    set(`${way}, ${when}, best ${tells.test(best.content) ? 'tells' : 'lacks'}`, 1)
  }
  return features
}

/** The memory that most likely answers beside the best one, and how likely, 0 to 1; null where nothing else was found. */
export function secondOf<H extends Hit>(
  question: string,
  hits: readonly H[],
  like: readonly H[],
): { readonly hit: H; readonly likely: number } | null {
  const [best] = hits
  if (!best) return null
  const candidates = candidatesOf(hits, like)
  const judged = candidates.map((candidate) => ({
    hit: candidate.hit,
    likely:
      likelihoods(learned, secondEvidence(question, best, candidate, candidates.length)).get('yes') ?? 0,
  }))
  return judged.reduce<{ hit: H; likely: number } | null>(
    (most, one) => (most && most.likely >= one.likely ? most : one),
    null,
  )
}
