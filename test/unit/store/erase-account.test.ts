import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eraseFrom } from '../../../daemon/store/erase.ts'
import { openTestStore } from '../../support/store.ts'
import { tableRules } from '../../../daemon/table-rules.ts'

const erasureOf = (subject: string) => ({
  erasure_uuid: '1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  kind: 'account' as const,
  subject,
  erased_at: '2026-05-04T12:00:00.000Z',
})

it('leaves of an account that is erased elsewhere what the household may read, and the name with it', () => {
  const { client, addMember } = openTestStore()
  const [mia, noa] = [
    addMember('mia', { full_name: 'Mia Example' }),
    addMember('noa', { full_name: 'Noa Example' }),
  ]
  const add = client.prepare(
    `INSERT INTO memories (memory_uuid, family_member_uuid, owner, content, kind, importance, tags, visibility, actor,
        confidence, pinned, strength, valid_from, created_at, updated_at, last_accessed_at, statement)
      VALUES (?, ?, ?, ?, 'note', 0, '[]', ?, 'user', 1, 0, 1, 0, 0, 0, 0, ?)`,
  )
  const { family_member_uuid: id } = mia
  add.run('a', id, id, 'a diary', 'private', 'a')
  add.run('b', id, 'household', 'a spare key', 'household', 'b')
  client.transaction(() =>
    eraseFrom(
      client,
      [erasureOf(id), { ...erasureOf(noa.family_member_uuid), erasure_uuid: '2' }],
      tableRules,
    ),
  )()
  assert.deepEqual(client.prepare('SELECT content FROM memories').pluck().all(), ['a spare key'])
  const rows = client
    .prepare('SELECT full_name, password_hash, removed_at IS NULL AS there FROM members ORDER BY full_name')
    .all()
  assert.deepEqual(rows, [
    { full_name: '', password_hash: '', there: 0 },
    { full_name: 'Mia Example', password_hash: '', there: 0 },
  ])
  assert.equal(client.prepare('SELECT count(*) FROM people').pluck().get(), 0)
})
