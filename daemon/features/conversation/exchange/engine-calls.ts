import { fits, leastFit } from '../answering.ts'
import { openBuiltin } from '../builtin.ts'
import { contradict } from '../contradicting.ts'
import { corrected, type Correcting } from '../correcting.ts'
import type { Done, Recalled, Reply, Turn } from './engine.ts'
import { focusAfter, topicsOf } from '../focus.ts'
import type { Focus } from '../focus-state.ts'
import { asksOfEverything } from '../known-answers.ts'
import { mayTellMore, missedFacts, tellOf } from '../learning.ts'
import type { StructuredFact } from '../models/structured-facts.ts'
import { type Act, dangerIn, type Heard, understand } from '../understanding.ts'

/** What a message says, and all that follows from its words alone. */
export interface Understanding {
  readonly acts: readonly Act[]
  readonly focus: Focus
  /** What it speaks of. */
  readonly topics: readonly string[]
  /** Whether it asks of whatever was told. */
  readonly ofEverything: boolean
  /** Whether it may say more than was understood. */
  readonly mayTellMore: boolean
  /** Whether some of it was left unread. */
  readonly partly: boolean
}

const alike = () => 0
const nobody = () => []

/**
 * Everything that the engine does in its thread, by name: what reads the words of a member, of whatever length. Each takes
 * plain data and returns plain data; what the database or other features are asked for is not here.
 */
export function engineCalls(embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>) {
  const builtin = openBuiltin(embed)
  const never = new AbortController().signal
  return {
    /** Nothing: so that the thread has started before anything is timed. */
    start: (): null => null,

    understand: (heard: Heard): Understanding => {
      const { acts, focus, partly } = understand(heard)
      const { content } = heard
      return {
        acts,
        focus,
        partly,
        topics: topicsOf(content),
        ofEverything: acts.some((act) => act.kind === 'ask' && asksOfEverything(act.question)),
        mayTellMore: mayTellMore(content, acts),
      }
    },

    /** What says that somebody may come to harm, in a message that could not be understood in time; null for nothing. */
    danger: (content: string): string | null => dangerIn(content),

    /** Which of the memories somebody means by a few words; null for none of them. */
    meant: ({ about, memories, least = leastFit }: Meant): Recalled | null => {
      const [best] = fits(about, memories, alike, nobody)
      return best && best.coverage >= least ? best.memory : null
    },

    /** Which of the memories cannot hold where something else does. */
    contradicted: ({
      content,
      memories,
    }: {
      content: string
      memories: readonly Recalled[]
    }): Recalled | null =>
      memories.find((older) => !older.superseded && contradict(content, older.content)) ?? null,

    /** A memory with what was wrong in it put right. */
    corrected: (correcting: Correcting): string => corrected(correcting),

    /** What is in focus after something that was said. */
    focusAfter: ({ text, focus }: { text: string; focus: Focus }): Focus => focusAfter(text, focus),

    /** What a model found in a message and was not kept of it, to be kept as well. */
    missed: ({ facts, done, now, time_zone }: Missed): Act[] =>
      missedFacts(facts, done).map((fact) => tellOf(fact, { now, time_zone })),

    /** The reply of the built-in engine, and the parts in which it is written. */
    reply: async (turn: Turn): Promise<Reply & { readonly parts: readonly string[] }> => {
      const parts: string[] = []
      const reply = await builtin.reply(turn, (part) => parts.push(part), never)
      return { ...reply, parts }
    },
  }
}

interface Meant {
  readonly about: string
  readonly memories: readonly Recalled[]
  /** What share of it a memory must speak of, 0 to 1. */
  readonly least?: number | undefined
}

interface Missed {
  readonly facts: readonly StructuredFact[]
  readonly done: readonly Done[]
  readonly now: number
  readonly time_zone: string
}

export type EngineCalls = ReturnType<typeof engineCalls>

/** One of them, as it goes to the thread. */
export interface EngineCall {
  readonly name: keyof EngineCalls
  readonly input: unknown
}
