import Database from 'better-sqlite3'
import { openCopy, openFile } from '../driver.ts'
import { migrate } from '../migrate.ts'
import type { TableRules } from '../table-rules.ts'
import { withVectors } from '../vectors.ts'
import { type LostRow, openTable, type Row, type SalvageTable } from './salvage-table.ts'

/** What was got out of a damaged database. */
export interface Salvaged {
  /** How many rows were read from it. */
  readonly rows: number
  readonly lost: readonly LostRow[]
  /** Whether vectors were lost too, which are made anew of what they are of. */
  readonly vectors_lost: boolean
}

interface SalvageParts {
  /** The damaged database, which nobody else has open. */
  readonly from: string
  /** What the pages are filled with that are damaged. */
  readonly filler: string
  /** A whole backup that what is missing is taken from; null for none. */
  readonly backup: string | null
  /** The file of the new database, which is not there yet. */
  readonly to: string
  readonly rules: readonly TableRules[]
}

/**
 * Makes a whole database of all rows of a damaged one that can be read, and, where one cannot, of what a backup has in its
 * place, as long as an index of the damaged one says that it was still there. Indexes are made anew. Throws what SQLite
 * throws where not even the schema can be read.
 */
export function salvage({ from, filler, backup, to, rules }: SalvageParts): Salvaged {
  const damaged = withVectors(openFile(from))
  const older = backup === null ? null : withVectors(openCopy(backup, { readonly: true }))
  const made = withVectors(openFile(to))
  try {
    const version = Number(damaged.pragma('user_version', { simple: true }))
    made.pragma(`page_size = ${Number(damaged.pragma('page_size', { simple: true }))}`)
    for (const client of [damaged, made]) client.pragma('trusted_schema = OFF')
    made.pragma('foreign_keys = OFF')
    // Else the tables of a virtual one are written by its extension alone.
    made.unsafeMode()
    return made.transaction(() => {
      const salvaged = copyAll({ damaged, older, made, filler }, rules)
      made.pragma(`user_version = ${version}`)
      return salvaged
    })()
  } finally {
    for (const client of [damaged, older, made]) client?.close()
  }
}

interface Databases {
  readonly damaged: Database.Database
  readonly older: Database.Database | null
  readonly made: Database.Database
  readonly filler: string
}

interface Declared {
  readonly type: string
  readonly name: string
  readonly sql: string
}

function copyAll({ damaged, older, made, filler }: Databases, rules: readonly TableRules[]): Salvaged {
  const declared = damaged
    .prepare<[], Declared>('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid')
    .all()
  const virtual = declared.filter(({ sql }) => /^create virtual/i.test(sql))
  const isShadow = (name: string) => virtual.some((one) => name.startsWith(`${one.name}_`))
  const tables = declared.filter(
    (one) => one.type === 'table' && !virtual.includes(one) && !isShadow(one.name) && isOwn(one.name),
  )
  const others = declared.filter(({ type, name }) => type !== 'table' && !isShadow(name))
  const lost: LostRow[] = []
  let rows = 0
  using fresh = freshDatabase()
  for (const { sql } of tables) made.exec(sql)
  // SQLite has made it with the first table that counts.
  const sequence = tables.some(({ sql }) => /autoincrement/i.test(sql)) ? ['sqlite_sequence'] : []
  for (const name of [...tables.map((one) => one.name), ...sequence]) {
    const table = openTable(damaged, name, filler)
    const read = table.read(older ? openTable(older, name, filler) : null)
    rows += read.rows.length
    // SQLite has counted what was inserted.
    if (name === 'sqlite_sequence') made.exec('DELETE FROM sqlite_sequence')
    const readable = [...read.rows, ...read.older]
    // What every database begins with, none can be without.
    const saved = !read.whole && readable.length === 0 ? openTable(fresh, name, '').where('true') : readable
    lost.push(...read.lost, ...insertAll(made, table, saved))
  }
  for (;;) {
    const orphans = tables.flatMap(({ name }) => removeOrphans(made, name))
    lost.push(...orphans)
    if (orphans.length === 0) break
  }
  for (const { table, recount } of rules.flatMap((of) => of.counted ?? []))
    if (lost.some((row) => row.table === table)) made.exec(recount)
  const copies = virtual.map((one) => copyVirtual({ damaged, made, filler }, one, declared))
  for (const { sql } of others) made.exec(sql)
  return { rows, lost: onceEach(lost), vectors_lost: copies.includes(false) }
}

/** What was taken from a backup and could not stay is gone. */
const onceEach = (lost: readonly LostRow[]) => [
  ...new Map(lost.map((one) => [JSON.stringify([one.table, one.key]), one])).values(),
]

/** A database as it begins, in memory. */
export function freshDatabase(): Database.Database & Disposable {
  const client = new Database(':memory:')
  migrate(client, '')
  return Object.assign(client, { [Symbol.dispose]: () => void client.close() })
}

const isOwn = (name: string) => !name.startsWith('sqlite_')

/** Answers which of the rows cannot stand beside the others, as another has the same key. */
function insertAll(
  made: Database.Database,
  { name, columns, nameOf }: SalvageTable,
  rows: readonly Row[],
): LostRow[] {
  const insert = made.prepare(
    `INSERT OR IGNORE INTO "${name}" (${columns.map((one) => `"${one}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  return rows.flatMap((row) => (insert.run(...row.values).changes === 1 ? [] : [nameOf(row)]))
}

/** Removes rows that refer to what is lost. */
function removeOrphans(made: Database.Database, name: string): LostRow[] {
  const keys = made.pragma(`foreign_key_list("${name}")`) as {
    id: number
    table: string
    from: string
    to: string | null
  }[]
  const lost: LostRow[] = []
  for (const id of new Set(keys.map((key) => key.id))) {
    const parts = keys.filter((key) => key.id === id)
    const parent = parts[0]?.table ?? ''
    const theirs = parts.map(({ to }) => to ?? primaryKeyOf(made, parent))
    const own = parts.map(({ from }) => `"${from}"`)
    const orphans = `${own.map((one) => `${one} IS NOT NULL`).join(' AND ')} AND NOT EXISTS (
      SELECT 1 FROM "${parent}" AS parent WHERE ${parts.map(({ from }, at) => `parent."${theirs[at]}" = "${name}"."${from}"`).join(' AND ')})`
    const table = openTable(made, name, '')
    const rows = table.where(orphans)
    if (rows.length === 0) continue
    lost.push(...rows.map(table.nameOf))
    made.prepare(`DELETE FROM "${name}" WHERE ${orphans}`).run()
  }
  return lost
}

const primaryKeyOf = (client: Database.Database, table: string) =>
  String(client.prepare('SELECT name FROM pragma_table_info(?) WHERE pk = 1').pluck().get(table))

/** Copies a virtual table with those of its own; leaves it empty and answers false where one of these cannot be read whole. */
function copyVirtual(
  { damaged, made, filler }: Omit<Databases, 'older'>,
  { name, sql }: Declared,
  declared: readonly Declared[],
): boolean {
  made.exec(sql)
  const own = declared.filter((one) => one.type === 'table' && one.name.startsWith(`${name}_`))
  const read = own.map((one) => {
    const table = openTable(damaged, one.name, filler)
    return { table, ...table.read(null) }
  })
  if (read.some(({ whole }) => !whole)) return false
  for (const { table, rows } of read) {
    made.exec(`DELETE FROM "${table.name}"`)
    insertAll(made, table, rows)
  }
  return true
}
