import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { openVerifiedDatabase } from '../../../daemon/store/mirror/verified-database.ts'
import { openTable } from '../../../daemon/store/mirror/salvage-table.ts'
import { withVectors } from '../../../daemon/store/vectors.ts'
import { type FaultName, faults, randomFrom } from './damages.ts'
import { copyDatabase, type FrozenHome } from './homes.ts'
import { tableRules } from '../../../daemon/table-rules.ts'

/**
 * What became of a damaged home: the same content, told of or not needing to be; all but rows that were named, each of
 * them; less of it, told of; a start that was refused; or less of it, and not a word.
 */
export type Outcome = 'mended' | 'harmless' | 'named' | 'told' | 'refused' | 'silent'

export interface Fault {
  readonly home: FrozenHome
  readonly kind: FaultName
  readonly seed: number
}

const log = pino({ level: process.env['FAULTS_LOG'] ?? 'silent' })

/** What the extension for vectors keeps: made anew where it is damaged. */
const isOfVectors = (table: string) => table.startsWith('memory_vectors_')

/** What a table holds: a checksum of it, and of each row by what names that. */
interface TableContent {
  readonly sum: string
  readonly rows: ReadonlyMap<string, string>
}

/** All that a database holds, by table. */
export type Content = ReadonlyMap<string, TableContent>

/** Reads what a database holds. Of a table that is as in `earlier`, the rows are taken from there. */
export function contentOf(client: Database.Database, earlier: Content = new Map()): Content {
  const tables = client
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_stat%'",
    )
    .pluck()
    .all()
  return new Map(
    tables.map((name) => {
      const sum = sumOf(client.prepare<[], unknown[]>(`SELECT * FROM "${name}"`).raw().iterate())
      const same = earlier.get(name)
      if (same?.sum === sum) return [name, same] as const
      const table = openTable(client, name, '')
      const rows = table
        .where('true')
        .map((row) => [String(table.nameOf(row).key), sumOf([row.values])] as const)
      return [name, { sum, rows: new Map(rows) }] as const
    }),
  )
}

function sumOf(rows: Iterable<readonly unknown[]>): string {
  const hash = createHash('sha256')
  for (const row of rows)
    for (const value of row) hash.update(value instanceof Buffer ? value : `${String(value)}\n`)
  return hash.digest('hex')
}

/** The rows that two databases do not have alike, as table and name. */
export function differences(one: Content, other: Content): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((table) => {
    if (one.get(table)?.sum === other.get(table)?.sum) return []
    const [mine, theirs] = [one, other].map(
      (content) => content.get(table)?.rows ?? new Map<string, string>(),
    )
    if (!mine || !theirs) return []
    return [...new Set([...mine.keys(), ...theirs.keys()])].flatMap((key) =>
      mine.get(key) === theirs.get(key) ? [] : [`${table} ${key}`],
    )
  })
}

/** The content of a home that nothing has damaged. */
export function wholeContent({ folder }: Pick<FrozenHome, 'folder'>): Content {
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
export function outcomeOf({ home, kind, seed }: Fault, whole: Content): Outcome | null {
  const place = mkdtempSync(join(tmpdir(), 'companion-faults-'))
  try {
    copyDatabase(home.folder, place)
    if (!faults[kind]({ folder: place, earlier: home.earlier, random: randomFrom(seed) })) return null
    const backups = join(place, 'backups')
    mkdirSync(backups)
    // Every other household has a backup.
    if (seed % 2 === 0) copyFileSync(join(home.earlier, 'backup.db'), join(backups, 'earlier.db'))
    const erasures = join(place, 'erasures.jsonl')
    const parts = {
      database: join(place, 'companion.db'),
      damaged: join(place, 'damaged'),
      backups,
      erasures,
    }
    return opened(parts, whole)
  } finally {
    rmSync(place, { recursive: true })
  }
}

function opened(home: Parameters<typeof openVerifiedDatabase>[0]['home'], whole: Content): Outcome {
  let database: ReturnType<typeof openVerifiedDatabase>
  try {
    database = openVerifiedDatabase({ home, clock: systemClock, log, rules: tableRules })
  } catch {
    return 'refused'
  }
  const { client, mirror, repair } = database
  try {
    if (client.pragma('integrity_check', { simple: true }) !== 'ok') return 'silent'
    const differing = differences(contentOf(client, whole), whole)
    if (differing.length === 0) return repair ? 'mended' : 'harmless'
    if (!repair) return 'silent'
    const named = new Set(repair.lost.map(({ table, key }) => `${table} ${key}`))
    const isNamed = (row: string) =>
      named.has(row) || (repair.vectors_lost && isOfVectors(row)) || isCounter(row)
    if (differing.every(isNamed)) return 'named'
    return repair.lost_commits !== 0 || repair.backup !== null ? 'told' : 'silent'
  } finally {
    client.close()
    mirror.close()
  }
}

/** What the database counts by itself goes with what it counts. */
const isCounter = (row: string) => /^(?:sqlite_sequence|memory_usage) /.test(row)
