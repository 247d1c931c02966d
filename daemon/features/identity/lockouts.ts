import { eq } from 'drizzle-orm'
import { type Clock, iso } from '../../kernel/clock.ts'
import { lockoutMs, maxOwnerLockoutMs } from '../../kernel/frequency.ts'
import { parameter, placeholders } from '../../store/columns.ts'
import { lockouts } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'

/** Failures that nothing followed for so long count no more. */
const resetAfterMs = 24 * 60 * 60_000

interface Count {
  readonly failures: number
  /** By the monotonic clock; null where it was never locked. */
  readonly locked_at: number | null
  /** Milliseconds. */
  readonly lasts: number
  /** When the last failure was, by the monotonic clock. */
  readonly failed_at: number
}

/** Locks accounts, each by a key that holds no name: 1 min after 5 failures in a row, then doubling to 1 h at most. */
export interface Lockouts {
  /** Milliseconds until an attempt counts again, 0 where it does now; an owner at the machine waits 5 min at most. */
  readonly remaining: (account: string, ownerAtHome: boolean) => number
  /** Counts a failure; whether that locked the account. In memory at once, also where the disk then fails. */
  readonly fail: (tx: Transaction, account: string) => boolean
  readonly succeed: (tx: Transaction, account: string) => void
  readonly locked: () => number
  readonly sweep: (tx: Transaction) => void
}

/**
 * Opens the lockouts of a home. Time is measured by the monotonic clock, so that setting the time unlocks nobody; after
 * a restart a lock goes on with what was left of it by the time of the machine.
 */
export function openLockouts({ database }: Store, clock: Clock): Lockouts {
  const mine = eq(lockouts.subject, parameter('subject'))
  const remove = database.delete(lockouts).where(mine).prepare()
  const insert = database.insert(lockouts).values(placeholders(lockouts)).prepare()
  const counts = new Map<string, Count>()
  for (const { subject, failures, locked_at, lasts, updated_at } of database.select().from(lockouts).all()) {
    const passed = Math.max(0, clock.now() - Date.parse(updated_at))
    counts.set(subject, {
      failures,
      lasts,
      locked_at: locked_at === null ? null : clock.monotonic() - Math.min(passed, lasts),
      failed_at: clock.monotonic() - passed,
    })
  }

  const left = ({ locked_at, lasts }: Count, maxMs = lasts) =>
    locked_at === null ? 0 : Math.max(0, locked_at + Math.min(lasts, maxMs) - clock.monotonic())

  return {
    remaining: (account, ownerAtHome) => {
      const count = counts.get(nameOf(account))
      return count ? left(count, ownerAtHome ? maxOwnerLockoutMs : undefined) : 0
    },

    fail: (_, account) => {
      const name = nameOf(account)
      const failures = (counts.get(name)?.failures ?? 0) + 1
      const lasts = lockoutMs(failures)
      const locks = lasts > 0
      const failed_at = clock.monotonic()
      counts.set(name, { failures, lasts, locked_at: locks ? failed_at : null, failed_at })
      const now = iso(clock.now())
      remove.run({ subject: name })
      insert.run({ subject: name, failures, lasts, locked_at: locks ? now : null, updated_at: now })
      return locks
    },

    succeed: (tx, account) => {
      const name = nameOf(account)
      if (!counts.has(name)) return
      remove.run({ subject: name })
      tx.afterCommit(() => counts.delete(name))
    },

    locked: () => [...counts.values()].filter((count) => left(count) > 0).length,

    sweep: (tx) => {
      const before = clock.monotonic() - resetAfterMs
      const gone = [...counts].filter(([, { failed_at }]) => failed_at < before).map(([subject]) => subject)
      for (const subject of gone) remove.run({ subject })
      tx.afterCommit(() => gone.forEach((subject) => counts.delete(subject)))
    },
  }
}

const nameOf = (account: string) => `account ${account}`
