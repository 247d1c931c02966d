import { existsSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { iso } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { TableRules } from './table-rules.ts'
import type { Erasure } from './tables.ts'

/** What must go on in a database that took the place of another one. To be used within a transaction. */
interface CarryOver extends Disposable {
  /** Lets the audit log of the other one go on here; answers how many rows came. */
  readonly audit: () => number
  /** What was deleted for good, as the other one lists it. */
  readonly erasures: () => Erasure[]
  /** Ends what has ended since, by the rules of the features; `now` in milliseconds since the epoch. */
  readonly endSince: (rules: readonly TableRules[], now: number) => void
}

/** Opens the database that was replaced beside the one that is in use; one that is damaged or gone tells nothing. */
export function carryOver(client: Database.Database, replaced: string, log: Log): CarryOver {
  const there = existsSync(replaced) && attach(client, replaced, log)
  const columns = (table: string) =>
    client.prepare("SELECT group_concat(name) FROM pragma_table_info(?, 'replaced')").pluck().get(table) as
      | string
      | null
  return {
    audit: () =>
      there && columns('audit') !== null ? continueAudit(client, sharedColumns(client, 'audit')) : 0,
    erasures: () => {
      if (!there || columns('erasures') === null) return []
      const rows = client
        .prepare<[], Erasure & { erased_at: number }>('SELECT * FROM replaced.erasures')
        .all()
      return rows.map((row) => ({ ...row, erased_at: iso(row.erased_at) }))
    },
    endSince: (rules, now) => {
      const knows = (table: string, column = '') => there && (columns(table)?.includes(column) ?? false)
      const run = (sql: string, ...values: unknown[]) => void client.prepare(sql).run(...values)
      const deleteUnknown = (table: string, column: string) => {
        const ids = knows(table) ? `SELECT ${column} FROM replaced.${table}` : 'SELECT NULL WHERE FALSE'
        run(`DELETE FROM ${table} WHERE ${column} NOT IN (${ids})`)
      }
      for (const { restored } of rules) restored?.({ run, knows, deleteUnknown, now })
    },
    [Symbol.dispose]: () => {
      if (there) client.exec('DETACH replaced')
    },
  }
}

function attach(client: Database.Database, replaced: string, log: Log): boolean {
  try {
    client.prepare('ATTACH ? AS replaced').run(replaced)
  } catch (error) {
    log.error({ err: error }, 'the database that was replaced cannot be read: its audit log ends with it')
    return false
  }
  try {
    const problem = client.pragma('replaced.integrity_check(1)', { simple: true })
    if (problem === 'ok') return true
    log.error({ problem }, 'the database that was replaced is damaged: its audit log ends with it')
  } catch (error) {
    log.error({ err: error }, 'the database that was replaced is damaged: its audit log ends with it')
  }
  client.exec('DETACH replaced')
  return false
}

/** The columns that a table has in both: a newer program may have added some to the one that was replaced. */
const sharedColumns = (client: Database.Database, table: string) =>
  String(
    client
      .prepare(
        `SELECT group_concat(name) FROM pragma_table_info(?, 'replaced')
          WHERE name IN (SELECT name FROM pragma_table_info(?, 'main'))`,
      )
      .pluck()
      .get(table, table),
  )

/** The rows of one log follow those that both have; where each goes its own way, that of the other one is the log. */
function continueAudit(client: Database.Database, columns: string): number {
  const newest = (schema: string) =>
    client
      .prepare<[], { seq: number; hash: string }>(
        `SELECT seq, hash FROM ${schema}.audit ORDER BY seq DESC LIMIT 1`,
      )
      .get()
  const has = (schema: string, row: { seq: number; hash: string }) =>
    client.prepare(`SELECT 1 FROM ${schema}.audit WHERE seq = ? AND hash = ?`).get(row.seq, row.hash) !==
    undefined
  const [mine, theirs] = [newest('main'), newest('replaced')]
  if (!theirs || has('main', theirs)) return 0
  const copy = (after: number) =>
    client
      .prepare(
        `INSERT INTO audit (${columns}) SELECT ${columns} FROM replaced.audit WHERE seq > ? ORDER BY seq`,
      )
      .run(after).changes
  if (!mine || has('replaced', mine)) return copy(mine?.seq ?? 0)
  const triggers = client
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit'",
    )
    .all()
  for (const { name } of triggers) client.exec(`DROP TRIGGER ${name}`)
  client.exec('DELETE FROM audit')
  const carried = copy(0)
  for (const { sql } of triggers) client.exec(sql)
  client.exec(`UPDATE sqlite_sequence SET seq = (SELECT max(seq) FROM audit) WHERE name = 'audit'`)
  return carried
}
