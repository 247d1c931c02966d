import { and, count, desc, eq, getTableColumns, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { parameter } from '../../store/columns.ts'
import { audit } from '../../store/tables.ts'
import type { Store } from '../../store/store.ts'
import { type AuditEvent, auditEvents } from './audit-events.ts'

/** What a list keeps: null is no filter; the bounds are milliseconds since the epoch, both included. */
export interface AuditFilter {
  readonly event: string | null
  readonly family_member_uuid: string | null
  readonly created_after: number
  readonly created_before: number
}

export type EventCounts = Record<AuditEvent, { day: number; total: number }>

const { placeholder } = sql
const same = (column: SQLiteColumn): SQL =>
  sql`(${parameter(column.name)} IS NULL OR ${column} = ${parameter(column.name)})`
const filtered = and(
  same(audit.event),
  same(audit.family_member_uuid),
  gte(audit.created_at, parameter('created_after')),
  lte(audit.created_at, parameter('created_before')),
)

/** What is read of the audit log, each query prepared once. */
export function auditStore({ database }: Store) {
  const { hash: _, ...rest } = getTableColumns(audit)
  // Nothing else is recorded.
  const columns = { ...rest, event: sql<AuditEvent>`${audit.event}` }
  const pages = (condition?: SQL) =>
    database
      .select(columns)
      .from(audit)
      .where(condition)
      .orderBy(desc(audit.seq))
      .limit(placeholder('limit'))
      .offset(placeholder('offset'))
      .prepare()
  const newest = pages()
  const page = pages(filtered)
  const total = database.select({ total: count() }).from(audit).where(filtered).prepare()
  const totals = database
    .select({ event: columns.event, total: count() })
    .from(audit)
    .groupBy(audit.event)
    .prepare()
  const since = database
    .select({ count: count() })
    .from(audit)
    .where(and(eq(audit.event, parameter('event')), gte(audit.created_at, parameter('since'))))
    .prepare()

  return {
    newest: (limit: number) => newest.all({ limit, offset: 0 }),

    /** Newest first, with the count of all that fit the filter. */
    list: (filter: AuditFilter, wanted: { limit: number; offset: number }) => ({
      items: page.all({ ...filter, ...wanted }),
      total: total.get({ ...filter })?.total ?? 0,
    }),

    /** How often each event there is has happened since a moment (milliseconds since the epoch), and in all. */
    counts: (moment: number): EventCounts => {
      const all = new Map(totals.all().map(({ event, total }) => [event, total]))
      return Object.fromEntries(
        auditEvents.map((event) => [
          event,
          { day: since.get({ event, since: moment })?.count ?? 0, total: all.get(event) ?? 0 },
        ]),
      ) as EventCounts
    },
  }
}
