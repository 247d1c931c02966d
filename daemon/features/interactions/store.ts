import { and, asc, count, desc, eq, gt, gte, inArray, lte, min, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { parameter, placeholders, updates } from '../../store/columns.ts'
import { interactionEvents, interactions } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { UserNotFound } from './failures.ts'

export type InteractionRow = typeof interactions.$inferSelect
export type EventRow = typeof interactionEvents.$inferSelect
export type Interactions = ReturnType<typeof interactionStore>

/** Which interactions a query may touch: those put to a member, by an actor or through a key; null fits none. */
export type Reach =
  | 'everyone'
  | {
      readonly user_id: string | null
      readonly asked_by: string | null
      readonly asked_by_key: string | null
    }

export type ListScope = 'everyone' | { readonly user_id: string } | Asker

export interface Asker {
  readonly asked_by: string
  readonly asked_by_key: string | null
}

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
// IS, since a person asks through no key.
const askedBy = and(
  eq(interactions.asked_by, parameter('asked_by')),
  sql`${interactions.asked_by_key} IS ${parameter('asked_by_key')}`,
)
const newestFirst = [desc(interactions.created_at), desc(sql`rowid`)]
// What does not wait matters no more than anything else that is over.
const severestFirst = [
  asc(sql`CASE WHEN ${interactions.status} <> 'pending' THEN 6
    ELSE 3 * (${interactions.requirement} <> 'required')
      + CASE ${interactions.severity} WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END END`),
  ...newestFirst,
]
const open = inArray(interactions.status, ['pending', 'dismissed', 'deferred'])
const expiring = and(open, lte(interactions.expires_at, parameter('now')))
const waking = and(eq(interactions.status, 'deferred'), lte(interactions.defer_until, parameter('now')))

/** The queries of this feature, each prepared once. */
export function interactionStore(store: Store) {
  return {
    ...interactionReads(store),
    ...askerReads(store),
    ...deadlineReads(store),
    ...interactionWrites(store),
  }
}

function interactionReads({ database }: Store) {
  const timeline = database
    .select()
    .from(interactionEvents)
    .where(eq(interactionEvents.interaction_id, parameter('interaction_id')))
    .orderBy(asc(sql`rowid`))
    .prepare()
  const is = eq(interactions.interaction_id, parameter('interaction_id'))
  const reached = or(
    eq(interactions.user_id, parameter('user_id')),
    eq(interactions.asked_by, parameter('asked_by')),
    eq(interactions.asked_by_key, parameter('asked_by_key')),
  )
  const find = database.select().from(interactions).where(and(is, reached)).prepare()
  const findAny = database.select().from(interactions).where(is).prepare()
  // Statements for each: with all in one, SQLite would read the whole table for a list.
  const pageBy = (order: readonly SQL[], whose?: SQL) =>
    database
      .select()
      .from(interactions)
      .where(and(whose, filtered))
      .orderBy(...order)
      .limit(placeholder('limit'))
      .offset(placeholder('offset'))
      .prepare()
  const statements = (whose?: SQL) => ({
    severity: pageBy(severestFirst, whose),
    newest: pageBy(newestFirst, whose),
    total: database.select({ total: count() }).from(interactions).where(and(whose, filtered)).prepare(),
  })
  const everyones = statements()
  const members = statements(eq(interactions.user_id, parameter('user_id')))
  const askers = statements(askedBy)
  const of = (whose: ListScope) => {
    if (whose === 'everyone') return everyones
    return 'user_id' in whose ? members : askers
  }

  return {
    find: (reach: Reach, interaction_id: string): InteractionRow | undefined =>
      reach === 'everyone' ? findAny.get({ interaction_id }) : find.get({ ...reach, interaction_id }),

    timeline: (interaction_id: string): EventRow[] => timeline.all({ interaction_id }),

    /** The newest first, or what waits and matters most, with the count of all that fit the filter. */
    list: (
      whose: ListScope,
      filter: Filter,
      { sort, ...at }: { limit: number; offset: number; sort: 'newest' | 'severity' },
    ) => {
      const parameters = {
        ...filter,
        ...(whose === 'everyone' ? {} : whose),
        status: filter.status && JSON.stringify(filter.status),
        interaction_type: filter.interaction_type && JSON.stringify(filter.interaction_type),
        category: filter.category && JSON.stringify(filter.category),
      }
      const { total, ...pages } = of(whose)
      return {
        items: pages[sort].all({ ...parameters, ...at }),
        total: total.get(parameters)?.total ?? 0,
      }
    },
  }
}

/** Of how much somebody asks. */
function askerReads({ database }: Store) {
  const waiting = database
    .select({ total: count() })
    .from(interactions)
    // In so many words, for the index on those that wait.
    .where(and(askedBy, sql`${interactions.status} IN ('pending', 'deferred')`))
    .prepare()
  const since = database
    .select({ total: count(), first: min(interactions.created_at) })
    .from(interactions)
    .where(and(askedBy, gt(interactions.created_at, parameter('after'))))
    .prepare()

  return {
    waitingOf: (asker: Asker): number => waiting.get({ ...asker })?.total ?? 0,

    /** How many somebody has put after a moment (milliseconds since the epoch), and when the first (ISO 8601). */
    askedAfter: (asker: Asker, after: number) => since.get({ ...asker, after }) ?? { total: 0, first: null },
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
