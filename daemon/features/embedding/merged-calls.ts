import type { Embedder } from './embedder.ts'

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
      const texts = calls.flatMap((call) => call.texts)
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
