import { replyTo } from './reply.ts'
import { type LanguageCode, languageCodes, usualLanguage } from '../../../language/codes.ts'
import { languageOf } from '../../../language/telling.ts'
import { type IncomingMessage, readMessage, type MessageReading } from '../../../language/message.ts'
import type { Reply, Turn } from '../../../language/turn.ts'
import { languageNamed } from '../../../language/languages.ts'

/** The language in which a message is read and answered: where it is of none that is understood, the one that was spoken last. */
const spoken = (content: string, last: LanguageCode | null = null): LanguageCode =>
  languageOf(content, last) ?? last ?? usualLanguage

/**
 * Everything that the engine does in its thread, by name: what reads the words of a member, of whatever length. Each takes
 * plain data and returns plain data; what the database or other features are asked for is not here.
 */
export function engineCalls(embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>) {
  return {
    /** Loads the languages, so that this is over before anything is timed. */
    start: async (): Promise<null> => {
      await Promise.all(languageCodes.map(languageNamed))
      return null
    },

    understand: async (heard: IncomingMessage): Promise<MessageReading> => {
      const language = spoken(heard.content, heard.language)
      const { reading } = await languageNamed(language)
      return { ...(await readMessage(heard, reading, embed)), language }
    },

    /** What says that somebody may come to harm, in a message that could not be understood in time; null for nothing. */
    danger: async (content: string): Promise<string | null> =>
      (await languageNamed(spoken(content))).reading.dangerIn(content),

    reply: async (turn: Turn): Promise<Reply> =>
      replyTo(turn, (await languageNamed(turn.language ?? usualLanguage)).speech),
  }
}

export type EngineCalls = ReturnType<typeof engineCalls>

/** One of them, as it goes to the thread. */
export interface EngineCall {
  readonly name: keyof EngineCalls
  readonly input: unknown
}
