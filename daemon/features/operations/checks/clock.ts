import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { iso } from '../../../kernel/clock.ts'
import type { Home } from '../../../kernel/home.ts'
import { openForReading } from '../../../store/store.ts'
import { type Check, dayMs, type Look, secondsBetween } from './look.ts'

/** Companion did not exist before that. */
const earliest = Date.UTC(2025, 0, 1)
/** By how much clocks differ without anything being wrong, in milliseconds: other machines write to some disks. */
const toleratedMs = 300_000
/** After so long without a trace it is worth a word, in milliseconds. */
const silentMs = 400 * dayMs

const setCommands: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'sudo timedatectl set-ntp true',
  darwin: 'sudo sntp -sS time.apple.com',
  win32: 'w32tm /resync',
}

/** Whether the clock agrees with what was written down, by it or by another one. */
export const checkClock: Check = (look) => {
  const { now, running } = look
  const set = setCommands[process.platform]
  const command = set === undefined ? {} : { command: set }
  const now_at = iso(now)
  if (now < earliest)
    return [{ level: 'problem', finding: 'clock_wrong_year', figures: { now_at }, ...command }]
  const files = fileTimes(look.home)
  const newest = Math.max(...files, ...auditTimes(look, Number.MAX_SAFE_INTEGER))
  if (newest - now > toleratedMs) {
    const figures = { now_at, newest_at: iso(newest), behind_seconds: secondsBetween(now, newest) }
    return [{ level: 'problem', finding: 'clock_behind', figures, ...command }]
  }
  // A daemon leaves traces by the clock of now: what was there before it tells.
  const before = running === null ? newest : Math.max(...auditTimes(look, Date.parse(running.started_at)))
  if (Number.isFinite(before) && now - before > silentMs) {
    const figures = { newest_at: iso(before), age_seconds: secondsBetween(before, now) }
    return [{ level: 'warning', finding: 'clock_ahead', figures, ...command }]
  }
  return [{ level: 'ok', finding: 'clock_fine' }]
}

/** When the files of a home were changed last, in milliseconds since the epoch. */
function fileTimes(home: Home): number[] {
  const logs = existsSync(home.logs) ? readdirSync(home.logs).map((name) => join(home.logs, name)) : []
  const files = [home.database, `${home.database}-wal`, home.auditHead, home.daemon, ...logs]
  return files.flatMap((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? [])
}

/** When the newest row of the audit log before a moment was written; nothing where there is none, or it cannot be read. */
function auditTimes({ home }: Pick<Look, 'home'>, before: number): number[] {
  if (!existsSync(home.database)) return []
  try {
    const client = openForReading(home.database)
    try {
      const newest = client
        .prepare<[number], number | null>('SELECT max(created_at) FROM audit WHERE created_at < ?')
        .pluck()
        .get(before)
      return typeof newest === 'number' ? [newest] : []
    } finally {
      client.close()
    }
  } catch {
    // That it cannot be read, the check of the database says.
    return []
  }
}
