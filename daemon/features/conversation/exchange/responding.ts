import type { Log } from '../../../kernel/log.ts'
import type { Engine, Reply, Turn } from './engine.ts'
import { reply as said } from '../../../language/en/replies.ts'
import type { ServerEngine } from '../models/server-engine.ts'

/** What a member gets for a message. */
export interface Responded extends Reply {
  readonly engine: string
  /** Whether another engine was wanted and could not. */
  readonly degraded: boolean
}

/** An engine of a server, which may be out of reach. */
export type Wanted = Pick<ServerEngine, 'name' | 'reply' | 'available'>

interface RespondingDependencies {
  /** The one that is to write for a member now; null for the built-in one. */
  readonly server: (family_member_uuid: string) => Wanted | null
  readonly builtin: Engine
  readonly log: Log
}

interface Waiting {
  /** Aborted where nobody waits for the reply any more. */
  readonly gone: AbortSignal
  /** Aborted where the wanted engine has taken too long. */
  readonly patience: AbortSignal
  /** Aborted where the member stops it. */
  readonly stopped: AbortSignal
}

/** Lets the wanted engine write, and the built-in one where that cannot. `write` is told to begin anew by null. */
export function openResponding({ server: wanted, builtin, log }: RespondingDependencies) {
  return async (
    turn: Turn,
    write: (delta: string | null) => void,
    { gone, patience, stopped }: Waiting,
  ): Promise<Responded> => {
    const server = wanted(turn.speaker.family_member_uuid)
    let written = ''
    const note = (delta: string) => {
      written += delta
      write(delta)
    }
    if (server?.available()) {
      try {
        return {
          ...(await server.reply(turn, note, AbortSignal.any([gone, patience, stopped]))),
          engine: server.name,
          degraded: false,
        }
      } catch (error) {
        gone.throwIfAborted()
        if (stopped.aborted)
          return {
            content: written.trim() || said('stopped', 'plain'),
            confidence: 0.5,
            memories_used: [],
            engine: server.name,
            degraded: false,
          }
        log.warn({ err: error, engine: server.name }, 'the built-in engine replies instead')
        write(null)
      }
    }
    return { ...(await builtin.reply(turn, write, gone)), engine: builtin.name, degraded: server !== null }
  }
}
