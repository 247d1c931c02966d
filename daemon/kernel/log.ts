import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import type { Config } from './config.ts'

export type Log = Logger

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
      limit: { count: settings.files },
      mkdir: true,
    },
  })
  const log = pino(
    { level: settings.level, redact: ['*.password', '*.token', '*.refresh_token'] },
    destination,
  )
  const close = () =>
    new Promise<void>((resolve) => {
      // The transport's thread does not keep the process alive, and it has not written everything yet.
      const alive = setInterval(() => {}, 1_000)
      destination.once('close', () => {
        clearInterval(alive)
        resolve()
      })
      destination.end()
    })
  return { log, close }
}
