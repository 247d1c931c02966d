import type { IpcMainInvokeEvent, WebFrameMain } from 'electron'
import type { Electron, PagesSession } from '../../../../app/electron.ts'
import type { StandInWindow } from './window.ts'

type Handler = (event: IpcMainInvokeEvent, ...given: unknown[]) => unknown
/** Where a call comes from: the page of the window itself, unless it says otherwise. */
type Sender = Partial<Pick<WebFrameMain, 'origin' | 'parent'>> | null

/** What pages call. */
export class StandInIpc implements Pick<Electron['ipcMain'], keyof Electron['ipcMain']> {
  readonly #handlers = new Map<string, Handler>()

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`${channel} is handled already`)
    this.#handlers.set(channel, handler)
  }

  get channels(): string[] {
    return [...this.#handlers.keys()]
  }

  /** Calls as the page of a window does. */
  async invoke(
    window: StandInWindow,
    channel: string,
    given: readonly unknown[],
    sender: Sender = {},
  ): Promise<unknown> {
    const handler = this.#handlers.get(channel)
    if (!handler) throw new Error(`nothing handles ${channel}`)
    const { webContents } = window
    const { origin } = new URL(webContents.getURL())
    const senderFrame = sender && { origin, parent: null, ...sender }
    return handler({ sender: webContents, senderFrame } as unknown as IpcMainInvokeEvent, ...given)
  }
}

type PermissionRequest = Parameters<NonNullable<Parameters<PagesSession['setPermissionRequestHandler']>[0]>>
type PermissionCheck = Parameters<NonNullable<Parameters<PagesSession['setPermissionCheckHandler']>[0]>>
type DeviceCheck = NonNullable<Parameters<PagesSession['setDevicePermissionHandler']>[0]>
type BeforeRequest = NonNullable<Parameters<PagesSession['webRequest']['onBeforeRequest']>[0]>

/** The session of the pages: asks as Chromium would. */
export class StandInSession implements PagesSession {
  #request: (...given: PermissionRequest) => void = () => {}
  #check: (...given: PermissionCheck) => boolean = () => true
  #device: DeviceCheck = () => true
  #before: BeforeRequest = (_details, callback) => callback({})

  readonly webRequest: PagesSession['webRequest'] = {
    onBeforeRequest: (...given: unknown[]) => {
      this.#before = given.at(-1) as BeforeRequest
    },
  }

  setPermissionRequestHandler(handler: ((...given: PermissionRequest) => void) | null): void {
    if (handler) this.#request = handler
  }

  setPermissionCheckHandler(handler: ((...given: PermissionCheck) => boolean) | null): void {
    if (handler) this.#check = handler
  }

  setDevicePermissionHandler(handler: DeviceCheck | null): void {
    if (handler) this.#device = handler
  }

  /** Whether a page of a window is given a permission, by both ways of asking. */
  permits(window: StandInWindow, permission: PermissionRequest[1], mediaType?: 'audio' | 'video'): boolean {
    const { webContents } = window
    let given = false
    const callback = (granted: boolean) => {
      given = granted
    }
    const details = {
      requestingUrl: webContents.getURL(),
      isMainFrame: true,
      ...(mediaType && { mediaTypes: [mediaType] }),
    }
    const contents = webContents as unknown as PermissionRequest[0]
    this.#request(contents, permission, callback, details)
    const origin = new URL(webContents.getURL()).origin
    const checked = this.#check(contents, permission, origin, {
      isMainFrame: true,
      ...(mediaType && { mediaType }),
    })
    if (given !== checked) throw new Error(`${permission} is asked for and checked with different answers`)
    return given
  }

  /** Whether a page is given a device, without being asked. */
  permitsDevice(deviceType: 'hid' | 'serial' | 'usb', origin: string): boolean {
    return this.#device({ deviceType, origin } as Parameters<DeviceCheck>[0])
  }

  /** Whether something may be loaded. */
  loads(url: string): Promise<boolean> {
    return new Promise((resolve) => {
      this.#before({ url } as Parameters<BeforeRequest>[0], ({ cancel }) => resolve(cancel !== true))
    })
  }
}
