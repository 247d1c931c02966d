import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { memberStore } from '../../../daemon/features/identity/members.ts'
import { tellOwnerAccess } from '../../../daemon/features/identity/pins/owner-access.ts'
import { migrate } from '../../../daemon/store/migrate.ts'
import { openDatabase, Store } from '../../../daemon/store/store.ts'
import { securityWording } from '../../../daemon/language/security.ts'
import { migrateTo } from '../../support/migrated.ts'

test('a profile that opened to the owner before anybody asked stays open, and its member is told once', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const client = openDatabase(join(folder.path, 'companion.db'))
  migrateTo(client, 28)
  const insert = client.prepare(
    `INSERT INTO members (family_member_uuid, username, full_name, relationship, roles, password_hash, preferences,
      opens_to_owner, created_at, updated_at) VALUES (?, ?, ?, 'mother', ?, '', '{}', ?, 1, 1)`,
  )
  const [olga, ben, mia] = ['Olga', 'Ben', 'Mia'].map((name) => {
    const uuid = randomUUID()
    insert.run(uuid, name.toLowerCase(), name, name === 'Olga' ? '["admin"]' : '[]', Number(name !== 'Mia'))
    return uuid
  })
  migrate(client, folder.path)

  const store = new Store(client, pino({ level: 'silent' }))
  const members = memberStore(store)
  const told: string[][] = []
  const tell = () =>
    store.write((tx) =>
      tellOwnerAccess(tx, {
        members,
        tell: (_, { family_member_uuid }, notice) =>
          void told.push([family_member_uuid, notice(securityWording('en')).title]),
      }),
    )
  tell()
  assert.deepEqual(told, [[ben, 'Olga can open your profile']])
  assert.deepEqual(
    [ben, mia].map((uuid) => members.byId(uuid ?? '')?.opens_to_owner),
    [true, false],
  )
  tell()
  assert.equal(told.length, 1)
  // No admin's profile opens; once somebody is none any more, theirs does.
  const was = members.byId(olga ?? '')
  assert.ok(was)
  store.write((tx) => members.update(tx, { ...was, roles: [] }))
  const next = members.byId(mia ?? '')
  assert.ok(next)
  store.write((tx) => members.update(tx, { ...next, roles: ['admin'] }))
  tell()
  assert.deepEqual(told.at(-1), [olga, 'Mia can open your profile'])
  client.close()
})
