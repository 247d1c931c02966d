import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { openWhole } from '../../../daemon/store/mirror/open-whole.ts'
import { withVectors } from '../../../daemon/store/vectors.ts'
import { type FaultName, faults, randomFrom } from './damages.ts'
import { copyDatabase, type FrozenHome } from './homes.ts'

/**
 * What became of a damaged home: the same content, told of or not needing to be; less of it, told of; a start that was
 * refused; or less of it, and not a word.
 */
export type Outcome = 'mended' | 'harmless' | 'told' | 'refused' | 'silent'

export interface Fault {
  readonly home: FrozenHome
  readonly kind: FaultName
  readonly seed: number
}

const log = pino({ level: 'silent' })

/** All that a database holds, as one checksum for each table. */
export function contentOf(client: Database.Database): string {
  const names = client
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_stat%' ORDER BY name",
    )
    .all()
  const sums = names.map(({ name }) => {
    const hash = createHash('sha256')
    for (const row of client.prepare(`SELECT * FROM "${name}"`).raw().iterate())
      for (const value of row as unknown[])
        hash.update(value instanceof Buffer ? value : `${String(value)}\n`)
    return `${name} ${hash.digest('hex')}`
  })
  return sums.join('\n')
}

/** The content of a home that nothing has damaged. */
export function wholeContent({ folder }: Pick<FrozenHome, 'folder'>): string {
  const place = mkdtempSync(join(tmpdir(), 'companion-faults-'))
  try {
    copyDatabase(folder, place)
    const client = withVectors(new Database(join(place, 'companion.db')))
    try {
      return contentOf(client)
    } finally {
      client.close()
    }
  } finally {
    rmSync(place, { recursive: true })
  }
}

/** Damages a copy of a home and opens it; null where there was nothing to damage. `whole` is what it holds otherwise. */
export function outcomeOf({ home, kind, seed }: Fault, whole: string): Outcome | null {
  const place = mkdtempSync(join(tmpdir(), 'companion-faults-'))
  try {
    copyDatabase(home.folder, place)
    if (!faults[kind]({ folder: place, earlier: home.earlier, random: randomFrom(seed) })) return null
    const backups = join(place, 'backups')
    mkdirSync(backups)
    const parts = { database: join(place, 'companion.db'), damaged: join(place, 'damaged'), backups }
    return opened(parts, whole)
  } finally {
    rmSync(place, { recursive: true })
  }
}

function opened(home: Parameters<typeof openWhole>[0]['home'], whole: string): Outcome {
  let found: ReturnType<typeof openWhole>
  try {
    found = openWhole({ home, clock: systemClock, log })
  } catch {
    return 'refused'
  }
  const { client, mirror, mended } = found
  try {
    const same = client.pragma('integrity_check', { simple: true }) === 'ok' && contentOf(client) === whole
    if (same) return mended ? 'mended' : 'harmless'
    return mended && (mended.lost_commits !== 0 || mended.backup !== null) ? 'told' : 'silent'
  } finally {
    client.close()
    mirror.close()
  }
}
