import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import type { TestDaemon } from '../../support/daemon.ts'
import { signIn, startTestDaemon } from '../../support/daemon.ts'
import { rest } from '../../support/wire/rest.ts'

/** In what moment a home is damaged. */
export const moments = ['stopped', 'killed at rest', 'killed while writing'] as const
export type Moment = (typeof moments)[number]

/** The files of a database that a daemon has left, and those of an earlier time. */
export interface FrozenHome {
  readonly size: string
  readonly moment: Moment
  readonly folder: string
  readonly earlier: string
}

/** The ends of the names of the files of a database. */
export const ends = ['', '-wal', '-shm', '.mirror', '.mirror-log', '.sums'] as const

/** Copies the files of a database, as they are. */
export function copyDatabase(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const end of ends) {
    const name = `companion.db${end}`
    rmSync(join(to, name), { force: true })
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name))
  }
}

const words = [
  'kettle',
  'bicycle',
  'cello',
  'harbour',
  'violin',
  'pepper',
  'lantern',
  'orchard',
  'pillow',
  'quarry',
]
const textOf = (number: number) =>
  `My ${words[number % 10]} number ${number} is beside the ${words[Math.floor(number / 10) % 10]}, said ${number % 7} times.`
/** No request holds more. */
const atOnce = 500

async function remember(daemon: TestDaemon, token: string, from: number, count: number): Promise<void> {
  for (let at = from; at < from + count; at += atOnce) {
    const length = Math.min(atOnce, from + count - at)
    const memories = Array.from({ length }, (_, place) => ({ content: textOf(at + place) }))
    const { status, body } = await rest(daemon, 'POST /memory/store-many', { token, payload: { memories } })
    if (status >= 300) throw new Error(`remember: ${status} ${JSON.stringify(body)}`)
  }
}

/** Makes a backup beside the files of a database, and leaves these as they are. */
function backUp(from: string, copy: string): void {
  copyDatabase(from, copy)
  const client = new Database(join(copy, 'companion.db'))
  client.prepare('VACUUM INTO ?').run(join(from, 'backup.db'))
  client.close()
  rmSync(copy, { recursive: true })
}

/** Long enough for the second copy to have everything, in milliseconds. */
const rest_ms = 1_500

/** Homes with so many memories, frozen in each moment; `folder` holds them until it is removed. */
export async function freezeHomes(size: string, memories: number): Promise<FrozenHome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'companion-faults-'))
  const home = join(folder, 'home')
  mkdirSync(home)
  const at = (name: string) => join(folder, name.replaceAll(' ', '-'))
  const daemon = await startTestDaemon({ home, clock: systemClock, config: { backups: { daily: false } } })
  await daemon.owner()
  const { access_token: token } = await signIn(daemon, 'olga')
  await remember(daemon, token, 0, Math.floor(memories / 2))
  await delay(rest_ms)
  copyDatabase(home, at('earlier'))
  backUp(at('earlier'), at('backed-up'))
  await remember(daemon, token, Math.floor(memories / 2), Math.ceil(memories / 2))
  await delay(rest_ms)
  copyDatabase(home, at('killed at rest'))
  await remember(daemon, token, memories, 3)
  copyDatabase(home, at('killed while writing'))
  await daemon.stop()
  copyDatabase(home, at('stopped'))
  rmSync(home, { recursive: true })
  return moments.map((moment) => ({ size, moment, folder: at(moment), earlier: at('earlier') }))
}
