import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import type { Config } from './config.ts'

export type Log = Logger

/** What is never written, wherever it stands in what is logged. */
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

/** The names of the files, with their numbers: the highest is the newest. */
export const logName = /^daemon\.(\d+)\.log$/

/** How long the last lines may take to reach the disk, in milliseconds. */
const closeTimeoutMs = 1_000

/**
 * Logs as JSON lines to `<folder>/daemon.<n>.log`, a new file each time one is full, the oldest removed.
 * The answer's `close` resolves once everything is written.
 */
export function openLog(folder: string, settings: Config['log']): { log: Log; close: () => Promise<void> } {
  const destination = pino.transport({
    target: 'pino-roll',
    options: {
      file: join(folder, 'daemon'),
      extension: '.log',
      size: `${settings.megabytes}m`,
      // The file in use comes on top; those of earlier starts count too.
      limit: { count: settings.files - 1, removeOtherLogFiles: true },
      mkdir: true,
    },
  })
  const log = pino(
    { level: settings.level, redact: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]) },
    destination,
  )
  // A disk that is full ends the log, not the daemon.
  destination.on('error', () => {})
  const close = () =>
    new Promise<void>((resolve) => {
      // The transport's thread does not keep the process alive while it writes the rest; the timer does.
      const timer = setTimeout(resolve, closeTimeoutMs)
      destination.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
      // An end in the middle of a change of files would wait for 10 s, so everything is written before it.
      log.flush(() => destination.end())
    })
  return { log, close }
}
