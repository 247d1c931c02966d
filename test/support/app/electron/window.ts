import type { BrowserWindowConstructorOptions, WindowOpenHandlerResponse, HandlerDetails } from 'electron'
import type { AppWindow, Contents } from '../../../../app/electron.ts'
import { Emitter } from './emitter.ts'

type OpenHandler = (details: HandlerDetails) => WindowOpenHandlerResponse

let newest = 0

/** The page of a window: knows its address, and shows nothing. */
export class StandInContents extends Emitter implements Contents {
  readonly id = (newest += 1)
  url = ''
  reloads = 0
  /** How many addresses it was given to load. */
  loads = 0
  #onOpen: OpenHandler = () => ({ action: 'allow' })

  getURL(): string {
    return this.url
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#onOpen = handler
  }

  reload(): void {
    this.reloads += 1
  }

  /** The page asks for another window. */
  open(url: string): WindowOpenHandlerResponse['action'] {
    const details = { url, frameName: '', features: '', disposition: 'foreground-tab' } as const
    return this.#onOpen({ ...details, referrer: { policy: 'default', url: '' } }).action
  }
}

/** A window that nobody sees. */
export class StandInWindow extends Emitter implements AppWindow {
  readonly options: BrowserWindowConstructorOptions
  readonly webContents = new StandInContents()
  visible = false
  focused = false
  minimized = false
  destroyed = false
  /** What loading its next page fails with; null where it goes well. */
  failure: Error | null = null

  constructor(options: BrowserWindowConstructorOptions) {
    super()
    this.options = options
  }

  async loadURL(url: string): Promise<void> {
    this.webContents.url = url
    this.webContents.loads += 1
    if (this.failure) throw this.failure
  }

  show(): void {
    this.visible = true
  }

  showInactive(): void {
    this.visible = true
  }

  hide(): void {
    this.visible = false
    this.focused = false
  }

  focus(): void {
    this.focused = true
  }

  isFocused(): boolean {
    return this.focused
  }

  isVisible(): boolean {
    return this.visible
  }

  isMinimized(): boolean {
    return this.minimized
  }

  restore(): void {
    this.minimized = false
  }

  close(): void {
    if (!this.happen('close')) this.destroy()
  }

  destroy(): void {
    if (this.destroyed) return
    this.hide()
    this.destroyed = true
    this.happen('closed')
  }
}
