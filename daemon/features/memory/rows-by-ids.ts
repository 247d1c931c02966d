import type Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { parameter } from '../../store/columns.ts'
import { memories } from './tables.ts'
import type { MemoryRow } from './rows.ts'

/** Opens the reading of memories by their ids over a connection. */
export function openRowsByIds(client: Database.Database): (ids: readonly number[]) => Map<number, MemoryRow> {
  const read = drizzle({ client })
    .select()
    .from(memories)
    .where(sql`${memories.memory_id} IN (SELECT value FROM json_each(${parameter('ids')}))`)
    .prepare()
  return (ids) => new Map(read.all({ ids: JSON.stringify(ids) }).map((row) => [row.memory_id, row]))
}
