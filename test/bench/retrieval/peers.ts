import { stemmer } from 'stemmer'
import { contentWords } from './measures.ts'
import { ownersOf, type QuestionSet, seenBy, type Told } from './sets.ts'

/** Answers the ids of what `owner` may see, the best first. */
export type Search = (question: string, owner: string, limit: number) => Promise<string[]> | string[]

/** A score for each of some memories, by their places. */
type Scorer = (question: string) => Promise<Float64Array> | Float64Array

const wordsOf = (text: string) => contentWords(text).map(stemmer)
const textOf = ({ speaker, content }: Pick<Told, 'speaker' | 'content'>) =>
  speaker === null ? content : `${speaker}: ${content}`

/** BM25 as textbooks have it, with the statistics of these memories alone (k1 1.2, b 0.75, Porter's stems). */
export function bm25(told: readonly Pick<Told, 'speaker' | 'content'>[]): (question: string) => Float64Array {
  const texts = told.map((memory) => wordsOf(textOf(memory)))
  const mean = texts.reduce((sum, words) => sum + words.length, 0) / texts.length
  const counts = texts.map((words) => Map.groupBy(words, (word) => word))
  const having = new Map<string, number>()
  for (const count of counts) for (const word of count.keys()) having.set(word, (having.get(word) ?? 0) + 1)
  return (question) => {
    const words = new Set(wordsOf(question))
    return Float64Array.from(counts, (count, place) => {
      let score = 0
      for (const word of words) {
        const often = count.get(word)?.length ?? 0
        const withWord = having.get(word) ?? 0
        const idf = Math.log(1 + (told.length - withWord + 0.5) / (withWord + 0.5))
        const length = texts[place]?.length ?? 0
        score += (idf * often * 2.2) / (often + 1.2 * (0.25 + (0.75 * length) / mean))
      }
      return score
    })
  }
}

/** The cosines of the vectors of a model, which are of unit length. */
async function cosines(told: readonly Told[], embed: Embed): Promise<Scorer> {
  const vectors: Float32Array[] = []
  for (const { content } of told) vectors.push(await embed(content, 'passage'))
  return async (question) => {
    const wanted = await embed(question, 'query')
    const cosine = (vector: Float32Array) =>
      vector.reduce((sum, value, at) => sum + value * (wanted[at] ?? 0), 0)
    return Float64Array.from(vectors, cosine)
  }
}

export type Embed = (text: string, purpose: 'query' | 'passage') => Promise<Float32Array>

/** Each score with a share of what was said right before and after in the same conversation. */
function withNeighbours(told: readonly Told[], scores: Float64Array, share: number): Float64Array {
  const beside = (place: number, other: number) =>
    told[place]?.conversation !== null && told[place]?.conversation === told[other]?.conversation
      ? (scores[other] ?? 0)
      : 0
  return scores.map((score, place) => score + share * (beside(place, place - 1) + beside(place, place + 1)))
}

async function searchWith(
  set: QuestionSet,
  make: (told: readonly Told[]) => Scorer | Promise<Scorer>,
  neighbours = 0,
): Promise<Search> {
  const owners = new Map<string, { told: Told[]; score: Scorer }>()
  for (const owner of ownersOf(set)) {
    const told = seenBy(owner, set)
    owners.set(owner, { told, score: await make(told) })
  }
  return async (question, owner, limit) => {
    const { told, score } = owners.get(owner) ?? { told: [], score: () => new Float64Array() }
    const scores = withNeighbours(told, await score(question), neighbours)
    return [...scores.keys()]
      .filter((place) => (scores[place] ?? 0) > 0)
      .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
      .slice(0, limit)
      .flatMap((place) => told[place]?.id ?? [])
  }
}

/** What the daemon is measured against, by its name. */
export const peers: Readonly<Record<string, (set: QuestionSet, embed: Embed) => Promise<Search>>> = {
  'peer: textbook BM25': (set) => searchWith(set, bm25),
  'peer: and 0.4 of both neighbours': (set) => searchWith(set, bm25, 0.4),
  'peer: vectors alone': (set, embed) => searchWith(set, (told) => cosines(told, embed)),
}
