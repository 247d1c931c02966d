import type { Store } from '../../store/store.ts'
import type { MemoryRow } from './rows.ts'
import { vectorOf, type Vectors, type VectorTable, vectorTableNames } from './vector.ts'

/** The vectors of memories, by which they are found beside their words. */
export function vectorRows(store: Store) {
  const vectors = vectorTableNames.map((name) => ({
    name,
    insert: store.prepare(
      `INSERT INTO memory_vectors_${name} (memory_id, owner, embedding) VALUES (?, ?, ?)`,
    ),
    remove: store.prepare(`DELETE FROM memory_vectors_${name} WHERE memory_id = ?`),
    find: store.prepare<{ embedding: Buffer }>(
      `SELECT embedding FROM memory_vectors_${name} WHERE memory_id = ?`,
    ),
    // The table of the extension's own that lists its keys: the other would read every vector.
    missing: store.prepare<{ memory_id: number; content: string }>(
      `SELECT memory_id, content FROM memories WHERE memory_id > ? AND forgotten_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM memory_vectors_${name}_rowids AS v WHERE v.rowid = memories.memory_id)
        ORDER BY memory_id LIMIT ?`,
    ),
    count: store.prepare<{ total: number }>(`SELECT count(*) AS total FROM memory_vectors_${name}_rowids`),
  }))
  const tableOf = (name: VectorTable) => vectors.find((one) => one.name === name)

  return {
    add: (row: MemoryRow, made: Vectors): void => {
      const { memory_id, owner } = row
      for (const { name, insert } of vectors) {
        // The extension takes nothing but a real integer for a key.
        if (made[name]) insert.run(BigInt(memory_id), owner, made[name])
      }
    },

    remove: (memory_id: number): void => {
      for (const { remove } of vectors) remove.run(BigInt(memory_id))
    },

    /** Adds a vector to a table that has none of that memory; false where it has one. */
    addVector: (name: VectorTable, memory_id: number, owner: string, vector: Float32Array): boolean => {
      const table = tableOf(name)
      if (!table || table.find.get(BigInt(memory_id))) return false
      table.insert.run(BigInt(memory_id), owner, vector)
      return true
    },

    vectorsOf: (memory_id: number): Vectors =>
      Object.fromEntries(
        vectors.flatMap(({ name, find }) => {
          const row = find.get(BigInt(memory_id))
          return row ? [[name, vectorOf(row.embedding)]] : []
        }),
      ),

    /** Memories after `memory_id` that have no vector in a table, the oldest first. */
    withoutVector: (
      name: VectorTable,
      memory_id: number,
      limit: number,
    ): { memory_id: number; content: string }[] => tableOf(name)?.missing.all(memory_id, limit) ?? [],

    countVectors: (name: VectorTable): number => tableOf(name)?.count.get()?.total ?? 0,
  }
}
