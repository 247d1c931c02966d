import { and, asc, count, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { parameter, placeholders, updates } from '../../store/columns.ts'
import { memories } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { own, remembered, visible } from './filter.ts'
import { knownReads } from './known-reads.ts'
import type { Facts } from './facts/facts.ts'
import { importRows } from './import-rows.ts'
import { listReads } from './list-reads.ts'
import { type Elsewhere, openQuotes } from './quotes.ts'
import type { MemoryRow } from './rows.ts'
import { openSuccession } from './succession.ts'
import { type MemoryUsage, openUsage } from './usage.ts'
import { vectorRows } from './vector-tables.ts'
import type { Vectors, VectorTable } from './vector.ts'

const byUuid = eq(memories.memory_uuid, parameter('memory_uuid'))
const byId = eq(memories.memory_id, parameter('memory_id'))

/**
 * The queries on memories, each prepared once. A memory lies in two places (its row, its vectors) that are
 * written together: nothing but this writes to any of them. `changed` is told of each memory that was, once it is
 * committed, with its owner, and with the one before; `elsewhere` is what it leaves there; `read` reads what a
 * memory states, in the same transaction.
 */
export function memoryStore(
  store: Store,
  changed: (owner: string, memory_id: number) => void = () => {},
  elsewhere: Elsewhere = { quotes: openQuotes(store, []), deleted: () => {} },
  usage: MemoryUsage = openUsage(store),
  read: Facts['read'] = () => {},
) {
  const publishChange: Places['publishChange'] = (tx, { owner, memory_id }) =>
    tx.afterCommit(() => changed(owner, memory_id))
  const places: Places = {
    store,
    elsewhere,
    usage,
    read,
    vectors: vectorRows(store),
    rowOf: readRow(store),
    byIds: readByIds(store),
    publishChange,
    passOn: openPassingOn(store, publishChange),
  }
  return {
    /** Notes that the text of memories stands there too. */
    quote: elsewhere.quotes.add,
    ...memoryReads(store),
    ...openSuccession(store),
    ...knownReads(store),
    ...listReads(store),
    ...wholeReads(places),
    ...importRows(store),
    ...memoryWrites(places),
    ...memoryRemovals(places),
    ...vectorWrites(places),
  }
}

/** Where a memory lies beside its row, and who is told of a change. */
interface Places {
  readonly store: Store
  readonly usage: MemoryUsage
  readonly elsewhere: Elsewhere
  readonly read: Facts['read']
  readonly vectors: ReturnType<typeof vectorRows>
  readonly rowOf: ReturnType<typeof readRow>
  readonly byIds: ReturnType<typeof readByIds>
  readonly publishChange: (tx: Transaction, row: Pick<MemoryRow, 'owner' | 'memory_id'>) => void
  readonly passOn: ReturnType<typeof openPassingOn>
}

/** Opens what gives the place that a memory has to what it took the place of: that holds again, where nothing newer does. */
function openPassingOn(store: Store, publishChange: Places['publishChange']) {
  const passOn = store.prepare<Pick<MemoryRow, 'owner' | 'memory_id'>>(
    `UPDATE memories SET (valid_to, superseded_by) =
        (SELECT valid_to, superseded_by FROM memories AS gone
          WHERE gone.memory_id = @memory_id AND gone.superseded_by IS NOT memories.memory_uuid)
      WHERE superseded_by = @memory_uuid AND family_member_uuid = @family_member_uuid
      RETURNING owner, memory_id`,
  )
  return (tx: Transaction, { memory_id, memory_uuid, family_member_uuid }: MemoryRow): void => {
    for (const older of passOn.all({ memory_id, memory_uuid, family_member_uuid })) publishChange(tx, older)
  }
}

/** The owner and the content of a memory that can be found. */
function readRow(store: Store) {
  const read = store.prepare<{ owner: string; content: string }>(
    'SELECT owner, content FROM memories WHERE memory_id = ? AND forgotten_at IS NULL',
  )
  return (memory_id: number) => read.get(memory_id)
}

function readByIds({ database }: Store) {
  const byIds = database
    .select()
    .from(memories)
    .where(
      and(remembered, sql`${memories.memory_id} IN (SELECT value FROM json_each(${sql.placeholder('ids')}))`),
    )
    .prepare()
  return (ids: readonly number[]): MemoryRow[] => byIds.all({ ids: JSON.stringify(ids) })
}

function memoryReads({ database }: Store) {
  const find = database.select().from(memories).where(and(byUuid, visible)).prepare()
  const findOwn = database
    .select()
    .from(memories)
    .where(and(byUuid, own, remembered))
    .prepare()
  const findForgotten = database
    .select()
    .from(memories)
    .where(and(byUuid, own, isNotNull(memories.forgotten_at)))
    .prepare()
  const findAny = database.select().from(memories).where(byUuid).prepare()
  return {
    /** Of what the member may see: their own, and the household's. */
    find: (family_member_uuid: string, memory_uuid: string): MemoryRow | undefined =>
      find.get({ family_member_uuid, memory_uuid }),

    /** Of what the member has stored: nobody else may change it. */
    findOwn: (family_member_uuid: string, memory_uuid: string): MemoryRow | undefined =>
      findOwn.get({ family_member_uuid, memory_uuid }),

    /** Whoever's it is, and also a forgotten one. */
    findAny: (memory_uuid: string): MemoryRow | undefined => findAny.get({ memory_uuid }),

    findForgotten: (family_member_uuid: string, memory_uuid: string): MemoryRow | undefined =>
      findForgotten.get({ family_member_uuid, memory_uuid }),
  }
}

/** Of all memories, whoever's they are. */
function wholeReads({ store: { database }, byIds }: Places) {
  const ownAfter = database
    .select()
    .from(memories)
    .where(and(own, remembered, isNull(memories.superseded_by), gt(memories.memory_id, parameter('after'))))
    .orderBy(asc(memories.memory_id))
    .limit(sql.placeholder('limit'))
    .prepare()
  const all = database.select({ total: count() }).from(memories).where(remembered).prepare()
  const shared = database
    .select({ total: count() })
    .from(memories)
    .where(and(own, eq(memories.visibility, 'household')))
    .prepare()

  return {
    /** A member's own that still hold, after an id, the oldest first. */
    ownAfter: (family_member_uuid: string, after: number, limit: number): MemoryRow[] =>
      ownAfter.all({ family_member_uuid, after, limit }),

    byIds,

    /** Whether a member has stored any that the household may see, forgotten ones among them. */
    sharesAny: (family_member_uuid: string): boolean => (shared.get({ family_member_uuid })?.total ?? 0) > 0,

    /** How many memories can be found. */
    count: (): number => all.get()?.total ?? 0,
  }
}

function memoryWrites(places: Places) {
  const { usage, read, vectors, rowOf, passOn, publishChange } = places
  const { database } = places.store
  const { quotes } = places.elsewhere
  const { memory_id: _, ...columns } = placeholders(memories)
  const insert = database
    .insert(memories)
    .values(columns)
    .returning({ memory_id: memories.memory_id })
    .prepare()
  const update = database.update(memories).set(updates(changeable)).where(byId).prepare()
  const forget = database
    .update(memories)
    .set(updates(['forgotten_at']))
    .where(byId)
    .prepare()
  const accessed = database
    .update(memories)
    .set({ last_accessed_at: parameter('now') })
    .where(byId)
    .prepare()

  return {
    /** Throws `UNPROCESSABLE` where the member has no room for it. */
    insert: (tx: Transaction, row: Omit<MemoryRow, 'memory_id'>, made: Vectors): MemoryRow => {
      usage.assertRoom(tx, row.family_member_uuid, row.content)
      const memory = { ...row, memory_id: insert.get({ ...row }).memory_id }
      vectors.add(memory, made)
      read(tx, memory)
      publishChange(tx, memory)
      return memory
    },

    /** Writes a changed row whose owner, content and tags are as they were: its vectors stay. */
    touch: (tx: Transaction, row: MemoryRow): void => {
      update.run({ ...row })
      publishChange(tx, row)
    },

    /** Writes a changed row, and its vectors anew. Throws `UNPROCESSABLE` where it has grown too much. */
    update: (tx: Transaction, row: MemoryRow, made: Vectors): void => {
      const stored = rowOf(row.memory_id)
      const before = stored?.owner
      const growth = Buffer.byteLength(row.content) - Buffer.byteLength(stored?.content ?? '')
      usage.assertGrowth(tx, row.family_member_uuid, growth)
      update.run({ ...row })
      vectors.remove(row.memory_id)
      vectors.add(row, made)
      read(tx, row)
      publishChange(tx, row)
      if (before !== undefined && before !== row.owner) publishChange(tx, { ...row, owner: before })
    },

    /** Takes a memory out of every search; its row stays, to be restored. */
    forget: (tx: Transaction, row: MemoryRow, forgotten_at: string): void => {
      passOn(tx, row)
      forget.run({ memory_id: row.memory_id, forgotten_at })
      quotes.conceal(row.memory_uuid)
      vectors.remove(row.memory_id)
      publishChange(tx, row)
    },

    restore: (tx: Transaction, row: MemoryRow, made: Vectors): void => {
      update.run({ ...row, forgotten_at: null })
      quotes.conceal(row.memory_uuid)
      // Those of an import that was undone may be there still.
      vectors.remove(row.memory_id)
      vectors.add(row, made)
      read(tx, row)
      publishChange(tx, row)
    },

    /** Notes that somebody has used these; `now` in milliseconds since the epoch. */
    accessed: (_: Transaction, ids: Iterable<number>, now: number): void => {
      for (const memory_id of ids) accessed.run({ memory_id, now })
    },
  }
}

function memoryRemovals({ store: { database }, elsewhere, usage, vectors, passOn, publishChange }: Places) {
  const { deleted } = elsewhere
  const { memory_id, memory_uuid, owner, content } = memories
  const whole = { memory_id, memory_uuid, owner, content }
  const overdue = database
    .select(whole)
    .from(memories)
    .where(lt(memories.forgotten_at, parameter('before')))
    .limit(sql.placeholder('limit'))
    .prepare()
  const remove = database.delete(memories).where(byId).prepare()
  const ofMember = database.select(whole).from(memories).where(own).prepare()

  return {
    remove: (tx: Transaction, row: MemoryRow): void => {
      passOn(tx, row)
      vectors.remove(row.memory_id)
      remove.run({ memory_id: row.memory_id })
      deleted(tx, [row])
      publishChange(tx, row)
    },

    /**
     * Deletes for good some of what was forgotten before `before`, milliseconds since the epoch; answers how many, which
     * is at most `limit`.
     */
    sweep: (tx: Transaction, before: number, limit: number): number => {
      const forgotten = overdue.all({ before, limit })
      for (const row of forgotten) remove.run({ memory_id: row.memory_id })
      deleted(tx, forgotten)
      return forgotten.length
    },

    /** Deletes all that a member has stored, what the household may see too unless that is kept; answers how many there were. */
    erase: (tx: Transaction, family_member_uuid: string, keep?: 'household'): { memories: number } => {
      const all = ofMember.all({ family_member_uuid })
      const stored = all.filter((row) => row.owner !== keep)
      for (const row of stored) {
        vectors.remove(row.memory_id)
        remove.run({ memory_id: row.memory_id })
        publishChange(tx, row)
      }
      deleted(tx, stored, false)
      if (stored.length === all.length) usage.erase(tx, family_member_uuid)
      return { memories: stored.length }
    },
  }
}

/** The vectors of memories that have none, or others than they should. */
function vectorWrites({ vectors, rowOf, publishChange }: Places) {
  return {
    vectorsOf: ({ memory_id }: Pick<MemoryRow, 'memory_id'>): Vectors => vectors.vectorsOf(memory_id),

    /** Adds the vector of a memory that has none in a table yet; false where it is gone, or has one. */
    addVector: (_: Transaction, name: VectorTable, memory_id: number, vector: Float32Array): boolean => {
      const owner = rowOf(memory_id)?.owner
      return owner !== undefined && vectors.addVector(name, memory_id, owner, vector)
    },

    withoutVector: vectors.withoutVector,

    removeVectors: (_: Transaction, ids: readonly number[]): void => {
      for (const memory_id of ids) vectors.remove(memory_id)
    },

    /** Makes the vectors of a memory anew, where it is still as it was read. */
    reindex: (tx: Transaction, row: MemoryRow, made: Vectors): void => {
      if (rowOf(row.memory_id)?.content !== row.content) return
      vectors.remove(row.memory_id)
      vectors.add(row, made)
      publishChange(tx, row)
    },

    /** Removes the vectors that are of no memory. */
    removeStray: (_: Transaction, memory_id: number): void => {
      if (!rowOf(memory_id)) vectors.remove(memory_id)
    },

    contentOf: (memory_id: number): string | undefined => rowOf(memory_id)?.content,

    countVectors: vectors.countVectors,
  }
}

export type Memories = ReturnType<typeof memoryStore>

const changeable = [
  'owner',
  'content',
  'kind',
  'importance',
  'tags',
  'visibility',
  'pinned',
  'strength',
  'valid_to',
  'superseded_by',
  'updated_at',
  'last_accessed_at',
  'statement',
  'wording',
  'forgotten_at',
  'import_uuid',
] as const
