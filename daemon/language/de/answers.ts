import type { Answer, FoundFor, Told } from '../language.ts'
import { tellsAsked } from './answer-types.ts'
import { shareOf } from './finding.ts'
import { stemsOf } from './stems.ts'

/** How well the best has to fit, 0 to 1, to be given as the answer, and to be near one. */
const [sure, near] = [0.5, 0.28]
/** How much less another one may fit to be of the same, where it was told later. */
const asWell = 0.1
/** How much of the words of one the other has to have for it to be of the same. */
const ofTheSame = 0.5

const nothing = <Memory>(): Answer<Memory> => ({ quotes: [], certainty: 'none', confidence: 0.7 })

/** What of the memories that were found answers a question. */
export function answerTo<Memory extends Told>(found: readonly FoundFor<Memory>[]): Answer<Memory> {
  const [first] = found
  return first ? answerOf(first) : nothing()
}

function answerOf<Memory extends Told>({ question, memories }: FoundFor<Memory>): Answer<Memory> {
  const [best] = memories
  if (!best || best.score < near)
    return isOfTheWorld(question) ? { ...nothing<Memory>(), certainty: 'world' } : nothing()
  const alike = memories
    .slice(1, 6)
    .filter((one) => best.score - one.score <= asWell && isOfTheSame(best, one))
  const newest = [best, ...alike].toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  const [latest = best] = newest
  const quotes = latest === best ? [best] : [latest, best]
  const tells = tellsAsked(question, quotes[0]?.content ?? '')
  const isSure = best.score >= sure && best.keyword >= sure && tells !== false
  return {
    quotes,
    certainty: isSure ? 'sure' : 'near',
    confidence: Math.min(0.95, Math.max(0.1, best.score)),
  }
}

/** Whether two memories speak of the same, so that the later one holds. */
function isOfTheSame(one: Told, other: Told): boolean {
  const [stems, others] = [stemsOf(one.content), stemsOf(other.content)]
  const shared = stems.filter((stem) => shareOf(stem, others) >= 0.6).length
  return shared / Math.max(1, Math.min(stems.length, others.length)) >= ofTheSame
}

/** Whether a question has nobody's life in it. */
const isOfTheWorld = (question: string): boolean =>
  !/(?<![\p{L}])(?:ich|mein\p{L}*|wir|uns\p{L}*|mir|mich|i)(?![\p{L}])/iu.test(question) &&
  !/(?<=[\p{L}\p{N},] )\p{Lu}\p{L}+/u.test(question)
