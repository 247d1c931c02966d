import { openCopy } from '../../store/driver.ts'
import { withVectors } from '../../store/vectors.ts'

/** Who and how much is in a database of any version. */
export function contentOf(file: string): { members: string[]; memories: number } {
  const client = withVectors(openCopy(file, { readonly: true }))
  try {
    client.pragma('trusted_schema = OFF')
    const has = (name: string) => client.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name)
    const knowsRemoved = client
      .prepare("SELECT 1 FROM pragma_table_info('members') WHERE name = 'removed_at'")
      .get()
    const there = knowsRemoved ? 'WHERE removed_at IS NULL' : ''
    const members = client.prepare(`SELECT full_name FROM members ${there} ORDER BY created_at`).pluck().all()
    const memories = has('memories') ? client.prepare('SELECT count(*) FROM memories').pluck().get() : 0
    return { members: members.map(String), memories: Number(memories) }
  } finally {
    client.close()
  }
}
