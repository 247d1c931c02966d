import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/packaging/layout.ts'

/** Where the runner of all tests has bundled the programs as they ship; a file that runs alone starts the sources. */
const bundled = process.env['COMPANION_TEST_PROGRAMS']

/** The module by which the daemon is started in a process that loads it. */
export const daemonModule = bundled ? join(bundled, 'daemon', 'main.mjs') : join(root, 'daemon', 'main.ts')

/** The script of the daemon that tests start in a process of its own. */
export const daemonProgram = bundled
  ? join(bundled, 'daemon', 'daemon.mjs')
  : join(root, 'daemon', 'start.ts')

/** The script of the command line. */
export const cliProgram = bundled ? join(bundled, 'cli', 'cli.mjs') : join(root, 'daemon', 'cli', 'main.ts')

/** The module by which a command is run in a process that loads it. */
export const cliModule = bundled ? join(bundled, 'cli', 'run.mjs') : join(root, 'daemon', 'cli', 'run.ts')

/** What an app is told to be the Node of its daemon. */
export const appRuntime =
  bundled && existsSync(join(bundled, 'node')) ? join(bundled, 'node') : process.execPath
