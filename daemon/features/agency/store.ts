import { and, asc, count, desc, eq, gt, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { parameter, placeholders, updates } from '../../store/columns.ts'
import { goals } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'

export type GoalRow = typeof goals.$inferSelect

const { placeholder } = sql
const mine = eq(goals.family_member_uuid, parameter('family_member_uuid'))
export const openStatuses = ['suggested', 'active', 'paused'] as const
const ofStatus = sql`${goals.status} IN (SELECT value FROM json_each(${parameter('status')}))`
const open = inArray(goals.status, openStatuses)
const active = eq(goals.status, 'active')
const due = and(active, lte(goals.next_run_at, parameter('now')))
// What a member asked for themselves and called important.
const urgent = sql`(${goals.origin} = 'user' AND ${goals.priority} = 'high')`

const newest = [desc(goals.created_at), desc(sql`rowid`)]

/** The queries on goals, each prepared once. */
export function goalStore(store: Store) {
  return { ...goalReads(store), ...scheduleReads(store), ...goalWrites(store) }
}

function goalReads({ database }: Store) {
  const select = (where: SQL | undefined) => database.select().from(goals).where(where)
  const owner = database
    .select({ uuid: goals.family_member_uuid })
    .from(goals)
    .where(eq(goals.goal_uuid, parameter('goal_uuid')))
    .prepare()
  const find = select(and(mine, eq(goals.goal_uuid, parameter('goal_uuid')))).prepare()
  const waitingFor = select(and(mine, eq(goals.interaction_id, parameter('interaction_id')))).prepare()
  const waiting = select(and(open, isNotNull(goals.interaction_id))).prepare()
  const page = select(and(mine, ofStatus))
    .orderBy(...newest)
    .limit(placeholder('limit'))
    .offset(placeholder('offset'))
    .prepare()
  const counted = database.select({ total: count() }).from(goals).where(and(mine, ofStatus)).prepare()
  const opened = select(and(mine, open))
    .orderBy(...newest)
    .prepare()
  const countedOpen = database.select({ total: count() }).from(goals).where(and(mine, open)).prepare()
  const noticed = database
    .select({ goal_uuid: goals.goal_uuid })
    .from(goals)
    .where(and(mine, eq(goals.noticed, parameter('noticed'))))
    .prepare()
  const suggestedSince = database
    .select({ total: count() })
    .from(goals)
    .where(and(mine, isNotNull(goals.noticed), gt(goals.created_at, parameter('after'))))
    .prepare()

  return {
    /** Whose a goal is; undefined where there is none. */
    ownerOf: (goal_uuid: string): string | undefined => owner.get({ goal_uuid })?.uuid,

    find: (family_member_uuid: string, goal_uuid: string): GoalRow | undefined =>
      find.get({ family_member_uuid, goal_uuid }),

    waitingFor: (family_member_uuid: string, interaction_id: string): GoalRow | undefined =>
      waitingFor.get({ family_member_uuid, interaction_id }),

    /** All open goals, of everyone, that wait for an answer. */
    waiting: (): GoalRow[] => waiting.all(),

    /** Newest first, with the count of all that have one of these statuses. */
    list: (
      family_member_uuid: string,
      statuses: readonly string[],
      at: { limit: number; offset: number },
    ) => {
      const status = JSON.stringify(statuses)
      return {
        items: page.all({ family_member_uuid, status, ...at }),
        total: counted.get({ family_member_uuid, status })?.total ?? 0,
      }
    },

    /** Those that are not over, newest first. */
    open: (family_member_uuid: string): GoalRow[] => opened.all({ family_member_uuid }),

    /** How many are not over. */
    countOpen: (family_member_uuid: string): number => countedOpen.get({ family_member_uuid })?.total ?? 0,

    /** Whether this was suggested before, whatever became of it. */
    isNoticed: (family_member_uuid: string, key: string): boolean =>
      noticed.get({ family_member_uuid, noticed: key }) !== undefined,

    /** How many suggestions were made after a moment. */
    suggestedSince: (family_member_uuid: string, after: number): number =>
      suggestedSince.get({ family_member_uuid, after })?.total ?? 0,
  }
}

/** Of what has come up, and when the next will. */
function scheduleReads({ database }: Store) {
  const membersDue = database
    .selectDistinct({ family_member_uuid: goals.family_member_uuid })
    .from(goals)
    .where(due)
    .prepare()
  const dueOf = database
    .select()
    .from(goals)
    .where(and(mine, due, sql`${urgent} = ${parameter('urgent')}`))
    .orderBy(asc(goals.next_run_at))
    .limit(placeholder('limit'))
    .prepare()
  const next = database
    .select({ at: sql<number | null>`min(${goals.next_run_at})` })
    .from(goals)
    .where(and(active, gt(goals.next_run_at, parameter('now'))))
    .prepare()

  const repeatingAfter = database
    .select()
    .from(goals)
    .where(and(active, isNotNull(goals.repeats), gt(goals.next_run_at, parameter('after'))))
    .prepare()

  return {
    /** All that repeat, of everyone, and come up after a moment next. */
    repeatingAfter: (after: number): GoalRow[] => repeatingAfter.all({ after }),

    membersDue: (now: number): string[] => membersDue.all({ now }).map((row) => row.family_member_uuid),

    /** A member's goals that have come up, the earliest first: those that are told at any time, or the others. */
    due: (family_member_uuid: string, now: number, isUrgent: boolean, limit: number): GoalRow[] =>
      dueOf.all({ family_member_uuid, now, urgent: isUrgent ? 1 : 0, limit }),

    /** When the next goal comes up after now, milliseconds since the epoch; infinity where none will. */
    nextRun: (now: number): number => next.get({ now })?.at ?? Infinity,
  }
}

function goalWrites({ database }: Store) {
  const insert = database.insert(goals).values(placeholders(goals)).prepare()
  const update = database
    .update(goals)
    .set(updates(changeable))
    .where(and(mine, eq(goals.goal_uuid, parameter('goal_uuid'))))
    .prepare()
  const erase = database.delete(goals).where(mine).prepare()

  return {
    insert: (_: Transaction, row: GoalRow): void => {
      insert.run({ ...row })
    },

    update: (_: Transaction, row: GoalRow): void => {
      update.run({ ...row })
    },

    erase: (_: Transaction, family_member_uuid: string): number => erase.run({ family_member_uuid }).changes,
  }
}

export type Goals = ReturnType<typeof goalStore>

const changeable = [
  'title',
  'description',
  'status',
  'priority',
  'progress',
  'autonomy',
  'due_at',
  'next_run_at',
  'repeats',
  'interaction_id',
  'updated_at',
] as const
