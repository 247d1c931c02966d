import { eq } from 'drizzle-orm'
import { parameter } from '../../store/columns.ts'
import { vectorTables } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { type VectorTable, vectorOf, type Vectors, vectorTableNames } from './vector.ts'
import type { MemoryRow } from './rows.ts'

/** A table of vectors that is in use, and the model that makes them. */
export interface UsedTable {
  readonly name: VectorTable
  readonly model: string
  readonly state: 'active' | 'building' | 'kept'
}

/** Which of the two tables holds the vectors of which model. */
export interface VectorTables {
  /** The one that searches use. */
  readonly active: () => UsedTable
  /** The one that is to follow, while it is built. */
  readonly building: () => UsedTable | undefined
  /** Those that a new memory needs a vector in. */
  readonly written: () => readonly UsedTable[]
  /** Starts to build the vectors of a model; existing ones of the same model stay. */
  readonly begin: (tx: Transaction, model: string) => UsedTable
  /** Searches use what was built from now on; what they used before is kept. */
  readonly activate: (tx: Transaction, built: UsedTable) => void
  /** Empties every table but the active one. */
  readonly clear: (tx: Transaction) => void
  /** Empties those that are neither active nor being built. */
  readonly clearKept: (tx: Transaction) => void
}

/** Opens the tables of vectors, whose states are kept in memory as in the database. */
export function openVectorTables(store: Store): VectorTables {
  const { database } = store
  const read = database.select().from(vectorTables).prepare()
  const update = database
    .update(vectorTables)
    .set({ model: parameter('model'), state: parameter('state') })
    .where(eq(vectorTables.name, parameter('name')))
    .prepare()
  const declared = store.prepare<{ sql: string }>('SELECT sql FROM sqlite_schema WHERE name = ?')
  const look = () => {
    const rows = read.all()
    const used = rows.flatMap(({ name, model, state }): UsedTable[] =>
      state === 'empty' || model === null ? [] : [{ name, model, state }],
    )
    const active = used.find(({ state }) => state === 'active')
    return { rows, used, active, written: used.filter(({ state }) => state !== 'kept') }
  }
  let tables = look()

  const active = (): UsedTable => {
    if (!tables.active) throw new Error('no table of vectors is active')
    return tables.active
  }
  const set = (tx: Transaction, name: VectorTable, model: string | null, state: string) => {
    update.run({ name, model, state })
    tx.afterCommit(() => {
      tables = look()
    })
  }
  const empty = (tx: Transaction, name: VectorTable) => {
    const table = `memory_vectors_${name}`
    const { sql = '' } = declared.get(table) ?? {}
    // Made anew: to delete every vector of a large one takes seconds.
    store.prepare(`DROP TABLE ${table}`).run()
    store.prepare(sql).run()
    set(tx, name, null, 'empty')
  }

  return {
    active,
    building: () => tables.used.find(({ state }) => state === 'building'),
    written: () => tables.written,

    begin: (tx, model) => {
      const other = tables.rows.find(({ state }) => state !== 'active')
      if (!other) throw new Error('there is no table for other vectors')
      const { name } = other
      if (other.model !== model) empty(tx, name)
      set(tx, name, model, 'building')
      return { name, model, state: 'building' }
    },

    activate: (tx, { name, model }) => {
      const before = active()
      set(tx, before.name, before.model, 'kept')
      set(tx, name, model, 'active')
    },

    clear: (tx) => {
      for (const { name, state } of tables.used) if (state !== 'active') empty(tx, name)
    },

    clearKept: (tx) => {
      for (const { name, state } of tables.used) if (state === 'kept') empty(tx, name)
    },
  }
}

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
