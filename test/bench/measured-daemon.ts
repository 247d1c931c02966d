import { existsSync } from 'node:fs'
import type { DaemonFile } from '../../daemon/kernel/daemon-file.ts'
import { locateHome } from '../../daemon/kernel/home.ts'
import { startDaemon, testEnvironment } from '../support/daemon.ts'
import { end, startDaemonProcess } from './daemon-process.ts'
import { isSmoke } from './smoke.ts'

export interface MeasuredDaemon {
  readonly file: DaemonFile
  readonly pid: number
  readonly stop: () => Promise<void>
}

/**
 * Starts a daemon on `home` that shares nothing with who measures it: a process of its own. In a smoke run it is one of
 * this process, which is there in a fraction of the time.
 */
export async function startMeasuredDaemon(
  home: string,
  environment: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
): Promise<MeasuredDaemon> {
  if (!isSmoke) {
    const { child, file } = await startDaemonProcess(home, environment, nodeOptions)
    return { file, pid: file.pid, stop: () => end(child) }
  }
  const place = locateHome({ COMPANION_HOME: home })
  if (!existsSync(place.database)) {
    const { createMigratedHome } = await import('../support/migrated.ts')
    createMigratedHome(place)
  }
  const daemon = await startDaemon(testEnvironment(home, environment))
  return { file: daemon.file, pid: process.pid, stop: () => daemon.stop() }
}
