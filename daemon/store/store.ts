import { chmodSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { drizzle, type BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { openFile } from './driver.ts'
import { withVectors } from './vectors.ts'
import { isReadOnly } from '../kernel/home.ts'
import { lazy } from '../kernel/lazy.ts'
import type { Log } from '../kernel/log.ts'
import type { Mirror } from './mirror/mirror.ts'

declare const open: unique symbol

/** How long a connection waits for another one that has the database locked, in milliseconds. */
const busyTimeoutMs = 5_000
/** How long a change waits for others that are likely on their way, in milliseconds. */
const togetherMs = 2
/** How long after a commit the mirror has it on the disk at the latest, in milliseconds. */
const mirroredMs = 1_000
/** So many bytes of commits are put on its disk at once. */
const mirroredBytes = 16 * 2 ** 20
/** Between two attempts to empty the write-ahead log, in milliseconds. */
const scrubAgainMs = 100

/**
 * Proof that a transaction is open. Every function that changes the database asks for one, and only
 * `Store.write` makes one.
 */
export interface Transaction {
  readonly [open]: true
  /** Calls once the transaction is on the disk; never where it was rolled back. */
  afterCommit(call: () => void): void
  /** Says that what is deleted here is deleted for good: nothing of it stays in the write-ahead log either. */
  scrub(): void
}

/** The same connection, which compiles a statement when it is first run: a process runs few of those that it prepares. */
function preparingLate(client: Database.Database): Database.Database {
  const prepare = (source: string) => {
    const statement = lazy(() => client.prepare(source))
    return {
      run: (...parameters: unknown[]) => statement().run(...parameters),
      get: (...parameters: unknown[]) => statement().get(...parameters),
      all: (...parameters: unknown[]) => statement().all(...parameters),
      raw: () => statement().raw(),
    }
  }
  return new Proxy(client, {
    get: (target, key) => (key === 'prepare' ? prepare : Reflect.get(target, key, target)),
  })
}

interface Together {
  readonly run: (transaction: Transaction) => void
  readonly reject: (error: unknown) => void
}

/** The database of one home. Queries are prepared once, by the feature that owns them, from `database`. */
export class Store {
  readonly database: BetterSQLite3Database
  readonly #client: Database.Database
  readonly #log: Log
  #scrubbing: NodeJS.Timeout | undefined
  #together: Together[] = []
  /** How many were committed together last. */
  #lastTogether = 1
  #waiting: NodeJS.Timeout | undefined
  readonly #mirror: Mirror | null
  #mirroring: NodeJS.Timeout | undefined

  constructor(client: Database.Database, log: Log, mirror: Mirror | null = null) {
    this.#client = client
    this.#log = log
    this.#mirror = mirror
    this.database = drizzle({ client: preparingLate(client) })
  }

  /** Prepares plain SQL, for tables that drizzle does not know. */
  prepare<Result>(sql: string): Database.Statement<unknown[], Result> {
    return this.#client.prepare<unknown[], Result>(sql)
  }

  /**
   * Runs one transaction, synchronously: commits what `change` did when it returns, undoes it when it throws. What it
   * returns was made durable.
   */
  write<T>(change: (transaction: Transaction) => T): T {
    if (this.#client.inTransaction) throw new Error('a transaction is already open')
    const calls: (() => void)[] = []
    let scrubs = false
    const transaction = {
      afterCommit: (call: () => void) => calls.push(call),
      scrub: () => {
        scrubs = true
      },
    } as unknown as Transaction
    const result = this.#commit(change, transaction)
    if (scrubs) this.#attempt(() => this.scrub())
    else this.#mirrorSoon()
    for (const call of calls) this.#attempt(call)
    return result
  }

  /** Throws with the reason of the operating system where SQLite could not write because the disk can only be read. */
  #commit<T>(change: (transaction: Transaction) => T, transaction: Transaction): T {
    try {
      return this.#client.transaction(change).immediate(transaction)
    } catch (error) {
      const { code } = error as { code?: unknown }
      if (typeof code !== 'string' || !code.startsWith('SQLITE_IOERR')) throw error
      if (!isReadOnly(this.#client.name)) throw error
      throw Object.assign(new Error('the disk can only be read', { cause: error }), { code: 'EROFS' })
    }
  }

  /**
   * The same for a change that need not be the only one of its transaction: what is written so at about the same time is
   * committed together, which costs one wait for the disk, and each is undone alone where it throws. Resolves once it is
   * durable.
   */
  writeTogether<T>(change: (transaction: Transaction) => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#together.push({
      run: (transaction) => {
        const calls: (() => void)[] = []
        const own = { ...transaction, afterCommit: (call: () => void) => calls.push(call) }
        try {
          // Within a transaction, one of its own that can be undone alone.
          const result = this.#client.transaction(change)(own)
          for (const call of calls) transaction.afterCommit(call)
          transaction.afterCommit(() => resolve(result))
        } catch (error) {
          reject(error)
        }
      },
      reject,
    })
    // Clients that wrote together do so again once they are answered; who writes alone waits for nobody.
    const { length } = this.#together
    if (length === this.#lastTogether) setImmediate(() => this.#writeAll())
    else if (length === 1) this.#waiting = setTimeout(() => this.#writeAll(), togetherMs)
    return promise
  }

  /** Has the log copied, and the mirror take over what is committed: within a second, or at once where there is much of it. */
  #mirrorSoon(): void {
    const mirror = this.#mirror
    if (!mirror) return
    this.#attempt(() => mirror.noteCommit())
    this.#mirroring ??= setTimeout(() => this.#attempt(() => this.#mirrorNow()), mirroredMs).unref()
    this.#attempt(() => {
      if (mirror.grown() >= mirroredBytes) this.#mirrorNow()
    })
  }

  #mirrorNow(): void {
    clearTimeout(this.#mirroring)
    this.#mirroring = undefined
    this.#mirror?.checkpoint()
  }

  #writeAll(): void {
    clearTimeout(this.#waiting)
    const all = this.#together
    if (all.length === 0) return
    this.#together = []
    this.#lastTogether = all.length
    try {
      this.write((transaction) => {
        for (const { run } of all) run(transaction)
      })
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }

  /** What follows a commit may fail without making it look undone. */
  #attempt(call: () => void): void {
    try {
      call()
    } catch (error) {
      this.#log.error({ err: error }, 'an after-commit step failed')
    }
  }

  /**
   * Leaves nothing of what was deleted in the files: the database is scrubbed by then, the write-ahead log is not. While
   * another connection reads from the log it cannot be emptied; that is then tried again until it is.
   */
  scrub(): void {
    clearTimeout(this.#scrubbing)
    this.#mirror?.sync()
    // Nobody waits for whoever reads.
    this.#client.pragma('busy_timeout = 0')
    try {
      const isBusy = this.#client.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) !== 0
      this.#mirror?.checkpoint()
      if (!isBusy) return
    } finally {
      this.#client.pragma(`busy_timeout = ${busyTimeoutMs}`)
    }
    this.#scrubbing = setTimeout(() => this.#attempt(() => this.scrub()), scrubAgainMs).unref()
  }

  /** Folds the write-ahead log into the database and closes both. */
  close(): void {
    clearTimeout(this.#scrubbing)
    clearTimeout(this.#mirroring)
    this.#mirror?.sync()
    this.#client.pragma('wal_checkpoint(TRUNCATE)')
    this.#client.close()
    this.#mirror?.close()
  }
}

/**
 * Opens the SQLite file with every acknowledged commit durable through a power loss (WAL with `synchronous=FULL`).
 * Foreign keys are on. `options` are better-sqlite3's.
 */
export function openDatabase(file: string, options: Database.Options = {}): Database.Database {
  const client = withVectors(openFile(file, options))
  // SQLite gives its other files the rights of this one.
  chmodSync(file, 0o600)
  client.pragma('journal_mode = WAL')
  client.pragma('synchronous = FULL')
  client.pragma('foreign_keys = ON')
  // What is deleted is overwritten, so that it is in no file any more.
  client.pragma('secure_delete = ON')
  client.pragma(`busy_timeout = ${busyTimeoutMs}`)
  client.pragma('trusted_schema = OFF')
  return client
}

/** Opens the SQLite file for nothing but reading, beside the connection that writes: for threads of their own. */
export function openForReading(file: string): Database.Database {
  const client = withVectors(openFile(file, { readonly: true }))
  client.pragma(`busy_timeout = ${busyTimeoutMs}`)
  client.pragma('trusted_schema = OFF')
  // The pages of a search are read through the memory of the operating system.
  client.pragma('mmap_size = 1073741824')
  return client
}
