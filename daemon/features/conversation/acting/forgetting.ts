import { randomUUID } from 'node:crypto'
import { isOfTheSame } from '../../../language/en/commands.ts'
import type { Forgetting, ForgetTarget } from '../../../language/forgetting.ts'
import type { Wording } from '../../../language/language.ts'
import { conceptsIn, speaksOf } from '../../../language/en/concepts.ts'
import { stemsOf } from '../../../language/en/stems.ts'
import type { ActionResult, RetrievedMemory } from '../../../language/turn.ts'
import {
  candidates,
  type ForgetMatches,
  isKept,
  isOfDay,
  isOwn,
  isOwnSaid,
  type Lookup,
  maxAtOnce,
  openLookup,
  unique,
} from './lookup.ts'
import { openFindingByWords } from './forgetting-by-words.ts'
import { matchMemories } from './memory-matches.ts'
import type { Remembering, MessageReference, Setting } from './remembering.ts'
import type { Message, TranscriptSearch } from './transcript-search.ts'

/** Whether something has nothing of what is to stay: "all about Gus, except his birthday". */
function isNotSpared({ about, spared }: Forgetting): (one: Pick<RetrievedMemory, 'content'>) => boolean {
  const stay = new Set(stemsOf(spared)).difference(new Set(stemsOf(about)))
  const matters = conceptsIn(spared)
  return ({ content }) => stay.isDisjointFrom(new Set(stemsOf(content))) && !speaksOf(content, matters)
}

export interface ForgettingDependencies {
  readonly memory: Remembering
  /** Asks a member whether all of it is to be forgotten; answers the id of the interaction. */
  readonly confirm: (
    member: string,
    memories: readonly RetrievedMemory[],
    messages: readonly Message[],
    wording: Pick<Wording, 'confirmation'>,
  ) => string
  readonly transcript: TranscriptSearch
}

function openFinding(memory: Remembering, transcript: TranscriptSearch, lookup: Lookup) {
  const { keptOf, everyAbout, withNext, inPlace, saidBefore, near } = lookup

  /** All of what a command names that is several things by its words; empty where it names one. */
  const several = async (wanted: Forgetting, setting: Setting): Promise<RetrievedMemory[]> => {
    const { member } = setting
    const placed = inPlace(wanted, setting)
    if (placed.length > 0) return keptOf(member, placed)
    if (wanted.everything) return memory.newest(member, maxAtOnce).filter(isOwn)
    return wanted.all && wanted.about !== '' ? everyAbout(member, wanted) : []
  }

  /** What was said of the same and is in no memory. */
  const saidOf = (wanted: Forgetting, setting: Setting, matches: readonly RetrievedMemory[]): Message[] => {
    const { about, all, everything, each, since } = wanted
    const parts = matches.length > 0 ? each.map((one) => one.about) : []
    const named = all && about !== '' ? [about, ...parts] : []
    const names = everything && since !== null ? [''] : named
    const messages = [
      ...inPlace(wanted, setting),
      ...names.flatMap((name) => transcript.about(setting.member, setting.source, name)),
    ]
    return [...new Map(messages.map((one) => [one.message_uuid, one])).values()].filter(
      (one) => !isKept(one, matches),
    )
  }

  return async (wanted: Forgetting, setting: Setting, told: ReadonlySet<string>): Promise<ForgetMatches> => {
    const { member } = setting
    const { about, everything, all, each } = wanted
    if (wanted.unsaid !== null && about === '') return saidBefore(wanted.unsaid, setting)
    const [isThen, isNoExcept] = [isOfDay(wanted, setting), isNotSpared(wanted)]
    const isWanted = (one: Pick<RetrievedMemory, 'content' | 'created_at'>) => isThen(one) && isNoExcept(one)
    const isEarlier = ({ memory_uuid }: RetrievedMemory) => !told.has(memory_uuid)
    const keep = <T extends RetrievedMemory>(some: readonly T[]) =>
      some.filter((one) => isEarlier(one) && isWanted(one))
    const every = keep(await several(wanted, setting))
    const besides = saidOf(wanted, setting, every).filter(isWanted)
    const matchesOf = async (one: ForgetTarget) =>
      matchMemories({ ...one, all }, (await near(member, one.about)).filter(isEarlier))
    if (everything || every.length + besides.length > 0) {
      // "The knee op" is also whatever speaks of an operation on the knee.
      const isMatter = all && !everything && conceptsIn(about).some(({ isOne }) => !isOne)
      const others = isMatter ? (await matchesOf(wanted)).matches : []
      return {
        matches: all ? keep(withNext(member, unique([...every, ...others]))) : every,
        candidates: [],
        besides,
      }
    }
    if (about === '') return { matches: [], candidates: [], besides }
    const whole = await matchesOf(wanted)
    // "Harold and the drink" is one thing where a memory is of both.
    const others = each.filter((one) => !whole.matches.some(({ content }) => isOfTheSame(one, content)))
    const apart = await Promise.all((each.length > 1 ? others : []).map(matchesOf))
    const matches = unique([...whole.matches, ...apart.flatMap((one) => one.matches)])
    const unknown = each.length > 1 ? others.filter((_, at) => apart[at]?.matches.length === 0) : []
    const unkeptOnes = (matches.length > 0 ? unknown : [wanted]).flatMap((one) =>
      transcript.about(member, setting.source, one.about),
    )
    return {
      matches: keep(all ? withNext(member, matches) : matches),
      candidates: whole.candidates,
      besides: unkeptOnes.filter(isWanted),
    }
  }
}

