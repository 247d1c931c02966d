import type { Done } from './exchange/engine.ts'
import { intentNamed } from './intents.ts'
import { datedFor } from './moments.ts'
import type { StructuredFact } from './models/structured-facts.ts'
import { tellingWords } from './telling-words.ts'
import type { Act } from './understanding.ts'

/** Whether a message may say more than what was understood of it. */
export function mayTellMore(content: string, acts: readonly Act[]): boolean {
  const kinds = new Set(acts.map(({ kind }) => kind))
  // What is to be forgotten or was put right must not be noted down again.
  if (kinds.has('forget') || kinds.has('correct')) return false
  // Of somebody in danger nothing is kept.
  if (acts.some((act) => act.kind === 'chat' && intentNamed(act.intent)?.urgent)) return false
  const tells = kinds.size === 0 || kinds.has('tell') || kinds.has('chat')
  return tells && tellingWords(content).size >= 2
}

/** The facts that say something which was not kept of the same message already. */
export function missedFacts(facts: readonly StructuredFact[], done: readonly Done[]): StructuredFact[] {
  const kept = done.flatMap((one) => (one.kind === 'kept' ? [tellingWords(one.content)] : []))
  return facts.filter(({ content }) => {
    const told = [...tellingWords(content).keys()]
    return !kept.some((words) => told.every((stem) => words.has(stem)))
  })
}

/** What a fact tells, with the date of what happens on a day that is named from today. */
export function tellOf(
  { content, ...rest }: StructuredFact,
  { now, time_zone }: { now: number; time_zone: string },
): Act {
  return { kind: 'tell', told: { ...rest, content: datedFor(content, now, time_zone) } }
}
