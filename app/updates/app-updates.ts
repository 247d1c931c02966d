import type { Clock } from '../clock.ts'
import type { Electron } from '../electron.ts'
import type { AppEnvironment } from '../environment.ts'
import type { Texts } from '../texts/en.ts'
import { openUpdates, type Updates, type UpdateState } from './updates.ts'

/** How long until an installation has quit the app, in milliseconds. */
const installTimeoutMs = 30_000

interface AppUpdatesDependencies {
  readonly app: Pick<Electron['app'], 'isPackaged' | 'quit' | 'relaunch'>
  readonly installsQuietly: boolean
  readonly updater: AppEnvironment['updater']
  readonly clock: Clock
  readonly dialog: Electron['dialog']
  readonly texts: Texts
  /** Ends everything, so that another version can take its place. */
  readonly stop: () => Promise<void>
  readonly onState: () => void
}

/** Newer versions of the app, as far as it is a package. */
export class AppUpdates {
  readonly #dependencies: AppUpdatesDependencies
  #updates: Updates | null = null
  #state: UpdateState = { state: 'none' }

  constructor(dependencies: AppUpdatesDependencies) {
    this.#dependencies = dependencies
  }

  /** Null where there are none to look for. */
  get state(): UpdateState | null {
    return this.#updates === null ? null : this.#state
  }

  /** Looks now and then, from now on. */
  async follow(): Promise<void> {
    const { app, clock, installsQuietly, onState, updater } = this.#dependencies
    if (!app.isPackaged) return
    this.#updates = openUpdates({
      updater: await updater(),
      installsQuietly,
      clock,
      onState: (state) => {
        this.#state = state
        onState()
      },
    })
    this.#updates.follow()
    onState()
  }

  /** Checks on request, and reports the outcome. */
  async check(): Promise<void> {
    const { dialog, texts } = this.#dependencies
    await this.#updates?.check()
    const { state } = this.#state
    if (state === 'none' || state === 'failed')
      await dialog.showMessageBox({ type: 'info', message: texts.update[state] })
  }

  /** Puts the newer version in the place of this one, and starts it. */
  async install(): Promise<void> {
    const { app, clock, stop } = this.#dependencies
    await stop()
    this.#updates?.install()
    // Where the installation has not quit it by then, it was refused: the app comes back as it was.
    clock.after(installTimeoutMs, () => {
      this.#updates?.abandon()
      app.relaunch()
      app.quit()
    })
  }

  stop(): void {
    this.#updates?.stop()
  }
}
