import type Database from 'better-sqlite3'
import { openCopy } from './driver.ts'
import type { Erasure } from './tables.ts'
import { type Deleted, openQuotes, type UsedMemory, withoutMemory } from './quotes.ts'
import { withVectors } from './vectors.ts'

const ownerColumns = ['family_member_uuid', 'user_id'] as const
/** The account stays, and so does what the audit log says of it. */
const staying: ReadonlySet<string> = new Set(['members', 'audit'])
/** The second factors of an account: they stay as long as its password does. */
const secondFactors: ReadonlySet<string> = new Set([
  'totp_secrets',
  'backup_codes',
  'passkeys',
  'push_factors',
])
/** Tables of tokens, with what these are of and by which column: in a file of its own nothing goes with it by itself. */
const refreshTokens = [
  ['refresh_tokens', 'sessions', 'session_uuid'],
  ['key_refresh_tokens', 'api_keys', 'key_uuid'],
] as const
const vectorTables = ['memory_vectors_a', 'memory_vectors_b']

type Row = Deleted & { readonly memory_id: number }

/**
 * Deletes from a database what was deleted for good elsewhere, and notes that it did: for backups, of any version, and
 * for what takes the place of the database. Runs in the transaction that is open.
 */
export function eraseFrom(client: Database.Database, erasures: readonly Erasure[]): void {
  // All that refers to a row goes with it, in whatever order.
  client.pragma('defer_foreign_keys = ON')
  const tables = tablesOf(client)
  const has = (table: string, column?: string) =>
    column === undefined ? tables.has(table) : (tables.get(table)?.has(column) ?? false)
  const run = (sql: string, ...values: unknown[]) => void client.prepare(sql).run(...values)
  const context = { client, tables, has, run }
  // One of an older version may not know the kind, and has it done again.
  const noted = has('erasures') && client.prepare('INSERT OR IGNORE INTO erasures VALUES (?, ?, ?, ?)')
  // The name of an account stays with what the household may read, which may go here too.
  const accountsLast = erasures.toSorted(
    (one, other) => Number(one.kind === 'account') - Number(other.kind === 'account'),
  )
  for (const { erasure_uuid, kind, subject, erased_at } of accountsLast) {
    if (kind === 'member') eraseMember(context, subject)
    else if (kind === 'account') eraseAccount(context, subject)
    else if (kind === 'history') eraseHistory(context, subject)
    else if (kind === 'conversation' || kind === 'message') eraseMessages(context, kind, subject)
    else eraseMemories(context, 'memory_uuid', subject)
    if (noted) noted.run(erasure_uuid, kind, subject, Date.parse(erased_at))
  }
}

/** Does the same to the file of a backup that nobody has open, and that another one takes the place of if this fails. */
export function eraseInFile(file: string, erasures: readonly Erasure[]): void {
  const client = withVectors(openCopy(file))
  try {
    client.pragma('trusted_schema = OFF')
    client.pragma('secure_delete = ON')
    // Nothing of it in a file of another name.
    client.pragma('journal_mode = MEMORY')
    client.pragma('temp_store = MEMORY')
    client.pragma('foreign_keys = OFF')
    const listed = client.prepare("SELECT 1 FROM sqlite_master WHERE name = 'erasures'").get()
    const listedIds = new Set(listed ? client.prepare('SELECT erasure_uuid FROM erasures').pluck().all() : [])
    const missing = erasures.filter(({ erasure_uuid }) => !listedIds.has(erasure_uuid))
    client.transaction(() => eraseFrom(client, missing))()
  } finally {
    client.close()
  }
}

interface Erasing {
  readonly client: Database.Database
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>
  readonly has: (table: string, column?: string) => boolean
  readonly run: (sql: string, ...values: unknown[]) => void
}

/** What stands where a column of an account was; `username` is the id, which nobody else has. */
const nothing = [
  ['relationship', "''"],
  ['password_hash', "''"],
  ['roles', "'[]'"],
] as const

/** Everything that is held of a member but what the household may read, the account too; the name stays with what stays. */
function eraseAccount(erasing: Erasing, family_member_uuid: string): void {
  const { has, run } = erasing
  if (!has('members')) return
  eraseMember(erasing, family_member_uuid, 'household')
  const told = `SELECT 1 FROM memories WHERE family_member_uuid = members.family_member_uuid`
  const name = has('memories') ? `CASE WHEN EXISTS (${told}) THEN full_name ELSE '' END` : "''"
  const set = [
    ['username', 'family_member_uuid'],
    ['full_name', name],
    ...nothing,
    ['removed_at', 'coalesce(removed_at, 0)'],
  ].filter(([column = '']) => has('members', column))
  const written = set.map(([column, value]) => `${column} = ${value}`).join(', ')
  run(`UPDATE members SET ${written} WHERE family_member_uuid = ?`, family_member_uuid)
  if (has('people')) run('DELETE FROM people WHERE person_uuid = ?', family_member_uuid)
}

