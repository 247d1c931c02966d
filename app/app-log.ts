import { renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'

export type Log = Logger

/** How large the log may be when the app starts, in bytes, before it makes room for a new one. */
const maxBytes = 2_000_000

/** The app's log, next to the daemon's; the previous file is kept when it is full. */
export function openAppLog(folder: string): Log {
  const file = join(folder, 'app.log')
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes)
    renameSync(file, join(folder, 'app.1.log'))
  const destination = pino.destination({ dest: file, mkdir: true, sync: true, mode: 0o600 })
  // A disk that is full ends the log, not the app.
  destination.on('error', () => {})
  return pino(destination)
}
