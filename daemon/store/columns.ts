import { getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  customType,
  type SQLiteTable,
  sqliteTable,
  text,
} from 'drizzle-orm/sqlite-core'
import { iso } from '../kernel/clock.ts'

/** A moment: ISO 8601 in the program, milliseconds since the epoch in the database. */
export const timestamp = customType<{ data: string; driverData: number | null }>({
  dataType: () => 'integer',
  toDriver: (value) => (value === null ? null : Date.parse(value)),
  fromDriver: (value) => iso(Number(value)),
})

/** A JSON value kept as text; null stays NULL. */
export const json = customType<{ data: unknown; driverData: string | null }>({
  dataType: () => 'text',
  toDriver: (value) => (value === null ? null : JSON.stringify(value)),
  fromDriver: (value) => JSON.parse(String(value)),
})

/** What a column refers to in a table that is declared elsewhere, and known here by its names alone. */
export const keyOf =
  (table: string, column: string): (() => AnySQLiteColumn) =>
  () =>
    sqliteTable(table, { key: text(column) }).key

/**
 * A named parameter of a condition. The plus keeps SQLite from looking at the value to choose a plan: otherwise it
 * prepares the statement anew for each value (https://sqlite.org/c3ref/prepare.html), which costs more than a small query.
 */
export const parameter = (name: string): SQL => sql`+${sql.placeholder(name)}`

type Columns<T extends SQLiteTable> = T['_']['columns']

/** A named parameter for every column of a table: the values of a prepared INSERT. */
export function placeholders<T extends SQLiteTable>(table: T): { [K in keyof Columns<T>]: Placeholder } {
  const names = Object.keys(getTableColumns(table))
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as never
}

/** A named parameter for each of some columns: what a prepared UPDATE sets. */
export function updates<K extends string>(columns: readonly K[]): { [P in K]: SQL } {
  // drizzle encodes a placeholder in SET like any value of the column; only its types do not say so.
  return Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)])) as never
}
