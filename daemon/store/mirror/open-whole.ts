import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3'
import { type Clock, iso } from '../../kernel/clock.ts'
import { type Home, removeFile } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import { newestWhole } from '../backup.ts'
import { stage, stagedFor, swapStaged } from '../restore.ts'
import { openDatabase } from '../store.ts'
import { DatabaseDamaged } from './look.ts'
import { type Damage, mendDatabase } from './mend.ts'
import { type Mirror, openMirror } from './mirror.ts'
import { mirrorFilesOf } from './sums.ts'

/** What a start had to mend. */
export interface Mended extends Damage {
  /** The backup that took the place of what could not be mended: its file, null where it could. */
  readonly backup: string | null
}

/** A database that is whole. */
export interface WholeDatabase {
  readonly client: Database.Database
  readonly mirror: Mirror
  /** Whether a backup that waited, or had to, took the place of what was there. */
  readonly swapped: boolean
  /** Null where nothing was damaged. */
  readonly mended: Mended | null
}

interface OpenDependencies {
  readonly home: Pick<Home, 'database' | 'damaged' | 'backups'>
  readonly clock: Clock
  readonly log: Log
}

/**
 * Opens the database of a home, once what is damaged of it is mended, from its second copy or else from the newest
 * whole backup. Throws `DatabaseDamaged` where neither is there, and has changed nothing then.
 */
export function openWhole({ home, clock, log }: OpenDependencies): WholeDatabase {
  let swapped = swapStaged(home.database)
  const files = mirrorFilesOf(home.database)
  const now = iso(clock.now())
  let mended: Mended | null = null
  try {
    const damage = mendDatabase({ files, damaged: home.damaged, now })
    mended = damage && { ...damage, backup: null }
  } catch (error) {
    if (!(error instanceof DatabaseDamaged)) throw error
    mended = goBack(home, now, error)
    swapped = true
  }
  if (mended) log.error({ ...mended, pages: mended.pages.length }, 'the database was damaged, and is mended')
  const client = openDatabase(home.database)
  return { client, mirror: openMirror(client), swapped, mended }
}

/** Lets the newest whole backup take the place of a database that cannot be mended, and keeps what is left of that. */
function goBack(home: OpenDependencies['home'], now: string, damage: DatabaseDamaged): Mended {
  const backup = newestWhole(home.backups)
  if (backup === null)
    throw new DatabaseDamaged(
      `${damage.message}, and there is no whole backup in ${home.backups}: put one there, or copy ${home.database} away and start anew`,
      damage.pages,
    )
  const aside = join(home.damaged, now.replaceAll(':', ''))
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  const files = mirrorFilesOf(home.database)
  for (const file of [home.database, `${home.database}-wal`, files.mirror])
    if (existsSync(file)) copyFileSync(file, join(aside, basename(file)))
  const waiting = `${stagedFor(home.database)}.part`
  removeFile(waiting)
  copyFileSync(backup, waiting)
  const by = { actor: 'system:mending', address: '127.0.0.1', backup: basename(backup), created_at: now }
  stage(waiting, home.database, { restore_uuid: randomUUID(), ...by })
  swapStaged(home.database)
  return {
    parts: ['database', 'second copy'],
    pages: damage.pages,
    lost_commits: 0,
    aside,
    backup: basename(backup),
  }
}
