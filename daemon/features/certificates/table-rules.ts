import type { TableRules } from '../../store/table-rules.ts'

const columns =
  'serial, fingerprint, key_hash, device_uuid, family_member_uuid, issued_at, expires_at, revoked_at'
const revoke = 'UPDATE certificates SET revoked_at = coalesce(revoked_at, unixepoch() * 1000)'

export const tableRules: TableRules = {
  /** The list of those that was replaced knows best which are good; of what it does not know, none is. */
  restored: ({ knows, run }) => {
    const isKnown = knows('certificates')
    if (isKnown) run('DELETE FROM certificates WHERE serial IN (SELECT serial FROM replaced.certificates)')
    run(revoke)
    if (isKnown) run(`INSERT INTO certificates (${columns}) SELECT ${columns} FROM replaced.certificates`)
  },
}
