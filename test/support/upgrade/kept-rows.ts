import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'

type Row = Readonly<Record<string, unknown>>

/** What a table held, and by which columns a row of it is found. */
interface TableRows {
  readonly keys: readonly string[]
  readonly rows: readonly Row[]
}

/** Every row of a database, by its table. */
export type DatabaseRows = ReadonlyMap<string, TableRows>

/** What a migration has taken away on purpose: a table that what replaced it is made of, or a column with a new name. */
const given = new Set([
  // The topics of a conversation are read from what is said in it.
  'conversation_topics',
  // Words are looked up in the memories themselves.
  'memory_words',
])

/** What a column is called now, and how it is written there. */
const renamed: Readonly<Record<string, [name: string, written: (value: unknown) => unknown]>> = {
  'sessions.method': ['methods', (method) => JSON.stringify([method])],
}

/** The rows of the tables of a database, those of virtual ones too, without what SQLite and its extensions keep for themselves. */
export function rowsOf(client: Database.Database): DatabaseRows {
  const names = client
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
        AND name NOT LIKE 'sqlite_%' AND name NOT GLOB '*_vector_chunks*' ORDER BY name`,
    )
    .pluck()
    .all()
  return new Map(
    names.map((name) => {
      const keys = client
        .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0')
        .pluck()
        .all(name)
      return [name, { keys, rows: client.prepare<[], Row>(`SELECT * FROM "${name}"`).all() }]
    }),
  )
}

/**
 * Rows that a database of an older version held and one of this version does not hold, or not with the same values: empty
 * where every row is there. What is shown once is the one thing that may be gone from a row.
 */
export function lostRows(before: DatabaseRows, after: DatabaseRows): string[] {
  return [...before].flatMap(([table, { keys, rows }]) => {
    if (given.has(table)) return []
    const later = after.get(table)
    if (!later) return rows.length === 0 ? [] : [`${table} is gone, with ${rows.length} rows`]
    const by = keys.length > 0 ? keys : Object.keys(rows[0] ?? {})
    const keyOf = (row: Row) => JSON.stringify(by.map((column) => row[column]))
    const there = new Map(later.rows.map((row) => [keyOf(row), row]))
    return rows.flatMap((row) => {
      const now = there.get(keyOf(row))
      if (!now) return [`${table} ${keyOf(row)} is gone`]
      return differences(table, row, now).map((column) => `${table} ${keyOf(row)} has another ${column}`)
    })
  })
}

function differences(table: string, before: Row, after: Row): string[] {
  if (table === 'idempotency' && after['state'] === 'shown_once') return []
  return Object.entries(before).flatMap(([column, value]) => {
    const [name, written] = renamed[`${table}.${column}`] ?? [column, (same: unknown) => same]
    if (column !== name && column in after) return [column]
    return textOf(after[name]) === textOf(written(value)) ? [] : [column]
  })
}

const textOf = (value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : `${typeof value} ${String(value)}`

/** A database as one text that is the same only where its version, its schema and every row are. */
export function fingerprintOf(client: Database.Database): string {
  const hash = createHash('sha256')
  const version = Number(client.pragma('user_version', { simple: true }))
  hash.update(
    JSON.stringify(client.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').all()),
  )
  for (const [name, { rows }] of rowsOf(client)) {
    const written = rows.map((row) =>
      Object.entries(row).map(([column, value]) => `${column}=${textOf(value)}`),
    )
    hash.update(`${name} ${JSON.stringify(written)}`)
  }
  return `version ${version} ${hash.digest('hex')}`
}
