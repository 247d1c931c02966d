import { existsSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { type Clock, iso } from '../../kernel/clock.ts'
import { isDiskFull } from '../../kernel/errors.ts'
import { removeFile, writeSecret } from '../../kernel/home.ts'
import { swapStaged } from '../restore.ts'
import { openDatabase } from '../store.ts'
import { complaintOf } from './complaint.ts'
import { DatabaseDamaged } from './look.ts'
import { lookAtAll, repairDatabase } from './repair.ts'
import { type Mirror, openMirror } from './mirror.ts'
import {
  restoreNewestBackup,
  type Repair,
  notRepaired,
  rebuild,
  type RebuildDependencies,
  promoteSalvagedDatabase,
} from './rebuild.ts'
import { mirrorFilesOf } from './sums.ts'

export interface VerifiedDatabase {
  readonly client: Database.Database
  readonly mirror: Mirror
  /** Whether a backup that waited, or had to, took the place of what was there. */
  readonly swapped: boolean
  /** Null where nothing was damaged. */
  readonly repair: Repair | null
}

interface OpenDependencies extends RebuildDependencies {
  readonly clock: Clock
}

/** A file that says that SQLite has found fault with the database, whatever its checksums say. */
const complainedOf = (database: string) => `${database}.complaint`

/** Has the next start look at all of a database, each page and what SQLite says of it, as it is known to be damaged. */
export function lookAtEverything(database: string): void {
  lookAtAll(database)
  writeSecret(complainedOf(database), '')
}

/**
 * Opens the database of a home, once what is damaged of it is mended: from its second copy, else row by row, or from the
 * newest whole backup. Throws `DatabaseDamaged` where nothing of these is left, and has changed nothing then. Where the
 * machine has no room for it, or no memory, it throws what says so: the next start goes on.
 */
export function openVerifiedDatabase({ clock, ...dependencies }: OpenDependencies): VerifiedDatabase {
  const { home, log } = dependencies
  let swapped = swapStaged(home.database)
  const files = mirrorFilesOf(home.database)
  const now = iso(clock.now())
  let repair = promoteSalvagedDatabase(home.database)
  try {
    const damage = repairDatabase({ files, damaged: home.damaged, now })
    repair ??= damage && { ...damage, backup: null, lost_since: null, rows: 0, lost: [], vectors_lost: false }
  } catch (error) {
    if (!(error instanceof DatabaseDamaged)) throw isDiskFull(error) ? notRepaired(error, home) : error
    repair = orLater(
      dependencies,
      () => rebuild(dependencies, now, error) ?? restoreNewestBackup(dependencies, now, error),
    )
    swapped ||= repair.rows === 0
  }
  repair ??= orLater(dependencies, () => withoutComplaint(dependencies, now))
  removeFile(complainedOf(home.database))
  if (repair)
    log.error(
      { ...repair, pages: repair.pages.length, lost: repair.lost.length },
      'the database was damaged, and is mended',
    )
  const client = openDatabase(home.database)
  return { client, mirror: openMirror(client), swapped, repair }
}

/** Has the next start look at everything where this one cannot mend it: of a large database it may look at another part. */
function orLater<T>({ home }: RebuildDependencies, work: () => T): T {
  try {
    return work()
  } catch (error) {
    try {
      lookAtAll(home.database)
    } catch {
      // What stands in the way of this is told of by the other error.
    }
    throw notRepaired(error, home)
  }
}

/**
 * Reads out a database whose pages are as they were written, and that SQLite has found fault with all the same; null where it
 * does no longer, or where that does not help: it is still of more use than a backup.
 */
function withoutComplaint(dependencies: RebuildDependencies, now: string): Repair | null {
  const { database } = dependencies.home
  if (!existsSync(complainedOf(database))) return null
  const complaint = complaintOf(database)
  if (complaint === null) return null
  return rebuild(dependencies, now, new DatabaseDamaged(`the database is damaged: ${complaint}`, []))
}
