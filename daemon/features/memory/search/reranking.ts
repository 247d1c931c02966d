import type { Log } from '../../../kernel/log.ts'
import { answeringText } from '../../../language/en/memory/search.ts'
import type { MemoryRow } from '../rows.ts'
import type { SearchHit } from './finding.ts'
import { type Relevance, rerankedOf } from './ranking.ts'

/** A model that reads a question and a memory together, which tells more than vectors do and takes far longer. */
export interface Reranker {
  readonly id: string
  readonly calibration: Relevance
  /** How well each passage answers; NaN for those that `budget`, in milliseconds, did not reach. */
  readonly read: (question: string, passages: readonly string[], budget: number) => Promise<Float32Array>
}

/** So many of the best are read once more. */
export const maxReread = 30
/** How long that may take, in milliseconds. */
const budgetMs = 60

/**
 * The best of what was found, read once more with the question and put in order again. Those that there was no time for
 * keep their score, which says the same of them: how likely they answer. Where the model does not work, all do.
 */
export async function rerank(
  question: string,
  hits: readonly SearchHit[],
  { calibration, read, id }: Reranker,
  log: Log,
): Promise<readonly SearchHit[]> {
  if (hits.length === 0) return hits
  const passages = hits.slice(0, maxReread).map(({ row }) => passageOf(row))
  let relevance: Float32Array
  try {
    relevance = await read(question, passages, budgetMs)
  } catch (error) {
    log.error({ err: error, model: id }, 'searching without the reranking model: it does not work')
    return hits
  }
  const reread = hits.map((hit, at) => {
    const relevanceOfHit = relevance[at] ?? Number.NaN
    if (Number.isNaN(relevanceOfHit)) return hit
    const why = relevanceOfHit > 0 ? answeringText(hit.why) : hit.why
    return { ...hit, score: rerankedOf(hit.score, relevanceOfHit, calibration), why }
  })
  // What is equally likely stays in its order.
  return reread.toSorted((a, b) => b.score - a.score)
}

/** What is read of a memory: who said it, and what. */
export function passageOf({ speaker, content }: Pick<MemoryRow, 'speaker' | 'content'>): string {
  return speaker === null ? content : `${speaker}: ${content}`
}
