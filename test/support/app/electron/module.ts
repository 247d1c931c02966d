// What `electron` is for an app that runs in a process of its own under Node, started by `hooks.ts`.
import { version } from '../../../../daemon/kernel/version.ts'
import { type FromApp, isToApp } from './conversation.ts'
import { StandIn } from './stand-in.ts'

const resources = process.env['STAND_IN_RESOURCES']
const send = (message: FromApp) => process.send?.(message, undefined, undefined, () => {})

const electron = new StandIn({
  version,
  appPath: process.env['STAND_IN_APP'] ?? '',
  packaged: resources !== undefined,
  words: process.argv.slice(1),
  onQuit: () => process.exit(0),
})
Object.defineProperty(process, 'resourcesPath', { value: resources ?? '' })
process.on('message', (message) => {
  if (!isToApp(message)) return
  if (message.do === 'quit') electron.app.quit()
  else
    send({
      labels: electron.trays.flatMap(({ labels }) => labels),
      addresses: electron.visible.map(({ webContents }) => webContents.url),
    })
})
process.channel?.unref()
// Electron lives until it is quit.
setInterval(() => {}, 60_000)

export const {
  app,
  BrowserWindow,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  Notification,
  powerMonitor,
  safeStorage,
  session,
  shell,
  Tray,
} = electron
