import type { Clock } from '../../kernel/clock.ts'

/** How often it is looked whether a process is gone, in milliseconds. */
const pollMs = 100
/** For how long that is done before it is ended as it is, and for how long after that. */
const stopTimeoutMs = 10_000
const killTimeoutMs = 3_000

/**
 * Asks a process that is not a child to end, and waits for that. Kills it after 10 s and gives up 3 s later: a process
 * that cannot be ended, or whose exit nobody collects, is still there then. The answer is whether it is gone.
 */
export async function endProcess(pid: number, clock: Pick<Clock, 'after'>): Promise<boolean> {
  signal(pid, 'SIGTERM')
  await hasExited(pid, stopTimeoutMs, clock)
  if (signal(pid, 'SIGKILL')) await hasExited(pid, killTimeoutMs, clock)
  return !signal(pid, 0)
}

/** Resolves once the process is gone, or after `maxWaitMs` milliseconds. */
async function hasExited(pid: number, maxWaitMs: number, clock: Pick<Clock, 'after'>): Promise<void> {
  for (let waited = 0; waited < maxWaitMs && signal(pid, 0); waited += pollMs)
    await new Promise<void>((resolve) => clock.after(pollMs, resolve))
}

/** Whether there was such a process to signal. */
function signal(pid: number, what: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, what)
  } catch {
    return false
  }
}
