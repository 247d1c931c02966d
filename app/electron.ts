import type {
  App,
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Dialog,
  GlobalShortcut,
  IpcMain,
  Menu,
  MenuItemConstructorOptions,
  Notification,
  NotificationConstructorOptions,
  PowerMonitor,
  SafeStorage,
  Session,
  Shell,
  Tray,
  WebContents,
} from 'electron'

/** What is used of the pages that windows show. */
export type Contents = Pick<WebContents, 'id' | 'getURL' | 'on' | 'setWindowOpenHandler' | 'reload'>

export type AppWindow = Pick<
  BrowserWindow,
  | 'close'
  | 'destroy'
  | 'focus'
  | 'hide'
  | 'isFocused'
  | 'isMinimized'
  | 'loadURL'
  | 'on'
  | 'restore'
  | 'show'
  | 'showInactive'
> & { readonly webContents: Contents }

export type TrayIcon = Pick<Tray, 'on' | 'setImage' | 'setToolTip' | 'setContextMenu' | 'destroy'>

export type Notice = Pick<Notification, 'show' | 'close' | 'on'>

export type PagesSession = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
> & { readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'> }

/** All that is used of Electron. Only `main.ts` and what runs before a page have it; everything else is given this. */
export interface Electron {
  readonly app: Pick<
    App,
    | 'enableSandbox'
    | 'getAppPath'
    | 'getLoginItemSettings'
    | 'getPreferredSystemLanguages'
    | 'getVersion'
    | 'isPackaged'
    | 'on'
    | 'quit'
    | 'relaunch'
    | 'requestSingleInstanceLock'
    | 'setAppUserModelId'
    | 'setAsDefaultProtocolClient'
    | 'setLoginItemSettings'
    | 'setPath'
    | 'whenReady'
  > & { readonly commandLine: Pick<App['commandLine'], 'appendSwitch'> }
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => AppWindow
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly globalShortcut: Pick<GlobalShortcut, 'register' | 'unregisterAll'>
  readonly ipcMain: Pick<IpcMain, 'handle'>
  readonly Menu: {
    buildFromTemplate(template: MenuItemConstructorOptions[]): Menu
    setApplicationMenu(menu: Menu): void
  }
  readonly Notification: {
    new (options: NotificationConstructorOptions): Notice
    isSupported(): boolean
  }
  readonly powerMonitor: Pick<PowerMonitor, 'on'>
  readonly safeStorage: Pick<
    SafeStorage,
    'decryptStringAsync' | 'encryptStringAsync' | 'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable'
  >
  readonly session: { fromPartition(partition: string): PagesSession }
  readonly shell: Pick<Shell, 'openExternal' | 'openPath'>
  readonly Tray: new (image: string) => TrayIcon
}
