import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { isNull } from 'drizzle-orm'
import { iso } from '../kernel/clock.ts'
import { removeFile } from '../kernel/home.ts'
import { sessions } from './schema.ts'
import type { Store, Transaction } from './store.ts'

/** Where a whole copy waits to take the place of the database. */
export function stagedFor(database: string): string {
  return `${database}.restore`
}

/** Lets a whole copy, which is on the disk, take the place of the database at the next start. */
export function stage(copy: string, database: string): void {
  renameSync(copy, stagedFor(database))
  syncFolder(database)
}

/**
 * Puts what waits in the place of the database, which nobody may have open; answers whether anything waited. Killed at
 * any moment, the database is whole, the old one or the new one, and the next call goes on.
 */
export function swapStaged(database: string): boolean {
  const staged = stagedFor(database)
  if (!existsSync(staged)) return false
  foldLog(database)
  // The log of the old database would be played into the new one.
  for (const end of ['-wal', '-shm', '-journal']) removeFile(`${database}${end}`)
  syncFolder(database)
  renameSync(staged, database)
  syncFolder(database)
  return true
}

/** Ends all sessions of a database that was restored: it does not know which were revoked since. */
export function endSessions(_: Transaction, { database }: Store, now: number): void {
  database
    .update(sessions)
    .set({ revoked_at: iso(now) })
    .where(isNull(sessions.revoked_at))
    .run()
}

/** Makes the old database whole without its write-ahead log, which a crash may have left. */
function foldLog(database: string): void {
  if (!existsSync(database)) return
  try {
    const client = new Database(database)
    try {
      client.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      client.close()
    }
  } catch {
    // It may be what is damaged; the new one takes its place all the same.
  }
}

/** Puts the names in the folder of a file on the disk. */
export function syncFolder(file: string): void {
  // Windows has no such thing, and writes them through.
  if (process.platform === 'win32') return
  const descriptor = openSync(dirname(file), 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
