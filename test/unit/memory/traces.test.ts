import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { newRow } from '../../../daemon/features/memory/rows.ts'
import { memoryStore } from '../../../daemon/features/memory/store.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { migrate } from '../../../daemon/store/migrate.ts'
import { randomNumbers, randomVector } from '../../support/memory/random-vectors.ts'
import { migrateTo } from '../../support/migrated.ts'
import { openTestStore } from '../../support/store.ts'

function open() {
  const opened = openTestStore()
  const memories = memoryStore(opened.store)
  const olga = opened.addMember('olga').family_member_uuid
  const put = (content: string, vector: Float32Array) =>
    opened.store.write((tx) =>
      memories.insert(tx, newRow({ content }, olga, iso(opened.clock.now())), { a: vector }),
    )
  return { ...opened, memories, olga, put }
}

describe('A memory that is deleted', () => {
  test('leaves no word and no vector in the file', () => {
    const { home, store, memories, put } = open()
    const random = randomNumbers(4)
    const vector = randomVector(random)
    for (let n = 0; n < 300; n += 1) put(`shopping list number ${n}`, randomVector(random))
    const row = put('the quixotic zanzibar', vector)
    for (let n = 0; n < 300; n += 1) put(`shopping list number ${n + 300}`, randomVector(random))
    const traces = () => {
      store.scrub()
      const file = readFileSync(home.database)
      return [
        ...['quixot', 'zanzibar'].map((word) => file.includes(word)),
        file.includes(Buffer.from(vector.buffer).subarray(0, 64)),
      ]
    }
    assert.deepEqual(traces(), [true, true, true])
    store.write((tx) => memories.remove(tx, row))
    assert.deepEqual(traces(), [false, false, false])
  })

  test('never gives its id to another', () => {
    const { store, memories, put } = open()
    const vector = new Float32Array(384)
    const row = put('one', vector)
    store.write((tx) => memories.remove(tx, row))
    assert.notEqual(put('two', vector).memory_id, row.memory_id)
  })
})

describe('The memories of an older version', () => {
  test('all survive the upgrade', () => {
    const { home } = open()
    const client = new Database(':memory:')
    after(() => client.close())
    migrateTo(client, 3)
    client.exec(`
      INSERT INTO members (family_member_uuid, username, full_name, relationship, roles, password_hash, preferences,
        created_at, updated_at) VALUES ('m', 'olga', 'Olga', 'mother', '[]', '', '{}', 1, 1);
      INSERT INTO memories VALUES (7, 'u', 'm', 'm', 'the key is under the mat', 'fact', 0.5, '["home"]', 'private',
        'user', NULL, NULL, 1, 0, 1, 1, NULL, NULL, 1, 1, 1, 'key is under mat', NULL);
      INSERT INTO memory_words (rowid, owner, content, tags) VALUES (7, 'ownerm0', 'the key is under the mat', 'home');`)
    const before = client.prepare('SELECT * FROM memories').get()
    migrate(client, home.backups)
    const added = { speaker: null, source_name: null, wording: null, import_uuid: null }
    assert.deepEqual(client.prepare('SELECT * FROM memories').get(), Object.assign({}, before, added))
    assert.equal(client.pragma('integrity_check', { simple: true }), 'ok')
  })
})
