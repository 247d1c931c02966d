import type { OutputOf } from '../../../client/types.ts'
import { read } from '../../api/operations.ts'

type Head = NonNullable<OutputOf<'audit.verify'>['audit_head']>

const place = 'companion.audit-head'

/** The newest row of the audit log that this browser has seen; null for none. */
function seenHead(): Head | null {
  const text = localStorage.getItem(place)
  if (text === null) return null
  try {
    const { seq, hash, signature } = JSON.parse(text) as Partial<Head>
    return seq && hash && signature ? { seq, hash, signature } : null
  } catch {
    return null
  }
}

/**
 * Has the audit log checked, also for the row that this browser has seen last. Where all is well it keeps the newest one;
 * where not, the one that shows it.
 */
export async function verifyAudit(): Promise<OutputOf<'audit.verify'>> {
  const verdict = await read('audit.verify', seenHead() ?? {})
  const { intact, seen, audit_head } = verdict
  if (intact && seen !== false && audit_head) localStorage.setItem(place, JSON.stringify(audit_head))
  return verdict
}
