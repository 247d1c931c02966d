import { and, asc, count, countDistinct, desc, eq, gt, gte, lt, lte, max, min, sql } from 'drizzle-orm'
import { iso } from '../../kernel/clock.ts'
import { parameter, placeholders } from '../../store/columns.ts'
import { emotionLedger, emotions } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { type Entry, felt, type LedgerState } from './ledger.ts'
import { neutral, emotionVector } from './emotion-vector.ts'

/** An entry of the ledger as it is kept; `at` in milliseconds since the epoch. */
export interface LedgerRow extends Entry {
  readonly entry_id: number
  readonly cause: string
  readonly message_uuid: string | null
}

/** Milliseconds since the epoch: from the first, included, to the last, not included. */
export interface Period {
  readonly from: number
  readonly to: number
}

/** Some time that has impulses: when it begins, in milliseconds since the epoch, and the ids of the first and the last. */
export interface Bucket {
  readonly begin: number
  readonly first: number
  readonly last: number
}

export interface Page {
  readonly limit: number
  readonly offset: number
}

const { created_at, family_member_uuid: _owner, ...columns } = emotionLedger
const { entry_id, kind, valence, arousal, dominance, cause, message_uuid } = columns
const row = {
  entry_id,
  kind,
  valence,
  arousal,
  dominance,
  cause,
  message_uuid,
  at: sql<number>`${created_at}`,
}
const mine = eq(emotionLedger.family_member_uuid, parameter('family_member_uuid'))

/** The queries of this feature, each prepared once. */
export function emotionStore(store: Store) {
  return { ...stateQueries(store), ...impulseReads(store), ...replayReads(store) }
}

/** Of how the companion feels now, and of what is written to the ledger. */
function stateQueries({ database }: Store) {
  const find = database
    .select()
    .from(emotions)
    .where(eq(emotions.family_member_uuid, parameter('family_member_uuid')))
    .prepare()
  const append = database.insert(emotionLedger).values(placeholders(emotionLedger)).prepare()
  const save = database
    .insert(emotions)
    .values(placeholders(emotions))
    .onConflictDoUpdate({
      target: emotions.family_member_uuid,
      set: Object.fromEntries(saved.map((name) => [name, sql.raw(`excluded.${name}`)])),
    })
    .prepare()
  const eraseLedger = database.delete(emotionLedger).where(mine).prepare()
  const eraseState = database
    .delete(emotions)
    .where(eq(emotions.family_member_uuid, parameter('family_member_uuid')))
    .prepare()

  return {
    /** The state right after the last entry; undefined where there is none. */
    find: (family_member_uuid: string): LedgerState | undefined => {
      const row = find.get({ family_member_uuid })
      if (!row) return undefined
      const { baseline_valence, baseline_arousal, baseline_dominance, updated_at } = row
      return {
        state: emotionVector((axis) => row[axis]),
        baseline: { valence: baseline_valence, arousal: baseline_arousal, dominance: baseline_dominance },
        at: Date.parse(updated_at),
      }
    },

    /** Writes an entry, and the state right after it. */
    append: (
      _: Transaction,
      family_member_uuid: string,
      { at, ...entry }: Omit<LedgerRow, 'entry_id'>,
      { state, baseline }: LedgerState,
    ): void => {
      const moment = iso(at)
      const values = { ...entry, family_member_uuid, created_at: moment, entry_id: null }
      const { lastInsertRowid } = append.run(values)
      save.run({
        family_member_uuid,
        ...state,
        baseline_valence: baseline.valence,
        baseline_arousal: baseline.arousal,
        baseline_dominance: baseline.dominance,
        entry_id: Number(lastInsertRowid),
        updated_at: moment,
      })
    },

    /** Deletes all that was felt with a member; answers how many entries there were. */
    erase: (_: Transaction, family_member_uuid: string) => {
      eraseState.run({ family_member_uuid })
      return { emotion_entries: eraseLedger.run({ family_member_uuid }).changes }
    },
  }
}

function impulseReads({ database }: Store) {
  const period = and(
    mine,
    sql`${kind} = 'impulse'`,
    gte(created_at, sql`${parameter('from')}`),
    lt(created_at, sql`${parameter('to')}`),
  )
  const page = database
    .select(row)
    .from(emotionLedger)
    .where(period)
    .orderBy(desc(entry_id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare()
  const total = database.select({ total: count() }).from(emotionLedger).where(period).prepare()
  const begin = sql<number>`${created_at} - ${created_at} % ${parameter('length')}`
  const buckets = database
    .select({ begin, first: min(entry_id), last: max(entry_id) })
    .from(emotionLedger)
    .where(period)
    .groupBy(begin)
    .orderBy(desc(begin))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare()
  const counted = database
    .select({ total: countDistinct(begin) })
    .from(emotionLedger)
    .where(period)
    .prepare()

  return {
    /** The impulses of a period, newest first, with the count of all. */
    page: (family_member_uuid: string, period: Period, at: Page) => ({
      items: page.all({ family_member_uuid, ...period, ...at }) as LedgerRow[],
      total: total.get({ family_member_uuid, ...period })?.total ?? 0,
    }),

    /** The hours or days (by their length in milliseconds) of a period that have impulses, newest first. */
    buckets: (family_member_uuid: string, period: Period, length: number, at: Page) => ({
      items: buckets.all({ family_member_uuid, ...period, length, ...at }) as Bucket[],
      total: counted.get({ family_member_uuid, ...period, length })?.total ?? 0,
    }),
  }
}

/** Of the entries that a state follows from. */
function replayReads({ database }: Store) {
  const between = database
    .select(row)
    .from(emotionLedger)
    .where(and(mine, gt(entry_id, parameter('after')), lte(entry_id, parameter('through'))))
    .orderBy(asc(entry_id))
    .prepare()
  const older = database
    .select({ entry_id })
    .from(emotionLedger)
    .where(and(mine, lt(entry_id, parameter('before')), lt(created_at, sql`${parameter('moment')}`)))
    .orderBy(desc(entry_id))
    .limit(1)
    .prepare()
  const baseline = database
    .select(row)
    .from(emotionLedger)
    .where(and(mine, sql`${kind} = 'baseline'`, lte(entry_id, parameter('through'))))
    .orderBy(desc(entry_id))
    .limit(1)
    .prepare()

  return {
    /**
     * The entries up to `through`, the oldest first, with all that may still be felt at `moment`, where `before` is the
     * first entry that is asked about; and the state that they begin with, null where they begin with the first.
     */
    feltSince: (
      family_member_uuid: string,
      moment: number,
      { before = Number.MAX_SAFE_INTEGER, through = Number.MAX_SAFE_INTEGER } = {},
    ): { origin: LedgerState | null; entries: LedgerRow[] } => {
      const begin = moment - felt
      const last = older.get({ family_member_uuid, moment: begin, before })
      const after = last?.entry_id ?? 0
      const entries = between.all({ family_member_uuid, after, through }) as LedgerRow[]
      if (last === undefined) return { origin: null, entries }
      const rest = baseline.get({ family_member_uuid, through: after }) ?? neutral
      const place = emotionVector((axis) => rest[axis])
      return { origin: { state: place, baseline: place, at: begin }, entries }
    },
  }
}

export type Emotions = ReturnType<typeof emotionStore>

const saved = [
  'valence',
  'arousal',
  'dominance',
  'baseline_valence',
  'baseline_arousal',
  'baseline_dominance',
  'entry_id',
  'updated_at',
] as const
