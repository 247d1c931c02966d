import type Database from 'better-sqlite3'
import { isDamage } from '../../kernel/errors.ts'
import { openFile } from '../driver.ts'
import { withVectors } from '../vectors.ts'

/** So many complaints are read; a damaged database may have thousands. */
const maxComplaints = 100

/** What SQLite finds wrong with a database, its indexes among it. */
export interface Complaints {
  /** What is wrong with tables; each in one line. */
  readonly tables: readonly string[]
  readonly indexes: readonly string[]
}

/** Reads all of a database: its pages, the order and the types of its rows, its indexes, and what its rows refer to. */
export function complaintsOf(client: Database.Database): Complaints {
  const complaints = (client.pragma(`integrity_check(${maxComplaints})`) as { integrity_check: string }[])
    .map((row) => row.integrity_check.replaceAll(/\s+/g, ' '))
    .filter((line) => line !== 'ok')
  const indexNames = new Set(
    client.prepare("SELECT name FROM sqlite_schema WHERE type = 'index'").pluck().all(),
  )
  // What is said of an index alone ends with its name; what is said of a page does not.
  const indexOf = (line: string) => {
    const [kind, name = ''] = line.split(' ').slice(-2)
    return kind === 'index' && indexNames.has(name) ? name : null
  }
  const broken = (
    client.pragma('foreign_key_check') as { table: string; rowid: number | null; parent: string }[]
  )
    .slice(0, maxComplaints)
    .map(({ table, rowid, parent }) => `row ${rowid ?? ''} of ${table} refers to no row of ${parent}`)
  return {
    tables: [...complaints.filter((line) => indexOf(line) === null), ...broken],
    indexes: [...new Set(complaints.map(indexOf).filter((name) => name !== null))],
  }
}

/** What is wrong first with a database that nobody has open; null for nothing. */
export function complaintOf(file: string): string | null {
  const client = withVectors(openFile(file, { readonly: true }))
  try {
    client.pragma('trusted_schema = OFF')
    const { tables, indexes } = complaintsOf(client)
    const [first = null] = tables
    return first ?? (indexes.length > 0 ? `index ${indexes[0]} is damaged` : null)
  } catch (error) {
    if (!isDamage(error)) throw error
    return (error as Error).message
  } finally {
    client.close()
  }
}
