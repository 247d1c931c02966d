import type Database from 'better-sqlite3'
import { openCopy } from './driver.ts'
import { type Erasing, type Keep, ownerColumns, type TableRules } from './table-rules.ts'
import type { Erasure } from './tables.ts'
import { withVectors } from './vectors.ts'

/** What is written down of somebody in the audit log stays. */
const audited = 'audit'

/**
 * Deletes from a database what was deleted for good elsewhere, and notes that it did: for backups, of any version, and
 * for what takes the place of the database. Runs in the transaction that is open.
 */
export function eraseFrom(
  client: Database.Database,
  erasures: readonly Erasure[],
  rules: readonly TableRules[],
): void {
  // All that refers to a row goes with it, in whatever order.
  client.pragma('defer_foreign_keys = ON')
  const database = openErasing(client, rules)
  // One of an older version may not know the kind, and has it done again.
  const noted =
    database.has('erasures') && client.prepare('INSERT OR IGNORE INTO erasures VALUES (?, ?, ?, ?)')
  const erasureRules = rules.flatMap((of) => of.erasures ?? [])
  const isLast = ({ kind }: Erasure) => erasureRules.some((rule) => rule.kind === kind && rule.isLast)
  const ordered = erasures.toSorted((one, other) => Number(isLast(one)) - Number(isLast(other)))
  for (const { erasure_uuid, kind, subject, erased_at } of ordered) {
    for (const rule of erasureRules) if (rule.kind === kind) rule.erase(database, subject)
    if (noted) noted.run(erasure_uuid, kind, subject, Date.parse(erased_at))
  }
}

/** Does the same to the file of a backup that nobody has open, and that another one takes the place of if this fails. */
export function eraseInFile(file: string, erasures: readonly Erasure[], rules: readonly TableRules[]): void {
  const client = withVectors(openCopy(file))
  try {
    client.pragma('trusted_schema = OFF')
    client.pragma('secure_delete = ON')
    // Nothing of it in a file of another name.
    client.pragma('journal_mode = MEMORY')
    client.pragma('temp_store = MEMORY')
    client.pragma('foreign_keys = OFF')
    const listed = client.prepare("SELECT 1 FROM sqlite_master WHERE name = 'erasures'").get()
    const listedIds = new Set(listed ? client.prepare('SELECT erasure_uuid FROM erasures').pluck().all() : [])
    const missing = erasures.filter(({ erasure_uuid }) => !listedIds.has(erasure_uuid))
    client.transaction(() => eraseFrom(client, missing, rules))()
  } finally {
    client.close()
  }
}

function openErasing(client: Database.Database, rules: readonly TableRules[]): Erasing {
  const tables = tablesOf(client)
  const has: Erasing['has'] = (table, column) =>
    column === undefined ? tables.has(table) : (tables.get(table)?.has(column) ?? false)
  const run: Erasing['run'] = (sql, ...values) => void client.prepare(sql).run(...values)

  const forgetResults: Erasing['forgetResults'] = (condition, ...values) => {
    if (!has('idempotency', 'state')) {
      run(`DELETE FROM idempotency WHERE ${condition}`, ...values)
      return
    }
    const keys = `SELECT owner, key FROM idempotency WHERE ${condition}`
    run(`DELETE FROM idempotency_subjects WHERE (owner, key) IN (${keys})`, ...values)
    run(
      `UPDATE idempotency SET state = 'gone', request_hash = NULL, result = NULL WHERE ${condition}`,
      ...values,
    )
  }

  const eraseMember = (family_member_uuid: string, keep?: Keep) => {
    for (const { eraseMember: erase } of rules) erase?.(database, family_member_uuid, keep)
    const staying = new Set([audited, ...rules.flatMap((of) => of.staying?.(keep) ?? [])])
    for (const [table, columns] of tables) {
      const owner = ownerColumns.find((column) => columns.has(column))
      if (owner && !staying.has(table)) run(`DELETE FROM "${table}" WHERE ${owner} = ?`, family_member_uuid)
    }
    forgetResults('owner = ? OR instr(result, ?) > 0', `user:${family_member_uuid}`, family_member_uuid)
  }

  const database: Erasing = {
    prepare: (sql) => client.prepare(sql),
    has,
    run,
    eraseMember,
    forgetResults,
    quotes: rules.flatMap((of) => of.quotes ?? []),
  }
  return database
}

function tablesOf(client: Database.Database): Map<string, Set<string>> {
  const columns = client
    .prepare<[], { table: string; column: string }>(
      `SELECT tables.name AS "table", columns.name AS "column"
        FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
        WHERE tables.schema = 'main' AND tables.type IN ('table', 'virtual')`,
    )
    .all()
  const tables = new Map<string, Set<string>>()
  for (const { table, column } of columns) {
    const ofTable = tables.get(table) ?? new Set()
    tables.set(table, ofTable.add(column))
  }
  return tables
}
