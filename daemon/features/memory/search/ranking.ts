import { type Reason, reasonsText } from '../../../language/en/memory/search.ts'

/**
 * How memories are ranked. All of it is here; `finding.ts` only carries it out.
 *
 *     words(m)  = Σ idf(w) · like(w, m) · saturated(w, m) / Σ idf(w)    over the telling words w of the question: BM25 as a
 *                                                                       share of the most that any memory could have;
 *                                                                       `like` is 1 for the word itself, `related` for one
 *                                                                       that means something like it
 *     fits(m)   = words(m) + fusion_weight · meaning(m)                 the weight is of the embedding model, and `meaning`
 *                                                                       its cosine above that of unrelated texts; where the
 *                                                                       model was away when it was told, its share of the words
 *     around(m) = near · (fits(before) + fits(after))                   what was said right before and after; `answered` times
 *                                                                       as much where what was before is a question,
 *               + far · (fits(before that) + fits(after that))          two turns away,
 *               + conversation · mean of the three best fits            and in the whole conversation
 *     total(m)  = (own · fits(m) + around(m)) · spoken(m) · dated(m) · holds(m) · worth(m)
 *                                                                       `alone` for `own` where it was in no conversation;
 *                                                                       `own · asking` where it is a question itself
 *
 *     score(m)  = 1 / (1 + exp(-(intercept + a · total(m) + b · behind(m) + c · lead + d · unknown)))
 *                                                                       how likely it answers, 0 to 1
 *
 * and where a reranking model is installed, the 30 best are read once more:
 *
 *     score(m)  = 1 / (1 + exp(-(intercept + found · log odds of score(m) + relevance · what the model says of it)))
 *
 * `behind` is how far its total is below the best one, `lead` how far the best total is above the mean of those after it,
 * and `unknown` the share of the telling words that no memory has; the latter two are the same for all memories, so that
 * the order is that of the totals. `spoken` is for what was said by somebody whom the question names, `dated` for what was
 * told at a time that it names, `holds` halves what a newer memory has taken the place of; `worth` is importance, age and a
 * pin, which decide between equals only.
 */
export const weights = {
  /** Of BM25 (Robertson and Zaragoza 2009, https://doi.org/10.1561/1500000019): how soon more of a word counts no more, */
  saturation: 1.2,
  /** and how much a long text is held against itself. */
  lengthShare: 0.75,
  /** What a word counts that means something like one of the question. */
  related: 0.7,
  own: 1.6,
  alone: 2.4,
  near: 0.45,
  answered: 2.5,
  asking: 0.5,
  spoken: 1.8,
  far: 0.25,
  conversation: 0.5,
  dated: 1.25,
  importance: 0.1,
  recency: 0.05,
  pinned: 0.1,
  superseded: 0.5,
}

/** What a word counts where it stands: several of them are added up (BM25F). */
export const fieldWeights = { content: 1, tags: 1, speaker: 0.5, saidAt: 0.5 }

/** How much a word tells: the more, the fewer of all memories have it. Never negative. */
export function inverseFrequency(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5))
}

/** How much of a word a memory has, 0 to 1; `meanLength` is that of the memories that the member may see. */
export function saturated(count: number, length: number, meanLength: number): number {
  const { saturation, lengthShare } = weights
  const held = 1 - lengthShare + lengthShare * (length / Math.max(1, meanLength))
  return count / (count + saturation * held)
}

const day = 86_400_000
/** Days after which a memory that nobody asked for is half as important; each time it was told again doubles them. */
const halfLife = 180

/** What was measured of an embedding model. */
export interface Calibration {
  /** What a meaning counts against words. */
  readonly fusion_weight: number
  /** The cosine of two texts that have nothing to do with each other. */
  readonly unrelated_cosine: number
  /** Of a logistic regression. */
  readonly probability: {
    readonly intercept: number
    readonly total: number
    readonly behind: number
    readonly lead: number
    readonly unknown: number
  }
  /** The least probability of the best hit at which an answer is sure of it. */
  readonly confident: number
}

/** What a cosine counts for. */
export function meaningOf(cosine: number, { fusion_weight, unrelated_cosine }: Calibration): number {
  return fusion_weight * Math.max(0, (cosine - unrelated_cosine) / (1 - unrelated_cosine))
}

