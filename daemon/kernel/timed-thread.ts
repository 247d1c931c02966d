import { type Ask, openThread, type Thread, threadIdleMs } from './thread.ts'

/** How long a thread may rest, its event loop having nothing to do, that was asked for something, in milliseconds. */
const defaultMaxRestMs = 5_000
/** How long a thread may be held up, by the clock, in milliseconds: it works for less than a hundredth of that time. */
const defaultMaxStalledMs = 30_000
const minShare = 1 / 100
/**
 * What all threads but the one that waits may use of the processors until one of them says how long it has worked, in
 * milliseconds: so long it can have been stuck at most, also where it is these that it shares the machine with.
 */
const maxSilentWorkMs = 1_000
/** How often it is seen to that, and how soon a thread is asked again, in milliseconds. */
const lookEveryMs = 50

type Outcome = { readonly value: unknown } | { readonly error: Error }

/**
 * A thread with a limit of work for each request. What it works counts, not the clock: on a machine that is busy with other
 * things it takes longer, and is not ended for that.
 */
export interface TimedThread {
  /**
   * Ends the thread where it works for longer than `limitMs` milliseconds of a processor, or does nothing at all; answers
   * what came of it, and how long it worked.
   */
  readonly call: (payload: unknown, limitMs: number) => Promise<{ outcome: Outcome; tookMs: number }>
  readonly stop: () => Promise<void>
}

interface TimedThreadOptions {
  readonly maxHeapMb: number
  /** A request that does nothing: a thread has started before anything is timed. */
  readonly start: unknown
  /** Answers what the thread asks; its time does not run meanwhile. */
  readonly answer: Ask
  readonly maxRestMs?: number
  readonly maxStalledMs?: number
}

/** Opens a thread of `file`, a module that calls `serveRequests`. */
export function openTimedThread(file: URL, options: TimedThreadOptions): TimedThread {
  const { maxHeapMb, start, answer, maxRestMs = defaultMaxRestMs } = options
  const { maxStalledMs = defaultMaxStalledMs } = options
  /** How long the thread had rested when it last was given something to do. */
  let rested = 0
  let watch: Stopwatch | null = null
  const thread: Thread = openThread(
    file,
    null,
    { maxHeapMb, idleMs: threadIdleMs, lasting: true },
    async (asked) => {
      const resume = watch?.pause()
      try {
        return await answer(asked)
      } finally {
        rested = thread.restedMs()
        resume?.()
      }
    },
  )

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
      rested = thread.restedMs()
      let mark = { worked: began, ran: 0 }
      const isStalled = (worked: number, ran: number) => {
        if (ran - mark.ran < maxStalledMs) return false
        const share = (worked - mark.worked) / (ran - mark.ran)
        mark = { worked, ran }
        return share < minShare
      }
      const stopwatch = openStopwatch(limitMs, async (ranMs) => {
        const worked = await unlessStuck(thread.workedMs(), maxStalledMs)
        const rests = thread.restedMs() - rested >= maxRestMs
        const ends = worked === null || rests || isStalled(worked, ranMs)
        const left = ends ? 0 : limitMs - (worked - began)
        if (left <= 0) await thread.stop()
        return left <= 0 ? 0 : Math.max(left, lookEveryMs)
      })
      watch = stopwatch
      const outcome = await outcomeOf(request)
      const ran = stopwatch.stop()
      // One that was ended has had all it might.
      const worked = 'value' in outcome ? Math.max(0, (await thread.workedMs()) - began) : limitMs
      return { outcome, tookMs: Math.min(ran, worked) }
    },
    stop: thread.stop,
  }
}

/**
 * What a thread says, or null where it is stuck: the other threads have worked for long meanwhile, or nothing at all has
 * come of it for `maxStalledMs`.
 */
async function unlessStuck(reply: Promise<number>, maxStalledMs: number): Promise<number | null> {
  const { promise: stuck, resolve } = Promise.withResolvers<null>()
  const before = otherThreadsMs()
  const asked = performance.now()
  const timer = setInterval(() => {
    if (performance.now() - asked >= maxStalledMs || otherThreadsMs() - before >= maxSilentWorkMs)
      resolve(null)
  }, lookEveryMs)
  try {
    return await Promise.race([reply, stuck])
  } finally {
    clearInterval(timer)
  }
}

/** How long all threads of this process but the one that asks have worked, in milliseconds of a processor. */
function otherThreadsMs(): number {
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()]
  return (all.user + all.system - own.user - own.system) / 1_000
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
