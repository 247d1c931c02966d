import Database from 'better-sqlite3'
import type { TestDaemon, TestMember } from '../daemon.ts'

/** Has all memories of a member, or one of them, lie there unused since 100 days. */
export function makeOld(
  { home }: Pick<TestDaemon, 'home'>,
  { family_member_uuid }: Pick<TestMember, 'family_member_uuid'>,
  memory_uuid: string | null = null,
): void {
  const database = new Database(home.database)
  const long = Date.now() - 100 * 86_400_000
  database
    .prepare(
      `UPDATE memories SET created_at = ?, updated_at = ?, last_accessed_at = ?
        WHERE family_member_uuid = ? AND memory_uuid = coalesce(?, memory_uuid)`,
    )
    .run(long, long, long, family_member_uuid, memory_uuid)
  database.close()
}
