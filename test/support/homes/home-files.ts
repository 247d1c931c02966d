import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { soon } from '../processes.ts'

/** The files of a folder, and of those in it, in whose bytes a text stands: relative paths, sorted. */
export function filesHolding(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => holds(file, text))
    .map((file) => relative(folder, file))
    .toSorted()
}

/**
 * Waits until a text stands in these files of a folder alone, of those whose names fit: while a thread reads the database,
 * its log is emptied a moment later.
 */
export async function assertHeldBy(
  folder: string,
  text: string,
  files: readonly string[] = [],
  fits = /./,
): Promise<void> {
  const holding = () => filesHolding(folder, text).filter((name) => fits.test(name))
  await soon(() => isDeepStrictEqual(holding(), files)).catch(() => {})
  assert.deepEqual(holding(), files)
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
