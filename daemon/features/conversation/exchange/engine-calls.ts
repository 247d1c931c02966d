import { replyTo } from '../answering/reply.ts'
import { dangerIn } from '../../../language/en/intents.ts'
import { type Heard, readMessage, type Understood } from '../understanding/message.ts'
import type { Reply, Turn } from './engine.ts'

/**
 * Everything that the engine does in its thread, by name: what reads the words of a member, of whatever length. Each takes
 * plain data and returns plain data; what the database or other features are asked for is not here.
 */
export function engineCalls(embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>) {
  return {
    /** Nothing: so that the thread has started before anything is timed. */
    start: (): null => null,

    /** What a message does. */
    understand: (heard: Heard): Promise<Understood> => readMessage(heard, embed),

    /** What says that somebody may come to harm, in a message that could not be understood in time; null for nothing. */
    danger: (content: string): string | null => dangerIn(content),

    /** The reply of the built-in engine. */
    reply: (turn: Turn): Reply => replyTo(turn),
  }
}

export type EngineCalls = ReturnType<typeof engineCalls>

/** One of them, as it goes to the thread. */
export interface EngineCall {
  readonly name: keyof EngineCalls
  readonly input: unknown
}
