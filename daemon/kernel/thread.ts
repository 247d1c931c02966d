import { once } from 'node:events'
import { isMainThread, parentPort, type Transferable, Worker } from 'node:worker_threads'

// ONNX Runtime, which only threads load, tells its makers what it does unless it is told not to. It asks the environment of the
// process, which the main thread alone can change.
if (isMainThread) process.env['ORT_DISABLE_TELEMETRY'] = '1'

/** A thread that handles requests, one after the other. */
export interface Thread {
  /** Resolves with the reply; rejects with what the thread threw, or if it ended before. */
  readonly request: (payload: unknown, transfer?: readonly Transferable[]) => Promise<unknown>
  /** Sends a notification without a reply; dropped if the thread is not running. */
  readonly notify: (notification: unknown) => void
  /** How long it has worked since it started, in milliseconds of a processor; 0 where it is not running. */
  readonly workedMs: () => Promise<number>
  /** How long its event loop has rested since it started, in milliseconds; says so also where the thread itself does not. */
  readonly restedMs: () => number
  readonly stop: () => Promise<void>
}

interface Reply extends Outcome {
  readonly id: number
}

/** What came of some work, as it goes from thread to thread. */
interface Outcome {
  readonly value?: unknown
  readonly error?: ErrorTold
}

/** What is told of an error: `code` is that of the operating system or of SQLite, where there is one. */
interface ErrorTold {
  readonly message: string
  readonly code?: string
}

/** What a thread is asked; without a number, nobody waits for a reply. */
interface Request {
  readonly id?: number
  readonly payload: never
}

/** Asks a thread to end. */
const end = 'end'

/** What a thread asks of the one that opened it, by a number of its own. */
interface Question {
  readonly question: number
  readonly payload: unknown
}

/** Asks the thread that opened this one; rejects with what that threw. */
export type Ask = (payload: unknown) => Promise<unknown>

interface Waiter {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

interface ThreadLimits {
  /** Beyond so many megabytes of heap the thread is ended, and what waits is rejected. */
  readonly maxHeapMb: number
  /** After so many milliseconds without a request it ends, and gives back its memory; left out it stays. */
  readonly idleMs?: number
  /**
   * It holds nothing of whoever opened it. Stopped with nothing to do, it waits for the next that is opened in this process
   * with the same module: a daemon that starts anew has what took long to load.
   */
  readonly lasting?: boolean
}

/** Threads that wait for whoever opens the next, by their module. */
const spare = new Map<string, Set<Worker>>()

/** Keeps a thread for the next that is opened; unless that is soon, it ends. */
function spareThread(module: string, worker: Worker): void {
  const others = spare.get(module) ?? new Set()
  spare.set(module, others.add(worker))
  const forget = () => others.delete(worker)
  leaveAlone(worker).on('error', forget).on('exit', forget)
  idleTimer(threadIdleMs, () => {
    if (forget()) void worker.terminate()
  })()
}

function takeSpare(module: string): Worker | undefined {
  const others = spare.get(module)
  const [worker] = others ?? []
  if (!worker) return undefined
  others?.delete(worker)
  return leaveAlone(worker)
}

/** Whoever has heard what a thread says does so no more. */
function leaveAlone(worker: Worker): Worker {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
  return worker
}

/** How much room V8 keeps for what is short-lived: its default, up to 48 MB a thread, is for a machine of its own. */
const youngHeapMb = 4

/**
 * After so many milliseconds without work the threads of searches and of the embedding model end: a household is silent
 * for most of the day, they hold as much memory as all the rest, and are back in a fifth of a second.
 */
export const threadIdleMs = 45_000

/** A timer that calls `end` once nothing has started it again for `ms` milliseconds; it keeps no process alive. */
export function idleTimer(ms: number, end: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(end, ms).unref()
  }
}

/** What bounds the memory of a thread. */
export const resourceLimits = (maxHeapMb: number) => ({
  maxOldGenerationSizeMb: maxHeapMb,
  maxYoungGenerationSizeMb: youngHeapMb,
})

/**
 * Opens a thread of `file`, a module that calls `serveRequests`. It starts with the first request, a new one after a crash
 * or a long rest, and never keeps the process alive. What it asks meanwhile is answered by `answer`.
 */
