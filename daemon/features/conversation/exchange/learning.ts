import type { Log } from '../../../kernel/log.ts'
import { cutIntoSentences } from '../../../language/en/sentences.ts'
import type { openActs } from '../acting/acts.ts'
import type { Setting } from '../acting/remembering.ts'
import type { Engines, Ports } from '../ports.ts'
import type { Conversations } from '../store.ts'
import type { ActionResult, Learned } from '../../../language/turn.ts'

interface LearningDependencies {
  readonly log: Log
  readonly conversations: Conversations
  readonly ports: Pick<Ports, 'memory' | 'profile'>
  readonly engines: Pick<Engines, 'hasModel' | 'learn'>
  readonly act: ReturnType<typeof openActs>
}

export interface MessageToLearn {
  readonly content: string
  /** What the companion had said just before; null for nothing, and where that tells of memories. */
  readonly before: string | null
  readonly done: readonly ActionResult[]
}

/** What asks that something be no longer known, or of whom nothing is kept. */
const silent: ReadonlySet<ActionResult['kind']> = new Set([
  'forgot',
  'forget_confirmation',
  'nothing to forget',
  'remembering',
])

/**
 * Learns from a message what a model finds in it and the rest of the engine did not, while the reply is on its way: sentences
 * worth keeping, and what they state of people.
 */
export function openLearning({ log, conversations, ports, engines, act }: LearningDependencies) {
  const { memory } = ports
  /** Whether a message is still to be learned from: it may have been deleted since, or what it told been forgotten. */
  const stands = (done: readonly ActionResult[], { member, source }: Setting) =>
    conversations.find(member, source.conversation_uuid) !== undefined &&
    ports.profile(member)?.preferences['remember'] !== false &&
    done.every((one) => one.kind !== 'kept' || memory.find(member, one.memory_uuid) !== undefined)

  const keep = async (content: string, learned: Learned, done: readonly ActionResult[], setting: Setting) => {
    const results = keptBy(done)
    const isKept = (part: string) => results.some((one) => one.content.includes(part))
    const told = [...learned.sentences, ...learned.facts.map(({ quote }) => sentenceWith(content, quote))]
    const missed = [...new Set(told)].filter((sentence) => !isKept(sentence))
    const whole = missed.filter((one) => !missed.some((other) => other !== one && other.includes(one)))
    const acts = whole.map((sentence) => ({ kind: 'tell', content: sentence, corrects: false }) as const)
    const all = whole.length === 0 ? results : [...results, ...keptBy((await act(acts, setting)).done)]
    for (const { memory_uuid, content: own } of all) {
      const facts = learned.facts.filter(({ quote }) => own.includes(quote))
      if (facts.length > 0) memory.state(setting.member, memory_uuid, facts)
    }
  }

  return async ({ content, before, done }: MessageToLearn, setting: Setting): Promise<void> => {
    const { member, last, now, time_zone } = setting
    const tellsNothing = done.length > 0 && done.every(({ kind }) => kind === 'said' || kind === 'asked')
    if (!engines.hasModel(member) || tellsNothing || done.some(({ kind }) => silent.has(kind))) return
    try {
      const people = memory.people(member).filter(({ family_member_uuid }) => family_member_uuid === member)
      const earlier = [last?.content ?? null, before].filter((one) => one !== null)
      const learned = await engines.learn(member, { content, before: earlier, people, now, time_zone })
      if (learned && stands(done, setting)) await keep(content, learned, done, setting)
    } catch (error) {
      log.error({ err: error }, 'what a model noted down was not kept')
    }
  }
}

const keptBy = (done: readonly ActionResult[]) =>
  done.flatMap((one) => (one.kind === 'kept' || one.kind === 'corrected' ? [one] : []))

/** The sentences of a message that hold a part of it. */
function sentenceWith(content: string, quote: string): string {
  const from = content.indexOf(quote)
  let [start, end] = [0, 0]
  for (const sentence of cutIntoSentences(content)) {
    if (end <= from) start = end
    end += sentence.length
    if (end >= from + quote.length) break
  }
  return content.slice(start, end).trim()
}
