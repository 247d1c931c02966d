import { join } from 'node:path'
import { run } from 'node:test'
import type { Report } from './report.ts'
import { makeQueue } from './queue.ts'

const worker = join(import.meta.dirname, 'worker.ts')

export interface RunOptions {
  /** How many processes take files from the queue. */
  readonly workers: number
  /** How long one file may take, in milliseconds; then it has failed. */
  readonly timeoutMs: number
  /** How long a file that blocks its process is waited for besides, in milliseconds; 30 s where it is left out. */
  readonly graceMs?: number
  readonly coverage: boolean
}

/**
 * Runs test files, as paths from the project's folder, in a few processes that take one after the other: loading the
 * program takes longer than most of the tests. A file that ends its process or blocks it fails by name; a process that
 * goes on when all files have ended, as one of them left something open, fails as such.
 */
export async function runFiles(files: readonly string[], options: RunOptions, report: Report): Promise<void> {
  const { workers, timeoutMs, graceMs = 30_000, coverage } = options
  using queue = makeQueue(files)
  let endedAt: number | undefined
  const watchdog = setInterval(() => {
    const unfinished = queue.unfinished()
    for (const { taken } of unfinished)
      if (taken && Date.now() - taken.at > timeoutMs + graceMs) kill(taken.pid)
    if (unfinished.length > 0) return
    endedAt ??= Date.now()
    if (Date.now() - endedAt > graceMs) for (const pid of queue.workers()) kill(pid)
  }, 1_000)
  const events = run({
    files: Array.from({ length: Math.min(workers, files.length) }, () => worker),
    concurrency: workers,
    argv: [queue.folder, String(timeoutMs)],
    coverage,
    coverageIncludeGlobs: ['{app,daemon}/**/*.ts'],
  })
  for await (const event of events) await report.event(event)
  clearInterval(watchdog)
  for (const { file, taken } of queue.unfinished())
    report.lost(file, taken ? 'it ended its process, or blocked it' : 'no process was left to run it')
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