export function openThread(
  file: URL,
  data: unknown,
  { maxHeapMb, idleMs, lasting = false }: ThreadLimits,
  answer: Ask = () => Promise.reject(new Error('nobody answers this thread')),
): Thread {
  let worker: Worker | undefined
  let next = 0
  const waiting = new Map<number, Waiter>()

  const fail = (error: Error) => {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const endLater =
    idleMs !== undefined &&
    idleTimer(idleMs, () => {
      if (waiting.size > 0) return
      const idle = worker
      worker = undefined
      void idle?.terminate()
    })

  const start = (): Worker => {
    const started =
      (lasting ? takeSpare(file.href) : undefined) ??
      new Worker(file, { workerData: data, execArgv: [], resourceLimits: resourceLimits(maxHeapMb) })
    started.unref()
    const tell = async ({ question, payload }: Question) => {
      const told = await outcomeOf(answer, payload)
      started.postMessage({ question, ...told }, [])
    }
    started.on('message', (message: Reply | Question) => {
      if ('question' in message) {
        void tell(message)
        return
      }
      const pending = waiting.get(message.id)
      waiting.delete(message.id)
      if (waiting.size === 0) {
        started.unref()
        if (endLater) endLater()
      }
      settle(pending, message)
    })
    started.on('error', (error) => {
      if (started === worker) fail(error instanceof Error ? error : new Error(String(error)))
    })
    started.on('exit', () => {
      if (started === worker) fail(new Error('the thread has ended'))
    })
    return started
  }

  return {
    request: (payload, transfer = []) => {
      worker ??= start()
      const running = worker
      return new Promise((resolve, reject) => {
        const id = (next += 1)
        waiting.set(id, { resolve, reject })
        // Who waits for an answer is kept alive until it has come.
        running.ref()
        running.postMessage({ id, payload }, transfer)
      })
    },
    notify: (notification) => worker?.postMessage({ payload: notification }, []),
    workedMs: async () => {
      // One that has just ended says so by an error.
      const used = await worker?.cpuUsage().catch(() => undefined)
      return used ? (used.user + used.system) / 1_000 : 0
    },
    restedMs: () => worker?.performance.eventLoopUtilization().idle ?? 0,
    stop: async () => {
      const running = worker
      const isBusy = waiting.size > 0
      fail(new Error('the thread was stopped'))
      if (!running) return
      if (lasting && !isBusy) spareThread(file.href, running)
      else await endThread(running)
    },
  }
}

/** For how long a thread may go on with what it does before it is ended in the middle of it, in milliseconds. */
const endTimeoutMs = 1_000

/** Has a thread end itself, between two steps of its work: where it loads native code, to end it takes the process along. */
async function endThread(worker: Worker): Promise<void> {
  const gone = once(worker, 'exit')
  worker.ref()
  worker.postMessage(end, [])
  const timer = setTimeout(() => void worker.terminate(), endTimeoutMs)
  await gone.catch(() => {})
  clearTimeout(timer)
}

/** Makes one request of a thread that is started for it, and ended afterwards; rejects as `request` of a thread does. */
export async function requestOnce(file: URL, limits: ThreadLimits, payload: unknown): Promise<unknown> {
  const thread = openThread(file, null, limits)
  try {
    return await thread.request(payload)
  } finally {
    await thread.stop()
  }
}

async function outcomeOf<Input extends readonly unknown[]>(
  work: (...input: Input) => unknown,
  ...input: Input
): Promise<Outcome> {
  try {
    return { value: await work(...input) }
  } catch (error) {
    if (!(error instanceof Error)) return { error: { message: String(error) } }
    const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
    return { error: { message: error.message, ...code } }
  }
}

/** Ends a wait by what came of the work; an error keeps its code, by which a full disk is known. */
function settle(waiting: Waiter | undefined, { value, error }: Outcome): void {
  if (error === undefined) waiting?.resolve(value)
  else waiting?.reject(Object.assign(new Error(error.message), error))
}

/** The other side: handles each request of the thread that opened this one, in order; `ask` asks that one back. */
export function serveRequests(handle: (payload: never, ask: Ask) => unknown): void {
  const port = parentPort
  if (!port) throw new Error('this module runs in a thread')
  const asked = new Map<number, Waiter>()
  let next = 0
  const ask: Ask = (payload) =>
    new Promise((resolve, reject) => {
      const question = (next += 1)
      asked.set(question, { resolve, reject })
      port.postMessage({ question, payload })
    })
  const reply = async ({ id, payload }: Request) => {
    const outcome = await outcomeOf(handle, payload, ask)
    if (id !== undefined || 'error' in outcome) port.postMessage({ id, ...outcome })
  }
  port.on('message', (message: Request | typeof end | (Outcome & { question: number })) => {
    // In a thread that ends the thread.
    if (message === end) process.exit()
    if (!('question' in message)) {
      void reply(message)
      return
    }
    const pending = asked.get(message.question)
    asked.delete(message.question)
    settle(pending, message)
  })
}
