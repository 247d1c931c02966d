import { chmodSync } from 'node:fs'
import Database from 'better-sqlite3'
import { readIfThere, removeFile, writeSecret, type Home } from '../kernel/home.ts'
import { homeInUse } from '../kernel/parent.ts'

/** Another daemon runs on this home. */
export class HomeInUse extends Error {
  /** What a process ends with for this reason. */
  readonly exitCode = homeInUse
}

/**
 * Takes the home for this process. The lock is the operating system's, held by SQLite on an empty file: it ends
 * with the process however that ends, so a crash leaves nothing stale. Throws `HomeInUse` and names the pid.
 */
export function lockHome(home: Home): { release: () => void } {
  const database = new Database(home.lock, { timeout: 0 })
  try {
    chmodSync(home.lock, 0o600)
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    const pid = readIfThere(home.pid)?.trim()
    throw new HomeInUse(`Companion already runs on ${home.path}${pid ? ` (pid ${pid})` : ''}`)
  }
  try {
    writeSecret(home.pid, `${process.pid}\n`)
  } catch (error) {
    database.close()
    throw error
  }
  return {
    release: () => {
      removeFile(home.pid)
      database.close()
    },
  }
}

/** The same; null where another daemon runs on it. */
export function tryLockHome(home: Home): ReturnType<typeof lockHome> | null {
  try {
    return lockHome(home)
  } catch (error) {
    if (error instanceof HomeInUse) return null
    throw error
  }
}
