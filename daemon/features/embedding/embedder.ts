import { Worker } from 'node:worker_threads'
import { Stopping } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { programModule } from '../../kernel/program.ts'
import { idleTimer, resourceLimits, threadIdleMs } from '../../kernel/thread.ts'
import type { Job, LoadableModel, ModelFiles, Result } from './jobs.ts'

/** Turns texts into vectors whose dot product says how alike they are in meaning. */
export interface Embedder {
  /**
   * A unit vector for each text, in their order; a text without anything to read, such as an empty one, has a zero
   * vector. Texts may be of any length; what is beyond the model's `max_tokens` is left out. A query goes before
   * passages that wait. The vectors of one call are views of one buffer. Rejects with 404 for an unknown model, with
   * 409 for one that is not on this machine, and with an `Error` where the model does not work or the embedder stops.
   */
  readonly embed: (model: string, texts: readonly string[], purpose: Purpose) => Promise<Float32Array[]>
  /**
   * How well each passage answers the question, by that reranking model: log odds in their order, NaN for those that the
   * `budget`, in milliseconds, did not reach. Rejects where the model does not work or the embedder stops.
   */
  readonly rerank: (
    reranker: ModelFiles,
    question: string,
    passages: readonly string[],
    budget: number,
  ) => Promise<Float32Array>
}

/** What a text is embedded for: to find others, or to be found. */
export type Purpose = 'query' | 'passage'

export interface UsableModel extends LoadableModel {
  readonly query_prefix: string
  readonly passage_prefix: string
}

interface EmbedderDependencies {
  /** The model of that id; throws where there is none that can be used. */
  readonly locate: (id: string) => UsableModel
  readonly log: Log
  readonly start?: () => Worker
}

type JobToDo = Job extends infer One ? (One extends Job ? Omit<One, 'id'> : never) : never

interface Waiter {
  readonly resolve: (values: Float32Array) => void
  readonly reject: (error: Error) => void
}

/**
 * An embedder in one thread of its own, which starts with the first text and never keeps the process alive while it
 * has nothing to do. Where it crashes, all that waits is rejected, and the next call starts another.
 */
export function openEmbedder({
  locate,
  log,
  start = startThread,
}: EmbedderDependencies): Embedder & { stop(): Promise<void> } {
  const waiting = new Map<number, Waiter>()
  let thread: Worker | null = null
  let orders = 0
  let stopped = false

  const rejectAll = (error: Error) => {
    const all = [...waiting.values()]
    waiting.clear()
    for (const { reject } of all) reject(error)
  }

  // Ended by itself, not from outside: the runtime aborts the process where its thread vanishes in the middle of a batch.
  const end = (one: Worker) => one.postMessage(null, [])

  const endLater = idleTimer(threadIdleMs, () => {
    if (!thread || waiting.size > 0) return
    end(thread)
    thread = null
  })

  const open = (): Worker => {
    const one = start()
    one.unref()
    const lost = (reason: unknown) => {
      if (thread !== one) return
      thread = null
      log.error({ err: reason }, 'the embedding thread ended; the next text starts another')
      rejectAll(new Error('the embedding thread ended before it was done'))
    }
    one.on('message', (result: Result) => {
      const { resolve, reject } = waiting.get(result.id) ?? {}
      waiting.delete(result.id)
      if ('error' in result) reject?.(new Error(result.error))
      else resolve?.(result.values)
      if (waiting.size > 0) return
      one.unref()
      endLater()
    })
    one.on('error', lost)
    one.on('exit', lost)
    return one
  }

  const request = (job: JobToDo): Promise<Float32Array> => {
    if (stopped) return Promise.reject(new Stopping('the embedder has stopped'))
    const one = (thread ??= open())
    orders += 1
    const id = orders
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      one.ref()
      one.postMessage({ id, ...job }, [])
    })
  }

  return {
    embed: async (id, texts, purpose) => {
      if (stopped) throw new Stopping('the embedder has stopped')
      const { query_prefix, passage_prefix, ...model } = locate(id)
      if (texts.length === 0) return []
      const urgent = purpose === 'query'
      const vectors = await request({ model, texts, prefix: urgent ? query_prefix : passage_prefix, urgent })
      const { dimension } = model
      const made: Float32Array[] = []
      for (let at = 0; at < texts.length; at += 1)
        made.push(vectors.subarray(at * dimension, (at + 1) * dimension))
      return made
    },

    rerank: (reranker, question, passages, budget) => request({ reranker, question, passages, budget }),

    stop: async () => {
      stopped = true
      const one = thread
      thread = null
      rejectAll(new Stopping('the embedder has stopped'))
      if (!one) return
      await new Promise<void>((resolve) => {
        one.once('exit', () => resolve())
        one.ref()
        end(one)
      })
    },
  }
}

/** What the vocabulary of a model and the texts on their way take; its weights lie outside of the heap. */
const maxHeapMb = 512

function startThread(): Worker {
  return new Worker(programModule('daemon/features/embedding/worker'), {
    name: 'embedding',
    execArgv: [],
    resourceLimits: resourceLimits(maxHeapMb),
  })
}

/** A call with more texts than these goes alone. */
const maxTexts = 8

interface Call {
  readonly texts: readonly string[]
  readonly resolve: (vectors: Float32Array[]) => void
  readonly reject: (error: unknown) => void
}

/**
 * Merges calls for few passages: those that come while others are embedded go together once these are done, which takes
 * hardly longer than one of them. One that comes alone is not held back.
 */
export function mergeCalls(embed: Embedder['embed']): Embedder['embed'] {
  /** By the model: what waits for those that are under way. */
  const waiting = new Map<string, Call[]>()

  const run = async (model: string, calls: readonly Call[]) => {
    try {
      const texts: string[] = []
      for (const call of calls) texts.push(...call.texts)
      const vectors = await embed(model, texts, 'passage')
      let at = 0
      for (const call of calls) call.resolve(vectors.slice(at, (at += call.texts.length)))
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
    const next = waiting.get(model) ?? []
    if (next.length === 0) waiting.delete(model)
    else {
      waiting.set(model, [])
      void run(model, next)
    }
  }

  return (model, texts, purpose) => {
    if (purpose === 'query' || texts.length > maxTexts) return embed(model, texts, purpose)
    const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>()
    const call = { texts, resolve, reject }
    const others = waiting.get(model)
    if (others) others.push(call)
    else {
      waiting.set(model, [])
      void run(model, [call])
    }
    return promise
  }
}
