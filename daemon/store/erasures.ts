import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { type Clock, iso } from '../kernel/clock.ts'
import { type Home, readIfThere, writeSecret } from '../kernel/home.ts'
import { writeAll } from './write-all.ts'
import { placeholders } from './columns.ts'
import { eraseInDamaged } from './damaged.ts'
import { eraseFrom } from './erase.ts'
import { type Erasure, erasures } from './tables.ts'
import type { Store, Transaction } from './store.ts'
import type { TableRules } from './table-rules.ts'

/** The list of what was deleted for good, in the database and beside it. */
export interface Erasures<Kind extends string> {
  /** Notes that these are deleted, in the transaction that deletes them; answers the notes. */
  readonly record: (tx: Transaction, kind: Kind, subjects: readonly string[]) => Erasure[]
  /** Those of some kinds, the oldest first. */
  readonly list: (kinds: readonly Kind[]) => Erasure[]
}

/** Opens the list. What was set aside of damaged databases holds nothing that is added to it either. */
export function openErasures(
  { database }: Store,
  home: Pick<Home, 'erasures' | 'damaged'>,
  clock: Clock,
): Erasures<string> {
  const insert = database.insert(erasures).values(placeholders(erasures)).prepare()
  const list = database
    .select()
    .from(erasures)
    .where(sql`${erasures.kind} IN (SELECT value FROM json_each(${sql.placeholder('kinds')}))`)
    .orderBy(erasures.erased_at)
    .prepare()
  return {
    record: (tx, kind, subjects) => {
      const erased_at = iso(clock.now())
      const made = subjects.map((subject) => ({ erasure_uuid: randomUUID(), kind, subject, erased_at }))
      for (const one of made) insert.run(one)
      tx.afterCommit(() => append(home.erasures, made))
      tx.afterCommit(() => void eraseInDamaged(home, made))
      return made
    },
    list: (kinds) => list.all({ kinds: JSON.stringify(kinds) }),
  }
}

/**
 * Deletes from a database what was deleted for good, by the file beside it, since the database was as it is now: that of
 * a backup, however it came to its place; and by what `more` lists. The database and the file know the same then.
 * Answers how many that were.
 */
export function applyErasures(
  client: Database.Database,
  file: string,
  rules: readonly TableRules[],
  more: readonly Erasure[] = [],
): number {
  const written = readErasures(file)
  const listed = [...new Map([...written, ...more].map((one) => [one.erasure_uuid, one])).values()]
  const storedIds = new Set(client.prepare('SELECT erasure_uuid FROM erasures').pluck().all())
  const missing = listed.filter(({ erasure_uuid }) => !storedIds.has(erasure_uuid))
  // Within another transaction it is a part of that.
  if (missing.length > 0) client.transaction(() => eraseFrom(client, missing, rules))()
  if (storedIds.size + missing.length > written.length) {
    const rows = client.prepare<[], Erasure & { erased_at: number }>('SELECT * FROM erasures').all()
    writeSecret(file, linesOf(rows.map((row) => ({ ...row, erased_at: iso(row.erased_at) }))))
  }
  return missing.length
}

/** What a file lists; a line that a crash has left unfinished is none, and its row is in the database. */
export function readErasures(file: string): Erasure[] {
  return (readIfThere(file) ?? '').split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Erasure]
    } catch {
      return []
    }
  })
}

const linesOf = (made: readonly Erasure[]) => made.map((one) => `${JSON.stringify(one)}\n`).join('')

/** Adds to the file, on the disk when this returns. */
function append(file: string, made: readonly Erasure[]): void {
  const descriptor = openSync(file, 'a', 0o600)
  const { size } = fstatSync(descriptor)
  try {
    writeAll(descriptor, Buffer.from(linesOf(made)))
    fsyncSync(descriptor)
  } catch (error) {
    // Half a line would take the next one with it.
    ftruncateSync(descriptor, size)
    throw error
  } finally {
    closeSync(descriptor)
  }
}
