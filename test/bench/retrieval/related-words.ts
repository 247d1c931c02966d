// Writes models/static-en-v1/related.bin: for each word of the model the words that mean something like it, by the cosines
// of their vectors.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programFile } from '../../../daemon/kernel/program.ts'
import { loadModel } from '../../../daemon/features/embedding/inference.ts'
import { cosineOfDistance, openBitVectors } from '../../../daemon/features/memory/search/bit-vectors.ts'
import { encodeRelatedWords, relatedWordsFile } from '../../../daemon/language/en/related-words.ts'
import { stemsOf } from '../../../daemon/language/en/stems.ts'
import { dimension } from '../../../daemon/features/memory/vector.ts'

const folder = programFile('models/static-en-v1')
/** The cosine from which on a word counts as related, and how many do at most: tuned with `bench:retrieval`. */
const [minCosine, most] = [0.3, 48]

interface TokenizerFile {
  readonly model: { readonly vocab: Readonly<Record<string, number>> }
}

/** How far the cosine that the signs of two vectors tell may be off, at most. */
const spare = 0.12

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < dimension; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

/** The words of the model with their stems, and what the words of each stem are like. */
export async function openRelations() {
  const tokenizer = join(folder, 'tokenizer.json')
  const { vocab } = (JSON.parse(readFileSync(tokenizer, 'utf8')) as TokenizerFile).model
  const stems: string[] = []
  const words = Object.keys(vocab).filter((word) => {
    const [stem, ...others] = /^[a-z]{2,}$/.test(word) ? stemsOf(word) : []
    const one = stem !== undefined && others.length === 0
    if (one) stems.push(stem)
    return one
  })
  const model = await loadModel({
    id: 'static-en-v1',
    onnx: join(folder, 'model_int8.onnx'),
    tokenizer,
    dimension,
    max_tokens: 256,
    pooling: 'in_graph',
    special_tokens: false,
  })
  const signs = openBitVectors()
  const vectors: Float32Array[] = []
  for (const [at, word] of words.entries()) {
    const vector = new Float32Array(dimension)
    await model.embed([word], vector)
    signs.set(at, vector)
    vectors.push(vector)
  }
  await model.release()
  const places = Map.groupBy(stems.keys(), (at) => stems[at] ?? '')
  const cosines = Float32Array.from(cosineOfDistance)

  /** The related stems of one, the nearest first. */
  const relatedTo = (stem: string): string[] => {
    const nearest = new Map<string, number>()
    for (const place of places.get(stem) ?? []) {
      const vector = vectors[place] ?? new Float32Array(dimension)
      const rough = new Float32Array(words.length)
      signs.add(vector, cosines, rough)
      for (let other = 0; other < rough.length; other += 1) {
        if ((rough[other] ?? 0) < minCosine - spare) continue
        const cosine = dot(vector, vectors[other] ?? vector)
        const theirs = stems[other] ?? ''
        if (cosine >= minCosine && theirs !== stem && cosine > (nearest.get(theirs) ?? 0))
          nearest.set(theirs, cosine)
      }
    }
    return [...nearest]
      .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, most)
      .map(([word]) => word)
  }
  return { stems: [...places.keys()].toSorted(), relatedTo }
}

if (import.meta.main) {
  const { stems, relatedTo } = await openRelations()
  const bytes = encodeRelatedWords(new Map(stems.map((stem) => [stem, relatedTo(stem)])))
  writeFileSync(programFile(relatedWordsFile), bytes)
  console.log(`${relatedWordsFile} is up to date: ${stems.length} stems, ${bytes.length} bytes`)
}
