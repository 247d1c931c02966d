import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import { migrate } from '../../../daemon/store/migrate.ts'
import { tableRules } from '../../../daemon/table-rules.ts'
import { declaredTables } from '../../support/sources.ts'

/** Whether what a column may hold is said by the rules of the features. */
const isRuled = (table: string, column: string) => table === 'erasures' && column === 'kind'

const client = new Database(':memory:')
migrate(client, '')
const declared = (await declaredTables()).map(({ table }) => getTableConfig(table))

interface Row {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly from: string
  readonly to: string | null
  readonly table: string
  readonly strict: number
  readonly sql: string
}
const rows = (sql: string, ...parameters: string[]) => client.prepare<unknown[], Row>(sql).all(...parameters)

test('every migrated table is STRICT and declared, and every declared table is migrated', () => {
  const migrated = rows(
    "SELECT * FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT GLOB '*_vector_chunks*'",
  )
  assert.deepEqual(
    migrated.filter(({ strict }) => strict !== 1).map(({ name }) => name),
    [],
  )
  assert.deepEqual(migrated.map(({ name }) => name).toSorted(), declared.map(({ name }) => name).toSorted())
})

for (const { name, columns, foreignKeys } of declared) {
  test(`${name} is declared as migrated: columns, types, nullability`, () => {
    assert.deepEqual(
      columns.map((column) => [column.name, column.getSQLType().toUpperCase(), column.notNull]),
      rows('SELECT * FROM pragma_table_info(?)', name).map((row) => [row.name, row.type, row.notnull === 1]),
    )
  })

  test(`the foreign keys of ${name} are declared as migrated`, () => {
    const wanted = foreignKeys.map((key) => {
      const { columns, foreignColumns, foreignTable } = key.reference()
      return [columns[0]?.name, getTableConfig(foreignTable).name, foreignColumns[0]?.name]
    })
    const keys = rows('SELECT * FROM pragma_foreign_key_list(?)', name).map((row) => [
      row.from,
      row.table,
      row.to ?? rows('SELECT * FROM pragma_table_info(?) WHERE pk = 1', row.table)[0]?.name,
    ])
    const byColumn = (keys: (string | null | undefined)[][]) => Object.fromEntries(keys)
    assert.deepEqual(byColumn(keys), byColumn(wanted))
  })

  test(`the allowed values of ${name} match its CHECK`, () => {
    const sql = rows('SELECT * FROM sqlite_schema WHERE name = ?', name)[0]?.sql ?? ''
    const checked = [...sql.matchAll(/CHECK \((\w+) IN\s*\(([^)]+)\)/g)].map(([, column, words = '']) => [
      column,
      words.split(',').map((word) => word.trim().slice(1, -1)),
    ])
    const named = new Set(checked.map(([column]) => column))
    const wanted = columns.filter((column) => named.has(column.name))
    assert.deepEqual(
      checked.filter(([column]) => !isRuled(name, String(column))),
      wanted
        .filter((column) => !isRuled(name, column.name))
        .map((column) => [column.name, column.enumValues]),
    )
  })
}

test('the list of erasures takes each kind that a feature has a rule for, and no other', () => {
  const sql = rows("SELECT * FROM sqlite_schema WHERE name = 'erasures'")[0]?.sql ?? ''
  const [, words = ''] = /CHECK \(kind IN\s*\(([^)]+)\)/.exec(sql) ?? []
  const ruled = tableRules.flatMap(({ erasures = [] }) => erasures.map(({ kind }) => kind))
  assert.deepEqual(
    words
      .split(',')
      .map((word) => word.trim().slice(1, -1))
      .toSorted(),
    [...new Set(ruled)].toSorted(),
  )
})
