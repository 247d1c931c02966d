import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { iso, systemClock } from '../../kernel/clock.ts'
import { isDiskFull } from '../../kernel/errors.ts'
import type { CopyProblem, CopyRestored } from '../../kernel/offline/folder-restore.ts'
import { createHome, type Home, locateHome } from '../../kernel/home.ts'
import { latestVersion } from '../../store/migrate.ts'
import { tryLockHome } from '../../store/lock.ts'
import { stage, stagedFor } from '../../store/restore.ts'
import { openBackupFolder } from './backup-folder.ts'
import { checkedCopy, copyDatabase, describe } from './database-copy.ts'
import { contentOf } from './database-content.ts'
import { discard } from './erasing.ts'

/**
 * Lets a copy of the database take the place of that of a home, at the next start, which ends all sessions: for a home on
 * which no daemon runs, such as one that a newer program has written. What is in its place now is backed up before.
 */
export async function restoreCopy(request: {
  readonly file: string
  readonly home: string
}): Promise<CopyRestored | CopyProblem> {
  const home = locateHome({ ...process.env, COMPANION_HOME: request.home })
  const { file } = request
  if (!existsSync(file) || !describe(file).version) return { problem: 'no_database' }
  const waiting = `${stagedFor(home.database)}.part`
  let lock: ReturnType<typeof tryLockHome> = null
  try {
    createHome(home)
    lock = tryLockHome(home)
    if (lock === null) return { problem: 'in_use' }
    const { version, problem } = checkedCopy(file, waiting, describe(file).sha256)
    if (problem !== null) return { problem: 'broken', reason: problem }
    const latest = latestVersion()
    if (version > latest) return { problem: 'too_new', version, supported: latest }
    const content = contentOf(waiting)
    const replaced = existsSync(home.database) ? await keep(home) : null
    const by = { restore_uuid: randomUUID(), actor: 'system:restore', address: '127.0.0.1' }
    stage(waiting, home.database, { ...by, backup: basename(file), created_at: iso(statSync(file).mtimeMs) })
    return { file, home: home.path, ...content, kept: replaced }
  } catch (error) {
    if (!isDiskFull(error)) throw error
    return { problem: 'full' }
  } finally {
    // Without the lock it is somebody else's.
    if (lock) discard(waiting)
    lock?.release()
  }
}

/** Puts the database that is there among the backups; answers the file. */
async function keep(home: Home): Promise<string> {
  const folder = openBackupFolder(home.backups)
  const id = randomUUID()
  const part = folder.part(id)
  try {
    const { version, ...copied } = await copyDatabase(home.database, part)
    const created_at = iso(systemClock.now())
    const note = { id, created_at, reason: 'before_restore', intact: true, version: version ?? 0 } as const
    return folder.place(part, { ...note, ...copied }).file
  } finally {
    discard(part)
  }
}
