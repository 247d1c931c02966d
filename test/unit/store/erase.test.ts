import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { eraseFrom } from '../../../daemon/store/erase.ts'
import type { Erasure } from '../../../daemon/store/tables.ts'
import { latestVersion, migrations } from '../../../daemon/store/migrate.ts'
import { migrateTo } from '../../support/migrated.ts'
import { withoutWordsOf } from '../../../daemon/features/conversation/quoted-text.ts'
import { tableRules } from '../../../daemon/table-rules.ts'

/** Tables in which nothing is a member's, or that go by another table. */
const others = new Set([
  // The account, and what happened to it, stay.
  'members',
  'audit',
  'lockouts',
  'people',
  // By the session, the conversation, the memory or the key.
  'refresh_tokens',
  'key_refresh_tokens',
  'conversation_topics',
  'conversation_focus',
  'memory_quotes',
  'idempotency',
  'idempotency_subjects',
  // By the device.
  'pin_tries',
  // The household's.
  'erasures',
  'invitations',
  'oauth_clients',
  'revoked_tokens',
  'blocked_addresses',
  'routing_mappings',
  'vector_tables',
  'facts_read',
])

function open(version = latestVersion()) {
  const client = new Database(':memory:')
  migrateTo(client, version)
  client.pragma('foreign_keys = ON')
  const tables = client
    .prepare<[], { name: string }>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
    .map(({ name }) => name)
    .filter((name) => !name.includes('_vector_chunks'))
  const erase = (kind: Erasure['kind'], subject: string) => {
    const erasure = { erasure_uuid: randomUUID(), kind, subject, erased_at: '2026-05-04T12:00:00.000Z' }
    client.transaction(() => eraseFrom(client, [erasure], tableRules))()
    return erasure
  }
  return {
    client,
    tables,
    erase,
    count: (table: string) => client.prepare(`SELECT count(*) FROM "${table}"`).pluck().get(),
  }
}

/** A row with something in every column that needs it, as far as the constraints let it be made up. */
function fill(client: Database.Database, table: string, given: Record<string, unknown>): void {
  const columns = client
    .prepare<[string], { name: string; type: string; notnull: number; pk: number }>(
      'SELECT name, type, "notnull", pk FROM pragma_table_info(?)',
    )
    .all(table)
  const row = Object.fromEntries(
    columns
      .filter(({ notnull, pk, name }) => notnull || pk > 0 || name in given)
      .map(({ name, type }) => [name, given[name] ?? { TEXT: '[]', BLOB: Buffer.of(1) }[type] ?? 1]),
  )
  const names = Object.keys(row)
  client.pragma('ignore_check_constraints = ON')
  client
    .prepare(
      `INSERT OR IGNORE INTO "${table}" (${names.join()}) VALUES (${names.map((name) => `@${name}`).join()})`,
    )
    .run(row)
  client.pragma('ignore_check_constraints = OFF')
}

/** What says, beside the password, who may come back to an account: it goes with that alone. */
const secondFactors = new Set(['totp_secrets', 'backup_codes', 'passkeys', 'push_factors'])

const [mia, noa] = ['1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b', '2b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b']

describe("A member's reset, in a database of any version", () => {
  it('knows every table in which something is a member’s', () => {
    const { client, tables } = open()
    const owned = new Set(
      tables.filter((table) =>
        client
          .prepare(
            "SELECT 1 FROM pragma_table_info(?) WHERE name IN ('family_member_uuid', 'user_id', 'memory_id')",
          )
          .get(table),
      ),
    )
    assert.deepEqual(
      tables.filter((table) => !owned.has(table) && !others.has(table)),
      [],
      'say here where what is in it goes',
    )
  })

  for (const { version } of migrations())
    it(`leaves nothing of them but second factors, and everything of others, in version ${version}`, () => {
      const { client, tables, erase, count } = open(version)
      client.pragma('foreign_keys = OFF')
      const filled = tables.filter((table) => !others.has(table))
      for (const member of [mia, noa]) {
        fill(client, 'members', { family_member_uuid: member, username: member, roles: '[]' })
        for (const table of filled) {
          const columns = client.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table)
          const ids = Object.fromEntries(
            columns
              .map(String)
              .filter(
                (name) =>
                  /(?:_(?:uuid|id|hash)|^serial)$/.test(name) && !/^(?:memory|message|fact)_id$/.test(name),
              )
              .map((name) => [name, `${table}-${member}`]),
          )
          const key = member === mia ? 7 : 8
          const numbers = Object.fromEntries(
            columns
              .filter((name) => /^(?:memory|message|entry|interruption|fact)_id$/.test(String(name)))
              .map((name) => [String(name), key]),
          )
          fill(client, table, { ...ids, ...numbers, family_member_uuid: member, user_id: member })
        }
      }
      for (const table of filled) assert.equal(count(table), 2, table)
      erase('member', mia)
      for (const table of filled) {
        const left = client.prepare(`SELECT * FROM "${table}"`).all()
        const stays = secondFactors.has(table)
        assert.equal(left.length, stays ? 2 : 1, table)
        assert.equal(JSON.stringify(left).includes(mia), stays, table)
      }
      assert.equal(count('members'), 2)
      erase('account', mia)
      for (const table of filled)
        assert.ok(!JSON.stringify(client.prepare(`SELECT * FROM "${table}"`).all()).includes(mia), table)
    })
})

