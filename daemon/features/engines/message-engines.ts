import type { Log } from '../../kernel/log.ts'
import type { IncomingMessage } from '../../language/message.ts'
import type { Lesson, Turn, Unclear, Engine, Reply, SentReply } from '../../language/turn.ts'
import { type EngineThreads, type Limits, type Reading, ReadingFailed } from './builtin/engine-threads.ts'
import type { ModelEngine } from './models/model-engine.ts'
import { usualLanguage } from '../../language/codes.ts'
import { wordingIn } from '../../language/languages.ts'

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

/** The built-in engine as it answers one message: it works in the thread that reads the message. */
export function builtinOf(reading: Reading): Engine {
  return {
    name: 'builtin',
    reply: async (turn, write, signal) => {
      signal.throwIfAborted()
      // Of what was not understood at all there is nothing to work out.
      const nothing = turn.partly && turn.done.length === 0
      const made = nothing ? null : await unlessFailed(reading.call('reply', turn))
      const reply = made ?? (await unread(turn))
      signal.throwIfAborted()
      write(reply.content)
      return reply
    },
  }
}

/** What is answered to a message that took too long: that it did, and whether anything was done because of it. */
async function unread({ done, language = usualLanguage }: Turn): Promise<Reply> {
  const acted = done.some(({ kind }) => kind !== 'asked' && kind !== 'said')
  return {
    content: (await wordingIn(language)).reply(acted ? 'done in part' : 'unread', 'plain'),
    confidence: 0.1,
    memories_used: [],
  }
}

/** The result of a call; null where it could not be read in time. */
export async function unlessFailed<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ReadingFailed) return null
    throw error
  }
}

/** The engine of a model, which may be out of reach. */
export type WritingEngine = Pick<ModelEngine, 'name' | 'reply' | 'available'>

interface RespondingDependencies {
  /** Those that are to write for a member now, the first one first; none for the built-in one. */
  readonly engines: (family_member_uuid: string) => readonly WritingEngine[]
  readonly builtin: Engine
  readonly log: Log
}

export interface ReplySignals {
  /** Aborted where nobody waits for the reply any more. */
  readonly gone: AbortSignal
  /** Aborted where the wanted engine has taken too long. */
  readonly patience: AbortSignal
  /** Aborted where the member stops it. */
  readonly stopped: AbortSignal
}

/** Lets the wanted engines write, each where the one before cannot, and the built-in one last. `write` is told to begin anew by null. */
export function openResponding({ engines, builtin, log }: RespondingDependencies) {
  return async (
    turn: Turn,
    write: (delta: string | null) => void,
    { gone, patience, stopped }: ReplySignals,
  ): Promise<SentReply> => {
    const wanted = engines(turn.speaker.family_member_uuid)
    for (const [at, engine] of wanted.entries()) {
      if (!engine.available() || patience.aborted) continue
      let written = ''
      const note = (delta: string) => {
        written += delta
        write(delta)
      }
      const own = { engine: engine.name, degraded: at > 0 }
      try {
        return { ...(await engine.reply(turn, note, AbortSignal.any([gone, patience, stopped]))), ...own }
      } catch (error) {
        gone.throwIfAborted()
        if (stopped.aborted) {
          const content =
            written.trim() || (await wordingIn(turn.language ?? usualLanguage)).reply('stopped', 'plain')
          return { content, confidence: 0.5, memories_used: [], ...own }
        }
        log.warn({ err: error, engine: engine.name }, 'another engine replies instead')
        write(null)
      }
    }
    return { ...(await builtin.reply(turn, write, gone)), engine: builtin.name, degraded: wanted.length > 0 }
  }
}
