import { gt, lt } from 'semver'
import { answers } from '../../daemon/client/local/connection.ts'
import { findDaemonIfAny, type LocalDaemon } from '../../daemon/client/local/daemon.ts'

/** What is to be done about the daemon that runs on the home already, if any. */
export type OtherDaemon =
  /** None runs that answers: one is to be started. */
  | { readonly is: 'none' }
  /** It is of this version, and can be used as it is. */
  | { readonly is: 'same'; readonly daemon: LocalDaemon }
  /** It was left by an earlier version, and is to make room for the own one. */
  | { readonly is: 'older'; readonly daemon: LocalDaemon }
  /** The app itself must be brought up to date: an older daemon would refuse the database of a newer one. */
  | { readonly is: 'newer'; readonly daemon: LocalDaemon }

/** Looks for the daemon of the home that `environment` names, and compares its version with the app's. */
export async function findRunning(environment: NodeJS.ProcessEnv, version: string): Promise<OtherDaemon> {
  const daemon = findDaemonIfAny(environment)
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
