import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import openRollingFile from 'pino-roll'
import type { Config } from './config.ts'

export type Log = Logger

/** What is never logged, wherever it appears. */
const secrets = [
  'password',
  'current_password',
  'new_password',
  'api_key',
  'token',
  'access_token',
  'refresh_token',
  'authorization',
]

/** How long the last lines may take to reach the disk, in milliseconds. */
const closeTimeoutMs = 1_000

/**
 * Logs as JSON lines to `<folder>/daemon.<n>.log`, a new file each time one is full, the oldest removed.
 * The answer's `close` resolves once everything is written.
 */
export async function openLog(
  folder: string,
  settings: Config['log'],
): Promise<{ log: Log; close: () => Promise<void> }> {
  const destination = await openRollingFile({
    file: join(folder, 'daemon'),
    extension: '.log',
    size: `${settings.megabytes}m`,
    // The file in use comes on top; those of earlier starts count too.
    limit: { count: settings.files - 1, removeOtherLogFiles: true },
    mkdir: true,
    mode: 0o600,
    // Written at once; with 0 a flush would not wait for what is on its way.
    minLength: 1,
  })
  const log = pino(
    { level: settings.level, redact: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]) },
    destination,
  )
  // A disk that is full ends the log, not the daemon.
  destination.on('error', () => {})
  const close = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, closeTimeoutMs)
      destination.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
      log.flush(() => destination.end())
    })
  return { log, close }
}
