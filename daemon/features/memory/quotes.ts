import type { Erasures } from '../../store/erasures.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Transaction } from '../../store/store.ts'
import type { Erasing, Quoted, QuotePlace, Statements } from '../../store/table-rules.ts'
import type { memories, memoryQuotes } from './tables.ts'

/** A memory that is deleted for good. */
type Deleted = Pick<typeof memories.$inferSelect, 'memory_uuid' | 'content'>
/** Where the text of a memory stands. */
type Quote = Pick<typeof memoryQuotes.$inferSelect, 'place' | 'id'>

const quotedOf = ({ memory_uuid, content }: Deleted): Quoted => ({ uuid: memory_uuid, text: content })

function openPlaces(statements: Statements, places: readonly QuotePlace[]) {
  const opened = places.map(({ place, open }) => ({ place, ...open(statements) }))
  return {
    all: opened,
    of: (place: string) => opened.filter((one) => one.place === place),
  }
}

/**
 * Where the text of memories stands beside them: replies that are grounded in one, questions about one, and goals that
 * were suggested for one. Runs in the transaction that is open.
 */
export function openQuotes(statements: Statements, places: readonly QuotePlace[]) {
  const prepare = (sql: string) => statements.prepare(sql)
  const add = prepare('INSERT OR IGNORE INTO memory_quotes (memory_uuid, place, id) VALUES (?, ?, ?)')
  const find = prepare('SELECT place, id FROM memory_quotes WHERE memory_uuid = ?')
  const drop = prepare('DELETE FROM memory_quotes WHERE memory_uuid = ?')
  const quotesOf = (memory_uuid: string) => find.all(memory_uuid) as Quote[]
  const forgotten = prepare(
    `SELECT memories.content FROM memory_quotes AS quote JOIN memories USING (memory_uuid)
      WHERE quote.place = ? AND quote.id = ? AND memories.forgotten_at IS NOT NULL`,
  ).pluck()
  const opened = openPlaces(statements, places)

  return {
    /** Notes that a text stands there too. */
    add: (memory_uuids: Iterable<string>, { place, id }: Quote): void => {
      for (const memory_uuid of memory_uuids) add.run(memory_uuid, place, id)
    },

    /** To be called once a memory was forgotten or taken back: what was said of it is in no message as long as it is forgotten. */
    conceal: (memory_uuid: string): void => {
      for (const { place, id } of quotesOf(memory_uuid))
        for (const one of opened.of(place)) one.conceal?.(id, forgotten.all(place, id) as string[])
    },

    /** The questions that quote a memory. */
    questions: (memory_uuid: string): string[] =>
      quotesOf(memory_uuid).flatMap(({ place, id }) => (place === 'interaction' ? [id] : [])),

    /**
     * Removes the text of a memory from wherever it stands: its words from replies, which go on without them, and
     * the questions about it as a whole. Answers the ids of what is gone.
     */
    remove: (memory: Deleted): string[] => {
      const quoted = quotedOf(memory)
      const gone = quotesOf(memory.memory_uuid).filter(({ place, id }) =>
        opened
          .of(place)
          .map((one) => one.remove(id, quoted))
          .includes(true),
      )
      drop.run(memory.memory_uuid)
      for (const one of opened.all) one.removeUnlisted?.(quoted)
      return gone.map(({ id }) => id)
    },
  }
}

export type Quotes = ReturnType<typeof openQuotes>

/** Removes the texts of memories from wherever they are found in a database that does not list where they stand. */
export function removeUnlisted(database: Erasing, deleted: readonly Deleted[]): void {
  const opened = openPlaces(database, database.quotes)
  const texts = new Map(deleted.map((memory) => [memory.memory_uuid, quotedOf(memory)]))
  for (const { find } of database.quotes)
    for (const { uuid, place, id } of find?.(database, [...texts.values()]) ?? []) {
      const quoted = texts.get(uuid)
      if (quoted) for (const one of opened.of(place)) one.remove(id, quoted)
    }
}

export interface DeletionDependencies {
  readonly once: Idempotency
  readonly erasures: Erasures<'memory'>
}

/** Cancels a question that is still open; nothing where it is not. */
export type Withdraw = (tx: Transaction, interaction_id: string) => void

/** What goes with memories that are deleted for good, beside their rows, their words and their vectors. */
export type Deletion = (
  tx: Transaction,
  rows: readonly Deleted[],
  /** Whether a backup may not bring them back; said of all that a member had elsewhere. */
  listed?: boolean,
) => void

/** What memories leave elsewhere. */
export interface Elsewhere {
  readonly quotes: Quotes
  readonly deleted: Deletion
}

/**
 * Opens the deletion of everything that a memory has left elsewhere: what was answered about it, its words in replies,
 * questions about it, and its text in the write-ahead log.
 */
export function openDeletion(
  quotes: Quotes,
  { once, erasures }: DeletionDependencies,
  withdraw: Withdraw,
): Deletion {
  return (tx, rows, listed = true) => {
    if (rows.length === 0) return
    tx.scrub()
    for (const row of rows) {
      // Whoever looks at it is told that it is over.
      for (const question of quotes.questions(row.memory_uuid)) withdraw(tx, question)
      once.forget(tx, [row.memory_uuid, ...quotes.remove(row)])
    }
    const uuids = rows.map(({ memory_uuid }) => memory_uuid)
    if (listed) erasures.record(tx, 'memory', uuids)
  }
}
