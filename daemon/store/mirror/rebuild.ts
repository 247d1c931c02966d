import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { isDiskFull, isOfMachine } from '../../kernel/errors.ts'
import {
  fileSize,
  type Home,
  readIfThere,
  removeFile,
  syncFile,
  syncFolder,
  writeSecret,
} from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import { copiedAt, examine, newestWhole } from '../backup.ts'
import { openCopy } from '../driver.ts'
import { eraseInFile } from '../erase.ts'
import { readErasures } from '../erasures.ts'
import { stage, stagedFor, swapStaged } from '../restore.ts'
import type { TableRules } from '../table-rules.ts'
import { writeImage } from './image.ts'
import { DatabaseDamaged } from './look.ts'
import type { Damage } from './repair.ts'
import { freshDatabase, salvage, type Salvaged } from './salvage.ts'
import { hasSchema, restoreSchema, schemaOf } from './salvage-schema.ts'
import { mirrorFilesOf, openSums } from './sums.ts'

export interface Repair extends Damage, Salvaged {
  /** The backup that took the place of what could not be mended, or that rows were taken from: its file, null for none. */
  readonly backup: string | null
  /** When the backup was made that took the place of everything: what was stored since is lost. ISO 8601; null for none. */
  readonly lost_since: string | null
}

export interface RebuildDependencies {
  /** What the features say of their tables. */
  readonly rules: readonly TableRules[]
  readonly home: Pick<Home, 'database' | 'damaged' | 'backups' | 'erasures'>
  readonly log: Log
}

/**
 * Makes a whole database of what is left of a damaged one, and where rows of it are missing of the newest whole backup; answers
 * null where no rows can be read. Keeps the damaged one. Where it throws, it has changed nothing.
 */
export function rebuild(
  { home, log, rules }: RebuildDependencies,
  now: string,
  damage: DatabaseDamaged,
): Repair | null {
  const made = `${home.database}.salvaged.part`
  return replacing({ home, now, made }, (aside, begin) => {
    const backup = newestWhole(home.backups)
    const salvaged = salvageRows(home, backup, log, rules)
    if (salvaged === null) return null
    keepAside(home.database, aside)
    const taken = salvaged.lost.some((row) => row.now === 'as in the backup')
    const from = backup !== null && taken ? basename(backup) : null
    const repair: Repair = { ...damageOf(damage, aside), ...salvaged, backup: from, lost_since: null }
    noteDown(repair, noteOf(home.database))
    begin()
    renameSync(made, `${home.database}.salvaged`)
    syncFolder(home.database)
    return promoteSalvagedDatabase(home.database) ?? repair
  })
}

/**
 * Lets the newest whole backup take the place of a damaged database, and keeps that. Throws `DatabaseDamaged` where there is
 * none; where it throws, it has changed nothing.
 */
export function restoreNewestBackup(
  { home }: RebuildDependencies,
  now: string,
  damage: DatabaseDamaged,
): Repair {
  const backup = newestWhole(home.backups)
  if (backup === null)
    throw new DatabaseDamaged(
      `${damage.message}, and there is no whole backup in ${home.backups}: put one there, or copy ${home.database} away and start anew`,
      damage.pages,
    )
  const made = `${stagedFor(home.database)}.part`
  return replacing({ home, now, made }, (aside, begin) => {
    keepAside(home.database, aside)
    removeFile(made)
    copyFileSync(backup, made)
    const told = {
      backup: basename(backup),
      lost_since: copiedAt(backup),
      rows: 0,
      lost: [],
      vectors_lost: false,
    }
    const repair: Repair = { ...damageOf(damage, aside), ...told }
    noteDown(repair)
    const by = { actor: 'system:mending', address: '127.0.0.1', backup: told.backup, created_at: now }
    begin()
    stage(made, home.database, { restore_uuid: randomUUID(), ...by })
    swapStaged(home.database)
    return repair
  })
}

const damageOf = ({ pages }: DatabaseDamaged, aside: string): Damage => ({
  parts: ['database', 'second copy'],
  pages,
  lost_commits: 0,
  aside,
})

/** Writes down what was mended beside what was damaged, and in further files. */
function noteDown(repair: Repair, ...files: readonly string[]): void {
  for (const file of [join(repair.aside, 'damage.json'), ...files])
    writeSecret(file, `${JSON.stringify(repair, null, 2)}\n`)
}

interface Replacing {
  readonly home: RebuildDependencies['home']
  readonly now: string
  /** What is to take the place of the database. */
  readonly made: string
}

