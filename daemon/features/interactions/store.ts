import { and, asc, count, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { parameter, placeholders, updates } from '../../store/columns.ts'
import { interactionEvents, interactions } from '../../store/schema.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { UserNotFound } from './failures.ts'

export type InteractionRow = typeof interactions.$inferSelect
export type EventRow = typeof interactionEvents.$inferSelect
export type Interactions = ReturnType<typeof interactionStore>

/** Whose interactions a query may touch: a member's id, or `everyone`. */
export type Owner = string

/** What a list keeps: null is no filter; the bounds are milliseconds since the epoch, both included. */
export interface Filter {
  readonly status: readonly string[] | null
  readonly interaction_type: readonly string[] | null
  readonly category: readonly string[] | null
  readonly created_after: number
  readonly created_before: number
}

const { placeholder } = sql
const among = (column: SQLiteColumn): SQL =>
  sql`(${parameter(column.name)} IS NULL OR ${column} IN (SELECT value FROM json_each(${parameter(column.name)})))`
const filtered = and(
  among(interactions.status),
  among(interactions.interaction_type),
  among(interactions.category),
  gte(interactions.created_at, parameter('created_after')),
  lte(interactions.created_at, parameter('created_before')),
)
const open = inArray(interactions.status, ['pending', 'dismissed', 'deferred'])
const expiring = and(open, lte(interactions.expires_at, parameter('now')))
const waking = and(eq(interactions.status, 'deferred'), lte(interactions.defer_until, parameter('now')))

/** The queries of this feature, each prepared once. */
export function interactionStore(store: Store) {
  return { ...interactionReads(store), ...deadlineReads(store), ...interactionWrites(store) }
}

function interactionReads({ database }: Store) {
  const timeline = database
    .select()
    .from(interactionEvents)
    .where(eq(interactionEvents.interaction_id, parameter('interaction_id')))
    .orderBy(asc(sql`rowid`))
    .prepare()
  // Statements for a member and others for everyone: with both in one, SQLite would read the whole table for a list.
  const statements = (whose?: SQL) => ({
    find: database
      .select()
      .from(interactions)
      .where(and(eq(interactions.interaction_id, parameter('interaction_id')), whose))
      .prepare(),
    page: database
      .select()
      .from(interactions)
      .where(and(whose, filtered))
      .orderBy(desc(interactions.created_at), desc(sql`rowid`))
      .limit(placeholder('limit'))
      .offset(placeholder('offset'))
      .prepare(),
    total: database.select({ total: count() }).from(interactions).where(and(whose, filtered)).prepare(),
  })
  const everyones = statements()
  const members = statements(eq(interactions.user_id, parameter('owner')))
  const of = (owner: Owner) => (owner === 'everyone' ? everyones : members)

  return {
    find: (owner: Owner, interaction_id: string): InteractionRow | undefined =>
      of(owner).find.get({ owner, interaction_id }),

    timeline: (interaction_id: string): EventRow[] => timeline.all({ interaction_id }),

    /** Newest first, with the count of all that fit the filter. */
    list: (owner: Owner, filter: Filter, at: { limit: number; offset: number }) => {
      const parameters = {
        ...filter,
        owner,
        status: filter.status && JSON.stringify(filter.status),
        interaction_type: filter.interaction_type && JSON.stringify(filter.interaction_type),
        category: filter.category && JSON.stringify(filter.category),
      }
      const { page, total } = of(owner)
      return {
        items: page.all({ ...parameters, ...at }),
        total: total.get(parameters)?.total ?? 0,
      }
    },
  }
}

/** Of what expires or wakes by itself. */
function deadlineReads({ database }: Store) {
  const due = (condition: SQL | undefined, moment: SQLiteColumn) =>
    database
      .select()
      .from(interactions)
      .where(condition)
      .orderBy(asc(moment))
      .limit(placeholder('limit'))
      .prepare()
  const expired = due(expiring, interactions.expires_at)
  const woken = due(waking, interactions.defer_until)
  const earliest = database
    .select({
      expiry: sql<number | null>`(SELECT min(expires_at) FROM interactions
        WHERE expires_at IS NOT NULL AND status IN ('pending', 'dismissed', 'deferred'))`,
      waking: sql<number | null>`(SELECT min(defer_until) FROM interactions WHERE status = 'deferred')`,
    })
    .from(sql`(SELECT 1)`)
    .prepare()

  return {
    /** Those whose expiry or deferral has come, at most `limit` of each. */
    due: (now: number, limit: number) => ({
      expired: expired.all({ now, limit }),
      woken: woken.all({ now, limit }),
    }),

    /** When the next one expires or wakes, milliseconds since the epoch; infinity where none will. */
    nextDue: (): number => {
      const next = earliest.get()
      return Math.min(next?.expiry ?? Infinity, next?.waking ?? Infinity)
    },
  }
}

function interactionWrites({ database }: Store) {
  const insert = database.insert(interactions).values(placeholders(interactions)).prepare()
  const insertEvent = database.insert(interactionEvents).values(placeholders(interactionEvents)).prepare()
  const update = database
    .update(interactions)
    .set(updates(['status', 'answer_text', 'answer_json', 'answered_at', 'defer_until', 'updated_at']))
    .where(
      and(
        eq(interactions.interaction_id, parameter('interaction_id')),
        eq(interactions.status, parameter('from_status')),
      ),
    )
    .prepare()
  const asked = eq(interactions.user_id, parameter('user_id'))
  const eraseEvents = database
    .delete(interactionEvents)
    .where(eq(interactionEvents.user_id, parameter('user_id')))
    .prepare()
  const erase = database.delete(interactions).where(asked).prepare()

  return {
    /** Throws `user not found` where no such member exists. */
    insert: (_: Transaction, row: InteractionRow): void => {
      try {
        insert.run({ ...row })
      } catch (error) {
        if ((error as { code?: string }).code === 'SQLITE_CONSTRAINT_FOREIGNKEY') throw UserNotFound()
        throw error
      }
    },

    insertEvent: (_: Transaction, row: EventRow): void => {
      insertEvent.run({ ...row })
    },

    /** Deletes all that was put to a member; answers how many interactions and events there were. */
    erase: (_: Transaction, user_id: string) => ({
      interaction_events: eraseEvents.run({ user_id }).changes,
      interactions: erase.run({ user_id }).changes,
    }),

    /** Writes `row` where its status is still `from`; false where someone else was faster. */
    update: (_: Transaction, from: InteractionRow['status'], row: InteractionRow): boolean =>
      update.run({ ...row, from_status: from }).changes === 1,
  }
}
