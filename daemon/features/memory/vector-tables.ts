import { eq } from 'drizzle-orm'
import { parameter } from '../../store/columns.ts'
import { vectorTables } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { VectorTable } from './vector.ts'

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
  readonly written: () => UsedTable[]
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
  let rows = read.all()

  const used = (): UsedTable[] =>
    rows.flatMap(({ name, model, state }) =>
      state === 'empty' || model === null ? [] : [{ name, model, state }],
    )
  const active = (): UsedTable => {
    const active = used().find(({ state }) => state === 'active')
    if (!active) throw new Error('no table of vectors is active')
    return active
  }
  const set = (tx: Transaction, name: VectorTable, model: string | null, state: string) => {
    update.run({ name, model, state })
    tx.afterCommit(() => {
      rows = read.all()
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
    building: () => used().find(({ state }) => state === 'building'),
    written: () => used().filter(({ state }) => state !== 'kept'),

    begin: (tx, model) => {
      const other = rows.find(({ state }) => state !== 'active')
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
      for (const { name, state } of used()) if (state !== 'active') empty(tx, name)
    },

    clearKept: (tx) => {
      for (const { name, state } of used()) if (state === 'kept') empty(tx, name)
    },
  }
}
