import * as electron from 'electron'
import { systemClock } from './clock.ts'
import { startApp } from './start.ts'
import { loadUpdater } from './updates/updates.ts'

const { argv, env: environment, execPath: program, platform, resourcesPath: resources } = process
// Not awaited: Electron is ready only once this file has run.
startApp(electron, {
  environment,
  platform,
  resources,
  program,
  words: argv.slice(1),
  clock: systemClock,
  updater: loadUpdater,
}).catch((error: unknown) => {
  electron.dialog.showErrorBox('Companion', error instanceof Error ? error.message : String(error))
  electron.app.exit(1)
})
