import { gt, lt } from 'semver'
import type { Clock } from '../../daemon/kernel/clock.ts'
import { answers } from '../../daemon/client/local/connection.ts'
import { findDaemon, type LocalDaemon, NoDaemonError } from '../../daemon/client/local/daemon.ts'

/** What is to be done about the daemon that runs on the home already, if any. */
export type Found =
  /** None runs that answers: one is to be started. */
  | { readonly is: 'none' }
  /** It is of this version, and can be used as it is. */
  | { readonly is: 'same'; readonly daemon: LocalDaemon }
  /** It was left by an earlier version, and is to make room for the own one. */
  | { readonly is: 'older'; readonly daemon: LocalDaemon }
  /** The app itself must be brought up to date: an older daemon would refuse the database of a newer one. */
  | { readonly is: 'newer'; readonly daemon: LocalDaemon }

/** Looks for the daemon of the home that `environment` names, and compares its version with the app's. */
export async function findRunning(environment: NodeJS.ProcessEnv, version: string): Promise<Found> {
  const daemon = find(environment)
  if (!daemon) return { is: 'none' }
  // Nothing is told to one that cannot prove itself, and it has to go anyway.
  if (daemon.file.proof_key === null)
    return (await responds(daemon)) ? { is: 'older', daemon } : { is: 'none' }
  if (!(await answers(daemon))) return { is: 'none' }
  const running = daemon.file.version
  if (lt(running, version)) return { is: 'older', daemon }
  return { is: gt(running, version) ? 'newer' : 'same', daemon }
}

/** Whether anything answers where a daemon of an earlier version was. */
async function responds({ file }: LocalDaemon): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(2_000)
    const { ok, body } = await fetch(new URL('/healthz', file.base_url), { signal, redirect: 'error' })
    await body?.cancel()
    return ok
  } catch {
    return false
  }
}

function find(environment: NodeJS.ProcessEnv): LocalDaemon | null {
  try {
    return findDaemon(environment)
  } catch (error) {
    if (error instanceof NoDaemonError) return null
    throw error
  }
}

/** How often it is looked whether a process is gone, in milliseconds. */
const pollMs = 100
/** For how long that is done before it is ended as it is, and for how long after that. */
const stopTimeoutMs = 10_000
const killTimeoutMs = 3_000

/**
 * Asks a process that is not a child to end, and waits for that. Kills it after 10 s and gives up 3 s later: a process
 * that cannot be ended, or whose exit nobody collects, is still there then.
 */
export async function endProcess(pid: number, clock: Clock): Promise<void> {
  signal(pid, 'SIGTERM')
  await hasExited(pid, stopTimeoutMs, clock)
  if (signal(pid, 'SIGKILL')) await hasExited(pid, killTimeoutMs, clock)
}

/** Resolves once the process is gone, or after `maxWaitMs` milliseconds. */
async function hasExited(pid: number, maxWaitMs: number, clock: Clock): Promise<void> {
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
