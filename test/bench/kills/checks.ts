import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { openIntegrity } from '../../../daemon/features/memory/integrity.ts'
import type { Home } from '../../../daemon/kernel/home.ts'
import { examine } from '../../../daemon/store/backup.ts'
import { openForReading } from '../../../daemon/store/store.ts'
import { examine as examineInteractions } from '../killed-home.ts'
import { isKept, type MemoryRow } from '../memory-places.ts'
import type { PromisedGoal } from './goal-load.ts'
import type { Ledger } from './ledger.ts'

/** What a look into a home has found. */
export interface Findings {
  /** Acknowledged writes that are not there as they were acknowledged. */
  readonly lost: readonly string[]
  /** Tables that disagree, backups that are not whole, memories that nobody has told, and what SQLite complains of. */
  readonly damage: readonly string[]
}

/**
 * Looks whether the home of a daemon that runs since `started_at` (milliseconds since the epoch), and was killed before,
 * holds what a ledger says.
 */
export function checkHome(home: Home, ledger: Ledger, started_at: number): Findings {
  const database = openForReading(home.database)
  try {
    // One snapshot of all tables.
    return database.transaction((): Findings => {
      const memories = checkMemories(database, ledger)
      const interactions = examineInteractions(home.path, ledger.interactions, started_at)
      return {
        lost: [
          ...memories.lost,
          ...interactions.lost,
          ...lostGoals(database, ledger),
          ...lostNames(database, ledger),
        ],
        damage: [...memories.damage, ...interactions.damage, ...brokenBackups(home)],
      }
    })()
  } finally {
    database.close()
  }
}

function checkMemories(database: Database.Database, ledger: Ledger): Findings {
  const rows = database
    .prepare<[], MemoryRow & { import_uuid: string | null }>(
      'SELECT memory_id, memory_uuid, owner, content, visibility, forgotten_at, import_uuid FROM memories',
    )
    .all()
  const byUuid = new Map(rows.map((row) => [row.memory_uuid, row]))
  const { memories, without_vector, vectors_of_nothing } = openIntegrity(database)(['a'])
  const lost = ledger.memories
    .filter((memory) => !isKept(memory, byUuid.get(memory.memory_uuid)))
    .map((memory) => `memory ${JSON.stringify(memory)}`)
  const imported = new Map(ledger.imports.map((one) => [one.import_uuid, [] as string[]]))
  const acknowledged = new Set(ledger.memories.map(({ memory_uuid }) => memory_uuid))
  const strangers: string[] = []
  for (const { memory_uuid, content, import_uuid } of rows) {
    const of = import_uuid === null ? undefined : imported.get(import_uuid)
    if (of) of.push(content)
    else if (!acknowledged.has(memory_uuid) && !ledger.attempted.has(content)) strangers.push(content)
  }
  const imports = ledger.imports.filter(
    ({ import_uuid, contents }) =>
      imported.get(import_uuid)?.toSorted().join('\n') !== [...contents].toSorted().join('\n'),
  )
  const damage = [
    ...(without_vector.a.length > 0
      ? [`${without_vector.a.length} of ${memories} memories without a vector`]
      : []),
    ...(vectors_of_nothing.a.length > 0 ? [`${vectors_of_nothing.a.length} vectors of no memory`] : []),
    ...usageOf(database),
    ...strangers.map((content) => `nobody stored ${content}`),
  ]
  return { lost: [...lost, ...imports.map(({ import_uuid }) => `import ${import_uuid}`)], damage }
}

/** What the database counts of the memories, where it is not what is there. */
function usageOf(database: Database.Database): string[] {
  const wrong = database
    .prepare<[], { counted: number; there: number }>(
      `SELECT memories AS counted, (SELECT count(*) FROM memories AS m
          WHERE m.family_member_uuid = memory_usage.family_member_uuid) AS there
        FROM memory_usage WHERE counted <> there`,
    )
    .all()
  return wrong.map(({ counted, there }) => `${counted} memories are counted, and ${there} are there`)
}

function lostGoals(database: Database.Database, { goals }: Ledger): string[] {
  const find = database.prepare<[string], { progress: number; status: string }>(
    'SELECT progress, status FROM goals WHERE goal_uuid = ?',
  )
  const isThere = ({ goal_uuid, acknowledged, attempted }: PromisedGoal) => {
    const row = find.get(goal_uuid)
    return [acknowledged, attempted].some(
      (wanted) => wanted !== null && row?.progress === wanted.progress && row.status === wanted.status,
    )
  }
  return goals.filter((goal) => !isThere(goal)).map((goal) => `goal ${JSON.stringify(goal)}`)
}

/** Names of topics that are gone, and those that the audit log knows nothing of. */
function lostNames(database: Database.Database, { names, audited }: Ledger): string[] {
  const all = (sql: string) => new Set(database.prepare<[], string>(sql).pluck().all())
  const there = all('SELECT external_topic FROM routing_mappings')
  const noted = all("SELECT details ->> 'external_topic' FROM audit WHERE event = 'admin_operation'")
  return [
    ...names.filter((name) => !there.has(name)).map((name) => `name ${name}`),
    ...audited.filter((name) => !noted.has(name)).map((name) => `audit row of ${name}`),
  ]
}

/** Backups that are not whole, and what is left of those that were begun. */
function brokenBackups({ backups }: Home): string[] {
  return readdirSync(backups).flatMap((name) => {
    if (name.includes('.part')) return [`backup ${name} was left`]
    if (!name.endsWith('.db')) return []
    try {
      const { problem } = examine(join(backups, name))
      return problem === null ? [] : [`backup ${name}: ${problem}`]
    } catch (error) {
      // It may have been replaced by a newer one since.
      if (!readdirSync(backups).includes(name)) return []
      return [`backup ${name}: ${String(error)}`]
    }
  })
}
