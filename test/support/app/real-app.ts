import { join } from 'node:path'
import { _electron, type ElectronApplication } from 'playwright'
import { electronProgram } from '../../../build/packaging/electron.ts'
import { bundles, ownTarget } from '../../../build/packaging/layout.ts'
import { testEnvironment } from '../daemon.ts'
import { appRuntime } from '../programs.ts'

const program = electronProgram(ownTarget())

/** Why nothing can be tried in a real Electron on this machine; false where it can. */
export const noElectron =
  program === null && 'there is no Electron on this machine: node node_modules/electron/install.js fetches it'

/** Starts the bundled app in a real Electron, whose daemon runs from the sources. */
export function launchRealApp(home: string, words: readonly string[] = []): Promise<ElectronApplication> {
  // Chromium's own sandbox wants a user who is not root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return _electron.launch({
    executablePath: program ?? '',
    args: [...sandbox, join(bundles, 'app'), ...words],
    env: {
      ...(process.env as Record<string, string>),
      ...testEnvironment(home),
      COMPANION_NODE: appRuntime,
    },
    locale: 'en-GB',
  })
}
