import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempDisposableSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { finishCopy } from '../../../daemon/store/backup.ts'
import { openVerifiedDatabase } from '../../../daemon/store/mirror/verified-database.ts'
import { copyDatabase, freezeHomes, type FrozenHome, type Moment } from '../../bench/faults/homes.ts'
import { tableRules } from '../../../daemon/table-rules.ts'

const pageSize = 4_096

/** Homes with 30 memories, frozen in each moment, and copies of them to be damaged. `remove` removes all. */
export async function openDamagedHomes() {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const homes = await freezeHomes('small', 30)
  const frozen = (moment: Moment): FrozenHome => {
    const damaged = homes.find((home) => home.moment === moment)
    if (!damaged) throw new Error(`there is no home that was ${moment}`)
    return damaged
  }
  let made = 0
  const copyOf = (from: string, parent = folder.path): DamagedHome => {
    const path = join(parent, `home-${(made += 1)}`)
    copyDatabase(from, path)
    const backups = join(path, 'backups')
    mkdirSync(backups)
    const [database, damaged] = [join(path, 'companion.db'), join(path, 'damaged')]
    return { database, damaged, backups, erasures: join(path, 'erasures.jsonl') }
  }
  return {
    homes,
    frozen,
    /** A folder that is not there yet. */
    newFolder: () => join(folder.path, String((made += 1))),
    /** A copy of a home that was frozen; below `parent` where that is given. */
    homeOf: (moment: Moment, parent?: string) => copyOf(frozen(moment).folder, parent),
    /** A copy of such a copy. */
    copyOf: ({ database }: DamagedHome) => copyOf(dirname(database)),
    /** Puts a backup of all that a home that was stopped has into another one. */
    giveBackup: (home: DamagedHome, name: string) => {
      const copy = join(home.backups, name)
      copyFileSync(join(frozen('stopped').folder, 'companion.db'), copy)
      finishCopy(copy)
    },
    remove: () => {
      for (const parent of new Set(homes.map((home) => dirname(home.folder))))
        rmSync(parent, { recursive: true })
      folder.remove()
    },
  }
}

export interface DamagedHome {
  readonly database: string
  readonly damaged: string
  readonly backups: string
  readonly erasures: string
}

export const open = (home: DamagedHome) =>
  openVerifiedDatabase({ home, clock: systemClock, log: pino({ level: 'silent' }), rules: tableRules })

export function close({ client, mirror }: ReturnType<typeof open>): void {
  client.close()
  mirror.close()
}

/** Writes noise over one page of a file, which may be in use. */
export function spoil(file: string, page: number, noise = 0xa5): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(pageSize, noise), 0, pageSize, (page - 1) * pageSize)
  closeSync(descriptor)
}

/** Damages a page of both copies, each in its way. */
export function spoilBoth(home: DamagedHome, page: number): void {
  spoil(home.database, page)
  const mirror = readFileSync(`${home.database}.mirror`)
  writeFileSync(`${home.database}.mirror`, mirror.fill(1, (page - 1) * pageSize, (page - 1) * pageSize + 9))
}
