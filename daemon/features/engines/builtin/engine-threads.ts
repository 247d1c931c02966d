import { availableParallelism } from 'node:os'
import type { Log } from '../../../kernel/log.ts'
import { programModule } from '../../../kernel/program.ts'
import { openTimedThread, type TimedThread } from '../../../kernel/timed-thread.ts'
import type { EngineCall, EngineCalls } from './engine-calls.ts'
import { openTurnQueue } from '../../../kernel/turns.ts'

/** What could not be read in the time there was, or not at all. */
export class ReadingFailed extends Error {}

type Input<Name extends keyof EngineCalls> = Parameters<EngineCalls[Name]>[0]
type Output<Name extends keyof EngineCalls> = Awaited<ReturnType<EngineCalls[Name]>>

export interface Reading {
  /** Has the thread do something; rejects with `ReadingFailed` where that takes longer than is left. */
  readonly call: <Name extends keyof EngineCalls>(name: Name, input: Input<Name>) => Promise<Output<Name>>
  /** Gives the thread to whoever waits for it; the next call waits for one again. */
  readonly rest: () => void
}

export interface Limits {
  /** How long a thread may work, all calls together, in milliseconds of a processor. */
  readonly workMs: number
  /** How long may be waited for a thread, in milliseconds. */
  readonly waitMs: number
}

export interface EngineThreads {
  /** Begins the reading of a message of a member; whoever began it has it rest at its end. */
  readonly read: (member: string, limits: Limits) => Reading
  readonly stop: () => Promise<void>
}

export type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>

interface EngineThreadsDependencies {
  readonly embed: Embed
  readonly log: Log
  /** The module that the threads run. */
  readonly file?: URL
  /** How many there may be at once. */
  readonly count?: number
}

/** What is kept of the time of a message for the reply to what was understood, in milliseconds. */
const maxReplyMs = 300
/** What the engine knows of a language and what it reads take 40 MB; the rest is for what was built to take more. */
const maxHeapMb = 256
/** A household seldom talks with more voices at once, and each thread takes its memory. */
const maxThreads = 4
const start: EngineCall = { name: 'start', input: null }
/** What may take all the time that is left; the others leave some for the reply. */
const final: ReadonlySet<keyof EngineCalls> = new Set(['danger', 'reply'])

/**
 * The threads that read messages: one a core but for one, each started when it is needed. A message has a thread for itself
 * until its reading rests. Of a member one message is read at a time, and members take turns: with a single thread, one
 * waits for a message of each other member at most.
 */
export function openEngineThreads({
  embed,
  log,
  file = programModule('daemon/features/engines/builtin/engine-thread'),
  count = Math.max(1, Math.min(maxThreads, availableParallelism() - 1)),
}: EngineThreadsDependencies): EngineThreads {
  // Where the model does not work, a message is read by its words alone.
  const meaningOf = (asked: unknown) => {
    const texts = asked as readonly string[]
    return embed(texts).catch((error: unknown) => {
      log.error({ err: error }, 'messages are read by their words alone: the embedding model does not work')
      return texts.map(() => new Float32Array())
    })
  }
  const readers = Array.from({ length: count }, () =>
    openTimedThread(file, { maxHeapMb, start, answer: meaningOf }),
  )
  const queue = openTurnQueue(readers)
  let stopped = false

  const read = (member: string, { workMs, waitMs }: Limits): Reading => {
    const until = performance.now() + waitMs
    let left = workMs
    let reader: TimedThread | null = null

    const call = async <Name extends keyof EngineCalls>(
      name: Name,
      input: Input<Name>,
    ): Promise<Output<Name>> => {
      // None would end it any more.
      if (stopped) throw new Error('the threads were stopped')
      const limit = left - (final.has(name) ? 0 : maxReplyMs)
      if (limit <= 0) throw new ReadingFailed('no time is left')
      reader ??= await queue.take(member, until - performance.now())
      if (reader === null) throw new ReadingFailed('all threads are busy')
      const request: EngineCall = { name, input }
      const { outcome, tookMs } = await reader.call(request, limit)
      left -= tookMs
      if ('value' in outcome) return outcome.value as Output<Name>
      if (stopped) throw outcome.error
      // What was written is private: only what failed is told.
      log.warn({ err: outcome.error, call: name, took_ms: Math.round(tookMs) }, 'a message could not be read')
      throw new ReadingFailed('a message could not be read', { cause: outcome.error })
    }

    return {
      call,
      rest: () => {
        if (reader) queue.give(member, reader)
        reader = null
      },
    }
  }

  return {
    read,
    stop: async () => {
      stopped = true
      await Promise.all(readers.map(({ stop }) => stop()))
    },
  }
}
