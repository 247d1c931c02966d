import { mkdirSync } from 'node:fs'
import { createLocalHome } from '../daemon/client/local/daemon.ts'
import { CompanionApp } from './companion-app.ts'
import type { Electron } from './electron.ts'
import { readLink, readWords, scheme, type LinkTarget } from './links.ts'
import { appFolder } from './settings.ts'
import { hidden } from './start-at-login.ts'
import type { AppEnvironment } from './environment.ts'

/** What Windows knows the app by: that of `electron-builder.yml`. */
const id = 'org.companion.desktop'

/**
 * Starts the app, once for a home: if it is already running, that instance gets the request. Before the first `await`
 * comes everything that Electron requires before it is ready.
 */
export async function startApp(electron: Electron, around: AppEnvironment): Promise<void> {
  const { app } = electron
  const { environment, platform, words } = around
  const home = createLocalHome(environment)
  const folder = appFolder(home)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of ['userData', 'sessionData']) app.setPath(name, folder)
  app.enableSandbox()
  if (platform === 'win32') app.setAppUserModelId(id)
  // Where Wayland is, keys for the whole desktop are to be had by its portal alone.
  if (platform === 'linux') app.commandLine.appendSwitch('enable-features', 'GlobalShortcutsPortal')
  if (!app.requestSingleInstanceLock()) return app.quit()

  let early = readWords(words) ?? front(words)
  let want = (wanted: LinkTarget | null) => {
    early = wanted ?? early
  }
  app.on('second-instance', (_event, words) => want(readWords(words) ?? front(words)))
  app.on('open-url', (event, address) => {
    event.preventDefault()
    want(readLink(address))
  })
  await app.whenReady()
  if (app.isPackaged) app.setAsDefaultProtocolClient(scheme)
  const companion = new CompanionApp(electron, around, home)
  want = (wanted) => {
    if (wanted) companion.want(wanted)
  }
  // A Mac starts what starts with the computer without a word.
  const quietly = platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
  companion.start(quietly && early?.show === 'front' ? null : early)
}

/** Starting the app opens it, unless it starts with the computer. */
const front = (words: readonly string[]): LinkTarget | null =>
  words.includes(hidden) ? null : { show: 'front' }
