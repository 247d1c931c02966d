import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/packaging/layout.ts'

/** Where the runner of all tests has bundled the programs; a file that runs alone starts the sources. */
const bundled = process.env['COMPANION_TEST_PROGRAMS']

/** The script of the daemon that tests start in a process of its own. */
export const daemonProgram = bundled
  ? join(bundled, 'daemon', 'daemon.mjs')
  : join(root, 'daemon', 'start.ts')

/** The script of the command line. */
export const cliProgram = bundled ? join(bundled, 'cli', 'cli.mjs') : join(root, 'daemon', 'cli', 'main.ts')

/** What an app is told to be the Node of its daemon. */
export const appRuntime =
  bundled && existsSync(join(bundled, 'node')) ? join(bundled, 'node') : process.execPath
