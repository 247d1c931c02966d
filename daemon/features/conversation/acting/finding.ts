import { askingClause } from '../../../language/en/signs.ts'
import { stemsOf } from '../../../language/en/stems.ts'
import { fitOf } from '../../../language/en/answers/evidence.ts'
import type { AgeFound, SearchFindings, RetrievedMemory } from '../../../language/turn.ts'
import { ageToldFor, newerThan, otherWords } from './people.ts'
import type { Finding } from '../../../language/language.ts'
import type { Person } from '../../../language/person.ts'
import type { Remembering, Setting } from './remembering.ts'

/** So many memories are looked at for a question. */
const candidates = 30
/** What was found for a question, and what else of it is known. */
export interface Findings {
  readonly found: readonly SearchFindings[]
  /** What was told of the age that it asks for; null where it asks for none. */
  readonly age: AgeFound | null
}

/**
 * All that a question is of, without what was told with it: also in the words for the same person that it does not use, and
 * without what is said beside it.
 */
export async function findings(
  memory: Remembering,
  { member, wording: { finding } }: Pick<Setting, 'member' | 'wording'>,
  question: string,
  told: ReadonlySet<string>,
): Promise<Findings> {
  if (finding) return { found: [await foundByWords(memory, member, question, finding, told)], age: null }
  const people = memory.people(member)
  const asked = [question, otherWords(question, people, member), askingClause(question)].filter(
    (one) => one !== null,
  )
  const answers = await Promise.all(
    asked.map(async (one) => ({ question: one, ...(await findAnswers(memory, member, one, people, told)) })),
  )
  return { found: answers, age: ageFound(question, memory, member, people) }
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

/** So many of the newest memories are looked through by their words alone. */
const maxRead = 3_000
/** So many that the memory finds beside them. */
const foundBeside = 200

/** All that was told, the newest first, and what the memory finds for a text however old it is. */
async function toldBy(memory: Remembering, member: string, text: string): Promise<RetrievedMemory[]> {
  const newest = memory.newest(member, maxRead)
  if (newest.length < maxRead) return newest
  const newestIds = new Set(newest.map(({ memory_uuid }) => memory_uuid))
  const older = await memory.recall(member, text, foundBeside)
  return [...newest, ...older.filter(({ memory_uuid }) => !newestIds.has(memory_uuid))]
}

/** What of the memory a question is of, by the words of its language. */
async function foundByWords(
  memory: Remembering,
  member: string,
  question: string,
  finding: Finding,
  told: ReadonlySet<string>,
): Promise<SearchFindings> {
  const all = (await toldBy(memory, member, question)).filter(({ memory_uuid }) => !told.has(memory_uuid))
  const searched = (text: string) =>
    finding
      .search(text, all)
      .slice(0, candidates)
      .map(({ one, keyword, score }) => ({ ...one, keyword, score, semantic: 0, related: keyword > 0 }))
  const memories = searched(question)
  const [best] = memories
  const like = best
    ? searched(best.content).filter(({ memory_uuid }) => memory_uuid !== best.memory_uuid)
    : []
  return { question, memories, like, newer: null }
}

/** All that was told of somebody or something, the newest first, in the language of the message. */
export async function allToldOf(
  memory: Remembering,
  { member, wording: { finding } }: Pick<Setting, 'member' | 'wording'>,
  about: string,
): Promise<readonly RetrievedMemory[]> {
  return finding
    ? finding.speakingOf(about, await toldBy(memory, member, about))
    : allAbout(memory, member, about)
}

/** So many memories are looked at where all are wanted. */
const all = 300

/** All that was told of somebody or something, in whatever words for them, the newest first. */
export async function allAbout(
  memory: Remembering,
  member: string,
  about: string,
): Promise<RetrievedMemory[]> {
  const other = otherWords(about, memory.people(member), member)
  const named = [about, other].filter((one) => one !== null)
  const byId = new Map<string, RetrievedMemory>()
  for (const one of named) {
    const wanted = new Set(stemsOf(one))
    const speaks = ({ content }: RetrievedMemory) => new Set(stemsOf(content)).isSupersetOf(wanted)
    for (const hit of (await memory.recall(member, one, all)).filter(speaks)) byId.set(hit.memory_uuid, hit)
  }
  return [...byId.values()].toSorted((one, other) => other.created_at.localeCompare(one.created_at))
}

async function findAnswers(
  memory: Remembering,
  member: string,
  question: string,
  people: readonly Person[],
  told: ReadonlySet<string>,
): Promise<Omit<SearchFindings, 'question'>> {
  // What a question tells itself is no answer to it.
  const isOld = ({ memory_uuid }: RetrievedMemory) => !told.has(memory_uuid)
  const recalled = (await memory.recall(member, question, candidates)).filter(isOld)
  const fitting = recalled.toSorted((a, b) => fitOf(b) - fitOf(a))
  const memories = withNewer(memory, member, fitting)
  const [best] = memories
  if (!best) return { memories, like: [], newer: null }
  const instead = newerThan(best.memory_uuid, people)
  const newer = instead === null ? null : (memory.find(member, instead) ?? null)
  if (newer) return { memories, like: [], newer }
  const like = (await memory.recall(member, best.content, candidates)).filter(isOld)
  return { memories, like: like.filter(({ related }) => related), newer: null }
}

/** What was found, each that no longer holds after what holds instead. */
function withNewer(
  memory: Remembering,
  member: string,
  memories: readonly RetrievedMemory[],
): RetrievedMemory[] {
  const there = new Set(memories.map(({ memory_uuid }) => memory_uuid))
  return memories.flatMap((one) => {
    const newer =
      one.superseded_by !== null && !there.has(one.superseded_by) && memory.find(member, one.superseded_by)
    return newer ? [{ ...newer, score: one.score, semantic: one.semantic, keyword: one.keyword }, one] : [one]
  })
}
