import type Database from 'better-sqlite3'
import { type VectorTable, vectorOf as toVector } from '../vector.ts'
import type { IndexedMemory } from './columns.ts'
import type { OwnerIndex } from './owner-index.ts'
import { openVectorChunks } from './vector-chunks.ts'

const page = 512

export interface OwnerReading {
  readonly count: (owner: string) => number
  /** All, with how many memories they have; who was told something last comes first. */
  readonly owners: () => { owner: string; memories: number }[]
  /** Part by part. What is written meanwhile is to be renewed afterwards. */
  readonly read: (table: VectorTable, owner: string, index: OwnerIndex) => Generator<void>
  /** One memory as it is now; drops it where it is gone, or of another owner. */
  readonly renew: (table: VectorTable, owner: string, index: OwnerIndex, memory_id: number) => void
  /** The vector of a memory; undefined where it has none. */
  readonly vectorOf: (table: VectorTable, memory_id: number) => Float32Array | undefined
}

const columns =
  'memory_id, content, tags, speaker, conversation_uuid, created_at, kind, pinned, superseded_by IS NOT NULL'
type Row = [
  number,
  string,
  string,
  string | null,
  string | null,
  number,
  IndexedMemory['kind'],
  number,
  number,
]

const memoryOf = (row: Row): IndexedMemory => ({
  memory_id: row[0],
  content: row[1],
  tags: row[2] === '[]' ? [] : (JSON.parse(row[2]) as string[]),
  speaker: row[3],
  conversation_uuid: row[4],
  created_at: row[5],
  kind: row[6],
  pinned: row[7] === 1,
  superseded: row[8] === 1,
})

/** Opens it over a connection that reads. */
export function openOwnerReading(client: Database.Database): OwnerReading {
  const after = client
    .prepare<[string, number, number, number], Row>(
      `SELECT ${columns} FROM memories WHERE owner = ? AND forgotten_at IS NULL
        AND (created_at, memory_id) > (?, ?) ORDER BY created_at, memory_id LIMIT ?`,
    )
    .raw()
  const one = client
    .prepare<[number, string], Row>(
      `SELECT ${columns} FROM memories WHERE memory_id = ? AND owner = ? AND forgotten_at IS NULL`,
    )
    .raw()
  const counted = client
    .prepare<[string], number>('SELECT count(*) FROM memories WHERE owner = ? AND forgotten_at IS NULL')
    .pluck()
  const all = client.prepare<[], { owner: string; memories: number }>(
    `SELECT owner, count(*) AS memories FROM memories WHERE forgotten_at IS NULL
      GROUP BY owner ORDER BY max(created_at) DESC`,
  )
  const vector = (name: VectorTable) =>
    client
      .prepare<[number], Buffer>(`SELECT embedding FROM memory_vectors_${name} WHERE memory_id = ?`)
      .pluck()
  const vectors = { a: vector('a'), b: vector('b') }
  const chunks = openVectorChunks(client)
  const vectorOf: OwnerReading['vectorOf'] = (table, memory_id) => {
    const made = vectors[table].get(memory_id)
    return made && toVector(made)
  }

  return {
    vectorOf,
    owners: () => all.all(),
    count: (owner) => counted.get(owner) ?? 0,

    *read(table, owner, index) {
      let [created, id] = [-Infinity, 0]
      for (;;) {
        const rows = after.all(owner, created, id, page)
        for (const row of rows) index.put(memoryOf(row))
        const last = rows.at(-1)
        if (!last) break
        ;[id, created] = [last[0], last[5]]
        yield
      }
      for (const chunk of chunks.of(table, owner)) {
        for (const [memory_id, made] of chunks.read(table, chunk)) index.setVector(memory_id, made)
        yield
      }
    },

    renew: (table, owner, index, memory_id) => {
      const row = one.get(memory_id, owner)
      if (!row) {
        index.drop(memory_id)
        return
      }
      index.put(memoryOf(row))
      const made = vectorOf(table, memory_id)
      // One without a vector is found by its words.
      if (made) index.setVector(memory_id, made)
    },
  }
}
