import { chmodSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { withVectors } from './vectors.ts'

const kept = 5

/**
 * Writes a consistent copy of the database to `<folder>/<time>-<name>.db` and reads it back: throws where the copy
 * does not pass SQLite's integrity check. The five newest copies stay. Answers the file.
 */
export function backUp(client: Database.Database, folder: string, name: string): string {
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '')}-${name}.db`)
  client.prepare('VACUUM INTO ?').run(file)
  chmodSync(file, 0o600)
  verify(file, Number(client.pragma('user_version', { simple: true })))
  const old = readdirSync(folder)
    .filter((entry) => entry.endsWith('.db'))
    .toSorted()
    .slice(0, -kept)
  for (const entry of old) rmSync(join(folder, entry))
  return file
}

function verify(file: string, version: number): void {
  const copy = withVectors(new Database(file, { readonly: true }))
  try {
    const found = copy.pragma('integrity_check', { simple: true })
    if (found !== 'ok') throw new Error(`the backup ${file} is damaged: ${String(found)}`)
    if (copy.pragma('user_version', { simple: true }) !== version) {
      throw new Error(`the backup ${file} is not of version ${version}`)
    }
  } finally {
    copy.close()
  }
}
