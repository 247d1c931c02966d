import { hash } from 'node:crypto'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import { canonical } from '../kernel/canonical.ts'
import { iso } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { IdempotencyConflict, IdempotencyGone, ShownOnce } from '../kernel/errors.ts'
import type { TrustedClock } from './trusted-clock.ts'
import { parameter, placeholders } from './columns.ts'
import { idempotency, idempotencySubjects } from './tables.ts'
import type { Store, Transaction } from './store.ts'

/** How long a first result is repeated: 7 days. */
const retentionMs = 7 * 24 * 3_600_000

/** Runs the change of an operation once for each idempotency key of a caller. */
export interface Idempotency {
  /**
   * One transaction, in which a key that the caller used before gives the first result again and changes nothing; used
   * with another request it is a `CONFLICT`, as it is where the result was a secret that is shown once, and `GONE` where
   * what the result named was deleted. Without a key, or without a caller whose key it could be, a plain write.
   */
  <O>(context: Context, input: object, change: (transaction: Transaction) => O): O
  /** The same, committed together with what others write at about the same time. */
  together<O>(context: Context, input: object, change: (transaction: Transaction) => O): Promise<O>
  /** The first result, for operations that do more than a transaction; undefined where there is none yet. */
  recall(context: Context, input: object): unknown
  /** Distinguishes a request from another one, for those who store more than its result. */
  fingerprint(context: Pick<Context, 'operation'>, input: object): string
  /** Forgets every result that names one of these ids, whoever's it is. Their keys stay: nothing is done again. */
  forget(transaction: Transaction, subjects: Iterable<string>): void
  /** Forgets the results of a caller: all, or those that have something at a JSON path, such as `$.message`. */
  forgetOf(transaction: Transaction, owner: string, path?: string): void
  /** Takes keys of a caller for used, by what was deleted. */
  bury(transaction: Transaction, owner: string, keys: readonly string[]): void
}

/** Opens the memory of idempotency keys. */
export function openIdempotency(store: Store, clock: TrustedClock): Idempotency {
  const { database } = store
  const mine = and(eq(idempotency.owner, parameter('owner')), eq(idempotency.key, parameter('key')))
  const find = database.select().from(idempotency).where(mine).prepare()
  const remember = database.insert(idempotency).values(placeholders(idempotency)).prepare()
  const { name, forgetting, expire } = removals(store)

  const fingerprint = ({ operation }: Pick<Context, 'operation'>, input: object) =>
    hash('sha256', canonical([operation, input]))

  const keyOf = ({ operation, idempotency_key: key, caller }: Context, input: object) => {
    if (key === null || caller === null) return null
    return { owner: caller.actor, key, request_hash: fingerprint({ operation }, input) }
  }

  type Key = NonNullable<ReturnType<typeof keyOf>>
  const firstOf = ({ owner, key, request_hash }: Key) => {
    const first = find.get({ owner, key })
    if (first?.state === 'gone') throw IdempotencyGone()
    if (first && first.request_hash !== request_hash) throw IdempotencyConflict()
    if (first?.state === 'shown_once') throw ShownOnce()
    return first
  }

  /** The change as it is made where its key was not used before. */
  const changeOnce = <O>(context: Context, input: object, change: (transaction: Transaction) => O) => {
    const key = keyOf(context, input)
    if (key === null) return change
    return (transaction: Transaction): O => {
      if (clock.isTrusted()) expire(clock.now() - retentionMs)
      const first = firstOf(key)
      // Stored by this very operation (its name is in the hash), so it has this operation's shape.
      if (first) return first.result as O
      const result = change(transaction)
      const outcome = context.shown_once
        ? ({ state: 'shown_once', result: null } as const)
        : ({ state: 'kept', result } as const)
      remember.run({ ...key, ...outcome, created_at: iso(clock.now()) })
      if (outcome.state === 'kept') name(key, idsIn([input, result]))
      return result
    }
  }
  const once = <O>(context: Context, input: object, change: (transaction: Transaction) => O): O =>
    store.write(changeOnce(context, input, change))

  const recall = (context: Context, input: object): unknown => {
    const key = keyOf(context, input)
    return key === null ? undefined : firstOf(key)?.result
  }

  return Object.assign(once, {
    together: <O>(context: Context, input: object, change: (transaction: Transaction) => O): Promise<O> =>
      store.writeTogether(changeOnce(context, input, change)),
    recall,
    fingerprint,
    ...forgetting,
    bury: (_: Transaction, owner: string, keys: readonly string[]) => {
      const gone = { state: 'gone', request_hash: null, result: null, created_at: iso(clock.now()) } as const
      for (const key of keys) if (!find.get({ owner, key })) remember.run({ owner, key, ...gone })
    },
  })
}

/** The queries by which results go: with what they name, with their owner, and with time. */
function removals(store: Store) {
  const { database } = store
  const { owner, key, subject } = idempotencySubjects
  const addSubject = database
    .insert(idempotencySubjects)
    .values(placeholders(idempotencySubjects))
    .onConflictDoNothing()
    .prepare()
  const naming = database
    .select({ owner, key })
    .from(idempotencySubjects)
    .where(eq(subject, parameter('subject')))
    .prepare()
  const old = lt(idempotency.created_at, parameter('before'))
  const expireSubjects = store.prepare(
    'DELETE FROM idempotency_subjects WHERE (owner, key) IN (SELECT owner, key FROM idempotency WHERE created_at < ?)',
  )
  const expire = database.delete(idempotency).where(old).prepare()

  const ownedBy = eq(idempotency.owner, parameter('owner'))
  const forgetOne = database
    .update(idempotency)
    .set({ state: 'gone', request_hash: null, result: null })
    .where(and(ownedBy, eq(idempotency.key, parameter('key'))))
    .prepare()
  const dropSubjects = database
    .delete(idempotencySubjects)
    .where(and(eq(owner, parameter('owner')), eq(key, parameter('key'))))
    .prepare()
  const ofOwner = database
    .select({ key: idempotency.key })
    .from(idempotency)
    .where(
      and(
        ownedBy,
        or(
          sql`${parameter('path')} IS NULL`,
          sql`json_extract(${idempotency.result}, ${parameter('path')}) IS NOT NULL`,
        ),
      ),
    )
    .prepare()

  const forgetKey = (of: { owner: string; key: string }) => {
    forgetOne.run(of)
    dropSubjects.run(of)
  }
  return {
    name: (of: { owner: string; key: string }, ids: Iterable<string>) => {
      for (const id of ids) addSubject.run({ owner: of.owner, key: of.key, subject: id })
    },
    expire: (before: number) => {
      expireSubjects.run(before)
      expire.run({ before })
    },
    forgetting: {
      forget: (_: Transaction, subjects: Iterable<string>) => {
        for (const one of subjects) for (const key of naming.all({ subject: one })) forgetKey(key)
      },
      forgetOf: (_: Transaction, of: string, path: string | null = null) => {
        for (const { key: used } of ofOwner.all({ owner: of, path })) forgetKey({ owner: of, key: used })
      },
    },
  }
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

function idsIn(value: unknown, ids = new Set<string>()): Set<string> {
  if (typeof value === 'string' && uuid.test(value)) ids.add(value)
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) idsIn(inner, ids)
  return ids
}
