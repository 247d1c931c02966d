import type Database from 'better-sqlite3'
import { circlesOf, type Succession } from './succession.ts'
import { type VectorTable, vectorTableNames } from './vector.ts'

/** What a look at the rows and the vectors of all memories has found: numbers of memories, never what they say. */
export interface Findings {
  readonly memories: number
  /** Memories without a vector, or with one in another owner's partition, by table. */
  readonly without_vector: Record<VectorTable, number[]>
  /** Vectors that are of no memory, by table. */
  readonly vectors_of_nothing: Record<VectorTable, number[]>
  /** One memory of each circle in which memories took each other's place: the one that is to hold. */
  readonly circles: number[]
}

/**
 * Opens the look: that the table and the vectors have the same memories, each of the same owner, and that of memories that
 * took each other's place one holds. Reads only.
 */
export function openIntegrity(client: Database.Database): (tables: readonly VectorTable[]) => Findings {
  const ids = (sql: string) => client.prepare<unknown[], number>(sql).pluck()
  const findable = 'SELECT memory_id FROM memories WHERE forgotten_at IS NULL'
  const counted = client
    .prepare<unknown[], number>('SELECT count(*) FROM memories WHERE forgotten_at IS NULL')
    .pluck()
  const vectors = Object.fromEntries(
    vectorTableNames.map((name) => [
      name,
      {
        without: ids(
          `${findable} AND memory_id NOT IN (SELECT v.memory_id FROM memory_vectors_${name} AS v
            JOIN memories AS m ON m.memory_id = v.memory_id WHERE v.owner = m.owner)`,
        ),
        // The table of the extension's own that lists its keys.
        ofNothing: ids(`SELECT rowid FROM memory_vectors_${name}_rowids WHERE rowid NOT IN (${findable})`),
      },
    ]),
  )

  const successions = client.prepare<unknown[], Succession>(
    `SELECT memory_id, memory_uuid, superseded_by, valid_from FROM memories
      WHERE superseded_by IS NOT NULL AND forgotten_at IS NULL`,
  )

  return (tables) =>
    // One snapshot, so that what is written meanwhile is in both or in none.
    client.transaction((): Findings => {
      const of = (name: VectorTable) => (tables.includes(name) ? vectors[name] : undefined)
      const each = (look: 'without' | 'ofNothing') => ({
        a: of('a')?.[look].all() ?? [],
        b: of('b')?.[look].all() ?? [],
      })
      return {
        memories: counted.get() ?? 0,
        without_vector: each('without'),
        vectors_of_nothing: each('ofNothing'),
        circles: circlesOf(successions.all()),
      }
    })()
}
