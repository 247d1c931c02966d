import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { programFile } from '../kernel/program.ts'
import { withVectors } from './vectors.ts'
import { backUp, newestWhole } from './backup.ts'

/** The database was written by a newer program, which this one must not touch. Its message says the ways back. */
export class DatabaseTooNew extends Error {
  constructor(version: number, supported: number, backups: string) {
    const copy = newestWhole(backups, supported)
    const back =
      copy === null
        ? `there is no backup from before the update in ${backups}`
        : `go back to the backup from before the update with: companion restore "${copy}"`
    super(
      `the database is of version ${version}, this program knows ${supported}: install the newer Companion again` +
        (copy === null ? `; ${back}` : `, or ${back}`),
    )
  }
}

const folder = programFile('daemon/store/migrations')

/** The numbered SQL files, oldest first; the number of a file is the version it leads to. */
export function migrations(): { version: number; name: string; sql: string }[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .toSorted()
    .map((name) => ({
      version: Number(name.slice(0, 4)),
      name,
      sql: readFileSync(join(folder, name), 'utf8'),
    }))
}

/** The version that this program brings a database to. */
export function latestVersion(): number {
  return migrations().at(-1)?.version ?? 0
}

/**
 * Brings the database to this program's version: all that is missing in one transaction, after a verified backup where
 * there is anything to lose. Throws `DatabaseTooNew`; a failed migration leaves the database as it was.
 */
export function migrate(client: Database.Database, backups: string): void {
  const steps = migrations()
  const latest = steps.at(-1)?.version ?? 0
  const current = Number(client.pragma('user_version', { simple: true }))
  withVectors(client)
  if (current > latest) throw new DatabaseTooNew(current, latest, backups)
  if (current === latest) return
  if (current > 0) backUp(client, backups, `before-version-${latest}`)
  client
    .transaction(() => {
      for (const migration of steps) if (migration.version > current) client.exec(migration.sql)
      client.pragma(`user_version = ${latest}`)
    })
    .exclusive()
}
