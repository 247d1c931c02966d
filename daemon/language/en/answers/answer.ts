import { ownLife } from '../answers.ts'
import { namesIn } from '../sentences.ts'
import answerWeights from '../learned/answers.json' with { type: 'json' }
import type { Answer } from '../../language.ts'
import type { SearchFindings, RetrievedMemory } from '../../turn.ts'
import { type Learned, likelihoods } from '../../learned.ts'
import { evidenceOf } from './evidence.ts'
import { secondOf } from './second-quote.ts'

/** What is known of whether a memory answers a question; learned by `npm run learn`. */
const learned: Learned = answerWeights

/** So many of what was found are looked at. */
const looked = 3
/**
 * From which likelihood a quote is given as the answer: of 422 questions to households, each judged by what was learned of
 * the others, 8 were answered wrongly from there on, and 133 of 138 that cannot be answered were refused.
 */
const sure = 0.75
/** What shares no word with a question has to mean it, by the cosine. */
const meansIt = 0.4
/** Below it there is nothing that could be meant. */
const least = 0.05
/** What has so many of its telling words, 0 to 1, is near to a question all the same. */
const sharesWords = 0.4
/** From which likelihood a second memory is quoted beside one that answers. */
const secondLikely = 0.08
/** From which likelihood a second memory tells more of the same, where the best one may only be near. */
const secondOfTheSame = 0.2

/** The surest answer, of the same question in several words. */
export const answerTo = (searches: readonly SearchFindings[]): Answer<RetrievedMemory> =>
  searches.map(answerOf).reduce((best, one) => (one.confidence > best.confidence ? one : best), nothing)

const nothing: Answer<RetrievedMemory> = { quotes: [], certainty: 'none', confidence: 0 }

/** How likely each of the best memories that were found answers a question, 0 to 1. */
export const likelyToAnswer = (question: string, memories: readonly RetrievedMemory[]): number[] =>
  memories
    .slice(0, looked)
    .map((_, rank) => likelihoods(learned, evidenceOf(question, memories, rank)).get('yes') ?? 0)

/** What of the memories that were found answers a question. */
function answerOf({ question, memories, like, newer }: SearchFindings): Answer<RetrievedMemory> {
  const likely = likelyToAnswer(question, memories)
  const most = Math.max(0, ...likely)
  const [first] = memories
  // What is asked of nobody's life is not looked for in it.
  if (most < sure && (first?.keyword ?? 0) === 0 && ofTheWorld(question))
    return { quotes: [], certainty: 'world', confidence: 0.1 }
  if (!first || (most < least && first.keyword < sharesWords))
    return { quotes: [], certainty: 'none', confidence: most }
  const best = memories[likely.indexOf(most)] ?? first
  const isSure = most >= sure && (best.keyword > 0 || best.semantic >= meansIt)
  const related = memories.filter((one) => one === first || one.related)
  const second = newer ? { hit: newer, likely: 1 } : secondOf(question, related, like)
  const besides = second && (!isSure || second.likely >= secondLikely) ? second.hit : null
  // What holds now comes before what was said earlier, as far as it is of the same.
  const isLater = besides !== null && Date.parse(besides.created_at) > Date.parse(first.created_at)
  const holdsNow = isLater && (isSure || (second?.likely ?? 0) >= secondOfTheSame)
  const quotes = !besides ? [first] : holdsNow ? [besides, first] : [first, besides]
  const confidence = confidenceOf(most)
  return { quotes, certainty: isSure ? 'sure' : 'near', confidence }
}

/** Whether a question has nobody's life in it. */
const ofTheWorld = (question: string) => !ownLife.test(question) && namesIn(question).size === 0

/**
 * How likely one of the quotes answers: what was measured in dialogues of 21 households (422 questions, of which 284 can
 * be answered), each judged by what was learned of the others. A logistic curve over the log odds (Platt 1999).
 */
function confidenceOf(likely: number): number {
  const sure = Math.min(Math.max(likely, 1e-3), 1 - 1e-3)
  return 1 / (1 + Math.exp(-(0.38 + 0.91 * Math.log(sure / (1 - sure)))))
}
