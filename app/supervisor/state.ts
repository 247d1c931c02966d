import type { DaemonFile } from '../../daemon/client/local/daemon.ts'

export type DaemonState =
  | { readonly state: 'starting' }
  /** Its home is encrypted, and the keychain does not have its key: somebody has to unlock it, by the page that it shows meanwhile. */
  | { readonly state: 'locked'; readonly file: DaemonFile }
  /** `own`: started by this app; another one lives on when the app quits. */
  | { readonly state: 'running'; readonly file: DaemonFile; readonly own: boolean }
  /** It ended by itself, and is started again after `delay` milliseconds. */
  | { readonly state: 'waiting'; readonly delay: number }
  | ({ readonly state: 'failed' } & Failure)
  | { readonly state: 'stopping' }
  | { readonly state: 'stopped' }

/** Why nothing more is tried by itself. */
export interface Failure {
  /**
   * `crashes`: too many, in a row or in a short time. `newer`: a daemon runs that is newer than this app, and is left
   * alone. `held`: another one has the home, and does not answer.
   */
  readonly reason: 'crashes' | 'newer' | 'held'
  /** The last lines of what the daemon said, oldest first. */
  readonly tail: readonly string[]
}
