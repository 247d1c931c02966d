import { availableParallelism } from 'node:os'
import type { Log } from '../../kernel/log.ts'
import { programModule } from '../../kernel/program.ts'
import { openThread, type Thread, threadIdleMs } from '../../kernel/thread.ts'
import type { EngineCall, EngineCalls } from './engine-calls.ts'
import { maxReplyMs } from './reading-limits.ts'
import { openTurnQueue } from './turn-queue.ts'

/** What could not be read in the time there was, or not at all. */
export class ReadingFailed extends Error {}

type Input<Name extends keyof EngineCalls> = Parameters<EngineCalls[Name]>[0]
type Output<Name extends keyof EngineCalls> = Awaited<ReturnType<EngineCalls[Name]>>

/** The reading of one message. */
export interface Reading {
  /** Has the thread do something; rejects with `ReadingFailed` where that takes longer than is left. */
  readonly call: <Name extends keyof EngineCalls>(name: Name, input: Input<Name>) => Promise<Output<Name>>
  /** Gives the thread to whoever waits for it; the next call waits for one again. */
  readonly rest: () => void
}

interface Limits {
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

type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>

interface EngineThreadsDependencies {
  readonly embed: Embed
  readonly log: Log
  /** The module that the threads run. */
  readonly file?: URL
  /** How many there may be at once. */
  readonly count?: number
}

/** What the engine knows of a language and what it reads take 40 MB; the rest is for what was built to take more. */
const maxHeapMb = 256
/** A household seldom talks with more voices at once, and each thread takes its memory. */
const maxThreads = 4
/** How many times as long it may take by the clock, on a machine that has other work; then it is ended all the same. */
const maxSlowdown = 5
/** How soon a thread says how long it has worked, in milliseconds; one that does not is stuck. */
const saysWithinMs = 1_000
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
  file = programModule('daemon/features/conversation/engine-thread'),
  count = Math.max(1, Math.min(maxThreads, availableParallelism() - 1)),
}: EngineThreadsDependencies): EngineThreads {
  const readers = Array.from({ length: count }, () => openReader(file, embed))
  const queue = openTurnQueue(readers)
  let stopped = false

  const read = (member: string, { workMs, waitMs }: Limits): Reading => {
    const until = performance.now() + waitMs
    let left = workMs
    let reader: Reader | null = null

    const call = async <Name extends keyof EngineCalls>(
      name: Name,
      input: Input<Name>,
    ): Promise<Output<Name>> => {
      const limit = left - (final.has(name) ? 0 : maxReplyMs)
      if (limit <= 0) throw new ReadingFailed('no time is left')
      reader ??= await queue.take(member, until - performance.now())
      if (reader === null) throw new ReadingFailed('all threads are busy')
      const { outcome, tookMs } = await reader.call({ name, input }, limit)
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

type Outcome = { readonly value: unknown } | { readonly error: Error }

/** A thread with a limit of time for each call. */
interface Reader {
  readonly call: (call: EngineCall, limitMs: number) => Promise<{ outcome: Outcome; tookMs: number }>
  readonly stop: () => Promise<void>
}

function openReader(file: URL, embed: Embed): Reader {
  let watch: Stopwatch | null = null
  const thread: Thread = openThread(file, null, { maxHeapMb, idleMs: threadIdleMs }, async (texts) => {
    // While it waits for another thread it does not work.
    const resume = watch?.pause()
    try {
      return await embed(texts as string[])
    } finally {
      resume?.()
    }
  })
  const start: EngineCall = { name: 'start', input: null }

  const outcomeOf = async (request: EngineCall): Promise<Outcome> => {
    try {
      return { value: await thread.request(request) }
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)) }
    }
  }

  return {
    call: async (request, limitMs) => {
      // To start a thread takes a while that is not the message's.
      const started = await outcomeOf(start)
      if ('error' in started) return { outcome: started, tookMs: 0 }
      const began = await thread.workedMs()
      const stopwatch = openStopwatch(limitMs, async (ranMs) => {
        const worked = await within(saysWithinMs, thread.workedMs())
        const left = worked === null ? 0 : Math.min(limitMs - (worked - began), limitMs * maxSlowdown - ranMs)
        if (left <= 0) await thread.stop()
        return left
      })
      watch = stopwatch
      const outcome = await outcomeOf(request)
      const ran = stopwatch.stop()
      // One that was ended has had all it might.
      const worked = 'value' in outcome ? (await thread.workedMs()) - began : limitMs
      return { outcome, tookMs: Math.min(ran, worked) }
    },
    stop: thread.stop,
  }
}

/** What a promise resolves with, or null where that takes more than so many milliseconds. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, ms, null)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

interface Stopwatch {
  /** Stands still until the function that is returned is called. */
  readonly pause: () => () => void
  /** Ends it for good; answers for how long it ran, in milliseconds. */
  readonly stop: () => number
}

/**
 * Runs at once. When it has run for `limitMs` milliseconds without the pauses it asks `over` how many more there are, and
 * asks again after these.
 */
function openStopwatch(limitMs: number, over: (ranMs: number) => Promise<number>): Stopwatch {
  let ran = 0
  let since = performance.now()
  let until = limitMs
  let pauses = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const halt = () => {
    clearTimeout(timer)
    ran += performance.now() - since
  }
  const go = () => {
    since = performance.now()
    timer = setTimeout(() => void ask(), Math.max(0, until - ran))
  }
  const ask = async () => {
    const more = await over(ran + performance.now() - since)
    if (stopped || more <= 0) return
    if (pauses === 0) halt()
    until = ran + more
    if (pauses === 0) go()
  }

  go()
  return {
    pause: () => {
      pauses += 1
      if (pauses === 1 && !stopped) halt()
      return () => {
        pauses -= 1
        if (pauses === 0 && !stopped) go()
      }
    },
    stop: () => {
      if (pauses === 0 && !stopped) halt()
      stopped = true
      return ran
    },
  }
}
