import { answerTypes, kin, manner } from '../answers.ts'
import { conceptsIn, speaksOf } from '../concepts.ts'
import { relatedWords } from '../related-words.ts'
import { stemsOf } from '../stems.ts'
import type { Features } from '../../learned.ts'
import type { RetrievedMemory } from '../../turn.ts'
import { namesIn } from '../sentences.ts'

/** What was found for a question, the best first. */
export type Hits = readonly Pick<
  RetrievedMemory,
  'content' | 'score' | 'semantic' | 'keyword' | 'superseded_by'
>[]

/** The names in a text, in lower case. */
export const lowerNames = (text: string) => [...namesIn(text)].map((name) => name.toLowerCase())
const kinIn = (text: string) => new Set([...text.matchAll(kin)].map(([word]) => stemsOf(word)[0] ?? word))

/**
 * How well a memory fits a question by itself, whatever it was said beside: what a search finds through its neighbours is
 * seldom what answers. The weights are those at which the two best hold an answer most often, in 337 questions.
 */
export const fitOf = ({
  score,
  semantic,
  keyword,
}: Pick<RetrievedMemory, 'score' | 'semantic' | 'keyword'>): number =>
  2 * keyword + 3 * semantic + 0.5 * logOdds(score)

/** The log odds of a score, which is kept from 0 and 1. */
export const logOdds = (score: number) => Math.log(Math.max(score, 1e-4) / (1 - Math.min(score, 0.9999)))

/** How rare each stem is among what was found: what all of it has in common tells little. */
function raritiesOf(hits: Hits): (stem: string) => number {
  const having = new Map<string, number>()
  for (const { content } of hits)
    for (const stem of new Set(stemsOf(content))) having.set(stem, (having.get(stem) ?? 0) + 1)
  return (stem) => Math.log(1 + hits.length / ((having.get(stem) ?? 0) + 0.5))
}

/**
 * What speaks for it that the hit at `rank` answers a question, by the name of each feature: how well and how far ahead it
 * was found, which words of the question it has, whether it tells what kind of thing is asked for, of whom, and how firmly.
 */
export function evidenceOf(question: string, hits: Hits, rank: number): Features {
  const hit = hits[rank]
  const features = new Map<string, number>()
  if (!hit) return features
  const { content, score, semantic, keyword } = hit
  const [first = hit, second] = hits
  const set = (name: string, value: number | boolean) => {
    if (Number(value) !== 0) features.set(name, Number(value))
  }
  set(`rank ${Math.min(rank, 3)}`, 1)
  set('score', score)
  set('odds', logOdds(score) / 4)
  set('meaning', semantic)
  set('words', keyword)
  set('no word', keyword === 0)
  set('little', score < 0.1)
  set('behind', first.score - score)
  set('lead', rank === 0 ? score - (second?.score ?? 0) : 0)

  const weight = raritiesOf(hits)
  const asked = [...new Set(stemsOf(question))]
  const told = new Set(stemsOf(content))
  const askedOrRelated = new Set(asked.flatMap((stem) => [stem, ...relatedWords(stem)]))
  const share = (stems: readonly string[]) =>
    stems.reduce((sum, stem) => sum + weight(stem), 0) /
    Math.max(
      1e-6,
      asked.reduce((sum, stem) => sum + weight(stem), 0),
    )
  const missing = asked.filter((stem) => !told.has(stem))
  const unrelated = missing.filter((stem) => !relatedWords(stem).some((other) => told.has(other)))
  set('covered', 1 - share(missing))
  set('related', share(missing) - share(unrelated))
  set('missing', unrelated.length / 4)
  set('whole', missing.length === 0)
  set('new', Math.log(1 + [...told].filter((stem) => !askedOrRelated.has(stem)).length) / 2)

  const [askedNames, toldNames] = [question, content].map(lowerNames) as [string[], string[]]
  const lower = content.toLowerCase()
  set(
    'name missing',
    askedNames.some((name) => !lower.includes(name)),
  )
  set(
    'name there',
    askedNames.some((name) => lower.includes(name)),
  )
  const newName = toldNames.some((name) => !question.toLowerCase().includes(name))
  set('name new', newName)
  const [askedKin, toldKin] = [kinIn(question), kinIn(content)]
  set(
    'kin missing',
    [...askedKin].some((word) => !toldKin.has(word)),
  )
  set(
    'kin there',
    [...askedKin].some((word) => toldKin.has(word)),
  )

  const yesNo = manner.yesNo.test(question) && !manner.asks.test(question)
  set('yes or no', yesNo)
  let typed = false
  if (!yesNo)
    for (const { name, asks, tells } of answerTypes) {
      if (!asks.test(question)) continue
      typed = true
      const tellsIt = tells.test(content) || (newName && (name === 'person' || name === 'name'))
      set(`asks ${name}`, 1)
      set(tellsIt ? `tells ${name}` : `lacks ${name}`, 1)
      set(tellsIt ? 'tells' : 'lacks', 1)
    }
  set('open', !yesNo && !typed)

  const matters = conceptsIn(question)
  set(speaksOf(content, matters) ? 'of the matter' : 'not of the matter', matters.length > 0)

  const [hedged, future] = [manner.hedged.test(content), manner.future.test(question)]
  set('hedged', hedged)
  set('hedged, asked as fact', hedged && !future)
  set('hedged, yes or no', hedged && yesNo)
  set('future', future)
  const [askedNot, toldNot] = [manner.negated.test(question), manner.negated.test(content)]
  set('denied', toldNot)
  set('denied alone', toldNot && !askedNot)
  set('over', manner.past.test(content))
  set('no longer holds', hit.superseded_by !== null)
  const [askedSelf, toldSelf] = [manner.self.test(question), manner.self.test(content)]
  set('of oneself', askedSelf && toldSelf)
  set('of others', askedSelf && !toldSelf)
  set('is a question', /\?\s*$/.test(content))
  return features
}
