import { existsSync, mkdtempDisposableSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Usage } from './usage.ts'

/** A file that has not ended, with the process that took it, where one did. */
interface Unfinished {
  readonly file: string
  readonly pid?: number
}

/** What a file has used, with its time of a processor in milliseconds. */
export interface FileUsage extends Usage {
  readonly processorMs: number
}

/** The test files of one run in their order. Several processes take from it, and each file is taken once. */
export interface Queue {
  /** The next file that nobody has taken, as a path from the project's folder; undefined where none is left. */
  take(): string | undefined
  /** Notes that a file has ended, however its tests did, and what it has used. */
  end(file: string, usage: FileUsage): void
  /** What the files that have ended have used, by file. */
  usage(): Map<string, FileUsage>
  /** The files that have not ended. */
  unfinished(): Unfinished[]
  /** The processes that have taken any. */
  workers(): ReadonlySet<number>
}

/** Opens the queue in a folder that `makeQueue` has made. */
export function openQueue(folder: string): Queue {
  const files = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')) as string[]
  const taken = (index: number) => join(folder, `${index}.taken`)
  const ended = (index: number) => join(folder, `${index}.ended`)
  let next = 0

  /** Only one process can make the file. */
  const claim = (index: number) => {
    try {
      writeFileSync(taken(index), String(process.pid), { flag: 'wx' })
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    }
  }

  /** Whoever makes the file writes to it a moment later. */
  const takerOf = (index: number): number | undefined => {
    const note = existsSync(taken(index)) ? readFileSync(taken(index), 'utf8') : ''
    return note === '' ? undefined : Number(note)
  }

  return {
    take: () => {
      while (next < files.length) {
        const index = next
        next += 1
        if (claim(index)) return files[index]
      }
      return undefined
    },
    // In one step: whoever looks for the note reads all of it.
    end: (file, usage) => {
      const note = ended(files.indexOf(file))
      writeFileSync(`${note}.new`, JSON.stringify(usage))
      renameSync(`${note}.new`, note)
    },
    usage: () =>
      new Map(
        files.flatMap((file, index) =>
          existsSync(ended(index))
            ? [[file, JSON.parse(readFileSync(ended(index), 'utf8')) as FileUsage] as const]
            : [],
        ),
      ),
    unfinished: () =>
      files.flatMap((file, index) => {
        if (existsSync(ended(index))) return []
        const pid = takerOf(index)
        return [pid === undefined ? { file } : { file, pid }]
      }),
    workers: () => new Set(files.flatMap((_, index) => takerOf(index) ?? [])),
  }
}

/** Makes a queue of these files; its folder is gone with it. */
export function makeQueue(files: readonly string[]): Queue & Disposable & { readonly folder: string } {
  const made = mkdtempDisposableSync(join(tmpdir(), 'companion-test-queue-'))
  writeFileSync(join(made.path, 'files.json'), JSON.stringify(files))
  return { ...openQueue(made.path), folder: made.path, [Symbol.dispose]: () => made.remove() }
}
