import { lt } from 'drizzle-orm'
import { parameter, placeholders } from '../../store/columns.ts'
import { revokedTokens } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'

/** Single tokens that hold no longer though they have not run out: those of no session. */
export interface RevokedTokens {
  /** Reads no database. */
  readonly has: (jti: string) => boolean
  readonly add: (tx: Transaction, token: { jti: string; expires_at: string }) => void
  /** Forgets those that have run out at `now`, milliseconds since the epoch. */
  readonly sweep: (tx: Transaction, now: number) => void
}

/** Opens the list, in memory and in the database. */
export function openRevokedTokens({ database }: Store): RevokedTokens {
  const insert = database
    .insert(revokedTokens)
    .values(placeholders(revokedTokens))
    .onConflictDoNothing()
    .prepare()
  const forget = database
    .delete(revokedTokens)
    .where(lt(revokedTokens.expires_at, parameter('now')))
    .returning({ jti: revokedTokens.jti })
    .prepare()
  const revoked = new Set(
    database
      .select()
      .from(revokedTokens)
      .all()
      .map(({ jti }) => jti),
  )

  return {
    has: (jti) => revoked.has(jti),
    add: (tx, token) => {
      insert.run(token)
      tx.afterCommit(() => revoked.add(token.jti))
    },
    sweep: (tx, now) => {
      const gone = forget.all({ now })
      tx.afterCommit(() => gone.forEach(({ jti }) => revoked.delete(jti)))
    },
  }
}
