import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { and, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import { type Clock, iso } from '../kernel/clock.ts'
import type { Home } from '../kernel/home.ts'
import { keepSecret, readSecret } from '../kernel/encryption/home-key.ts'
import { type AuditHead, openAuditHead } from './audit-head.ts'
import { parameter, placeholders } from './columns.ts'
import { audit } from './tables.ts'
import type { Store, Transaction } from './store.ts'

export type AuditRow = typeof audit.$inferSelect

/** What happened, who did it and from where. */
export interface AuditEntry<Event extends string> {
  readonly event: Event
  /** `user:<uuid>`, `system:<name>`, or `nobody` before it is known who it is. */
  readonly actor: string
  readonly address: string
  /** Whom it concerns. */
  readonly family_member_uuid?: string | null
  readonly session_uuid?: string | null
  /** Never a secret, never what anybody told the companion. */
  readonly details?: Readonly<Record<string, unknown>>
}

export interface AuditVerdict {
  readonly intact: boolean
  /** How many rows were found right, from the first on. */
  readonly rows: number
  readonly seq: number | null
  /** `changed` is a row that the log has not written like that, or not at all. */
  readonly problem: 'changed' | 'missing' | null
}

/** The append-only log of what matters for security: of the events that its user records. */
export interface Audit<Event extends string> {
  /** Appends a row, in the transaction that it records. */
  readonly record: (tx: Transaction, entry: AuditEntry<Event>) => void
  /**
   * Reads the whole log and checks its chain, while others go on and append.
   *
   * Found: any column changed, also in a way that reads the same; rows removed, put in or swapped, wherever they are;
   * another key, as if row 1 were changed. That the last rows are gone is known from `sqlite_sequence`, where SQLite
   * counts also what was removed, and from the head that is kept beside the database: so is an older copy of the database
   * that was put in its place.
   *
   * Not found: last rows removed by somebody who has set that counter back and removed the head as well, except by whoever
   * has kept a head; and whatever is done by somebody who has the key.
   */
  readonly verify: () => Promise<AuditVerdict>
  /** The newest row, signed, for others to keep; null where there is none. */
  readonly head: () => AuditHead | null
  /** Whether the log has what was its newest row once, and was signed as that. */
  readonly has: (head: AuditHead) => boolean
  /** Writes the head down that was not yet. */
  readonly stop: () => void
}

/** Rows checked at a time, without a pause for others. */
const chunk = 250
/** Bytes. */
const keyLength = 32

/**
 * Opens the log. Each row carries an HMAC-SHA256 over itself and the HMAC of the row before, with a key of the home, so
 * that nobody who has only the database can make a chain that fits.
 */
export function openAudit<Event extends string>(
  { database }: Store,
  home: Pick<Home, 'auditKey' | 'auditHead'>,
  clock: Clock,
): Audit<Event> {
  const key = loadKey(home.auditKey)
  // Also counts rows that somebody has removed.
  const counted = database
    .select({ seq: sql<number>`seq` })
    .from(sql`sqlite_sequence`)
    .where(sql`name = 'audit'`)
    .prepare()
  const newest = database
    .select({ seq: audit.seq, hash: audit.hash })
    .from(audit)
    .orderBy(desc(audit.seq))
    .limit(1)
    .prepare()
  const insert = database.insert(audit).values(placeholders(audit)).prepare()
  // As they are in the database: what somebody has put there may not be readable as what it should be.
  const { created_at, details } = audit
  const columns = {
    ...getTableColumns(audit),
    created_at: sql<number>`${created_at}`,
    details: sql<string>`${details}`,
  }
  const after = database
    .select(columns)
    .from(audit)
    .where(gt(audit.seq, sql.placeholder('seq')))
    .orderBy(audit.seq)
    .limit(chunk)
    .prepare()

  const same = database
    .select({ seq: audit.seq })
    .from(audit)
    .where(and(eq(audit.seq, parameter('seq')), eq(audit.hash, parameter('hash'))))
    .prepare()
  const has = ({ seq, hash }: Pick<AuditRow, 'seq' | 'hash'>) => same.get({ seq, hash }) !== undefined
  const head = openAuditHead({ file: home.auditHead, key, clock, newest: () => newest.get(), has })

  const last = () => counted.get()?.seq ?? 0
  // Also where somebody has set the counter back: the log goes on, and its check tells.
  const next = ({ seq }: { seq: number }) => Math.max(seq, last()) + 1
  const hashOf = ({ hash: _, ...row }: AuditRow, previous: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([previous, row]))
      .digest('base64url')

  return {
    record: (tx, { event, actor, address, family_member_uuid = null, session_uuid = null, details = {} }) => {
      const before = newest.get() ?? { seq: 0, hash: '' }
      const row = {
        seq: next(before),
        created_at: iso(clock.now()),
        event,
        actor,
        address,
        family_member_uuid,
        session_uuid,
        details,
        hash: '',
      }
      insert.run({ ...row, hash: hashOf(row, before.hash) })
      tx.afterCommit(head.changed)
    },

    verify: async () => {
      let [rows, previous] = [0, '']
      const bad = (problem: AuditVerdict['problem'], seq: number) => ({ intact: false, rows, seq, problem })
      for (;;) {
        // The first one has no lower bound, for rows that were put in before it.
        const batch = after.all({ seq: rows || -Infinity })
        for (const written of batch) {
          if (written.seq > rows + 1) return bad('missing', rows + 1)
          const row = readRow(written)
          if (!row || row.hash !== hashOf(row, previous)) return bad('changed', written.seq)
          previous = row.hash
          rows += 1
        }
        if (batch.length === 0) break
        await new Promise((resolve) => setImmediate(resolve))
      }
      // Read in one turn with the end of the rows, so nothing was appended between them.
      const end = last()
      if (rows < end) return bad('missing', rows + 1)
      if (rows > end) return bad('changed', end + 1)
      const lost = head.missing()
      if (lost) return lost.seq > rows ? bad('missing', rows + 1) : bad('changed', lost.seq)
      return { intact: true, rows, seq: null, problem: null }
    },

    head: head.current,
    has: (seen) => head.isSigned(seen) && has(seen),
    stop: head.stop,
  }
}

/** A row as it was recorded; undefined for one that is not written as the log writes. */
function readRow(
  written: Omit<AuditRow, 'created_at' | 'details'> & { created_at: number; details: string },
) {
  try {
    const details = JSON.parse(written.details) as AuditRow['details']
    if (JSON.stringify(details) !== written.details) return undefined
    return { ...written, created_at: iso(written.created_at), details }
  } catch {
    return undefined
  }
}

function loadKey(file: string): KeyObject {
  if (readSecret(file) === null) keepSecret(file, `${randomBytes(keyLength).toString('base64url')}\n`)
  const key = Buffer.from(readSecret(file) ?? '', 'base64url')
  // With an empty one, anybody could make a chain that fits.
  if (key.length !== keyLength) throw new Error(`${file} is damaged: the key of the audit log is not in it`)
  // Given as bytes, it would be made into one of these for every row.
  return createSecretKey(key)
}
