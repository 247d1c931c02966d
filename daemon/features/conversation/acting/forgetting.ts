import type { Forgetting } from '../../../language/en/commands.ts'
import { relatedWords } from '../../../language/en/related-words.ts'
import { stemsOf } from '../../../language/en/stems.ts'
import { likelyToAnswer } from '../answering/answer.ts'
import type { Done, Recalled } from '../exchange/engine.ts'
import { allAbout } from './finding.ts'
import type { Remembering, Setting } from './remembering.ts'

/** How much of what is meant a memory has to speak of, 0 to 1. */
const leastCovered = 0.5
/** What tells so likely, as a question for it would have it, may be meant, and is where it also means so much the same. */
const [leastLikely, leastMeant] = [0.1, 0.15]
/** What a word counts that means something like one that was said. */
const relatedShare = 0.6

const nameOf = /\p{Lu}[\p{L}'’-]+/gu
const names = (text: string) => [...text.matchAll(nameOf)].map(([name]) => name.replace(/['’]s$/, ''))
const hasName = (content: string, name: string) =>
  new RegExp(String.raw`(?<![\p{L}])${RegExp.escape(name)}(?![\p{L}])`, 'u').test(content)

/** Those that have the names of a text, as far as any of them has one: Biscuit is no biscuit. */
function named(text: string, found: readonly Recalled[]): Recalled[] {
  const known = names(text).filter((name) => found.some(({ content }) => hasName(content, name)))
  return found.filter(({ content }) => known.every((name) => hasName(content, name)))
}

/** So many memories are looked at for what is meant. */
const candidates = 30
/** So many are forgotten at once where everything is to be; what is older stays until it is asked for again. */
const maxAtOnce = 5_000

const isOwn = ({ said_by }: Recalled) => said_by === null

/** Opens what forgets what a member wants forgotten; of several they are asked first. */
export function openForgetting(
  memory: Remembering,
  confirm: (member: string, memories: readonly Recalled[]) => string,
) {
  const lastTold = (member: string, count: number): Recalled[] =>
    memory
      .newest(member, candidates)
      .filter((one) => one.said && isOwn(one))
      .slice(0, count)

  /** Leaves no trace of what was said in the message itself: as it is known for a moment, it can be taken back. */
  const unsay = async (
    content: string,
    { member, said }: Pick<Setting, 'member' | 'said'>,
  ): Promise<Pick<Recalled, 'memory_uuid' | 'content'>> => {
    const { memory_uuid } = await memory.remember(member, { content, kind: 'note' }, said)
    memory.forget(member, [memory_uuid])
    return { memory_uuid, content }
  }

  /** What is known of the last message, else the message itself; null where it asked something or there was none. */
  const lastSaid = async ({ member, last }: Setting) => {
    if (!last || /\?\s*$/.test(last.content)) return null
    const kept = lastTold(member, candidates).filter(({ content }) => last.content.includes(content))
    return kept.length > 0 ? kept : [await unsay(last.content, { member, said: last })]
  }

  /** All that was told of what is named; as one thing, or where nothing is of all of it, of each thing on its own. */
  const everyAbout = async (member: string, { about, each }: Forgetting) => {
    const own = async (name: string) => named(name, (await allAbout(memory, member, name)).filter(isOwn))
    const whole = await own(about)
    if (whole.length > 1 || each.length < 2) return whole
    return [
      ...new Map((await Promise.all(each.map(own))).flat().map((one) => [one.memory_uuid, one])).values(),
    ]
  }

  const meantIn = async (member: string, wanted: Forgetting): Promise<Meant> => {
    const { about, all, count, everything } = wanted
    if (everything) return { meant: memory.newest(member, maxAtOnce).filter(isOwn), maybe: [] }
    if (about === '') return { meant: count > 1 ? lastTold(member, count) : [], maybe: [] }
    const every = all ? await everyAbout(member, wanted) : []
    if (every.length > 0) return { meant: every, maybe: [] }
    return meantBy(wanted, (await memory.recall(member, about, candidates)).filter(isOwn))
  }

  return async (wanted: Forgetting, setting: Setting): Promise<Done> => {
    const { member } = setting
    const own = wanted.unsaid === null ? [] : [await unsay(wanted.unsaid, setting)]
    const { meant, maybe } = await meantIn(member, wanted)
    const ofLast = own.length === 0 && wanted.last && meant.length === 0
    const asked = meant.length > 1 ? meant : meant.length + own.length === 0 && !ofLast ? maybe : []
    if (asked.length > 0)
      return { kind: 'forget asked', interaction_id: confirm(member, asked), memories: asked }
    const gone = ofLast ? ((await lastSaid(setting)) ?? lastTold(member, 1)) : meant
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

/** What somebody wants forgotten, and where nothing is that clearly, what it may be. */
interface Meant {
  readonly meant: readonly Recalled[]
  readonly maybe: readonly Recalled[]
}

/** Which of the memories that were found somebody means who wants to forget something; none where nothing is near. */
function meantBy({ about, question, all }: Forgetting, found: readonly Recalled[]): Meant {
  const near = named(about, found)
  const wanted = [...new Set(stemsOf(about))]
  const told = new Map(near.map((memory) => [memory, new Set(stemsOf(memory.content))]))
  const having = (stem: string) => [...told.values()].filter((stems) => stems.has(stem)).length
  const weight = (stem: string) => Math.log(1 + (found.length + 1) / (having(stem) + 0.5))
  const whole = wanted.reduce((sum, stem) => sum + weight(stem), 0)
  const coverage = (memory: Recalled) => {
    const stems = told.get(memory) ?? new Set()
    const share = (stem: string) =>
      stems.has(stem) ? 1 : relatedWords(stem).some((other) => stems.has(other)) ? relatedShare : 0
    return wanted.reduce((sum, stem) => sum + weight(stem) * share(stem), 0) / Math.max(whole, 1e-6)
  }
  if (all) {
    // Words that nothing has are how it was put, not what is meant.
    const known = wanted.filter((stem) => having(stem) > 0)
    if (known.length === 0) return { meant: [], maybe: [] }
    const every = near.filter((memory) => known.every((stem) => told.get(memory)?.has(stem)))
    if (every.length > 0) return { meant: every, maybe: [] }
  }
  const answers = likelyToAnswer(question, near)
  const likely = near
    .map((memory, at) => ({ memory, covered: coverage(memory), answers: answers[at] ?? 0 }))
    .toSorted((one, other) => fitting(other) - fitting(one))
  const [best] = likely
  if (!best) return { meant: [], maybe: [] }
  const { memory, covered } = best
  const isMeant = covered >= leastCovered || (memory.semantic >= leastMeant && best.answers >= leastLikely)
  if (isMeant) return { meant: [memory], maybe: [] }
  return { meant: [], maybe: best.answers >= leastLikely ? [memory] : [] }
}

/** How well a memory is what is to be forgotten: by its words, what it means, and how likely it tells the very thing. */
const fitting = (one: { memory: Recalled; covered: number; answers: number }) =>
  one.covered + one.memory.semantic + one.answers