/** Puts something in the place of the database; undoes what was done where that fails before `begin` was called. */
function replacing<T>({ home, now, made }: Replacing, put: (aside: string, begin: () => void) => T): T {
  const aside = join(home.damaged, now.replaceAll(':', ''))
  const hadAside = existsSync(aside)
  let begun = false
  try {
    return put(aside, () => {
      begun = true
    })
  } catch (error) {
    if (begun) throw error
    for (const file of [made, noteOf(home.database)]) removeFile(file)
    if (!hadAside) rmSync(aside, { recursive: true, force: true })
    throw error
  }
}

/** What a start ends with that could not mend a damaged database: in words where it is the machine that stands in the way. */
export function notRepaired(error: unknown, home: RebuildDependencies['home']): unknown {
  if (!isOfMachine(error)) return error
  const folder = dirname(home.database)
  const reason = isDiskFull(error)
    ? `the disk of ${folder} is too full for that: free ${missingRoom(home)} MB more on it`
    : `${(error as Error).message}: see to that`
  return new Error(
    `the database is damaged, and could not be repaired yet, as ${reason}, and start again. Nothing is lost by this`,
    {
      cause: error,
    },
  )
}

const megabyte = 1_000_000

/** How much room there has to be besides what there is for a database to be made anew, at least; in megabytes. */
function missingRoom({ database, backups }: RebuildDependencies['home']): number {
  const { mirror } = mirrorFilesOf(database)
  const largest = Math.max(fileSize(database), fileSize(mirror)) + fileSize(`${database}-wal`)
  const copies = existsSync(backups) ? readdirSync(backups).filter((name) => name.endsWith('.db')) : []
  // The new one, and beside it first the image and a backup, then what is set aside.
  const reading = largest + Math.max(0, ...copies.map((name) => fileSize(join(backups, name))))
  const setAside = keptAside(database).reduce((sum, file) => sum + fileSize(file), 0)
  const { bavail, bsize } = statfsSync(dirname(database))
  const missing = largest + Math.max(reading, setAside) - bavail * bsize
  return Math.max(1, Math.ceil(missing / megabyte))
}

/** All that a database lies in. */
const keptAside = (database: string) => [...Object.values(mirrorFilesOf(database)), `${database}-wal`]

function keepAside(database: string, aside: string): void {
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  for (const file of keptAside(database))
    if (existsSync(file)) copyFileSync(file, join(aside, basename(file)))
}

/** What is to be told of a database that was made anew, until it is. */
const noteOf = (database: string) => `${database}.salvaged.json`

/** Puts a database that was made anew in the place of the damaged one; answers what is to be told of it, null where none was. */
export function promoteSalvagedDatabase(database: string): Repair | null {
  const note = readIfThere(noteOf(database))
  if (note === null) return null
  if (existsSync(`${database}.salvaged`)) {
    removeFile(mirrorFilesOf(database).sums)
    for (const end of ['-wal', '-shm']) removeFile(`${database}${end}`)
    renameSync(`${database}.salvaged`, database)
    syncFolder(database)
  }
  removeFile(noteOf(database))
  return JSON.parse(note) as Repair
}

/** Makes a database of all rows that can be read of a damaged one, on the disk beside it; answers null where none can. */
function salvageRows(
  { database, erasures }: RebuildDependencies['home'],
  backup: string | null,
  log: Log,
  rules: readonly TableRules[],
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
      eraseInFile(older, readErasures(erasures), rules)
    }
    if (!hasSchema(image)) {
      const schemas = knownSchemas(backup === null ? null : older)
      if (!restoreSchema({ image, pageSize: header.pageSize, filler, schemas })) return null
    }
    const salvaged = salvage({ from: image, filler, backup: backup === null ? null : older, to: made, rules })
    if (examine(made).problem !== null) return null
    syncFile(made)
    return salvaged
  } catch (error) {
    remove(made)
    // What the machine lacks says nothing of the rows.
    if (isOfMachine(error)) throw error
    log.error({ err: error }, 'no rows can be read of the damaged database')
    return null
  } finally {
    sums.close()
    remove(image, older)
  }
}

/** What the schema of a database may be: that of a new one, and that of a backup. */
function knownSchemas(backup: string | null) {
  using fresh = freshDatabase()
  if (backup === null) return [schemaOf(fresh)]
  const client = openCopy(backup, { readonly: true })
  try {
    return [schemaOf(fresh), schemaOf(client)]
  } finally {
    client.close()
  }
}
