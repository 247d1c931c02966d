import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3'
import { type Clock, iso } from '../../kernel/clock.ts'
import { type Home, readIfThere, removeFile, syncFile, syncFolder, writeSecret } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import { newestWhole } from '../backup.ts'
import { stage, stagedFor, swapStaged } from '../restore.ts'
import { openDatabase } from '../store.ts'
import { eraseInFile } from '../erase.ts'
import { readErasures } from '../erasures.ts'
import { writeImage } from './image.ts'
import { DatabaseDamaged, isWhole } from './look.ts'
import { type Damage, mendDatabase } from './mend.ts'
import { type Mirror, openMirror } from './mirror.ts'
import { salvage, type Salvaged } from './salvage.ts'
import { mirrorFilesOf, openSums } from './sums.ts'

/** What a start had to mend. */
export interface Mended extends Damage, Salvaged {
  /** The backup that took the place of what could not be mended, or that rows were taken from: its file, null for none. */
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
  readonly home: Pick<Home, 'database' | 'damaged' | 'backups' | 'erasures'>
  readonly clock: Clock
  readonly log: Log
}

/**
 * Opens the database of a home, once what is damaged of it is mended: from its second copy, else row by row, or from the
 * newest whole backup. Throws `DatabaseDamaged` where nothing of these is left, and has changed nothing then.
 */
export function openWhole({ home, clock, log }: OpenDependencies): WholeDatabase {
  let swapped = swapStaged(home.database)
  const files = mirrorFilesOf(home.database)
  const now = iso(clock.now())
  let mended = swapSalvaged(home.database)
  try {
    const damage = mendDatabase({ files, damaged: home.damaged, now })
    mended ??= damage && { ...damage, backup: null, rows: 0, lost: [], vectors_lost: false }
  } catch (error) {
    if (!(error instanceof DatabaseDamaged)) throw error
    mended = rebuild({ home, clock, log }, now, error)
    swapped ||= mended.rows === 0
  }
  if (mended)
    log.error(
      { ...mended, pages: mended.pages.length, lost: mended.lost.length },
      'the database was damaged, and is mended',
    )
  const client = openDatabase(home.database)
  return { client, mirror: openMirror(client), swapped, mended }
}

/**
 * Makes a whole database of what is left of a damaged one and of the newest whole backup; of that alone where not even the
 * schema is left. Keeps the damaged one.
 */
function rebuild({ home, log }: OpenDependencies, now: string, damage: DatabaseDamaged): Mended {
  const backup = newestWhole(home.backups)
  const aside = join(home.damaged, now.replaceAll(':', ''))
  const of = { parts: ['database', 'second copy'] as const, pages: damage.pages, lost_commits: 0, aside }
  const salvaged = salvageRows(home, backup, log)
  if (salvaged !== null) {
    keepAside(home.database, aside)
    const taken = salvaged.lost.some((row) => row.now === 'as in the backup')
    const mended: Mended = { ...of, ...salvaged, backup: backup !== null && taken ? basename(backup) : null }
    for (const note of [join(aside, 'damage.json'), noteOf(home.database)])
      writeSecret(note, `${JSON.stringify(mended, null, 2)}\n`)
    renameSync(`${home.database}.salvaged.part`, `${home.database}.salvaged`)
    syncFolder(home.database)
    return swapSalvaged(home.database) ?? mended
  }
  if (backup === null)
    throw new DatabaseDamaged(
      `${damage.message}, and there is no whole backup in ${home.backups}: put one there, or copy ${home.database} away and start anew`,
      damage.pages,
    )
  keepAside(home.database, aside)
  const waiting = `${stagedFor(home.database)}.part`
  removeFile(waiting)
  copyFileSync(backup, waiting)
  const by = { actor: 'system:mending', address: '127.0.0.1', backup: basename(backup), created_at: now }
  stage(waiting, home.database, { restore_uuid: randomUUID(), ...by })
  swapStaged(home.database)
  return { ...of, backup: basename(backup), rows: 0, lost: [], vectors_lost: false }
}

function keepAside(database: string, aside: string): void {
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  const { mirror, sums } = mirrorFilesOf(database)
  for (const file of [database, `${database}-wal`, mirror, sums])
    if (existsSync(file)) copyFileSync(file, join(aside, basename(file)))
}

/** What is to be told of a database that was made anew, until it is. */
const noteOf = (database: string) => `${database}.salvaged.json`

/** Puts a database that was made anew in the place of the damaged one; answers what is to be told of it, null where none was. */
function swapSalvaged(database: string): Mended | null {
  const note = readIfThere(noteOf(database))
  if (note === null) return null
  if (existsSync(`${database}.salvaged`)) {
    removeFile(mirrorFilesOf(database).sums)
    for (const end of ['-wal', '-shm']) removeFile(`${database}${end}`)
    renameSync(`${database}.salvaged`, database)
    syncFolder(database)
  }
  removeFile(noteOf(database))
  return JSON.parse(note) as Mended
}

/** Makes a database of all rows that can be read of a damaged one, on the disk beside it; answers null where none can. */
function salvageRows(
  { database, erasures }: OpenDependencies['home'],
  backup: string | null,
  log: Log,
): Salvaged | null {
  const files = mirrorFilesOf(database)
  const [image, made, older] = [`${database}.image`, `${database}.salvaged.part`, `${database}.older`]
  const remove = (...removed: string[]) => {
    for (const file of removed)
      for (const end of ['', '-wal', '-shm', '-journal']) removeFile(`${file}${end}`)
  }
  remove(image, made, older)
  const sums = openSums(files.sums)
  try {
    const header = sums.header()
    if (header === null) return null
    const filler = writeImage({ files, sums, header, to: image })
    if (backup !== null) {
      copyFileSync(backup, older)
      // What was deleted for good since stays deleted.
      eraseInFile(older, readErasures(erasures))
    }
    const salvaged = salvage({ from: image, filler, backup: backup === null ? null : older, to: made })
    if (!isWhole(made)) return null
    syncFile(made)
    return salvaged
  } catch (error) {
    log.error({ err: error }, 'no rows can be read of the damaged database')
    return null
  } finally {
    sums.close()
    remove(image, older)
  }
}
