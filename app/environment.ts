import type { Clock } from './clock.ts'
import type { Updater } from './updates/updates.ts'

export interface AppEnvironment {
  readonly environment: NodeJS.ProcessEnv
  readonly platform: NodeJS.Platform
  /** The folder of a package with everything that lies next to the app. */
  readonly resources: string
  /** The program of the app itself. */
  readonly program: string
  /** The words that it was started with. */
  readonly words: readonly string[]
  readonly clock: Clock
  /** What looks for newer versions; called in a package alone. */
  readonly updater: () => Promise<Updater>
}