it('A conversation goes with all that was said in it, and a message alone', () => {
  const { client, erase, count } = open()
  client.pragma('foreign_keys = OFF')
  for (const conversation_uuid of ['one', 'two']) {
    fill(client, 'conversations', { conversation_uuid, family_member_uuid: mia })
    for (const half of ['asked', 'answered']) {
      const message_uuid = `${conversation_uuid}-${half}`
      fill(client, 'messages', {
        message_id: count('messages'),
        message_uuid,
        conversation_uuid,
        family_member_uuid: mia,
      })
      fill(client, 'memory_quotes', { memory_uuid: 'm', place: 'message', id: message_uuid })
    }
  }
  erase('conversation', 'one')
  erase('message', 'two-asked')
  const left = (table: string, column: string) =>
    client.prepare(`SELECT ${column} FROM ${table}`).pluck().all()
  assert.deepEqual(left('conversations', 'conversation_uuid'), ['two'])
  assert.deepEqual(left('messages', 'message_uuid'), ['two-answered'])
  assert.deepEqual(left('memory_quotes', 'id'), ['two-answered'])
})

it('A member’s reset takes the tokens with what they are of, also where no foreign key does', () => {
  const { client, erase } = open()
  client.pragma('foreign_keys = OFF')
  for (const member of [mia, noa]) {
    const owned = { family_member_uuid: member, session_uuid: `s-${member}`, key_uuid: `k-${member}` }
    fill(client, 'members', { ...owned, username: member, roles: '[]' })
    fill(client, 'sessions', owned)
    fill(client, 'api_keys', { ...owned, key_hash: member })
    for (const table of ['refresh_tokens', 'key_refresh_tokens'])
      fill(client, table, { ...owned, token_hash: member })
  }
  erase('member', mia)
  for (const table of ['sessions', 'api_keys', 'refresh_tokens', 'key_refresh_tokens'])
    assert.ok(!JSON.stringify(client.prepare(`SELECT * FROM ${table}`).all()).includes(mia), table)
  for (const table of ['refresh_tokens', 'key_refresh_tokens'])
    assert.equal(client.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), 1, table)
})

describe('A memory that was deleted for good', () => {
  it('goes from the replies of a version that lists no quotes, also in the words that it had before', () => {
    const { client, erase } = open(7)
    client.pragma('foreign_keys = OFF')
    fill(client, 'memories', {
      memory_id: 7,
      memory_uuid: 'm',
      content: 'The key is under the mat',
      family_member_uuid: mia,
    })
    client.prepare('INSERT INTO memory_words (rowid, words) VALUES (7, ?)').run('under mat')
    const used = JSON.stringify([{ memory_uuid: 'm', content: 'It is under the doormat', why: '' }])
    fill(client, 'messages', {
      message_uuid: 'r',
      family_member_uuid: noa,
      content: 'You told me that the key is under the doormat. Anything else?',
      memories_used: used,
    })
    fill(client, 'contradictions', {
      interaction_id: 'i',
      older_uuid: 'm',
      newer_uuid: 'n',
      family_member_uuid: mia,
    })
    fill(client, 'interactions', { interaction_id: 'i', user_id: mia })
    fill(client, 'idempotency', { owner: 'user:mia', key: 'k', result: '{"memory":{"memory_uuid":"m"}}' })
    erase('memory', 'm')
    assert.deepEqual(client.prepare('SELECT content, memories_used FROM messages').get(), {
      content: 'You told me that …. Anything else?',
      memories_used: '[]',
    })
    for (const table of ['memories', 'memory_words', 'contradictions', 'interactions', 'idempotency'])
      assert.equal(client.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), 0, table)
  })

  it('is noted where there is a list', () => {
    const { client, erase } = open()
    const { erasure_uuid } = erase('memory', 'nowhere')
    assert.deepEqual(client.prepare('SELECT erasure_uuid FROM erasures').pluck().all(), [erasure_uuid])
  })
})

describe('A reply without the words of a memory', () => {
  for (const [reply, memory, left] of [
    ['Your bike is blue.', 'My bike is blue', 'Your ….'],
    ['Blue, as ever!', 'My bike is blue', '…, as ever!'],
    ['No idea.', 'My bike is blue', 'No idea.'],
    ['Zoë, née Weiß', 'zoë WEISS weiß', '…, née …'],
    ['4711 and 12', 'The code is 4711', '… and 12'],
  ] as const)
    it(`goes on: ${reply}`, () => assert.equal(withoutWordsOf(reply, memory), left))
})