/**
 * Everything that is held of a member; the account stays, and with it what its member signs in with, as long as it is
 * not the account that goes.
 */
function eraseMember(erasing: Erasing, family_member_uuid: string, keep = ''): void {
  const { tables, has, run } = erasing
  if (!has('members')) return
  eraseMemories(erasing, 'family_member_uuid', family_member_uuid, keep)
  const isKept = (table: string) =>
    keep === '' ? secondFactors.has(table) : table === 'memories' || table === 'memory_usage'
  eraseHistory(erasing, family_member_uuid)
  for (const [tokens, of, id] of refreshTokens)
    if (has(tokens)) {
      const mine = `SELECT ${id} FROM ${of} WHERE family_member_uuid = ?`
      run(`DELETE FROM ${tokens} WHERE ${id} IN (${mine})`, family_member_uuid)
    }
  forgetDevices(erasing, family_member_uuid)
  for (const [table, columns] of tables) {
    const owner = ownerColumns.find((column) => columns.has(column))
    if (owner && !staying.has(table) && !isKept(table))
      run(`DELETE FROM "${table}" WHERE ${owner} = ?`, family_member_uuid)
  }
  forgetResults(
    erasing,
    'owner = ? OR instr(result, ?) > 0',
    `user:${family_member_uuid}`,
    family_member_uuid,
  )
  if (has('members', 'preferences'))
    run("UPDATE members SET preferences = '{}' WHERE family_member_uuid = ?", family_member_uuid)
}

/** What others have on the devices of a member. */
function forgetDevices({ has, run }: Erasing, family_member_uuid: string): void {
  const theirs = 'device_uuid IN (SELECT device_uuid FROM devices WHERE family_member_uuid = ?)'
  if (has('sessions', 'device_uuid'))
    run(`UPDATE sessions SET device_uuid = NULL WHERE ${theirs}`, family_member_uuid)
  for (const table of ['device_members', 'pin_tries'])
    if (has(table)) run(`DELETE FROM ${table} WHERE ${theirs}`, family_member_uuid)
}

/** All that a member and the companion said to one another. */
function eraseHistory(erasing: Erasing, family_member_uuid: string): void {
  const { has, run } = erasing
  if (!has('conversations')) return
  if (has('memory_quotes'))
    run(
      `DELETE FROM memory_quotes WHERE place = 'message'
        AND id IN (SELECT message_uuid FROM messages WHERE family_member_uuid = ?)`,
      family_member_uuid,
    )
  const conversations = 'SELECT conversation_uuid FROM conversations WHERE family_member_uuid = ?'
  for (const table of ['conversation_topics', 'conversation_focus'])
    if (has(table))
      run(`DELETE FROM ${table} WHERE conversation_uuid IN (${conversations})`, family_member_uuid)
  for (const table of ['unanswered_messages', 'read_markers', 'messages', 'conversations'])
    if (has(table)) run(`DELETE FROM ${table} WHERE family_member_uuid = ?`, family_member_uuid)
  const answers = "owner = ? AND json_extract(result, '$.message.message_uuid') IS NOT NULL"
  forgetResults(erasing, answers, `user:${family_member_uuid}`)
}

/** One message, or a conversation with all of them. */
function eraseMessages(erasing: Erasing, kind: 'conversation' | 'message', subject: string): void {
  const { client, has, run } = erasing
  if (!has('messages')) return
  const uuids = client
    .prepare<[string], string>(`SELECT message_uuid FROM messages WHERE ${kind}_uuid = ?`)
    .pluck()
    .all(subject)
  for (const message_uuid of uuids) {
    if (has('memory_quotes'))
      run("DELETE FROM memory_quotes WHERE place = 'message' AND id = ?", message_uuid)
    for (const table of ['unanswered_messages', 'messages'])
      if (has(table)) run(`DELETE FROM ${table} WHERE message_uuid = ?`, message_uuid)
    forgetResults(erasing, 'instr(result, ?) > 0', message_uuid)
  }
  if (kind === 'message') return
  for (const table of ['conversation_topics', 'conversation_focus', 'conversations'])
    if (has(table)) run(`DELETE FROM ${table} WHERE conversation_uuid = ?`, subject)
}

