import { changes } from '../../../language/en/answers.ts'
import { relatedWords } from '../../../language/en/related-words.ts'
import { stemsOf } from '../../../language/en/stems.ts'
import { fitOf } from '../answering/evidence.ts'
import type { AgeFound, Found, Recalled } from '../exchange/engine.ts'
import { ageToldFor, newerThan, otherWords } from './people.ts'
import type { Person, Remembering } from './remembering.ts'

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

/** What was found for a question, and what else of it is known. */
export interface Findings {
  readonly found: readonly Found[]
  /** What was told of the age that it asks for; null where it asks for none. */
  readonly age: AgeFound | null
}

/** All that a question is of: also in the words for the same person that it does not use. */
export async function findings(memory: Remembering, member: string, question: string): Promise<Findings> {
  const people = memory.people(member)
  const asked = [question, otherWords(question, people, member)].filter((one) => one !== null)
  const found = []
  for (const one of asked) found.push({ question: one, ...(await findAnswers(memory, member, one, people)) })
  return { found, age: ageFound(question, memory, member, people) }
}

/** What was told of the age that a question asks for, where that is clear. */
function ageFound(
  question: string,
  memory: Remembering,
  member: string,
  people: readonly Person[],
): AgeFound | null {
  const told = ageToldFor(question, people, member)
  const fact = told?.birthday ?? told?.age
  const stated = fact && memory.find(member, fact.memory_uuid)
  if (!told || !stated) return null
  const { person, age, birthday } = told
  return {
    name: person.name,
    relation: person.relation,
    memory: stated,
    age: age && { value: age.value, at: age.valid_from },
    birthday: birthday?.value ?? null,
  }
}

/** So many memories are looked at where all are wanted. */
const all = 300

/** All that was told of somebody or something, in whatever words for them, the newest first. */
export async function allAbout(memory: Remembering, member: string, about: string): Promise<Recalled[]> {
  const other = otherWords(about, memory.people(member), member)
  const named = [about, other].filter((one) => one !== null)
  const found = new Map<string, Recalled>()
  for (const one of named) {
    const wanted = new Set(stemsOf(one))
    const speaks = ({ content }: Recalled) => new Set(stemsOf(content)).isSupersetOf(wanted)
    for (const memories of (await memory.recall(member, one, all)).filter(speaks))
      found.set(memories.memory_uuid, memories)
  }
  return [...found.values()].toSorted((one, other) => other.created_at.localeCompare(one.created_at))
}

/** What of the memory a question is of: what was found, the best first, and what was said later of the very best. */
async function findAnswers(
  memory: Remembering,
  member: string,
  question: string,
  people: readonly Person[],
): Promise<Omit<Found, 'question'>> {
  const fitting = (await memory.recall(member, question, candidates)).toSorted((a, b) => fitOf(b) - fitOf(a))
  const found = withNewer(memory, member, fitting)
  const [best] = found
  if (!best) return { memories: found, later: null }
  const newer = newerThan(best.memory_uuid, people)
  const stated = newer === null ? undefined : memory.find(member, newer)
  if (stated) return { memories: found, later: stated }
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
