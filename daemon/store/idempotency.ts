import { hash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { canonical } from '../kernel/canonical.ts'
import { type Clock, iso } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { IdempotencyConflict } from '../kernel/errors.ts'
import { parameter, placeholders } from './columns.ts'
import { idempotency } from './schema.ts'
import type { Store, Transaction } from './store.ts'

/** How long a first result is repeated: 7 days. */
const retentionMs = 7 * 24 * 3_600_000

/** Runs the change of an operation once for each idempotency key of a caller. */
export interface Once {
  /**
   * One transaction, in which a key that the caller used before gives the first result again and changes nothing; used
   * with another request it is a `CONFLICT`. Without a key, or without a caller whose key it could be, a plain write.
   */
  <O>(context: Context, input: object, change: (transaction: Transaction) => O): O
  /** The first result, for operations that do more than a transaction; undefined where there is none yet. */
  recall(context: Context, input: object): unknown
  /** Distinguishes a request from another one, for those who store more than its result. */
  fingerprint(context: Pick<Context, 'operation'>, input: object): string
  /** Forgets the first results of a caller that have something at a JSON path, such as `$.message`. */
  forget(transaction: Transaction, owner: string, path: string): void
}

/** Opens the memory of idempotency keys. */
export function openIdempotency(store: Store, clock: Clock): Once {
  const { database } = store
  const mine = and(eq(idempotency.owner, parameter('owner')), eq(idempotency.key, parameter('key')))
  const find = database.select().from(idempotency).where(mine).prepare()
  const forget = database
    .delete(idempotency)
    .where(lt(idempotency.created_at, parameter('before')))
    .prepare()
  const remember = database.insert(idempotency).values(placeholders(idempotency)).prepare()

  const forgetWith = database
    .delete(idempotency)
    .where(
      and(
        eq(idempotency.owner, parameter('owner')),
        sql`json_extract(${idempotency.result}, ${parameter('path')}) IS NOT NULL`,
      ),
    )
    .prepare()

  const fingerprint = ({ operation }: Pick<Context, 'operation'>, input: object) =>
    hash('sha256', canonical([operation, input]))

  const keyOf = ({ operation, idempotency_key: key, caller }: Context, input: object) => {
    if (key === null || caller === null) return null
    return { owner: caller.actor, key, request_hash: fingerprint({ operation }, input) }
  }

  type Key = NonNullable<ReturnType<typeof keyOf>>
  const firstOf = ({ owner, key, request_hash }: Key) => {
    const first = find.get({ owner, key })
    if (first && first.request_hash !== request_hash) throw IdempotencyConflict()
    return first
  }

  const once = <O>(context: Context, input: object, change: (transaction: Transaction) => O): O => {
    const key = keyOf(context, input)
    if (key === null) return store.write(change)
    return store.write((transaction) => {
      forget.run({ before: clock.now() - retentionMs })
      const first = firstOf(key)
      // Stored by this very operation (its name is in the hash), so it has this operation's shape.
      if (first) return first.result as O
      const result = change(transaction)
      remember.run({ ...key, result, created_at: iso(clock.now()) })
      return result
    })
  }

  const recall = (context: Context, input: object): unknown => {
    const key = keyOf(context, input)
    return key === null ? undefined : firstOf(key)?.result
  }

  return Object.assign(once, {
    recall,
    fingerprint,
    forget: (_: Transaction, owner: string, path: string) => {
      forgetWith.run({ owner, path })
    },
  })
}
