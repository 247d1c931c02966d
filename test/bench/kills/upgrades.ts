import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { type Home, locateHome } from '../../../daemon/kernel/home.ts'
import { latestVersion } from '../../../daemon/store/migrate.ts'
import { withVectors } from '../../../daemon/store/vectors.ts'
import { temporaryFolder, testEnvironment } from '../../support/daemon.ts'
import { type DatabaseRows, fingerprintOf, lostRows, rowsOf } from '../../support/upgrade/kept-rows.ts'
import { createOlderHome } from '../../support/upgrade/older-home.ts'
import { daemonProgram } from '../../support/programs.ts'
import { rest } from '../../support/wire/rest.ts'
import { end, spawnProgram, startDaemonProcess } from '../daemon-process.ts'
import { systemToken } from '../system-token.ts'
import type { Choose, Life } from './household.ts'

/** Until how long after the backup that comes before it an upgrade is killed, in milliseconds. */
const maxDelayMs = 250
/** What a daemon that has just started leaves as it is; it ends and sweeps what is old of the rest. */
const lasting = [
  'members',
  'goals',
  'interactions',
  'interaction_events',
  'conversations',
  'devices',
  'audit',
] as const

/** Kills a daemon while it upgrades a home of an older version, starts the next one, and looks whether every row is there. */
export async function killUpgrade(choose: Choose): Promise<Life> {
  const home = locateHome({ COMPANION_HOME: temporaryFolder() })
  try {
    const version = choose(2, latestVersion())
    createOlderHome(home, version)
    const [rows, fingerprint] = look(
      home.database,
      (client) => [rowsOf(client), fingerprintOf(client)] as const,
    )
    await startAndKill(home, choose)
    const damage = lookAfter(home, version, rows, fingerprint)
    const daemon = await startDaemonProcess(home.path)
    try {
      const token = await systemToken(home.path)
      const { body } = await rest(daemon, 'GET /security/audit/verify', { token })
      if (!body.data.intact) damage.push(`the audit log is not whole: ${JSON.stringify(body.data)}`)
    } finally {
      await end(daemon.child)
    }
    const acknowledged = keptRows(rows)
    const lost = look(home.database, (client) => goneRows(acknowledged, rowsOf(client)))
    const count = [...acknowledged.values()].reduce((sum, table) => sum + table.rows.length, 0)
    return { acknowledged: count, lost, damage, refused: [] }
  } finally {
    rmSync(home.path, { recursive: true, force: true })
  }
}

/** What a daemon that has run since may have changed, it has not taken away. */
const goneRows = (before: DatabaseRows, after: DatabaseRows) =>
  lostRows(before, after).filter((problem) => problem.includes(' is gone'))

const keptRows = (rows: DatabaseRows): DatabaseRows =>
  new Map([...rows].filter(([name]) => lasting.some((one) => one === name)))

/** Starts a daemon, and ends it a little after the backup of its upgrade has begun to be written, or has its name. */
async function startAndKill({ path, backups }: Home, choose: Choose): Promise<void> {
  const child = spawnProgram(daemonProgram, testEnvironment(path))
  try {
    const begun = () => readdirSync(backups).some((name) => name.endsWith('.db') || name.endsWith('.part'))
    while (child.exitCode === null && !begun()) await delay(1)
    await delay(choose(0, maxDelayMs))
  } finally {
    await end(child, 'SIGKILL')
  }
}

/** What the kill has left is the old database or the new one, with every row. */
function lookAfter(home: Home, version: number, rows: DatabaseRows, fingerprint: string): string[] {
  const copy = join(home.path, 'copy')
  mkdirSync(copy)
  for (const end of ['', '-wal'])
    cpSync(`${home.database}${end}`, join(copy, `${basename(home.database)}${end}`))
  return look(join(copy, basename(home.database)), (client) => {
    const integrity = String(client.pragma('integrity_check', { simple: true }))
    const problems = integrity === 'ok' ? [] : [`integrity_check: ${integrity}`]
    const now = Number(client.pragma('user_version', { simple: true }))
    if (now === version)
      return fingerprintOf(client) === fingerprint
        ? problems
        : [...problems, `neither old nor new, of ${version}`]
    if (now !== latestVersion()) return [...problems, `of version ${now}, between ${version} and the newest`]
    return [...problems, ...goneRows(keptRows(rows), rowsOf(client))]
  })
}

function look<T>(file: string, see: (client: Database.Database) => T): T {
  const client = withVectors(new Database(file))
  try {
    return see(client)
  } finally {
    client.close()
  }
}
