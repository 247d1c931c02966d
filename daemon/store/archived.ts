import { and, asc, count, getTableColumns, gt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { parameter } from './columns.ts'
import type { Store } from './store.ts'
import { ownerColumns } from './table-rules.ts'

/** A kind of lines that an archive has: rows of a table that are of one member. */
export interface ArchivedKind {
  /** What its lines say that they are. */
  readonly type: string
  readonly table: SQLiteTable
  /** Which rows are the member's. */
  readonly mine: SQL | undefined
  /** Its columns that no archive has: secrets, and what says something in this database alone. */
  readonly without?: readonly string[]
  /** What stands beside the columns, or in place of one. */
  readonly beside?: Readonly<Record<string, SQL | SQLiteColumn>>
  /** What tells rows apart and puts them in order, where the table has no rowid: a text. */
  readonly key?: SQL
}

/** Whose archive it is, for conditions: the id of the member, and the same as an actor. */
export const ofMember = parameter('family_member_uuid')
export const actorOf = sql`'user:' || ${ofMember}`
/** Whose a row is, the head of the archive says. */
const owners: ReadonlySet<string> = new Set(ownerColumns)

/** A line of an archive, as the database has it; moments are ISO 8601. */
export type ArchivedLine = Readonly<Record<string, unknown>> & { readonly type: string }

/** Where a line stands among those of its kind. */
export type Position = string | number

export interface ArchivedRows {
  readonly type: string
  readonly count: (family_member_uuid: string) => number
  /** Those after a position, null for the first ones, in their order. */
  readonly after: (
    family_member_uuid: string,
    position: Position | null,
    limit: number,
  ) => { readonly position: Position; readonly line: ArchivedLine }[]
}

/** Opens the reading of everything that archives have, each query prepared once. */
export function openArchived(
  { database }: Pick<Store, 'database'>,
  kinds: readonly ArchivedKind[],
): readonly ArchivedRows[] {
  return kinds.map(({ type, table, mine, without = [], beside = {}, key }) => {
    const own = Object.entries(getTableColumns(table)).filter(
      ([name]) => !without.includes(name) && !owners.has(name),
    )
    const at = key ?? sql`rowid`
    const rows = database
      .select({
        position: sql<Position>`${at}`.as('position'),
        line: { ...Object.fromEntries(own), ...beside },
      })
      .from(table)
      .where(and(mine, gt(at, parameter('after'))))
      .orderBy(asc(at))
      .limit(sql.placeholder('limit'))
      .prepare()
    const counted = database.select({ total: count() }).from(table).where(mine).prepare()
    // What came from elsewhere may stand below 0.
    const first = key === undefined ? Number.MIN_SAFE_INTEGER : ''
    return {
      type,
      count: (family_member_uuid) => counted.get({ family_member_uuid })?.total ?? 0,
      after: (family_member_uuid, position, limit) =>
        rows
          .all({ family_member_uuid, after: position ?? first, limit })
          .map((row) => ({ position: row.position, line: { type, ...row.line } })),
    }
  })
}
