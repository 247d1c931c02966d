import type { Log } from '../../kernel/log.ts'
import type { Engine, SentReply, Turn } from '../../language/turn.ts'
import { usualLanguage } from '../../language/codes.ts'
import { wordingIn } from '../../language/languages.ts'
import type { ModelEngine } from './models/model-engine.ts'

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
