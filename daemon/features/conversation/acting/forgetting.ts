import { randomUUID } from 'node:crypto'
import { startOfDay } from '../../../kernel/time-zone.ts'
import type { Forgetting } from '../../../language/en/commands.ts'
import { conceptsIn, speaksOf } from '../../../language/en/concepts.ts'
import { stemsOf } from '../../../language/en/stems.ts'
import type { Done, Recalled } from '../exchange/engine.ts'
import { allAbout } from './finding.ts'
import { type Meant, meantBy, named, ofMatters } from './meant.ts'
import type { Remembering, Said, Setting } from './remembering.ts'
import type { Message, Unkept } from './unkept.ts'

/** Whether something was told since the day that a command names. */
function isOfDay(
  { since }: Forgetting,
  { now, time_zone }: Setting,
): (one: Pick<Recalled, 'created_at'>) => boolean {
  if (since === null) return () => true
  const from = startOfDay(now, time_zone, since === 'today' ? 0 : -1)
  return ({ created_at }) => Date.parse(created_at) >= from
}

/** Whether something has nothing of what is to stay: "all about Gus, except his birthday". */
function isNotSpared({ about, spared }: Forgetting): (one: Pick<Recalled, 'content'>) => boolean {
  const stay = new Set(stemsOf(spared)).difference(new Set(stemsOf(about)))
  const matters = conceptsIn(spared)
  return ({ content }) => stay.isDisjointFrom(new Set(stemsOf(content))) && !speaksOf(content, matters)
}

/** So many memories are looked at for what is meant. */
const candidates = 30
/** So many are forgotten at once where everything is to be; what is older stays until it is asked for again. */
const maxAtOnce = 5_000

const isOwn = ({ said_by }: Recalled) => said_by === null

export interface ForgettingDependencies {
  readonly memory: Remembering
  /** Asks a member whether all of it is to be forgotten; answers the id of the interaction. */
  readonly confirm: (member: string, memories: readonly Recalled[], unkept: readonly Message[]) => string
  readonly unkept: Unkept
}

/** What is known of some messages. */
const keptOf = (
  memory: Remembering,
  member: string,
  said: readonly { readonly content: string }[],
): Recalled[] =>
  memory
    .newest(member, candidates + 2 * said.length)
    .filter((one) => one.said && isOwn(one) && said.some(({ content }) => content.includes(one.content)))

/** What is meant by a command, and what was said of the same and is in no memory. */
interface Found extends Meant {
  readonly besides: readonly Message[]
}

/** Opens what finds what a member wants forgotten. */
function openFinding({ memory, unkept }: Pick<ForgettingDependencies, 'memory' | 'unkept'>) {
  /** All that was told of what is named; as one thing, or where nothing is of all of it, of each thing on its own. */
  const everyAbout = async (member: string, { about, each }: Forgetting) => {
    const own = async (name: string) => named(name, (await allAbout(memory, member, name)).filter(isOwn))
    const whole = await own(about)
    if (whole.length > 1 || each.length < 2) return whole
    const apart = (await Promise.all(each.map(own))).flat()
    return [...new Map(apart.map((one) => [one.memory_uuid, one])).values()]
  }

  /** All of what a command names that is several things by its words; empty where it names one. */
  const several = async (wanted: Forgetting, setting: Setting): Promise<Recalled[]> => {
    const { member, said } = setting
    const { about, all, count, everything } = wanted
    if (count > 1) return keptOf(memory, member, unkept.newest(member, said, count))
    if (everything) return memory.newest(member, maxAtOnce).filter(isOwn)
    return all && about !== '' ? everyAbout(member, wanted) : []
  }

  /** What was said of the same and is in no memory. */
  const saidOf = (wanted: Forgetting, { member, said }: Setting, meant: readonly Recalled[]): Message[] => {
    const { about, all, count, everything, each, since } = wanted
    const names = everything && since !== null ? [''] : all && about !== '' ? [about, ...each] : []
    const messages =
      count > 1
        ? unkept.newest(member, said, count)
        : names.flatMap((name) => unkept.about(member, said, name))
    return [...new Map(messages.map((one) => [one.message_uuid, one])).values()].filter(
      ({ content }) => !meant.some((one) => content.includes(one.content)),
    )
  }

  return async (wanted: Forgetting, setting: Setting): Promise<Found> => {
    const { member } = setting
    const { about, everything } = wanted
    const isMeant = [isOfDay(wanted, setting), isNotSpared(wanted)]
    const every = (await several(wanted, setting)).filter((one) => isMeant.every((is) => is(one)))
    const besides = saidOf(wanted, setting, every).filter((one) => isMeant.every((is) => is(one)))
    if (everything || every.length + besides.length > 0) return { meant: every, maybe: [], besides }
    if (about === '') return { meant: [], maybe: [], besides }
    const recalled = await memory.recall(member, about, candidates)
    const ofTheMatter = conceptsIn(about).length > 0 ? ofMatters(about, memory.newest(member, maxAtOnce)) : []
    const uuids = new Set(recalled.map(({ memory_uuid }) => memory_uuid))
    const near = [...recalled, ...ofTheMatter.filter(({ memory_uuid }) => !uuids.has(memory_uuid))]
    return { ...meantBy(wanted, near.filter(isOwn)), besides }
  }
}

/** Opens what forgets what a member wants forgotten; of several things they are asked first. */
export function openForgetting({ memory, confirm, unkept }: ForgettingDependencies) {
  const find = openFinding({ memory, unkept })

  /** Leaves no trace of what was said in the message itself: as it is known for a moment, it can be taken back. */
  const unsay = (
    member: string,
    message: Said & Pick<Message, 'content'>,
  ): Pick<Recalled, 'memory_uuid' | 'content'> => ({
    memory_uuid: memory.unsay(member, message, randomUUID()),
    content: message.content,
  })

  /** What is known of the last message, else the message itself; what was told last where it asked something or there was none. */
  const lastSaid = ({ member, last }: Setting) => {
    if (!last || /\?\s*$/.test(last.content))
      return memory
        .newest(member, candidates)
        .filter((one) => one.said && isOwn(one))
        .slice(0, 1)
    const kept = keptOf(memory, member, [last])
    return kept.length > 0 ? kept : [unsay(member, last)]
  }

  return async (wanted: Forgetting, setting: Setting): Promise<Done> => {
    const { member, said } = setting
    const own = wanted.unsaid === null ? [] : [unsay(member, { ...said, content: wanted.unsaid })]
    const { meant, maybe, besides } = await find(wanted, setting)
    const ofLast = own.length === 0 && wanted.last && meant.length + besides.length === 0
    const isOfSeveral = meant.length > 0 && meant.length + besides.length > 1
    const asked = isOfSeveral
      ? meant
      : meant.length + besides.length + own.length === 0 && !ofLast
        ? maybe
        : []
    if (asked.length > 0) {
      const interaction_id = confirm(member, asked, besides)
      return { kind: 'forget asked', interaction_id, memories: asked, besides: besides.length > 0 }
    }
    const gone = ofLast ? lastSaid(setting) : [...meant, ...besides.map((one) => unsay(member, one))]
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
