import type { BrowserWindowConstructorOptions } from 'electron'
import type { AppWindow, Electron } from '../electron.ts'
import { partition } from './hardening.ts'

/** The windows: `main` shows every page, `ask` the one to ask in, `answer` one interaction. */
export type Kind = 'main' | 'ask' | 'answer'

interface WindowsDependencies {
  readonly BrowserWindow: Electron['BrowserWindow']
  readonly icon: string
  readonly preload: string
  readonly platform: NodeJS.Platform
  /** The origin of the daemon; null while none runs. */
  readonly origin: () => string | null
  /** A window is gone, by the id of its page. */
  readonly onGone: (window: number) => void
}

const looks: Readonly<Record<Kind, BrowserWindowConstructorOptions>> = {
  main: { width: 1_120, height: 800, minWidth: 380, minHeight: 560 },
  ask: { width: 560, height: 420, minWidth: 380, minHeight: 260, alwaysOnTop: true, skipTaskbar: true },
  answer: { width: 440, height: 360, minWidth: 360, minHeight: 260, alwaysOnTop: true },
}

/** Windows that are hidden instead of closed, since they are opened again. */
const staying = new Set<Kind>(['main', 'ask'])

/** Shows pages of the daemon, in one window of each kind; nothing while none runs. */
export class Windows {
  readonly #dependencies: WindowsDependencies
  readonly #open = new Map<Kind, AppWindow>()
  /** Those whose last page could not be loaded. */
  readonly #failed = new Set<AppWindow>()
  #quitting = false

  constructor(dependencies: WindowsDependencies) {
    this.#dependencies = dependencies
  }

  /** Shows a page, from its `/` on; `focus` takes the focus. */
  show(kind: Kind, path: string, focus = true): void {
    const origin = this.#dependencies.origin()
    if (origin === null) return
    const window = this.#open.get(kind) ?? this.#make(kind)
    const address = `${origin}/#${path}`
    if (window.webContents.getURL() !== address || this.#failed.has(window)) this.#load(window, address)
    if (window.isMinimized()) window.restore()
    if (!focus) return window.showInactive()
    window.show()
    window.focus()
  }

  /** Brings the main window to the front as it is, else opens it. */
  front(): void {
    const path = new URL(this.#open.get('main')?.webContents.getURL() || 'none:').hash.slice(1)
    this.show('main', path || '/talk')
  }

  hide(kind: Kind): boolean {
    const window = this.#open.get(kind)
    if (!window?.isFocused()) return false
    window.hide()
    return true
  }

  /** Hides a window by the id of its page, or closes it where it does not stay. */
  close(window: number): void {
    for (const one of this.#open.values()) if (one.webContents.id === window) one.close()
  }

  /** Whether the focused page shows new interactions itself: one with the navigation. */
  looking(): boolean {
    const main = this.#open.get('main')
    return main !== undefined && main.isFocused() && !/#\/welcome/.test(main.webContents.getURL())
  }

  /** Hides them all, while their sessions are ended. */
  hideAll(): void {
    for (const window of this.#open.values()) window.hide()
  }

  /** A daemon runs: shows its pages where those of another address were, or none could be had. */
  arrived(): void {
    const origin = this.#dependencies.origin()
    for (const window of this.#open.values()) {
      const { hash, origin: before } = new URL(window.webContents.getURL() || 'none:')
      if (before !== origin || this.#failed.has(window)) this.#load(window, `${origin}/${hash}`)
    }
  }

  /** Another member is signed in: closes the windows of the previous one. */
  closeOthers(than: number): void {
    for (const window of this.#open.values()) if (window.webContents.id !== than) window.destroy()
  }

  /** From now on closing them is for good. */
  quit(): void {
    this.#quitting = true
    for (const window of this.#open.values()) window.destroy()
  }

  #load(window: AppWindow, address: string): void {
    this.#failed.delete(window)
    window.loadURL(address).catch((error: unknown) => {
      // One that another has overtaken has not failed.
      if ((error as { code?: unknown }).code !== 'ERR_ABORTED') this.#failed.add(window)
    })
  }

  #make(kind: Kind): AppWindow {
    const { BrowserWindow, icon, onGone, platform, preload } = this.#dependencies
    const window = new BrowserWindow({
      ...looks[kind],
      icon,
      title: 'Companion',
      show: false,
      autoHideMenuBar: true,
      webPreferences: {
        preload,
        partition,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        // Elsewhere its dictionaries are fetched from a server.
        spellcheck: platform === 'darwin',
      },
    })
    const { id } = window.webContents
    this.#open.set(kind, window)
    window.on('close', (event) => {
      if (this.#quitting || !staying.has(kind)) return
      event.preventDefault()
      window.hide()
    })
    window.on('closed', () => {
      this.#open.delete(kind)
      this.#failed.delete(window)
      onGone(id)
    })
    let crashed = false
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit') return
      // Once more by itself; a page that crashes again is opened by whoever wants it.
      if (crashed) window.destroy()
      else window.webContents.reload()
      crashed = true
    })
    return window
  }
}
