import { join } from 'node:path'
import { run } from 'node:test'
import type { Report } from './report.ts'
import { type FileUsage, makeQueue, type Queue } from './queue.ts'

const worker = join(import.meta.dirname, 'worker.ts')
/** How often it is seen to that the processes go on, in milliseconds. */
const lookEveryMs = 1_000

/** Where more files than these fail, it is not by chance. */
const maxReruns = 10

export interface RunOptions {
  /** How many processes take files from the queue. */
  readonly workers: number
  /** How long one file may take, in milliseconds; then it has failed. */
  readonly timeoutMs: number
  /** How long a process that does not end is waited for besides, in milliseconds; 60 s where it is left out. */
  readonly graceMs?: number
  readonly coverage: boolean
}

/**
 * Runs test files, as paths from the project's folder, in a few processes that take one after the other: loading the
 * program takes longer than most of the tests. A file that ends its process or blocks it fails by name; a process that
 * goes on when all files have ended, as one of them left something open, fails as such. The answer is what each file used.
 */
export async function runFiles(
  files: readonly string[],
  options: RunOptions,
  report: Report,
): Promise<Map<string, FileUsage>> {
  const { workers, timeoutMs, graceMs = 60_000, coverage } = options
  using queue = makeQueue(files)
  const watchdog = watchProcesses(queue, timeoutMs, graceMs)
  const count = Math.min(workers, files.length)
  // What happens in one process is in its order only in a stream of its own; coverage is added up only within one.
  const streams = coverage ? [count] : Array.from({ length: count }, () => 1)
  await Promise.all(
    streams.map(async (processes) => {
      const events = run({
        files: Array.from({ length: processes }, () => worker),
        concurrency: processes,
        argv: [queue.folder, String(timeoutMs)],
        coverage,
        coverageIncludeGlobs: ['{app,daemon}/**/*.ts'],
      })
      const note = report.stream()
      for await (const event of events) await note(event)
    }),
  )
  clearInterval(watchdog)
  for (const { file, pid } of queue.unfinished())
    report.lost(
      file,
      pid === undefined ? 'no process was left to run it' : 'it ended its process, or blocked it',
    )
  return queue.usage()
}

/** Runs each file that failed once more, alone, unless there are so many that something is broken. */
export async function runAgain(
  failed: readonly string[],
  options: RunOptions,
  report: Report,
): Promise<void> {
  if (failed.length > maxReruns) return
  for (const file of failed) {
    report.again(file)
    await runFiles([file], { ...options, workers: 1 }, report)
  }
}

/**
 * Looks after the processes each second, and ends those that take too long. It counts its looks: time in which the machine
 * sleeps, or by which its clock is set, does not count.
 */
function watchProcesses(queue: Queue, timeoutMs: number, graceMs: number): NodeJS.Timeout {
  const looks = new Map<string | null, number>()
  const gone = new Set<number>()
  const hasPassed = (ms: number, since: string | null) => {
    const count = (looks.get(since) ?? 0) + 1
    looks.set(since, count)
    return count * lookEveryMs > ms
  }
  const isRunning = (pid: number) => {
    // Its number may be another process's by now.
    if (!gone.has(pid) && !signal(pid, 0)) gone.add(pid)
    return !gone.has(pid)
  }
  const look = () => {
    const running = queue.unfinished().filter(({ pid }) => pid === undefined || isRunning(pid))
    for (const { file, pid } of running)
      if (pid !== undefined && hasPassed(timeoutMs + graceMs, file)) signal(pid, 'SIGKILL')
    if (running.length === 0 && hasPassed(graceMs, null))
      for (const pid of queue.workers()) if (isRunning(pid)) signal(pid, 'SIGKILL')
  }
  return setInterval(look, lookEveryMs)
}

/** Whether there was such a process. */
function signal(pid: number, what: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, what)
  } catch {
    return false
  }
}
