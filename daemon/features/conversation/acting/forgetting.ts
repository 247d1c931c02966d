import type { Forgetting } from '../../../language/en/commands.ts'
import { relatedWords } from '../../../language/en/related-words.ts'
import { stemsOf } from '../../../language/en/stems.ts'
import type { Done, Recalled } from '../exchange/engine.ts'
import type { Remembering, Setting } from './remembering.ts'

/** How much of what is meant a memory has to speak of, 0 to 1, and how much less it may where it means much the same. */
const [leastCovered, leastMeant] = [0.5, 0.42]
/** How well the best has to be found where it shares no word, and how many times as well as the next. */
const [leastScore, ahead] = [0.12, 1.6]
/** What a word counts that means something like one that was said. */
const relatedShare = 0.6

const nameOf = /\p{Lu}[\p{L}'’-]+/gu
const names = (text: string) => [...text.matchAll(nameOf)].map(([name]) => name.replace(/['’]s$/, ''))
const hasName = (content: string, name: string) =>
  new RegExp(String.raw`(?<![\p{L}])${RegExp.escape(name)}(?![\p{L}])`, 'u').test(content)

/** So many memories are looked at for what is meant. */
const candidates = 30

/** Opens what forgets what a member wants forgotten; of several they are asked first. */
export function openForgetting(
  memory: Remembering,
  confirm: (member: string, memories: readonly Recalled[]) => string,
) {
  const lastTold = (member: string, count: number): Recalled[] =>
    memory
      .newest(member, candidates)
      .filter(({ said, said_by }) => said && said_by === null)
      .slice(0, count)

  /** Leaves no trace of what was said in the message itself: as it is known for a moment, it can be taken back. */
  const unsay = async (
    content: string,
    { member, said }: Setting,
  ): Promise<Pick<Recalled, 'memory_uuid' | 'content'>> => {
    const { memory_uuid } = await memory.remember(member, { content, kind: 'note' }, said)
    memory.forget(member, memory_uuid)
    return { memory_uuid, content }
  }

  return async (wanted: Forgetting, setting: Setting): Promise<Done> => {
    const { member } = setting
    const { about, count, last, unsaid } = wanted
    const own = unsaid === null ? [] : [await unsay(unsaid, setting)]
    const found =
      about === ''
        ? lastTold(member, count)
        : meantBy(
            wanted,
            (await memory.recall(member, about, candidates)).filter(({ said_by }) => said_by === null),
          )
    const meant = found.length === 0 && last && own.length === 0 ? lastTold(member, 1) : found
    const forgotten = [...own, ...meant]
    if (forgotten.length === 0) return { kind: 'nothing to forget' }
    if (meant.length > 1)
      return { kind: 'forget asked', interaction_id: confirm(member, meant), memories: meant }
    for (const { memory_uuid } of meant) memory.forget(member, memory_uuid)
    return {
      kind: 'forgot',
      memory_uuids: forgotten.map(({ memory_uuid }) => memory_uuid),
      contents: forgotten.map(({ content }) => content),
    }
  }
}

/** Which of the memories that were found somebody means who wants to forget something; none where nothing is near. */
function meantBy({ about, all }: Forgetting, found: readonly Recalled[]): Recalled[] {
  const named = names(about).filter((name) => found.some(({ content }) => hasName(content, name)))
  const near = found.filter(({ content }) => named.every((name) => hasName(content, name)))
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
    if (known.length === 0) return []
    const every = near.filter((memory) => known.every((stem) => told.get(memory)?.has(stem)))
    if (every.length > 0) return every
  }
  const likely = near
    .map((memory) => ({ memory, fit: coverage(memory), meaning: memory.semantic }))
    .filter(({ fit, meaning }) => fit >= leastCovered || (fit > 0 && meaning >= leastMeant))
    .toSorted((one, other) => other.fit + other.meaning - one.fit - one.meaning)
  if (likely.length > 0) return likely.slice(0, 1).map(({ memory }) => memory)
  // "What I earn" is said in other words than "I get 31 thousand".
  const [first, second] = near
  const stands = first && first.score >= leastScore && first.score >= ahead * (second?.score ?? 0)
  return first && stands && named.length === names(about).length ? [first] : []
}
