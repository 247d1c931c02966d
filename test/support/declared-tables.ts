import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { root } from '../../build/packaging/layout.ts'
import { sources } from './sources.ts'

/** The sources that declare tables. */
const declaring = sources('daemon').filter((file) =>
  /^export const \w+ = sqliteTable\(/m.test(readFileSync(join(root, file), 'utf8')),
)

/** Every table that is declared, with the source that does so. */
export const declaredTables = (
  await Promise.all(
    declaring.map(async (file) => {
      const exported = (await import(`../../${file}`)) as Record<string, unknown>
      return Object.values(exported).flatMap((value) =>
        is(value, SQLiteTable) ? [{ file, table: value }] : [],
      )
    }),
  )
).flat()
