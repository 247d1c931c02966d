import { createHash } from 'node:crypto'
import { closeSync, constants, copyFileSync, fstatSync, openSync, readSync } from 'node:fs'
import { copyOnline, examine, finishCopy } from '../../store/backup.ts'
import { eraseInFile } from '../../store/erase.ts'
import type { TableRules } from '../../store/table-rules.ts'
import type { Erasure } from '../../store/tables.ts'

export type CopyRequest =
  | { readonly copy: { readonly from: string; readonly to: string } }
  | { readonly describe: string }
  | { readonly check: { readonly from: string; readonly to: string; readonly sha256: string } }
  | { readonly erase: ErasedCopy }

interface ErasedCopy {
  readonly from: string
  readonly to: string
  readonly erasures: readonly Erasure[]
}

/** What a copy is. */
export interface Described {
  readonly bytes: number
  readonly sha256: string
  /** Of the schema; null for a file that is no database. */
  readonly version: number | null
}

/** What a copy that is to be restored is; `problem` is null where it is whole. */
export interface CopyCheck {
  readonly version: number
  readonly problem: string | null
}

const piece = 1_048_576
const magic = 'SQLite format 3\0'
/** Where a database file has the version of its schema (https://sqlite.org/fileformat.html). */
const versionAt = 60

/** Does what is asked; `rules` are what the features say of their tables. */
export function handleCopyRequest(request: CopyRequest, rules: readonly TableRules[]): unknown {
  if ('copy' in request) return copyDatabase(request.copy.from, request.copy.to)
  if ('describe' in request) return describe(request.describe)
  if ('erase' in request) return erasedCopy(request.erase, rules)
  const { from, to, sha256 } = request.check
  return checkedCopy(from, to, sha256)
}

/** Copies the database that is in use; throws where the copy is not whole. */
export async function copyDatabase(from: string, to: string): Promise<Described> {
  await copyOnline(from, to)
  const { problem } = examine(to)
  if (problem !== null) throw new Error(`the copy is damaged: ${problem}`)
  return describe(to)
}

/** Copies a backup to where it can be restored from, and looks through the copy. */
export function checkedCopy(from: string, to: string, sha256: string): CopyCheck {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
    const { version, sha256: actual } = describe(to)
    if (actual !== sha256) return { version: 0, problem: 'it is not what was written' }
    // SQLite takes an empty file for a database too.
    if (!version) return { version: 0, problem: 'it is no database of a companion' }
    finishCopy(to)
    return examine(to)
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    // A full disk, say, tells nothing of the backup.
    if (!/^SQLITE_(NOTADB|CORRUPT|ERROR|IOERR_SHORT_READ)/.test(code)) throw error
    return { version: 0, problem: message }
  }
}

/** Copies a backup and deletes from the copy what was deleted for good; `problem` where the backup is damaged. */
function erasedCopy({ from, to, erasures }: ErasedCopy, rules: readonly TableRules[]): Described & CopyCheck {
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  try {
    const { problem } = examine(to)
    if (problem !== null) return { ...unread, problem }
    eraseInFile(to, erasures, rules)
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test(code)) throw error
    return { ...unread, problem: message }
  }
  finishCopy(to)
  const { version, problem } = examine(to)
  if (problem !== null) throw new Error(`the copy is damaged: ${problem}`)
  return { ...describe(to), version, problem }
}

const unread = { bytes: 0, sha256: '', version: 0 }

/** Reads a file through without looking into it. */
export function describe(file: string): Described {
  const descriptor = openSync(file, 'r')
  try {
    const hash = createHash('sha256')
    const buffer = Buffer.alloc(piece)
    let version: number | null = null
    for (let at = 0, read; (read = readSync(descriptor, buffer, 0, piece, at)) > 0; at += read) {
      const part = buffer.subarray(0, read)
      if (at === 0 && part.toString('latin1', 0, magic.length) === magic && read > versionAt + 4)
        version = part.readInt32BE(versionAt)
      hash.update(part)
    }
    return { bytes: fstatSync(descriptor).size, sha256: hash.digest('hex'), version }
  } finally {
    closeSync(descriptor)
  }
}
