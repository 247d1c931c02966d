import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type Database from 'better-sqlite3'
import { pino } from 'pino'
import { createHome, type Home } from '../../../daemon/kernel/home.ts'
import { openAudit } from '../../../daemon/store/audit.ts'
import { openDatabase, Store } from '../../../daemon/store/store.ts'
import { ManualClock } from '../clock.ts'
import { migrateTo } from '../migrated.ts'

/** When everything in a home of an older version was written, in milliseconds since the epoch. */
const writtenAt = Date.parse('2026-03-04T05:06:07.000Z')
/** When whatever has an end ends, so that nothing changes by itself. */
const endsAt = Date.parse('2096-03-04T05:06:07.000Z')
/** Rows of a table, at least. */
const minRows = 3

interface Column {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly pk: number
}

interface ForeignKey {
  readonly from: string
  readonly table: string
  readonly to: string | null
}

/** Texts that a program of any version reads as it reads its own, by the names of their columns. */
const texts: Readonly<Record<string, (place: number) => string>> = {
  roles: (place) => (place === 0 ? '["admin"]' : '[]'),
  preferences: () => '{}',
  allowed_options: () => '["tea","coffee"]',
  answer_json: () => '{"cups":2}',
  tags: () => '["kitchen"]',
  memory_uuids: () => '[]',
  changes: () => '[]',
  unkept: () => '[]',
  wrong: () => '[]',
  transports: () => '["internal"]',
  methods: () => '["pwd"]',
  redirect_uris: () => '["http://127.0.0.1/back"]',
  scopes: () => '["chat"]',
  allowed_operations: () => '["memory.search"]',
  memories_used: (place) => JSON.stringify([{ memory_uuid: uuidOf('memories', 'memory_uuid', place) }]),
  result: (place) =>
    JSON.stringify(
      place === 0 ? { invitation_code: 'once' } : { goal_uuid: uuidOf('goals', 'goal_uuid', place) },
    ),
  repeats: () => 'FREQ=DAILY',
  owner: (place) => uuidOf('members', 'family_member_uuid', place),
}

/** An id that is the same for the same place of a table. */
function uuidOf(table: string, column: string, place: number): string {
  const digits = crc32(`${table} ${column}`)
  return `${digits.toString(16).padStart(8, '0')}-0000-4000-8000-${place.toString(16).padStart(12, '0')}`
}

/** What each CHECK of a table allows in a column. */
function allowedIn(sql: string): Map<string, string[]> {
  const checks = [...sql.matchAll(/CHECK \((\w+) IN\s*\(([^)]+)\)/g)]
  return new Map(
    checks.map(([, column = '', words = '']) => [
      column,
      words.split(',').map((word) => word.trim().slice(1, -1)),
    ]),
  )
}

/** The tables of a database that are its own, those that others refer to first. */
function tablesOf(
  client: Database.Database,
): { readonly name: string; readonly keys: readonly ForeignKey[] }[] {
  const names = client
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT GLOB '*_vector_chunks*'`,
    )
    .pluck()
    .all()
  const left = new Map(
    names.map((name) => [
      name,
      client.prepare<[string], ForeignKey>('SELECT * FROM pragma_foreign_key_list(?)').all(name),
    ]),
  )
  const ordered = []
  while (left.size > 0) {
    const next = [...left].find(([name, keys]) =>
      keys.every(({ table }) => table === name || !left.has(table)),
    )
    if (!next) throw new Error('the tables refer to each other in a circle')
    ordered.push({ name: next[0], keys: next[1] })
    left.delete(next[0])
  }
  return ordered
}

/** Those that the database or the log fills by itself. */
const filledOtherwise = new Set(['vector_tables', 'facts_read', 'memory_usage', 'audit'])

/** Puts rows of every kind into each table of a database: each value that a CHECK allows, and NULL wherever it may be. */
function fillTables(client: Database.Database): void {
  for (const { name, keys } of tablesOf(client)) {
    if (filledOtherwise.has(name)) continue
    const sql = String(client.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name))
    const columns = client.prepare<[string], Column>('SELECT * FROM pragma_table_info(?)').all(name)
    const allowed = allowedIn(sql)
    const rows = Math.max(minRows, ...[...allowed.values()].map((words) => words.length))
    const insert = client.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`)
    for (let place = 0; place < rows; place += 1)
      insert.run(
        columns.map((column) => {
          const key = keys.find(({ from }) => from === column.name)
          if (column.notnull === 0 && column.pk === 0 && place % 3 === 2) return null
          if (key) return referredTo(client, key, place)
          const words = allowed.get(column.name)
          return words ? words[place % words.length] : valueOf(name, column, place)
        }),
      )
  }
}

