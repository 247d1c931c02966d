import { LRUCache } from 'lru-cache'
import type { Similarity } from './answering.ts'
import type { Recalled } from './exchange/engine.ts'
import type { Intent } from './intent.ts'
import { contentWords } from './asking-words.ts'
import { maxComparedLength, maxComparedWords } from './exchange/reading-limits.ts'

const maxCached = 5_000
/** The cosine from which a text says the same as an example of an intent. */
const nearEnough = 0.72

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Looks up how like words are in meaning; the vectors of words are kept. */
export function openSimilarity(embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>) {
  const vectors = new LRUCache<string, Float32Array>({ max: maxCached })

  const learn = async (texts: readonly string[]) => {
    const missing = [...new Set(texts)].filter((text) => !vectors.has(text))
    if (missing.length === 0) return
    const made = await embed(missing)
    for (const [at, text] of missing.entries()) vectors.set(text, made[at] ?? new Float32Array())
  }
  const cosine = (one: string, other: string) => {
    const [a, b] = [vectors.get(one), vectors.get(other)]
    return a && b ? a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0) : 0
  }

  const of = async (question: string, memories: readonly Recalled[]): Promise<Similarity> => {
    // Where the embedder does not work, words are alike where they are the same.
    const compared = [
      ...contentWords(question).map((word) => word.toLowerCase()),
      ...memories.flatMap(({ content }) => wordsOf(content.slice(0, maxComparedLength))),
    ]
    await learn([...new Set(compared)].slice(0, maxComparedWords)).catch(() => {})
    return cosine
  }

  return Object.assign(of, {
    /** The intent that a text is nearest to in meaning; null where none is near. */
    nearest: async (text: string, intents: readonly Intent[]): Promise<Intent | null> => {
      try {
        await learn([text, ...intents.flatMap(({ examples }) => examples)])
      } catch {
        return null
      }
      const near = intents
        .map((intent) => ({
          intent,
          cosine: Math.max(...intent.examples.map((example) => cosine(text, example))),
        }))
        .toSorted((a, b) => b.cosine - a.cosine)[0]
      return near && near.cosine >= nearEnough ? near.intent : null
    },
  })
}

export type OpenSimilarity = ReturnType<typeof openSimilarity>
