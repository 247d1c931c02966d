import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type Database from 'better-sqlite3'
import { iso } from '../kernel/clock.ts'
import { isOfMachine } from '../kernel/errors.ts'
import { syncFile, syncFolder } from '../kernel/home.ts'
import { homeKeyOf } from '../kernel/encryption/home-key.ts'
import { openCopy, openFile } from './driver.ts'
import { copyRaw } from './raw-copy.ts'
import { withVectors } from './vectors.ts'

/** Copies of one kind that are kept by default. */
export const defaultKeptBackups = 5

/**
 * Writes a consistent copy of the database to `<folder>/<time>-<name>.db` and reads it back: throws where the copy
 * does not pass SQLite's integrity check. It is whole and on the disk once it has this name. The five newest copies that
 * were made so stay. Answers the file.
 */
export function backUp(client: Database.Database, folder: string, name: string): string {
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '')}-${name}.db`)
  const part = `${file}.part`
  client.prepare('VACUUM INTO ?').run(part)
  chmodSync(part, 0o600)
  const { version, problem } = examine(part)
  if (problem !== null) throw new Error(`the backup ${part} is damaged: ${problem}`)
  if (client.pragma('user_version', { simple: true }) !== version) {
    throw new Error(`the backup ${part} is not of the version of the database`)
  }
  syncFile(part)
  renameSync(part, file)
  syncFolder(file)
  const old = readdirSync(folder)
    .filter((entry) => entry.endsWith('.db') && !isOfAnotherKind(noteBeside(join(folder, entry))))
    .toSorted()
    .slice(0, -defaultKeptBackups)
  for (const entry of old) {
    rmSync(join(folder, entry))
    rmSync(noteBeside(join(folder, entry)), { force: true })
  }
  return file
}

/** The file that says what a copy is. */
export function noteBeside(copy: string): string {
  return copy.replace(/\.db$/, '.json')
}

function isOfAnotherKind(note: string): boolean {
  if (!existsSync(note)) return false
  try {
    const { reason } = JSON.parse(readFileSync(note, 'utf8')) as { reason?: unknown }
    return reason !== 'before_migration'
  } catch {
    return false
  }
}

/**
 * Writes a consistent copy of the database in `from` to `to`, while others go on and write: it holds every commit from
 * before the call. The copy is one file that needs no other, on the disk when this resolves, for its owner alone. Made
 * for threads: it takes the time that the disk takes.
 */
export async function copyOnline(from: string, to: string): Promise<void> {
  if (homeKeyOf(from) !== null) {
    copyRaw(from, to)
    return finishCopy(to)
  }
  const source = openFile(from, { readonly: true })
  try {
    // All pages in one step, from one snapshot: in several, each commit of another connection would begin it anew.
    await source.backup(to, { progress: () => 0x7fffffff })
  } finally {
    source.close()
  }
  finishCopy(to)
}

/** Makes a copy, which says that it has a write-ahead log, one that has none; and puts it on the disk. */
export function finishCopy(copy: string): void {
  chmodSync(copy, 0o600)
  const client = openCopy(copy)
  try {
    client.pragma('journal_mode = DELETE')
  } finally {
    client.close()
  }
  syncFile(copy)
}

/** The newest copy of a folder that is whole, and of `maxVersion` at most where that is given; null where there is none. */
export function newestWhole(folder: string, maxVersion = Infinity): string | null {
  const copies = existsSync(folder) ? readdirSync(folder).filter((entry) => entry.endsWith('.db')) : []
  for (const entry of copies.toSorted().toReversed()) {
    const copy = join(folder, entry)
    try {
      const { version, problem } = examine(copy)
      if (problem === null && version <= maxVersion) return copy
    } catch (error) {
      // Else it is no database any more.
      if (isOfMachine(error)) throw error
    }
  }
  return null
}

/** When a copy was made, by its name, as `backUp` writes it; else by its file. ISO 8601. */
export function copiedAt(copy: string): string {
  const time = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z)-/.exec(basename(copy))
  const named = time ? Date.parse(`${time[1]}:${time[2]}:${time[3]}`) : Number.NaN
  return iso(Number.isNaN(named) ? statSync(copy).mtimeMs : named)
}

/** What a look into a copy has found. */
export interface Examined {
  /** Of the schema. */
  readonly version: number
  /** What SQLite complains of; null where it is whole. */
  readonly problem: string | null
}

/** Reads a copy through. Throws where it is no database at all. */
export function examine(copy: string): Examined {
  const client = withVectors(openCopy(copy, { readonly: true }))
  try {
    client.pragma('trusted_schema = OFF')
    const verdict = String(client.pragma('integrity_check', { simple: true }))
    const version = Number(client.pragma('user_version', { simple: true }))
    return { version, problem: verdict === 'ok' ? null : verdict }
  } finally {
    client.close()
  }
}
