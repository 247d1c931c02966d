import type { Relevance } from '../../../daemon/features/memory/search/ranking.ts'
import { maxReread, passageOf } from '../../../daemon/features/memory/search/reranking.ts'
import { fitLogistic, type Sample } from './logistic.ts'
import type { openRanking } from './ranking.ts'
import type { Question } from './sets.ts'

/** Long enough to read all of them, whatever the machine. */
const budgetMs = 60_000
const logit = (probability: number) => Math.log(probability / (1 - probability))

/**
 * What a reranking model says of how likely a memory answers: a logistic regression over the log odds that the search
 * gave the best of each question and what the model reads of them. Throws where none is on this machine.
 */
export async function calibrateReranking(
  opened: readonly {
    readonly ranking: Awaited<ReturnType<typeof openRanking>>
    readonly questions: readonly Question[]
  }[],
): Promise<Relevance> {
  const samples: Sample[] = []
  for (const { ranking, questions } of opened) {
    const reranker = ranking.reranker()
    if (!reranker) throw new Error('there is no reranking model in that folder')
    for (const { question, asked_by, answers } of questions) {
      const ranked = await ranking.find(question, asked_by, maxReread)
      const passages = ranked.hits.map(({ row }) => passageOf(row))
      const relevance = await reranker.read(question, passages, budgetMs)
      for (const [at, id] of ranking.idsOf(ranked).entries())
        samples.push({
          features: [logit(Math.min(ranked.hits[at]?.score ?? 0.5, 1 - 1e-6)), relevance[at] ?? 0],
          label: answers.includes(id) ? 1 : 0,
        })
    }
  }
  const { intercept, weights } = fitLogistic(samples)
  const [found = 0, relevance = 0] = weights.map((weight) => Number(weight.toFixed(3)))
  return { intercept: Number(intercept.toFixed(3)), found, relevance }
}
