import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The files of a folder, and of those in it, in whose bytes a text stands: relative paths, sorted. */
export function filesHolding(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => holds(file, text))
    .map((file) => relative(folder, file))
    .toSorted()
}

/** Whether a text stands in a file; in one that is gone by now, none does. */
function holds(file: string, text: string): boolean {
  try {
    return readFileSync(file).includes(text)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
