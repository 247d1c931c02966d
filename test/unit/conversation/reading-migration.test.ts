import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrate } from '../../../daemon/store/migrate.ts'
import { openDatabase } from '../../../daemon/store/store.ts'
import { migrateTo } from '../../support/migrated.ts'

test('what was said before it could be read is taken as read, for each member', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const client = openDatabase(join(folder.path, 'companion.db'))
  migrateTo(client, 5)
  const add = (table: string, row: Record<string, string | number | null>) =>
    client
      .prepare(
        `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.keys(row)
          .map(() => '?')
          .join()})`,
      )
      .run(...Object.values(row))
  const member = (username: string) => {
    const family_member_uuid = randomUUID()
    const named = { username, full_name: 'Ann', relationship: 'mother', password_hash: '' }
    const lists = { roles: '[]', preferences: '{}', created_at: 1, updated_at: 1 }
    add('members', { family_member_uuid, ...named, ...lists })
    return family_member_uuid
  }
  const ann = member('ann')
  member('ben')
  const conversation_uuid = randomUUID()
  add('conversations', { conversation_uuid, family_member_uuid: ann, started_at: 1 })
  for (const content of ['One', 'Two'])
    add('messages', {
      message_uuid: randomUUID(),
      conversation_uuid,
      family_member_uuid: ann,
      role: 'companion',
      content,
      context: '{}',
      emotion: 'calm',
      confidence: 1,
      degraded: 0,
      memories_used: '[]',
      created_at: 1,
    })
  migrate(client, folder.path)
  const rows = client.prepare('SELECT * FROM read_markers').all()
  client.close()
  assert.deepEqual(rows, [{ family_member_uuid: ann, message_id: 2 }])
})
