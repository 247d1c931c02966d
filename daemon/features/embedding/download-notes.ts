import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readIfThere, removeFile, writeSecret } from '../../kernel/home.ts'

/** The state of a download, stored next to its files, so that it resumes after a restart. */
export interface DownloadNotes {
  /** Whether a download was begun that has neither ended nor been cancelled. */
  readonly started: () => boolean
  readonly begin: () => void
  /** What the server called the version that the part of a file is of. */
  readonly etag: (file: string) => string | null
  readonly learn: (file: string, etag: string | null) => void
  readonly end: () => void
}

/** The notes in a model's folder. */
export function openDownloadNotes(folder: string): DownloadNotes {
  const file = join(folder, 'download.json')
  const read = (): Record<string, string | null> => {
    try {
      return JSON.parse(readIfThere(file) ?? '{}') as Record<string, string | null>
    } catch {
      return {}
    }
  }
  const write = (etags: Record<string, string | null>) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeSecret(file, JSON.stringify(etags))
  }

  return {
    started: () => readIfThere(file) !== null,
    begin: () => write(read()),
    etag: (name) => read()[name] ?? null,
    learn: (name, etag) => {
      const etags = read()
      if (etags[name] !== etag) write({ ...etags, [name]: etag })
    },
    end: () => removeFile(file),
  }
}
