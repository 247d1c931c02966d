import { type Ask, openThread, type Thread, threadIdleMs } from './thread.ts'

/** How many times as long it may take by the clock, on a machine that has other work; then it is ended all the same. */
const maxSlowdown = 5
/** How soon a thread says how long it has worked, in milliseconds; one that does not is stuck. */
const saysWithinMs = 1_000

type Outcome = { readonly value: unknown } | { readonly error: Error }

/** A thread with a limit of time for each request. */
export interface TimedThread {
  /** Ends the thread where it works for longer than `limitMs`; answers what came of it, and how long it worked. */
  readonly call: (payload: unknown, limitMs: number) => Promise<{ outcome: Outcome; tookMs: number }>
  readonly stop: () => Promise<void>
}

interface TimedThreadOptions {
  readonly maxHeapMb: number
  /** A request that does nothing: a thread has started before anything is timed. */
  readonly start: unknown
  /** Answers what the thread asks; its time does not run meanwhile. */
  readonly answer: Ask
}

/** Opens a thread of `file`, a module that calls `serveRequests`. */
export function openTimedThread(file: URL, { maxHeapMb, start, answer }: TimedThreadOptions): TimedThread {
  let watch: Stopwatch | null = null
  const thread: Thread = openThread(file, null, { maxHeapMb, idleMs: threadIdleMs }, async (asked) => {
    const resume = watch?.pause()
    try {
      return await answer(asked)
    } finally {
      resume?.()
    }
  })

  const outcomeOf = async (request: unknown): Promise<Outcome> => {
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
