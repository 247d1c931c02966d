import type Database from 'better-sqlite3'
import { topK } from './top-k.ts'
import { fuse, type Partition } from './partition.ts'
import type { VectorTable } from './vector.ts'
import type { WordLookup } from './words.ts'

/** What owners have, as it lies in the tables. */
export interface StoredPartitions {
  readonly of: (table: VectorTable, owner: string, vector: Float32Array) => Partition
  /** The exact cosines of some memories. */
  readonly measure: (
    table: VectorTable,
    vector: Float32Array,
    ids: readonly number[],
  ) => ReadonlyMap<number, number>
}

interface Hit {
  readonly memory_id: number
  readonly cosine: number | null
}

/** A text with nothing to read has a zero vector, which is like nothing. */
const known = ({ memory_id, cosine }: Hit) =>
  [memory_id, Number.isFinite(cosine) ? (cosine ?? 0) : 0] as const

export function openStoredPartitions(client: Database.Database, having: WordLookup): StoredPartitions {
  const counted = client
    .prepare<[string], number>('SELECT count(*) FROM memories WHERE owner = ? AND forgotten_at IS NULL')
    .pluck()
  const hits = (sql: string) => client.prepare<[object], Hit>(sql)
  const vectors = (name: VectorTable) => {
    const nearest = `SELECT memory_id, 1 - distance AS cosine FROM memory_vectors_${name}
      WHERE embedding MATCH :vector AND k = :k AND owner = :owner`
    return {
      all: hits(nearest),
      some: hits(`${nearest} AND memory_id IN (SELECT value FROM json_each(:ids))`),
      measured: hits(
        `SELECT v.memory_id, 1 - vec_distance_cosine(v.embedding, :vector) AS cosine
          FROM json_each(:ids) AS asked JOIN memory_vectors_${name} AS v ON v.memory_id = asked.value`,
      ),
    }
  }
  const tables = { a: vectors('a'), b: vectors('b') }

  return {
    of: (table, owner, vector) => {
      const { all, some } = tables[table]
      const cosines = new Map<number, number>()
      const weights = new Map<number, number>()
      const count = counted.get(owner) ?? 0
      let found: number[] = []
      return {
        count,
        exact: true,
        lookUp: (word) => (found = having(owner, word)).length,
        weigh: (weight) => {
          for (const id of found) weights.set(id, (weights.get(id) ?? 0) + weight)
        },
        best: (k, allowed, fusion) => {
          const nearest = allowed
            ? some.all({ vector, k, owner, ids: JSON.stringify([...allowed]) })
            : all.all({ vector, k, owner })
          for (const hit of nearest) cosines.set(...known(hit))
          const ids = [...weights.keys()].filter((id) => allowed?.has(id) ?? true)
          const scores = Float64Array.from(ids, (id) =>
            fuse(fusion, weights.get(id) ?? 0, cosines.get(id) ?? 0),
          )
          return [...new Set([...cosines.keys(), ...topK(scores, k).map((at) => ids[at] ?? 0)])]
        },
        weightOf: (memory_id) => weights.get(memory_id) ?? 0,
        cosine: (memory_id) => cosines.get(memory_id),
      }
    },
    measure: (table, vector, ids) =>
      new Map(tables[table].measured.all({ vector, ids: JSON.stringify(ids) }).map(known)),
  }
}
