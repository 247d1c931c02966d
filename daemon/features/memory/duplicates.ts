import type Database from 'better-sqlite3'
import { type BitVectors, cosineOfDistance, openBitVectors } from './search/bit-vectors.ts'
import { topK } from './search/top-k.ts'
import type { Pause } from './pace.ts'
import { minLikely, perhapsTheSame } from './likely-same.ts'
import { minSimilarity, sayTheSame } from '../../language/en/memory/paraphrase.ts'
import { type VectorTable, vectorOf } from './vector.ts'
import { openVectorChunks } from './search/vector-chunks.ts'

/** So much lower a cosine may look by the signs of the vectors alone: of those pairs, by 0.1 at most. */
const spare = 0.15
/** Of the nearest by their signs, so many are measured. */
const nearest = 20
const roughCosines = Float32Array.from(cosineOfDistance)
/** The newest so many memories are compared with all others. */
const compared = 2_000

export interface HoldingMemory {
  readonly memory_id: number
  readonly owner: string
  /** Milliseconds since the epoch. */
  readonly created_at: number
}

/** Memories that say the same as the first. */
export interface Duplicates {
  readonly ids: readonly number[]
  /** The cosine of the first and the one that is the least like it. */
  readonly similarity: number
}

export interface Comparison {
  /** How many memories were compared with all others. */
  readonly checked: number
  readonly groups: Duplicates[]
}

/** The signs of vectors, and whose memories they are of, by place. */
interface Signs {
  readonly signs: BitVectors
  readonly places: readonly number[]
}

interface DuplicateQuery {
  readonly table: VectorTable
  readonly holding: readonly HoldingMemory[]
  readonly pause: Pause
  /** Milliseconds after which no further memory is compared. */
  readonly maxDurationMs: number
}

/**
 * Opens the comparison of memories over a connection. Each of the newest 2,000 is compared with all that are of the same
 * owner. For all of 100,000 there are 48 bytes each in memory meanwhile.
 */
export function openDuplicates(client: Database.Database): (asked: DuplicateQuery) => Promise<Comparison> {
  const chunks = openVectorChunks(client)
  const contents = client.prepare<[string], { memory_id: number; content: string }>(
    'SELECT memory_id, content FROM memories WHERE memory_id IN (SELECT value FROM json_each(?))',
  )
  const stored = (name: VectorTable) =>
    client
      .prepare<[number], Buffer>(`SELECT embedding FROM memory_vectors_${name} WHERE memory_id = ?`)
      .pluck()
  const vectors = { a: stored('a'), b: stored('b') }
  const measured = (name: VectorTable) =>
    client.prepare<[Float32Array, string], { memory_id: number; cosine: number | null }>(
      `SELECT v.memory_id, 1 - vec_distance_cosine(v.embedding, ?) AS cosine
        FROM json_each(?) AS asked JOIN memory_vectors_${name} AS v ON v.memory_id = asked.value`,
    )
  const cosines = { a: measured('a'), b: measured('b') }

  /** Reads the signs of the vectors of an owner's memories, as far as they are among `ids`; answers which are where. */
  const readSigns = async (
    signs: BitVectors,
    [table, owner]: readonly [VectorTable, string],
    ids: ReadonlySet<number>,
    pause: Pause,
  ) => {
    const places: number[] = []
    for (const chunk of chunks.of(table, owner)) {
      for (const [memory_id, vector] of chunks.read(table, chunk)) {
        if (!ids.has(memory_id)) continue
        signs.set(places.length, vector)
        places.push(memory_id)
      }
      await pause()
    }
    return places
  }

  const like = (table: VectorTable, memory_id: number, { signs, places }: Signs, grouped: Set<number>) => {
    const stored = vectors[table].get(memory_id)
    if (!stored) return []
    const vector = vectorOf(stored)
    const rough = new Float32Array(places.length)
    signs.add(vector, roughCosines, rough)
    const near = topK(rough, nearest + 1)
      .filter((place) => (rough[place] ?? 0) >= minSimilarity - spare)
      .map((place) => places[place] ?? 0)
      .filter((id) => id !== memory_id && !grouped.has(id))
    const alike = cosines[table]
      .all(vector, JSON.stringify(near))
      // A text with nothing to read has a zero vector, which is like nothing.
      .map(({ memory_id: id, cosine }) => [id, cosine ?? 0] as const)
      .filter(([, cosine]) => cosine >= minSimilarity)
    if (alike.length === 0) return []
    const ids = [memory_id, ...alike.map(([id]) => id)]
    const texts = new Map(contents.all(JSON.stringify(ids)).map((row) => [row.memory_id, row.content]))
    const own = texts.get(memory_id) ?? ''
    return alike.filter(([id, cosine]) => {
      const text = texts.get(id) ?? ''
      return sayTheSame(own, text) || (cosine >= minLikely && perhapsTheSame(own, text))
    })
  }

  return async ({ table, holding, pause, maxDurationMs }) => {
    const newest = topK(
      Float64Array.from(holding, ({ created_at }) => created_at),
      compared,
    ).flatMap((at) => holding[at] ?? [])
    using opened = new DisposableStack()
    const read = new Map<string, Signs>()
    for (const [owner, theirs] of Map.groupBy(holding, ({ owner }) => owner)) {
      const ids = new Set(theirs.map(({ memory_id }) => memory_id))
      const signs = openBitVectors()
      opened.defer(signs.release)
      read.set(owner, { signs, places: await readSigns(signs, [table, owner], ids, pause) })
    }
    const until = performance.now() + maxDurationMs
    const groups: Duplicates[] = []
    const grouped = new Set<number>()
    let checked = 0
    for (const { memory_id, owner } of newest) {
      if (performance.now() > until) break
      checked += 1
      const signs = read.get(owner)
      if (!signs || grouped.has(memory_id)) continue
      const alike = like(table, memory_id, signs, grouped)
      if (alike.length > 0) {
        const ids = [memory_id, ...alike.map(([id]) => id)]
        for (const id of ids) grouped.add(id)
        groups.push({ ids, similarity: Math.min(...alike.map(([, cosine]) => cosine)) })
      }
      await pause()
    }
    return { checked, groups: groups.toSorted((a, b) => b.similarity - a.similarity) }
  }
}
