import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The files of a folder, and of those in it, in whose bytes a text stands: relative paths, sorted. */
export function filesHolding(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text))
    .map((file) => relative(folder, file))
    .toSorted()
}
