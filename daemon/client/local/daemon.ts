import { type DaemonFile, pageOf, readDaemonFile } from '../../kernel/daemon-file.ts'
import { createHome, type Home, locateHome } from '../../kernel/home.ts'
import { waitingOn } from '../../kernel/offline/encryption.ts'

export { type DaemonFile, type Home, pageOf }

/** No daemon runs on this home, or none that can be used. */
export class NoDaemonError extends Error {
  override readonly name = 'NoDaemonError'
  /** What to do about it, where that is not to start one. */
  readonly hint: string | null

  constructor(message: string, hint: string | null = null) {
    super(message)
    this.hint = hint
  }
}

export interface LocalDaemon {
  readonly home: Home
  readonly file: DaemonFile
}

/** Finds the daemon of the home that `environment` names; throws `NoDaemonError` where none runs. */
export function findDaemon(environment: NodeJS.ProcessEnv): LocalDaemon {
  const home = locateHome(environment)
  const file = read(home)
  if (!file) {
    const hint = unlockingHint(home)
    const message = hint === null ? `no daemon runs on ${home.path}` : `Companion is locked on ${home.path}`
    throw new NoDaemonError(message, hint)
  }
  if (!isRunning(file.pid)) {
    throw new NoDaemonError(`no daemon runs on ${home.path}: process ${file.pid} ended without cleaning up`)
  }
  return { home, file }
}

/** The same, or null where none runs. */
export function findDaemonIfAny(environment: NodeJS.ProcessEnv): LocalDaemon | null {
  try {
    return findDaemon(environment)
  } catch (error) {
    if (error instanceof NoDaemonError) return null
    throw error
  }
}

/** The daemon of a home that waits to be unlocked, as it is reached meanwhile; null where none does. */
export function lockedDaemon(home: Home): LocalDaemon | null {
  const file = waitingOn(home)?.file
  return file ? { home, file } : null
}

/** How a home whose daemon waits is unlocked, in a sentence; null where none waits. */
export function unlockingHint(home: Home): string | null {
  const waiting = waitingOn(home)
  if (!waiting) return null
  const page = waiting.file ? `at ${pageOf(waiting.file)} or ` : ''
  return `Unlock it ${page}with \`companion unlock\`.`
}

/** The home that `environment` names, whether or not a daemon runs on it. */
export function localHome(environment: NodeJS.ProcessEnv): Home {
  return locateHome(environment)
}

/** The same, made where it is not there yet: readable by its owner alone. Throws what to do where the disk can only be read. */
export function createLocalHome(environment: NodeJS.ProcessEnv): Home {
  const home = locateHome(environment)
  createHome(home)
  return home
}

function read(home: Home): DaemonFile | null {
  try {
    return readDaemonFile(home)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new NoDaemonError(`${home.daemon} cannot be read: restart the daemon`)
  }
}

/** Whether there is a process of this number. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
