import { type DaemonFile, readDaemonFile } from '../../kernel/daemon-file.ts'
import { type Home, locateHome } from '../../kernel/home.ts'

/** No daemon runs on this home. */
export class NoDaemonError extends Error {
  override readonly name = 'NoDaemonError'
}

/** The running daemon of this machine. */
export interface LocalDaemon {
  readonly home: Home
  readonly file: DaemonFile
}

/** Finds the daemon of the home that `environment` names; throws `NoDaemonError` where none runs. */
export function findDaemon(environment: NodeJS.ProcessEnv): LocalDaemon {
  const home = locateHome(environment)
  const file = read(home)
  if (!file) throw new NoDaemonError(`no daemon runs on ${home.path}`)
  if (!alive(file.pid)) {
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

/** The home that `environment` names, whether or not a daemon runs on it. */
export function localHome(environment: NodeJS.ProcessEnv): Home {
  return locateHome(environment)
}

function read(home: Home): DaemonFile | null {
  try {
    return readDaemonFile(home)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new NoDaemonError(`${home.daemon} cannot be read: restart the daemon`)
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
