import type { Answer, FoundFor, QuotableMemory } from '../language.ts'
import { tellsAsked } from './answer-types.ts'
import { whole } from './clock.ts'
import { shareOf } from './finding.ts'
import { stemsOf } from './stems.ts'

/** How well the best has to fit, 0 to 1, to be given as the answer, and to be near one. */
const [sure, near] = [0.62, 0.2]
/** How much less another one may fit to be of the same, where it was told later. */
const asWell = 0.1
/** How much of the words of one the other has to have for it to be of the same. */
const ofTheSame = 0.5

const nothing = <Memory>(): Answer<Memory> => ({ quotes: [], certainty: 'none', confidence: 0.7 })

/** What of the memories that were found answers a question. */
export function answerTo<Memory extends QuotableMemory>(
  searches: readonly FoundFor<Memory>[],
): Answer<Memory> {
  const [first] = searches
  return first ? answerOf(first) : nothing()
}

function answerOf<Memory extends QuotableMemory>({
  question,
  memories,
  like,
}: FoundFor<Memory>): Answer<Memory> {
  const [best] = memories
  if (!best || best.score < near)
    return isOfTheWorld(question) ? { ...nothing<Memory>(), certainty: 'world' } : nothing()
  const isLater = (one: Memory) => one.created_at > best.created_at
  const alike = memories
    .slice(1, 6)
    .filter(
      (one) =>
        best.score - one.score <= asWell &&
        (isOfTheSame(best, one) || (isLater(one) && changes.test(one.content))),
    )
  const changed = like
    .filter((one) => isLater(one) && one.keyword >= ofTheBest && changes.test(one.content))
    .slice(0, 1)
  const newest = [best, ...alike, ...changed].toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  const [latest = best] = newest
  const other = latest === best ? besides(question, best, memories) : null
  const quotes = latest === best ? (other ? [best, other] : [best]) : [latest, best]
  const tells = tellsAsked(question, quotes[0]?.content ?? '')
  const isSure = best.keyword >= sure && (tells !== false || best.keyword >= 0.9)
  return {
    quotes,
    certainty: isSure ? 'sure' : 'near',
    confidence: Math.min(0.95, Math.max(0.1, best.score)),
  }
}

/** How much of a question another memory has to have that tells the other half of it. */
const otherHalf = 0.3

/** What has the words of a question that the best one lacks: "Was wünscht sich mein Patenkind?" */
function besides<Memory extends QuotableMemory>(
  question: string,
  best: Memory,
  memories: readonly Memory[],
): Memory | null {
  const stems = stemsOf(best.content)
  const missing = stemsOf(question).filter((stem) => shareOf(stem, stems) < 0.5)
  if (missing.length === 0) return null
  const has = (one: Memory) => {
    const others = stemsOf(one.content)
    return missing.some((stem) => shareOf(stem, others) >= 0.6)
  }
  return memories.slice(1, 4).find((one) => one.keyword >= otherHalf && has(one)) ?? null
}

/** What says that something is no longer as it was. */
const changes = whole(
  'jetzt|inzwischen|mittlerweile|neu\\p{L}*|umzug|umgezogen|gewechselt|wechsel|nicht mehr|nimmer|doch|verlegt|verschoben|weg|statt|seit heute|ab heute|erster tag|ab jetzt|geändert|gekündigt|getrennt|aufgehört|verkauft|korrektur|nun|endgültig|abgesagt',
  'iu',
)
/** How much of the words of the best one another has to have that may put it right. */
const ofTheBest = 0.25

/** Whether two memories speak of the same, so that the later one holds. */
function isOfTheSame(one: QuotableMemory, other: QuotableMemory): boolean {
  const [stems, others] = [stemsOf(one.content), stemsOf(other.content)]
  const shared = stems.filter((stem) => shareOf(stem, others) >= 0.6).length
  return shared / Math.max(1, Math.min(stems.length, others.length)) >= ofTheSame
}

/** Whether a question has nobody's life in it. */
const isOfTheWorld = (question: string): boolean =>
  !/(?<![\p{L}])(?:ich|mein\p{L}*|wir|uns\p{L}*|mir|mich|i)(?![\p{L}])/iu.test(question) &&
  !/(?<=[\p{L}\p{N},] )\p{Lu}\p{L}+/u.test(question)