/** Opens what forgets what a member wants forgotten; of several things they are asked first. */
export function openForgetting({ memory, confirm, transcript }: ForgettingDependencies) {
  const lookup = openLookup(memory, transcript)
  const find = openFinding(memory, transcript, lookup)
  const findByWords = openFindingByWords(memory, transcript, lookup)

  /** Leaves no trace of what was said in the message itself: as it is known for a moment, it can be taken back. */
  const unsay = (
    member: string,
    message: MessageReference & Pick<Message, 'content'>,
  ): Pick<RetrievedMemory, 'memory_uuid' | 'content'> => ({
    memory_uuid: memory.unsay(member, message, randomUUID()),
    content: message.content,
  })

  /** What is known of the last message, else the message itself; what was told last where it asked something or there was none. */
  const lastSaid = ({ member, last }: Setting) => {
    if (!last || /\?\s*$/.test(last.content))
      return memory.newest(member, candidates).filter(isOwnSaid).slice(0, 1)
    const remembered = lookup.keptOf(member, [last])
    return remembered.length > 0 ? remembered : [unsay(member, last)]
  }

  /** `told` are the memories of what is said in the same message, which are not meant. */
  return async (wanted: Forgetting, setting: Setting, told: ReadonlySet<string>): Promise<ActionResult> => {
    const { member, source } = setting
    const own = wanted.unsaid === null ? [] : [unsay(member, { ...source, content: wanted.unsaid })]
    const { matches, candidates, besides } = await (setting.wording.finding === null ? find : findByWords)(
      wanted,
      setting,
      told,
    )
    const ofLast = own.length === 0 && wanted.last && matches.length + besides.length === 0
    const isOfSeveral = matches.length > 0 && (wanted.asks === true || matches.length + besides.length > 1)
    const asked = isOfSeveral
      ? matches
      : matches.length + besides.length + own.length === 0 && !ofLast
        ? candidates
        : []
    if (setting.caller.restriction && Math.max(asked.length, matches.length) + besides.length > 1)
      return { kind: 'said', intent: 'password-needed' }
    if (asked.length > 0) {
      const interaction_id = confirm(member, asked, besides, setting.wording)
      return { kind: 'forget_confirmation', interaction_id, memories: asked, besides: besides.length > 0 }
    }
    // There is a question only for what is remembered.
    if (wanted.asks === true) return { kind: 'nothing to forget' }
    const gone = ofLast ? lastSaid(setting) : [...matches, ...besides.map((one) => unsay(member, one))]
    const forgotten = [...own, ...gone]
    if (forgotten.length === 0) return { kind: 'nothing to forget' }
    memory.forget(
      member,
      gone.map(({ memory_uuid }) => memory_uuid),
    )
    return {
      kind: 'forgot',
      memory_uuids: forgotten.map(({ memory_uuid }) => memory_uuid),
      contents: forgotten.map(({ content }) => content),
    }
  }
}
