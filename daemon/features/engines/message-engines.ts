import type { Log } from '../../kernel/log.ts'
import type { IncomingMessage } from '../../language/message.ts'
import type { Lesson, Turn, Unclear } from '../../language/turn.ts'
import { builtinOf, unlessFailed } from './builtin/builtin-engine.ts'
import type { EngineThreads, Limits } from './builtin/engine-threads.ts'
import type { ModelEngine } from './models/model-engine.ts'
import { openResponding, type ReplySignals } from './responding.ts'

interface MessageEnginesDependencies {
  readonly threads: Pick<EngineThreads, 'read'>
  /** The models that may write for a member now, the first one first; none for the built-in engine alone. */
  readonly models: (family_member_uuid: string) => readonly ModelEngine[]
  readonly log: Log
}

/** Lets the engines read and answer messages: the built-in engine in its threads, the models where they are. */
export function openMessageEngines({ threads, models, log }: MessageEnginesDependencies) {
  const firstAvailable = (member: string) => models(member).find((one) => one.available())
  return {
    /** Begins to work on a message of a member; whoever began it has it rest at its end. */
    forMessage: (member: string, limits: Limits) => {
      const reading = threads.read(member, limits)
      const respond = openResponding({ engines: models, builtin: builtinOf(reading), log })
      return {
        /** What a message does; null where it could not be read in time. */
        understand: (message: IncomingMessage) => unlessFailed(reading.call('understand', message)),
        /** What says that somebody may come to harm; null for nothing, and where it could not be read in time. */
        danger: (content: string) => unlessFailed(reading.call('danger', content)),
        /** What a message wants done that was not understood; null for nothing, and where no model can say. */
        propose: async (unclear: Unclear, signal: AbortSignal) => {
          const model = firstAvailable(member)
          if (!model) return null
          // The thread is for others meanwhile.
          reading.rest()
          return model.propose(unclear, signal)
        },
        reply: (turn: Turn, write: (delta: string | null) => void, waiting: ReplySignals) => {
          // A model takes its time; others may be read meanwhile.
          if (models(member).length > 0) reading.rest()
          return respond(turn, write, waiting)
        },
        /** The reply of the built-in engine; null where it could not be written in time. */
        builtinReply: (turn: Turn) => unlessFailed(reading.call('reply', turn)),
        rest: reading.rest,
      }
    },
    /** What a message of a member tells, word for word; null where no model can say. */
    learn: async (member: string, lesson: Lesson) => (await firstAvailable(member)?.learn(lesson)) ?? null,
  }
}
