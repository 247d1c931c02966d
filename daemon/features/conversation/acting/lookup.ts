import { startOfDay } from '../../../kernel/time-zone.ts'
import { maxMessages, nameIn } from '../../../language/en/commands.ts'
import type { Forgetting } from '../../../language/forgetting.ts'
import { conceptsIn } from '../../../language/en/concepts.ts'
import { isOfBefore } from '../../../language/en/sentences.ts'
import { stemsOf } from '../../../language/en/stems.ts'
import type { RetrievedMemory } from '../../../language/turn.ts'
import { allAbout } from './finding.ts'
import { type MemoryMatches, named, ofMatters } from './memory-matches.ts'
import type { Remembering, Setting } from './remembering.ts'
import type { Message, TranscriptSearch } from './transcript-search.ts'

/** So many memories are looked at for what is meant. */
export const candidates = 30
/** What is told so soon after something else may be of the same, in milliseconds. */
const oneBreath = 10 * 60_000
/** So many are forgotten at once where everything is to be; what is older stays until it is asked for again. */
export const maxAtOnce = 5_000

/** Whether a member has said it, nobody else. */
export const isOwn = ({ said_by }: RetrievedMemory) => said_by === null

/** The same, in a conversation. */
export const isOwnSaid = (one: RetrievedMemory) => one.said && isOwn(one)

/** What is meant by a command, and what was said of the same and is in no memory. */
export interface ForgetMatches extends MemoryMatches {
  readonly besides: readonly Message[]
}

/** Whether some memories are of a message. */
export const isKept = ({ content }: Message, memories: readonly RetrievedMemory[]): boolean =>
  memories.some((one) => content.includes(one.content))

/** Each once, by what was found last. */
export const unique = (memories: readonly RetrievedMemory[]): RetrievedMemory[] => [
  ...new Map(memories.map((one) => [one.memory_uuid, one])).values(),
]

/** Whether something was told since the day that a command names. */
export function isOfDay(
  { since }: Forgetting,
  { now, time_zone }: Setting,
): (one: Pick<RetrievedMemory, 'created_at'>) => boolean {
  if (since === null) return () => true
  const from = startOfDay(now, time_zone, since === 'today' ? 0 : -1)
  return ({ created_at }) => Date.parse(created_at) >= from
}

/** Opens what looks up what a member has told, to be forgotten. */
export function openLookup(memory: Remembering, transcript: TranscriptSearch) {
  /** What is known of some messages. */
  const keptOf = (member: string, messages: readonly { readonly content: string }[]): RetrievedMemory[] =>
    memory
      .newest(member, candidates + 2 * messages.length)
      .filter((one) => isOwnSaid(one) && messages.some(({ content }) => content.includes(one.content)))

  /** All that was told of what is named; as one thing, or where nothing is of all of it, of each thing on its own. */
  const everyAbout = async (member: string, { about, each }: Forgetting) => {
    const own = async (name: string) => named(name, (await allAbout(memory, member, name)).filter(isOwn))
    const name = nameIn(about)
    const whole = unique([...(await own(about)), ...(name === '' ? [] : await own(name))])
    if (whole.length > 1 || each.length < 2) return whole
    const apart = await Promise.all(each.map((one) => own(one.about)))
    return apart.every((some) => some.length > 0) ? unique(apart.flat()) : whole
  }

  /** Also what was told next after each and is of it by "he" or "the home". */
  const withNext = (member: string, matches: readonly RetrievedMemory[]): RetrievedMemory[] => {
    if (matches.length === 0) return []
    const all = memory.newest(member, maxAtOnce).filter(isOwnSaid)
    const told = all.toReversed()
    const uuids = new Set(matches.map(({ memory_uuid }) => memory_uuid))
    for (const [at, one] of told.entries()) {
      const before = told[at - 1]
      if (!before || !uuids.has(before.memory_uuid)) continue
      const isNext = Date.parse(one.created_at) - Date.parse(before.created_at) < oneBreath
      if (isNext && isOfBefore(one.content, before.content)) uuids.add(one.memory_uuid)
    }
    return unique([...matches, ...all.filter(({ memory_uuid }) => uuids.has(memory_uuid))])
  }

  /** What a command names by when it was said, the first thing or the last three; empty where it does not. */
  const inPlace = ({ count, first }: Forgetting, { member, source }: Setting): Message[] => {
    if (first) return transcript.newest(member, source, maxMessages).slice(-1)
    return count > 1 ? transcript.newest(member, source, count) : []
  }

  /** What somebody has said before of what is to leave no trace. */
  const saidBefore = async (unsaid: string, { member, source }: Setting): Promise<ForgetMatches> => {
    const wanted = new Set(stemsOf(unsaid))
    if (wanted.size === 0) return { matches: [], candidates: [], besides: [] }
    const recalled = (await memory.recall(member, unsaid, candidates)).filter(isOwn)
    const matches = recalled.filter(({ content }) => wanted.isSubsetOf(new Set(stemsOf(content))))
    const messages = transcript.about(member, source, unsaid)
    return { matches, candidates: [], besides: messages.filter((one) => !isKept(one, matches)) }
  }

  /** What is near to what is named, and may be meant. */
  const near = async (member: string, about: string): Promise<RetrievedMemory[]> => {
    const recalled = await memory.recall(member, about, candidates)
    const ofTheMatter = conceptsIn(about).length > 0 ? ofMatters(about, memory.newest(member, maxAtOnce)) : []
    return unique([...ofTheMatter, ...recalled]).filter(isOwn)
  }

  return { keptOf, everyAbout, withNext, inPlace, saidBefore, near }
}

export type Lookup = ReturnType<typeof openLookup>