function eraseMemories(
  erasing: Erasing,
  column: 'memory_uuid' | 'family_member_uuid',
  subject: string,
  /** The owner whose memories stay. */
  keep = '',
): void {
  const { client, has, run } = erasing
  if (!has('memories')) return
  const rows = client
    .prepare<[string, string], Row>(
      `SELECT memory_id, memory_uuid, content FROM memories WHERE ${column} = ? AND owner <> ?`,
    )
    .all(subject, keep)
  if (rows.length === 0) return
  const places = [
    ...(has('memory_words') ? [client.prepare('DELETE FROM memory_words WHERE rowid = ?')] : []),
    ...[...vectorTables, 'import_memories', 'facts', 'memories']
      .filter((table) => has(table))
      .map((table) => client.prepare(`DELETE FROM ${table} WHERE memory_id = ?`)),
  ]
  // The tables of vectors take nothing but a real integer.
  for (const { memory_id } of rows) for (const place of places) place.run(BigInt(memory_id))
  // Where the index does not overwrite what goes by itself, it does so when it is made anew.
  if (has('memory_words')) run("INSERT INTO memory_words (memory_words) VALUES ('optimize')")
  if (has('memory_quotes')) {
    const quotes = openQuotes({ prepare: (sql) => client.prepare(sql) })
    for (const row of rows)
      for (const id of quotes.remove(row)) forgetResults(erasing, 'instr(result, ?) > 0', id)
  } else if (has('messages')) unquote(erasing, rows)
  for (const { memory_uuid } of rows) forgetResults(erasing, 'instr(result, ?) > 0', memory_uuid)
}

/** Removes the words of memories from the replies that are grounded in them, where these are not listed. */
function unquote({ client, run }: Erasing, rows: readonly Row[]): void {
  const deleted = new Map(rows.map((row) => [row.memory_uuid, row]))
  const replies = client
    .prepare<[], { message_id: number; content: string; memories_used: string }>(
      "SELECT message_id, content, memories_used FROM messages WHERE memories_used <> '[]'",
    )
    .all()
  for (const reply of replies) {
    const used = JSON.parse(reply.memories_used) as UsedMemory[]
    const gone = used.flatMap(({ memory_uuid }) => deleted.get(memory_uuid) ?? [])
    if (gone.length === 0) continue
    run(
      `DELETE FROM conversation_focus
        WHERE conversation_uuid = (SELECT conversation_uuid FROM messages WHERE message_id = ?)`,
      reply.message_id,
    )
    const { content, memories_used, message_id } = gone.reduce(withoutMemory, reply)
    run(
      'UPDATE messages SET content = ?, memories_used = ? WHERE message_id = ?',
      content,
      memories_used,
      message_id,
    )
  }
  const questions = client
    .prepare<[], { interaction_id: string; older_uuid: string; newer_uuid: string }>(
      'SELECT interaction_id, older_uuid, newer_uuid FROM contradictions',
    )
    .all()
  for (const { interaction_id, older_uuid, newer_uuid } of questions) {
    if (!deleted.has(older_uuid) && !deleted.has(newer_uuid)) continue
    for (const table of ['interaction_events', 'interactions', 'contradictions'])
      run(`DELETE FROM ${table} WHERE interaction_id = ?`, interaction_id)
  }
}

/** Forgets results; where there can be keys without one, these stay. */
function forgetResults({ has, run }: Erasing, condition: string, ...values: string[]): void {
  if (!has('idempotency', 'state')) {
    run(`DELETE FROM idempotency WHERE ${condition}`, ...values)
    return
  }
  const keys = `SELECT owner, key FROM idempotency WHERE ${condition}`
  run(`DELETE FROM idempotency_subjects WHERE (owner, key) IN (${keys})`, ...values)
  run(
    `UPDATE idempotency SET state = 'gone', request_hash = NULL, result = NULL WHERE ${condition}`,
    ...values,
  )
}

function tablesOf(client: Database.Database): Map<string, Set<string>> {
  const columns = client
    .prepare<[], { table: string; column: string }>(
      `SELECT tables.name AS "table", columns.name AS "column"
        FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
        WHERE tables.schema = 'main' AND tables.type IN ('table', 'virtual')`,
    )
    .all()
  const tables = new Map<string, Set<string>>()
  for (const { table, column } of columns) {
    const ofTable = tables.get(table) ?? new Set()
    tables.set(table, ofTable.add(column))
  }
  return tables
}
