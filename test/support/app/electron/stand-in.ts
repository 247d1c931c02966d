import type { BrowserWindowConstructorOptions, NotificationConstructorOptions } from 'electron'
import type { Electron } from '../../../../app/electron.ts'
import { type Desktop, StandInApp } from './app.ts'
import { StandInDialog, StandInKeychain, StandInPower, StandInShell, StandInShortcuts } from './desktop.ts'
import { StandInNotification } from './notification.ts'
import { StandInIpc, StandInSession } from './pages.ts'
import { StandInMenus, StandInTray } from './tray.ts'
import { StandInWindow } from './window.ts'

/** An Electron without a screen: everything that the app uses of it, which remembers what was asked of it. */
export class StandIn implements Electron {
  readonly app: StandInApp
  readonly dialog = new StandInDialog()
  readonly globalShortcut = new StandInShortcuts()
  readonly ipcMain = new StandInIpc()
  readonly powerMonitor = new StandInPower()
  readonly safeStorage = new StandInKeychain()
  readonly session = {
    fromPartition: (partition: string) => {
      const made = this.partitions.get(partition) ?? new StandInSession()
      this.partitions.set(partition, made)
      return made
    },
  }
  /** The sessions that were ever asked for, by their names. */
  readonly partitions = new Map<string, StandInSession>()
  readonly shell = new StandInShell()
  readonly Menu = new StandInMenus()
  readonly BrowserWindow: Electron['BrowserWindow']
  readonly Notification: Electron['Notification']
  readonly Tray: Electron['Tray']
  /** Those that were ever made, oldest first. */
  readonly windows: StandInWindow[] = []
  readonly notifications: StandInNotification[] = []
  readonly trays: StandInTray[] = []
  notifies = true

  constructor(desktop: Desktop) {
    const app = new StandInApp(desktop)
    const { notifications, trays, windows } = this
    const notifies = () => this.notifies
    this.app = app
    this.BrowserWindow = class extends StandInWindow {
      constructor(options: BrowserWindowConstructorOptions) {
        super(options)
        windows.push(this)
        app.happen('web-contents-created', {}, this.webContents)
      }
    }
    this.Notification = class extends StandInNotification {
      static isSupported(): boolean {
        return notifies()
      }
      constructor(options: NotificationConstructorOptions) {
        super(options)
        notifications.push(this)
      }
    }
    this.Tray = class extends StandInTray {
      constructor(image: string) {
        super(image)
        trays.push(this)
      }
    }
  }

  /** The only tray icon; throws if there is none. */
  get tray(): StandInTray {
    const [tray] = this.trays
    if (!tray) throw new Error('there is no tray yet')
    return tray
  }

  get pages(): StandInSession {
    const pages = this.partitions.get(this.windows[0]?.options.webPreferences?.partition ?? '')
    if (!pages) throw new Error('no window has a session of its own yet')
    return pages
  }

  get visible(): StandInWindow[] {
    return this.windows.filter((window) => window.isVisible())
  }
}
