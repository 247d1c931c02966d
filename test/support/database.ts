import type Database from 'better-sqlite3'
import { openForReading } from '../../daemon/store/store.ts'
import type { TestDaemon } from './daemon.ts'

type Of = Pick<TestDaemon, 'home'>

/** The rows that a query finds in the database of a daemon, over a connection of its own. */
export function select<Row = unknown>(daemon: Of, sql: string, ...values: readonly unknown[]): Row[] {
  return reading(daemon, (database) => database.prepare<unknown[], Row>(sql).all(...values))
}

/** What a member has said, oldest first. */
export function saidBy(daemon: Of, family_member_uuid: string): string[] {
  const rows = select<{ content: string }>(
    daemon,
    "SELECT content FROM messages WHERE family_member_uuid = ? AND role = 'user' ORDER BY message_id",
    family_member_uuid,
  )
  return rows.map(({ content }) => content)
}

/** Every row of every table, the tables by their names. */
export function everyRow(daemon: Of): Record<string, readonly unknown[]> {
  return reading(daemon, (database) => {
    const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
    return Object.fromEntries(
      names.map((name) => [String(name), database.prepare(`SELECT * FROM "${String(name)}"`).all()]),
    )
  })
}

function reading<T>({ home }: Of, look: (database: Database.Database) => T): T {
  const database = openForReading(home.database)
  try {
    return look(database)
  } finally {
    database.close()
  }
}
