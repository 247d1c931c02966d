import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDamage } from '../../../kernel/errors.ts'
import { fileSize, type Home, readIfThere, removeFile } from '../../../kernel/home.ts'
import { copyOnline } from '../../../store/backup.ts'
import { openCopy } from '../../../store/driver.ts'
import { type Complaints, complaintsOf } from '../../../store/mirror/complaint.ts'
import { withVectors } from '../../../store/vectors.ts'
import { type FullCheck, roomOf } from '../rules.ts'
import { reasonOf } from './look.ts'

/**
 * Reads all of the database through, as it is at this moment: each table and index, and what rows refer to. It looks at a
 * copy beside it, so that nobody waits and the write-ahead log does not grow meanwhile.
 */
export async function checkFully({ database }: Pick<Home, 'database'>): Promise<Complaints> {
  const copy = copyOf(database)
  removeChecked(database)
  assertRoom(database)
  try {
    await copyOnline(database, copy)
    const client = withVectors(openCopy(copy, { readonly: true }))
    try {
      client.pragma('trusted_schema = OFF')
      return complaintsOf(client)
    } finally {
      client.close()
    }
  } catch (error) {
    if (!isDamage(error)) throw error
    return { tables: [reasonOf(error)], indexes: [] }
  } finally {
    removeChecked(database)
  }
}

const copyOf = (database: string) => `${database}.check`

/** Throws where a copy would leave no room for what others write. */
function assertRoom(database: string): void {
  const { bavail, bsize } = statfsSync(dirname(database))
  const left = bavail * bsize - fileSize(database) - fileSize(`${database}-wal`)
  if (roomOf(left) === 'full') throw new Error('there is no room on the disk for a copy of the database')
}

/** Removes the copy that a check has looked at, which one that was cut short leaves. */
export function removeChecked(database: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) removeFile(`${copyOf(database)}${end}`)
}

/** How the last full check of a home ended; null where there was none yet. */
export function lastFullCheck({ fullCheck }: Pick<Home, 'fullCheck'>): FullCheck | null {
  try {
    const check = JSON.parse(readIfThere(fullCheck) ?? 'null') as Partial<FullCheck> | null
    const { checked_at, result, reason = null } = check ?? {}
    if (typeof checked_at !== 'string' || Number.isNaN(Date.parse(checked_at)) || result === undefined)
      return null
    return { checked_at, result, reason }
  } catch {
    // A file that was cut off tells nothing.
    return null
  }
}
