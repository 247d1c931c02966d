import type Database from 'better-sqlite3'

export interface ActiveTable {
  readonly name: string
  readonly model: string
}

/** The one that searches use; null where there is none. */
export const activeTableIn = (client: Database.Database): ActiveTable | null =>
  client.prepare<[], ActiveTable>("SELECT name, model FROM vector_tables WHERE state = 'active'").get() ??
  null

/** How many memories there are, and how many of them the search knows. */
export function countSearch(client: Database.Database): { memories: number; vectors: number } {
  const count = (sql: string) => client.prepare<[], number>(sql).pluck().get() ?? 0
  const memories = count('SELECT count(*) FROM memories WHERE forgotten_at IS NULL')
  const table = activeTableIn(client)
  if (table === null) return { memories, vectors: memories }
  // The table of the extension's own that lists its keys.
  const vectors = count(`SELECT count(*) FROM memory_vectors_${table.name === 'b' ? 'b' : 'a'}_rowids`)
  return { memories, vectors }
}
