import type { Log } from '../../../kernel/log.ts'
import type { Setting } from '../acting/remembering.ts'
import type { openActs } from '../acting/acts.ts'
import type { ModelEngine } from '../models/model-engine.ts'
import type { Ports } from '../ports.ts'
import type { Conversations } from '../store.ts'
import type { Done } from './engine.ts'

interface LearningDependencies {
  readonly log: Log
  readonly conversations: Conversations
  readonly ports: Pick<Ports, 'memory' | 'profile'>
  readonly engines: (family_member_uuid: string) => readonly ModelEngine[]
  readonly act: ReturnType<typeof openActs>
}

/** What asks that something be no longer known, or of whom nothing is kept. */
const silent: ReadonlySet<Done['kind']> = new Set([
  'forgot',
  'forget asked',
  'nothing to forget',
  'remembering',
])

/** Keeps the sentences of a message that a model finds worth it and the rest of the engine did not, while the reply is on its way. */
export function openLearning({ log, conversations, ports, engines, act }: LearningDependencies) {
  /** Whether a message is still to be learned from: it may have been deleted since, or what it told been forgotten. */
  const stands = (done: readonly Done[], { member, said }: Setting) =>
    conversations.find(member, said.conversation_uuid) !== undefined &&
    ports.profile(member)?.preferences['remember'] !== false &&
    done.every((one) => one.kind !== 'kept' || ports.memory.find(member, one.memory_uuid) !== undefined)

  return async (content: string, done: readonly Done[], setting: Setting): Promise<void> => {
    const model = engines(setting.member).find((one) => one.available())
    const tellsNothing = done.length > 0 && done.every(({ kind }) => kind === 'said' || kind === 'asked')
    if (!model || tellsNothing || done.some(({ kind }) => silent.has(kind))) return
    try {
      const kept = done.flatMap((one) =>
        one.kind === 'kept' || one.kind === 'corrected' ? [one.content] : [],
      )
      const missed = (await model.worthKeeping(content)).filter(
        (one) => !kept.some((known) => known.includes(one)),
      )
      if (missed.length === 0 || !stands(done, setting)) return
      await act(
        missed.map((sentence) => ({ kind: 'tell', content: sentence, corrects: false })),
        setting,
      )
    } catch (error) {
      log.error({ err: error }, 'what a model noted down was not kept')
    }
  }
}
