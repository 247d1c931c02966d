import { changes } from '../../../language/en/answers.ts'
import { relatedWords } from '../../../language/en/related-words.ts'
import { stemsOf } from '../../../language/en/stems.ts'
import { fitOf } from '../answering/evidence.ts'
import type { Recalled } from '../exchange/engine.ts'
import type { Remembering } from './remembering.ts'

/** So many memories are looked at for a question. */
const candidates = 30
/** What a shared word counts that only means something like it. */
const relatedShare = 0.4
/** From here something that was said later is of the same: the more there is, the likelier it shares a word by chance. */
const leastLink = (count: number) => 1 + Math.log(1 + count)
/** How much more where it does not say that something changed. */
const unsaid = 1
/** What a cosine counts beside words, and how many memories words are weighed among at least. */
const [meaningShare, fewest] = [2, 25]

/** What of the memory a question is of: what was found, the best first, and what was said later of the very best. */
export async function findAnswers(memory: Remembering, member: string, question: string) {
  const fitting = (await memory.recall(member, question, candidates)).toSorted((a, b) => fitOf(b) - fitOf(a))
  const found = withNewer(memory, member, fitting)
  const [best] = found
  if (!best) return { memories: found, later: null }
  const like = await memory.recall(member, best.content, candidates)
  return { memories: found, later: laterOf(question, best, [...like, ...found]) }
}

/** What was found, each that no longer holds after what holds instead. */
function withNewer(memory: Remembering, member: string, found: readonly Recalled[]): Recalled[] {
  const there = new Set(found.map(({ memory_uuid }) => memory_uuid))
  return found.flatMap((one) => {
    const newer =
      one.superseded_by !== null && !there.has(one.superseded_by) && memory.find(member, one.superseded_by)
    return newer ? [{ ...newer, score: one.score, semantic: one.semantic, keyword: one.keyword }, one] : [one]
  })
}

/** What was said later than a memory and is most of the same, by rare words that they share, and by saying that something changed. */
function laterOf(question: string, best: Recalled, found: readonly Recalled[]): Recalled | null {
  const all = [
    ...new Map(found.map((one) => [one.memory_uuid, { one, stems: new Set(stemsOf(one.content)) }])).values(),
  ]
  const having = (stem: string) => all.filter(({ stems }) => stems.has(stem)).length
  const weight = (stem: string) => Math.log(1 + Math.max(fewest, all.length) / having(stem))
  const about = new Set([...stemsOf(question), ...stemsOf(best.content)])
  const like = new Set([...about].flatMap(relatedWords))
  const link = (stems: ReadonlySet<string>, { content, semantic }: Recalled) => {
    const shared = [...stems].reduce(
      (sum, stem) =>
        sum + (about.has(stem) ? weight(stem) : like.has(stem) ? relatedShare * weight(stem) : 0),
      0,
    )
    return shared + meaningShare * semantic - (changes.test(content) ? 0 : unsaid)
  }
  const later = all
    .filter(({ one }) => one.created_at > best.created_at)
    .map(({ one, stems }) => ({ one, link: link(stems, one) }))
    .toSorted((a, b) => b.link - a.link || b.one.created_at.localeCompare(a.one.created_at))
  const [first] = later
  return first && first.link >= leastLink(all.length) ? first.one : null
}
