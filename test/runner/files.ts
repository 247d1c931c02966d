import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../build/packaging/layout.ts'

/** Where runs keep what makes the next one quicker. */
export const cache = join(root, 'node_modules', '.cache', 'companion')
const recorded = join(cache, 'test-durations.json')

/** The test files in folders of `test`, as paths from the project's folder. */
export function testFiles(...folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => globSync(`test/${folder}/**/*.test.ts`, { cwd: root }))
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
}

/** Whether a test file starts programs itself, which takes as long as many other files. */
export const startsPrograms = (file: string) =>
  readFileSync(join(root, file), 'utf8').includes("'node:child_process'")

/** The same files, those first that took longest before, so that no process is left alone with one at the end. */
export function slowestFirst(files: readonly string[]): string[] {
  const before = readDurations()
  // What has never run here: those that start browsers and programs take longest.
  const guess = (file: string) => (file.startsWith('test/unit/') ? 1_000 : 10_000)
  const expected = (file: string) => before[file] ?? guess(file)
  return files.toSorted((a, b) => expected(b) - expected(a))
}

/** Keeps how long files took, in milliseconds, for the next run. */
export function recordDurations(durations: Readonly<Record<string, number>>): void {
  mkdirSync(dirname(recorded), { recursive: true })
  writeFileSync(recorded, JSON.stringify({ ...readDurations(), ...durations }))
}

function readDurations(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(recorded, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}
