import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { logName } from '../../kernel/home.ts'

export interface LogFile {
  readonly path: string
  /** Higher than that of every older one. */
  readonly number: number
}

/** The log files in a folder, the newest first; none where there is no folder. */
export function logFiles(folder: string): LogFile[] {
  return namesIn(folder)
    .flatMap((name) => {
      const [, number] = logName.exec(name) ?? []
      return number === undefined ? [] : [{ path: join(folder, name), number: Number(number) }]
    })
    .toSorted((a, b) => b.number - a.number)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const newline = 10

/**
 * Gives `take` every whole line of a file from a `position` on, in bytes, and resolves with the position after the last of
 * them: a line that has no end yet is read the next time. Nothing is read of a file that is gone.
 */
export async function readLines(
  path: string,
  position: number,
  take: (line: string) => void,
): Promise<number> {
  let rest = Buffer.alloc(0)
  let next = position
  try {
    for await (const piece of createReadStream(path, { start: position }) as AsyncIterable<Buffer>) {
      rest = Buffer.concat([rest, piece])
      const end = rest.lastIndexOf(newline) + 1
      for (const line of rest.toString('utf8', 0, end).split('\n')) if (line !== '') take(line)
      rest = rest.subarray(end)
      next += end
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return next
}
