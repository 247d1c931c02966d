import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { removeFile } from '../../kernel/home.ts'
import { writeAll } from '../../store/write-all.ts'

/** The files that memories are taken from, as long as that takes; none but their owner may read them. */
export interface ImportFiles {
  readonly pathOf: (import_uuid: string) => string
  /**
   * Writes a part of a file after its first `bytes`, and nothing behind: what was written without being noted is gone.
   * Answers how many bytes there are then; these are on the disk.
   */
  readonly write: (import_uuid: string, bytes: number, text: string) => number
  /** How a file begins: so many bytes of it, as text. */
  readonly beginning: (import_uuid: string, bytes: number) => string
  readonly has: (import_uuid: string) => boolean
  readonly remove: (import_uuid: string) => void
  /** Removes every file but some. */
  readonly removeOthers: (keep: ReadonlySet<string>) => void
}

export function openImportFiles(folder: string): ImportFiles {
  const pathOf = (import_uuid: string) => join(folder, import_uuid)
  return {
    pathOf,
    write: (import_uuid, bytes, text) => {
      const part = Buffer.from(text)
      const file = openSync(pathOf(import_uuid), bytes === 0 ? 'w' : 'r+', 0o600)
      try {
        ftruncateSync(file, bytes)
        writeAll(file, part, bytes)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      return bytes + part.length
    },
    beginning: (import_uuid, bytes) => {
      const file = openSync(pathOf(import_uuid), 'r')
      try {
        const read = Buffer.alloc(bytes)
        return read.toString('utf8', 0, readSync(file, read, 0, bytes, 0))
      } finally {
        closeSync(file)
      }
    },
    has: (import_uuid) => existsSync(pathOf(import_uuid)),
    remove: (import_uuid) => removeFile(pathOf(import_uuid)),
    removeOthers: (keep) => {
      for (const name of existsSync(folder) ? readdirSync(folder) : [])
        if (!keep.has(name)) removeFile(join(folder, name))
    },
  }
}
