import type { Erasing, TableRules } from '../../store/table-rules.ts'
import { openQuotes, removeUnlisted } from './quotes.ts'

/** What lies of a memory beside its row, by the same number. */
const beside = ['memory_vectors_a', 'memory_vectors_b', 'import_memories', 'facts'] as const

interface Row {
  readonly memory_id: number
  readonly memory_uuid: string
  readonly content: string
}

function eraseMemories(
  database: Erasing,
  column: 'memory_uuid' | 'family_member_uuid',
  subject: string,
  /** The owner whose memories stay. */
  keep = '',
): void {
  const { has, run } = database
  if (!has('memories')) return
  const rows = database
    .prepare(`SELECT memory_id, memory_uuid, content FROM memories WHERE ${column} = ? AND owner <> ?`)
    .all(subject, keep) as Row[]
  if (rows.length === 0) return
  const places = [
    ...(has('memory_words') ? [database.prepare('DELETE FROM memory_words WHERE rowid = ?')] : []),
    ...[...beside, 'memories']
      .filter((table) => has(table))
      .map((table) => database.prepare(`DELETE FROM ${table} WHERE memory_id = ?`)),
  ]
  // The tables of vectors take nothing but a real integer.
  for (const { memory_id } of rows) for (const place of places) place.run(BigInt(memory_id))
  // Where the index does not overwrite what goes by itself, it does so when it is made anew.
  if (has('memory_words')) run("INSERT INTO memory_words (memory_words) VALUES ('optimize')")
  const forget = (id: string) => database.forgetResults('instr(result, ?) > 0', id)
  if (has('memory_quotes')) {
    const quotes = openQuotes(database, database.quotes)
    for (const row of rows) for (const id of quotes.remove(row)) forget(id)
  } else removeUnlisted(database, rows)
  for (const { memory_uuid } of rows) forget(memory_uuid)
}

export const tableRules: TableRules = {
  erasures: [
    { kind: 'memory', erase: (database, subject) => eraseMemories(database, 'memory_uuid', subject) },
  ],
  eraseMember: (database, subject, keep) => eraseMemories(database, 'family_member_uuid', subject, keep),
  staying: (keep) => (keep === 'household' ? ['memories', 'memory_usage'] : []),
  counted: [
    {
      table: 'memories',
      recount: `DELETE FROM memory_usage;
        INSERT INTO memory_usage
          SELECT family_member_uuid, count(*), sum(octet_length(content)) FROM memories GROUP BY 1`,
    },
  ],
}
