import type Database from 'better-sqlite3'
import { openCopy } from '../../../store/driver.ts'
import { withVectors } from '../../../store/vectors.ts'

/** Reads a database file that nobody else uses; nothing in it is trusted. */
function reading<T>(file: string, read: (client: Database.Database) => T): T {
  const client = withVectors(openCopy(file, { readonly: true }))
  try {
    client.pragma('trusted_schema = OFF')
    return read(client)
  } finally {
    client.close()
  }
}

/** How many rows each ordinary table has. */
export function countRows(file: string): Record<string, number> {
  return reading(file, (client) => {
    const listed = client.pragma('table_list') as { schema: string; name: string; type: string }[]
    const names = listed
      .filter(
        ({ schema, name, type }) => schema === 'main' && type === 'table' && !name.startsWith('sqlite_'),
      )
      .map(({ name }) => name)
    const count = (name: string) =>
      Number(
        client
          .prepare(`SELECT count(*) FROM "${name.replaceAll('"', '""')}"`)
          .pluck()
          .get(),
      )
    return Object.fromEntries(names.toSorted().map((name) => [name, count(name)]))
  })
}

/** The words of a text that say something, as a search would be asked for them. */
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]{4,}/gu)?.slice(0, 3) ?? []

/** Whether the newest memory is found by its own words; null where there is none, or none with words. */
export function findsByWords(file: string): boolean | null {
  return reading(file, (client) => {
    const newest = client
      .prepare('SELECT memory_uuid, content FROM memories WHERE forgotten_at IS NULL ORDER BY memory_id DESC')
      .get() as { memory_uuid: string; content: string } | undefined
    const words = wordsOf(newest?.content ?? '')
    if (!newest || words.length === 0) return null
    const all = words.map(() => 'instr(content, ?) > 0').join(' AND ')
    const ids = client
      .prepare(`SELECT memory_uuid FROM memories WHERE ${all}`)
      .pluck()
      .all(...words)
    return ids.includes(newest.memory_uuid)
  })
}