/** The key of a row that is there. */
function referredTo(client: Database.Database, { table, to }: ForeignKey, place: number): unknown {
  const id =
    to ?? String(client.prepare('SELECT name FROM pragma_table_info(?) WHERE pk = 1').pluck().get(table))
  const all = client.prepare(`SELECT ${id} FROM ${table} ORDER BY ${id}`).pluck().all()
  return all[place % all.length]
}

function valueOf(table: string, { name, type }: Column, place: number): unknown {
  if (type === 'BLOB') return Buffer.from(`${table} ${place}`)
  if (type === 'REAL') return 0.25 * (1 + (place % 4))
  if (type === 'INTEGER') {
    if (/^(expires_at|token_expires_at|defer_until|due_at|next_run_at|ready_at)$/.test(name))
      return endsAt + place
    return name.endsWith('_at') || name.startsWith('valid_') ? writtenAt + place : place + 1
  }
  const text = texts[name]
  if (text) return text(place)
  if (name.endsWith('_uuid') || name === 'interaction_id' || name === 'event_id')
    return uuidOf(table, name, place)
  return /json|context|traits|details|deeds|focus|actions/.test(name) ? '{}' : `${name} ${place}`
}

/** Puts the vectors and the words of the memories in, as far as the version has tables of them. */
function fillIndexes(client: Database.Database): void {
  const has = (table: string) => client.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table)
  if (!has('memories')) return
  const memories = client
    .prepare<[], { memory_id: number; owner: string }>(
      'SELECT memory_id, owner FROM memories WHERE forgotten_at IS NULL',
    )
    .all()
  const vector = (place: number) => Buffer.from(new Float32Array(384).fill(1 / (place + 1)).buffer)
  for (const { memory_id, owner } of memories) {
    for (const table of ['memory_vectors_a', 'memory_vectors_b'])
      client
        .prepare(`INSERT INTO ${table} (memory_id, owner, embedding) VALUES (?, ?, ?)`)
        .run(BigInt(memory_id), owner, vector(memory_id))
    if (!has('memory_words')) continue
    const column = client.prepare("SELECT name FROM pragma_table_info('memory_words')").pluck().get()
    client.prepare(`INSERT INTO memory_words (rowid, ${String(column)}) VALUES (?, ?)`).run(memory_id, owner)
  }
}

/**
 * Makes the home that a program of a version would have left, with rows of every kind in each table that it knew and an
 * audit log whose chain holds. It is made of the migrations: no other home of these versions is left.
 */
export function createOlderHome(home: Home, version: number): void {
  createHome(home)
  const client = openDatabase(home.database)
  try {
    client.transaction(() => {
      client.pragma('defer_foreign_keys = ON')
      migrateTo(client, version)
      fillTables(client)
      fillIndexes(client)
    })()
    if (version >= 2) fillAudit(client, home)
    client.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    client.close()
  }
}

function fillAudit(client: Database.Database, home: Home): void {
  const clock = new ManualClock(writtenAt)
  const store = new Store(client, pino({ level: 'silent' }))
  const audit = openAudit(store, home, clock)
  const members = client.prepare<[], string>('SELECT family_member_uuid FROM members').pluck().all()
  for (const [place, family_member_uuid] of members.entries())
    store.write((tx) =>
      audit.record(tx, {
        event: place === 0 ? 'signed_in' : 'emergency_reset',
        actor: `user:${family_member_uuid}`,
        address: '127.0.0.1',
        family_member_uuid,
        session_uuid: randomUUID(),
      }),
    )
  audit.stop()
}
