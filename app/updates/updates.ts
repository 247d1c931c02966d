import { isDeepStrictEqual } from 'node:util'
import type { AppUpdater, ProgressInfo } from 'electron-updater'
import type { Clock } from '../clock.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How far the app is with an update of itself. */
export type UpdateState =
  | { readonly state: 'none' }
  | { readonly state: 'looking' }
  /** `percent` is whole, 0 to 100. */
  | { readonly state: 'fetching'; readonly version: string; readonly percent: number }
  /** It is installed when the app is quit, or by `install`. */
  | { readonly state: 'ready'; readonly version: string }
  /** Only for a check on request. `message` is one line from the updater. */
  | { readonly state: 'failed'; readonly message: string }

export interface Updater extends Pick<
  AppUpdater,
  'autoDownload' | 'autoInstallOnAppQuit' | 'allowDowngrade' | 'checkForUpdates' | 'quitAndInstall'
> {
  on(event: 'download-progress', listener: (progress: ProgressInfo) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'download-progress', listener: (progress: ProgressInfo) => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
}

interface UpdatesDependencies {
  readonly updater: Updater
  /** Whether an update can be installed when the app quits without anybody being asked for a password. */
  readonly installsQuietly: boolean
  readonly clock: Clock
  /** Told of each state that differs from the one before; `none` at first. */
  readonly onState: (state: UpdateState) => void
}

export interface Updates {
  /** Checks for an update on request, and downloads it; resolves when that is over, however it ended. */
  readonly check: () => Promise<void>
  /** Quits the app, installs a ready update, and restarts it; does nothing without one. */
  readonly install: () => void
  /** What is ready is not installed when the app quits: it could not be. */
  readonly abandon: () => void
  /** Checks in a minute, then once a day; a failure is silently retried the next day. */
  readonly follow: () => void
  readonly stop: () => void
}

/** The updater for the kind of package that this is. Of a packaged app alone: it needs Electron, and takes a while to load. */
export async function loadUpdater(): Promise<Updater> {
  const { default: all } = await import('electron-updater')
  return all.autoUpdater
}

/** Keeps the app up to date. */
export function openUpdates({ updater, installsQuietly, clock, onState }: UpdatesDependencies): Updates {
  let state: UpdateState = { state: 'none' }
  /** The version that is ready; looking again takes nothing from that. */
  let ready: string | null = null
  let fetching: string | null = null
  let asked = false
  let looking: Promise<void> | null = null
  let stopped = false

  const enter = (next: UpdateState) => {
    if (stopped || isDeepStrictEqual(next, state)) return
    state = next
    onState(next)
  }
  const rest = () => enter(ready === null ? { state: 'none' } : { state: 'ready', version: ready })

  const fail = (error: unknown) => {
    // Where fetching fails, electron-updater has removed what it had fetched before.
    if (fetching !== null) ready = null
    fetching = null
    if (asked) enter({ state: 'failed', message: firstLine(error) })
    else rest()
    asked = false
  }
  const progress = ({ percent }: ProgressInfo) => {
    if (fetching !== null) enter({ state: 'fetching', version: fetching, percent: whole(percent) })
  }
  /** On a Mac the system takes the update over, and may refuse it when nobody waits for it any more. */
  const refused = (error: Error) => {
    if (looking !== null) return
    ready = null
    fail(error)
  }

  const run = async () => {
    if (ready === null || asked) enter({ state: 'looking' })
    try {
      const result = await updater.checkForUpdates()
      const version = result?.isUpdateAvailable ? result.updateInfo.version : null
      if (version !== null && version !== ready) {
        fetching = version
        enter({ state: 'fetching', version, percent: 0 })
      }
      await result?.downloadPromise
      ready = version ?? ready
      fetching = null
      asked = false
      rest()
    } catch (error) {
      fail(error)
    }
  }
  const checkOnce = () => {
    // Not at once: what is told meanwhile must be known to be of this look.
    looking ??= Promise.resolve()
      .then(run)
      .finally(() => {
        looking = null
      })
    return looking
  }

  const daily = openDaily(clock, () => void checkOnce())

  updater.autoDownload = true
  updater.autoInstallOnAppQuit = installsQuietly
  updater.allowDowngrade = false
  updater.on('download-progress', progress)
  updater.on('error', refused)

  return {
    check: () => {
      asked = true
      return checkOnce()
    },
    install: () => {
      if (ready === null) return
      asked = true
      try {
        updater.quitAndInstall()
      } catch (error) {
        refused(error instanceof Error ? error : new Error(String(error)))
      }
    },
    abandon: () => {
      updater.autoInstallOnAppQuit = false
    },
    follow: daily.begin,
    stop: () => {
      stopped = true
      daily.stop()
      updater.off('download-progress', progress)
      updater.off('error', refused)
    },
  }
}

/** Looks a minute after it has begun, then once a day. */
function openDaily(clock: Clock, look: () => void) {
  let cancel = () => {}

  const waitUntil = (next: number) => {
    // A timer stands still while the machine sleeps.
    cancel = clock.after(Math.min(Math.max(0, next - clock.now()), hour), () => {
      if (clock.now() < next) return waitUntil(next)
      waitUntil(clock.now() + day)
      look()
    })
  }

  return {
    begin: () => {
      cancel()
      waitUntil(clock.now() + minute)
    },
    stop: () => cancel(),
  }
}

function whole(percent: number): number {
  return Math.min(100, Math.max(0, Math.floor(percent) || 0))
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n')[0] ?? text
}