/** What the meaning of a memory without a vector counts: as much as its words let expect, so that these have it found. */
export function expectedMeaning(
  words: Pick<Evidence, 'words'>,
  { fusion_weight }: Pick<Calibration, 'fusion_weight'>,
): number {
  return fusion_weight * keywordOf(words)
}

export interface SearchStatistics {
  readonly best: number
  /** How far the best total is above the mean of those after it. */
  readonly lead: number
  /** The share of the telling words of the question that no memory has, 0 to 1. */
  readonly unknown: number
}

/** How likely a memory with that total answers the question, 0 to 1. */
export function probabilityOf(
  total: number,
  { best, lead, unknown }: SearchStatistics,
  { probability }: Calibration,
): number {
  const { intercept, ...per } = probability
  const ofAll = intercept + per.lead * lead + per.unknown * unknown
  return 1 / (1 + Math.exp(-(ofAll + per.total * total - per.behind * (best - total))))
}

/** What was measured of a reranking model: a logistic regression. */
export interface Relevance {
  readonly intercept: number
  /** Of the log odds that the search gave. */
  readonly found: number
  /** Of what the model gives. */
  readonly relevance: number
}

/** How likely a memory answers that the search gave `score` and a reranking model `relevance`, 0 to 1. */
export function rerankedOf(score: number, relevance: number, of: Relevance): number {
  // What is certain would leave the model nothing to say.
  const likely = Math.min(score, 1 - 1e-6)
  const odds = Math.log(likely / (1 - likely))
  return 1 / (1 + Math.exp(-(of.intercept + of.found * odds + of.relevance * relevance)))
}

/** A memory as far as it has a worth of its own, whatever the question. Times in milliseconds since the epoch. */
export interface Valued {
  /** 0 to 1. */
  readonly importance: number
  /** How often it was told. */
  readonly strength: number
  readonly pinned: boolean
  readonly created_at: number
  readonly last_accessed_at: number
  /** Whether a newer one holds instead. */
  readonly superseded: boolean
}

/** What a memory is worth now: fades by half every 180 days without use, slower the more often it was told; pinned, never. */
export function importanceNow(
  { importance, strength, pinned, last_accessed_at }: Omit<Valued, 'created_at' | 'superseded'>,
  now: number,
): number {
  if (pinned) return importance
  const days = Math.max(0, now - last_accessed_at) / day
  return importance * 0.5 ** (days / (halfLife * strength))
}

/** The memory's own weight: about 1. `now` is in milliseconds since the epoch. */
export function worthOf(memory: Valued, now: number): number {
  const recency = 0.5 ** (Math.max(0, now - memory.created_at) / (365 * day))
  return (
    1 +
    weights.importance * (importanceNow(memory, now) - 0.5) +
    weights.recency * (recency - 0.5) +
    (memory.pinned ? weights.pinned : 0)
  )
}

/** What speaks for a memory: the parts of `total`, before they are weighed. */
export interface Evidence {
  /** 0 to 1. */
  readonly words: number
  /** -1 to 1. */
  readonly cosine: number
  /** What it was said beside. */
  readonly around: number
  readonly dated: boolean
}

/** How much of the telling words a memory has, as it is told: 1 where it has each of them once, and is of mean length. */
export function keywordOf({ words }: Pick<Evidence, 'words'>): number {
  return Math.min(1, words * (1 + weights.saturation))
}

/** From so much on, something is said of a meaning, and of what a memory was said beside. */
const [minAlike, minAround] = [0.35, 0.4]

/** Whether anything that was asked for speaks for a memory: a word, its meaning, what it was said beside, or its time. */
export const hasEvidence = ({ words, cosine, around, dated }: Evidence): boolean =>
  words > 0 || cosine >= minAlike || around > minAround || dated

/** The score in plain words. */
export function explain(evidence: Evidence, { pinned, superseded }: Valued): string {
  const { cosine, around, dated } = evidence
  const keyword = keywordOf(evidence)
  const reasons: readonly (Reason | null)[] = [
    cosine >= 0.6 ? 'same meaning' : cosine >= minAlike ? 'near meaning' : null,
    keyword >= 0.6 ? 'most words' : keyword > 0 ? 'some words' : null,
    around > minAround ? 'around' : null,
    dated ? 'dated' : null,
    pinned ? 'pinned' : null,
    superseded ? 'superseded' : null,
  ]
  return reasonsText(reasons.filter((reason) => reason !== null))
}
