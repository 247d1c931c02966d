import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundles } from '../../../build/packaging/layout.ts'
import { testEnvironment } from '../daemon.ts'
import type { FromApp, ToApp } from './electron/conversation.ts'

const hooks = pathToFileURL(join(import.meta.dirname, 'electron', 'hooks.ts')).href

export interface AppProcess {
  readonly child: ChildProcess
  readonly pid: number
  /** Its exit code, once it has ended; null where a signal ended it. */
  readonly ended: Promise<number | null>
  /** What can be seen of it now. */
  look(): Promise<FromApp>
  quit(): Promise<number | null>
}

/**
 * Starts the bundled app under Node, on a desktop that nobody sees, as a package whose other parts lie in `resources`. It
 * runs until it is quit or killed.
 */
export function startAppProcess(home: string, resources: string, words: readonly string[] = []): AppProcess {
  const folder = join(bundles, 'app')
  const child = spawn(process.execPath, ['--import', hooks, join(folder, 'main.mjs'), ...words], {
    env: {
      ...process.env,
      ...testEnvironment(home),
      XDG_CONFIG_HOME: join(home, 'config'),
      STAND_IN_APP: folder,
      STAND_IN_RESOURCES: resources,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  // An app that has just ended may still look connected; its end is told by `ended`.
  const say = (message: ToApp) => child.send(message, () => {})
  return {
    child,
    pid: child.pid ?? 0,
    ended,
    look: async () => {
      const answer = once(child, 'message').then(([seen]) => seen as FromApp)
      const over = ended.then((code) => {
        throw new Error(`the app has ended with ${code}`)
      })
      if (child.connected) say({ do: 'look' })
      return Promise.race([answer, over])
    },
    quit: async () => {
      say({ do: 'quit' })
      return ended
    },
  }
}
