import { existsSync } from 'node:fs'
import type { LoginItemSettings, Settings } from 'electron'
import type { Electron } from '../../../../app/electron.ts'
import { Emitter } from './emitter.ts'
import { type Claim, claim } from './single-instance.ts'

/** How the desktop is that is stood in for. */
export interface Desktop {
  readonly version: string
  readonly appPath: string
  readonly packaged?: boolean
  readonly languages?: readonly string[]
  /** The words of this process, which the first one is told where this is another. */
  readonly words?: readonly string[]
  /** Whether the system has started the app, as a Mac tells. */
  readonly openedAtLogin?: boolean
  /** Called where the app has quit. */
  readonly onQuit?: () => void
}

/** Electron's `app`, for one process or for one test. */
export class StandInApp extends Emitter implements Pick<Electron['app'], keyof Electron['app']> {
  readonly commandLine = {
    appendSwitch: (name: string, value = '') => {
      this.switches.set(name, value)
    },
  }
  readonly switches = new Map<string, string>()
  readonly paths = new Map<string, string>()
  readonly schemes: string[] = []
  sandboxed = false
  userModelId = ''
  loginItem: Settings = { openAtLogin: false }
  /** How often it was really quit. */
  quits = 0
  readonly #desktop: Desktop
  relaunches = 0
  #claim: Claim | null = null

  constructor(desktop: Desktop) {
    super()
    this.#desktop = desktop
  }

  get isPackaged(): boolean {
    return this.#desktop.packaged ?? false
  }

  enableSandbox(): void {
    this.sandboxed = true
  }

  getAppPath(): string {
    return this.#desktop.appPath
  }

  getPreferredSystemLanguages(): string[] {
    return [...(this.#desktop.languages ?? ['en-GB'])]
  }

  getVersion(): string {
    return this.#desktop.version
  }

  getLoginItemSettings(): LoginItemSettings {
    const { openAtLogin = false } = this.loginItem
    return {
      openAtLogin,
      wasOpenedAtLogin: this.#desktop.openedAtLogin ?? false,
      status: openAtLogin ? 'enabled' : 'not-registered',
      executableWillLaunchAtLogin: openAtLogin,
      launchItems: [],
    }
  }

  setLoginItemSettings(settings: Settings): void {
    this.loginItem = settings
  }

  requestSingleInstanceLock(): boolean {
    const folder = this.paths.get('userData') ?? ''
    this.#claim = claim(folder, this.#desktop.words ?? [], (words) => {
      this.happen('second-instance', {}, words)
    })
    return this.#claim.first
  }

  setAppUserModelId(id: string): void {
    this.userModelId = id
  }

  setAsDefaultProtocolClient(scheme: string): boolean {
    this.schemes.push(scheme)
    return true
  }

  setPath(name: string, path: string): void {
    if (!existsSync(path)) throw new Error(`there is no ${path}`)
    this.paths.set(name, path)
  }

  async whenReady(): Promise<void> {}

  relaunch(): void {
    this.relaunches += 1
  }

  quit(): void {
    if (this.happen('before-quit')) return
    this.quits += 1
    void Promise.resolve(this.#claim?.end()).finally(() => this.#desktop.onQuit?.())
  }
}
