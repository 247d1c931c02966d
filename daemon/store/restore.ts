import { copyFileSync, existsSync, linkSync, renameSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import type { Clock } from '../kernel/clock.ts'
import { type Home, readIfThere, removeFile, syncFolder, writeSecret } from '../kernel/home.ts'
import type { Log } from '../kernel/log.ts'
import type { Audit } from './audit.ts'
import { carryOver } from './carry-over.ts'
import { openCopy } from './driver.ts'
import { applyErasures } from './erasures.ts'
import { mirrorFilesOf } from './mirror/sums.ts'
import { audit as auditTable } from './tables.ts'
import type { Store } from './store.ts'
import type { TableRules } from './table-rules.ts'

export interface Restoration {
  readonly restore_uuid: string
  /** `user:<uuid>` or `system:<name>`. */
  readonly actor: string
  readonly address: string
  readonly backup: string
  readonly created_at: string
}

/** Where a whole copy waits to take the place of the database. */
export function stagedFor(database: string): string {
  return `${database}.restore`
}

const noteFor = (database: string) => `${stagedFor(database)}.json`
/** What was in its place before, until what must stay of it is carried over. */
const replacedBy = (database: string) => `${database}.replaced`

/** Lets a whole copy, which is on the disk, take the place of the database at the next start. */
export function stage(copy: string, database: string, by: Restoration): void {
  writeSecret(noteFor(database), JSON.stringify(by))
  renameSync(copy, stagedFor(database))
  syncFolder(database)
}

/**
 * Puts what waits in the place of the database, which nobody may have open; answers whether anything waited. Killed at
 * any moment, the database is whole, the old one or the new one, and the next call goes on. The old one stays beside it
 * until `completeRestore`.
 */
export function swapStaged(database: string): boolean {
  const staged = stagedFor(database)
  if (!existsSync(staged)) return false
  foldLog(database)
  // What is known of the pages of the old one tells nothing of the new one.
  removeFile(mirrorFilesOf(database).sums)
  // The log of the old database would be played into the new one.
  for (const end of ['-wal', '-shm', '-journal']) removeFile(`${database}${end}`)
  syncFolder(database)
  if (existsSync(database)) keepAside(database)
  renameSync(staged, database)
  syncFolder(database)
  return true
}

function keepAside(database: string): void {
  const replaced = replacedBy(database)
  removeFile(replaced)
  try {
    linkSync(database, replaced)
  } catch {
    // Not every file system knows a second name.
    copyFileSync(database, replaced)
  }
}

interface RestoreDependencies {
  readonly client: Database.Database
  readonly store: Store
  readonly home: Pick<Home, 'database' | 'erasures'>
  readonly audit: Audit<'backup_restored'>
  readonly clock: Clock
  readonly log: Log
  /** Whether `swapStaged` has put something in its place. */
  readonly swapped: boolean
  /** What the features say of their tables. */
  readonly rules: readonly TableRules[]
}

/**
 * Ends a restore, in one transaction: the audit log goes on where it was, with who restored; what was deleted for good
 * since is deleted here too, and what has ended since ends, as the rules of the features say. Killed at any moment, the
 * next start goes on. Does nothing where nothing was restored.
 */
export function completeRestore(dependencies: RestoreDependencies): void {
  const { client, store, home, audit, clock, log, swapped, rules } = dependencies
  const { database } = home
  const replaced = replacedBy(database)
  if (!swapped && !existsSync(replaced)) return
  const note = readNote(database)
  // An older release has noted nothing.
  const { restore_uuid = null, actor = 'system:restore', address = '127.0.0.1', ...backup } = note ?? {}
  const isRecorded = () =>
    store.database
      .select({ seq: auditTable.seq })
      .from(auditTable)
      .where(eq(sql`${auditTable.details} ->> 'restore_uuid'`, restore_uuid))
      .get() !== undefined
  // It is closed before it goes, or its log would stay behind.
  {
    using old = carryOver(client, replaced, log)
    store.write((tx) => {
      const rows_carried = old.audit()
      // It was done, but for the end.
      if (restore_uuid !== null && isRecorded()) return
      const erased = applyErasures(client, home.erasures, rules, old.erasures())
      old.endSince(rules, clock.now())
      const details = { restore_uuid, ...backup, rows_carried, erased }
      audit.record(tx, { event: 'backup_restored', actor, address, details })
      log.warn({ ...details }, 'the database was restored from a backup')
    })
  }
  for (const file of [replaced, noteFor(database)]) removeFile(file)
}

function readNote(database: string): Restoration | null {
  const text = readIfThere(noteFor(database))
  return text === null ? null : (JSON.parse(text) as Restoration)
}

/** Makes the old database whole without its write-ahead log, which a crash may have left. */
function foldLog(database: string): void {
  if (!existsSync(database)) return
  try {
    const client = openCopy(database)
    try {
      client.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      client.close()
    }
  } catch {
    // It may be what is damaged; the new one takes its place all the same.
  }
}
