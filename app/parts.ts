import { join } from 'node:path'
import type { DaemonCommand } from '../daemon/client/local/daemon-process.ts'
import type { Electron } from './electron.ts'

export interface Parts {
  readonly daemon: DaemonCommand
  readonly icon: string
  readonly tray: string
  readonly preload: string
}

interface Place {
  readonly app: Pick<Electron['app'], 'getAppPath' | 'isPackaged'>
  /** The folder of a package with everything that lies next to the app. */
  readonly resources: string
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
}

/**
 * Finds them in a package, or in a checkout, where the app lies in `dist/bundle/app`. The daemon runs on its own Node:
 * the package's, or in a checkout the one that `COMPANION_NODE` names.
 */
export function locateParts({ app, resources, platform, environment }: Place): Parts {
  const folder = app.getAppPath()
  const windows = platform === 'win32'
  const [runtime, script] = app.isPackaged
    ? [join(resources, 'bin', windows ? 'node.exe' : 'node'), join(resources, 'daemon', 'daemon.mjs')]
    : [environment['COMPANION_NODE'] ?? 'node', join(folder, '..', '..', '..', 'daemon', 'start.ts')]
  return {
    daemon: { runtime, script: [script], environment },
    icon: join(folder, 'icon.png'),
    tray: join(folder, 'tray'),
    preload: join(folder, 'preload', 'bridge.cjs'),
  }
}
