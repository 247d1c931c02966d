import assert from 'node:assert/strict'
import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { type Audit, openAudit } from '../../../daemon/store/audit.ts'
import { openErasures } from '../../../daemon/store/erasures.ts'
import { migrate } from '../../../daemon/store/migrate.ts'
import { tableRules } from '../../../daemon/table-rules.ts'
import { completeRestore, stage, swapStaged } from '../../../daemon/store/restore.ts'
import { openDatabase, Store } from '../../../daemon/store/store.ts'
import { openTestStore } from '../../support/store.ts'

const restoration = {
  restore_uuid: '1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  actor: 'user:olga',
  address: '192.0.2.7',
  backup: '2b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  created_at: '2026-05-04T12:00:00.000Z',
}

function open() {
  const { home, client, store, clock, log, audit } = openTestStore()
  let opened = { client, store, audit }
  const record = (count: number) => {
    // No row is like one that was there before.
    clock.advance(1)
    for (let n = 0; n < count; n += 1)
      opened.store.write((tx) =>
        opened.audit.record(tx, { event: 'signed_in', actor: 'user:olga', address: '192.0.2.7' }),
      )
  }
  const copy = (name: string) => {
    opened.store.scrub()
    const file = join(home.path, name)
    copyFileSync(home.database, file)
    return file
  }
  const reopen = () => {
    opened.client.close()
    const swapped = swapStaged(home.database)
    const again = openDatabase(home.database)
    after(() => again.close())
    migrate(again, home.backups)
    const restored = new Store(again, log)
    opened = { client: again, store: restored, audit: openAudit(restored, home, clock) }
    return { home, clock, log, swapped, rules: tableRules, ...opened }
  }
  /** As somebody does it by hand. */
  const putInPlace = (file: string) => {
    opened.client.close()
    copyFileSync(file, home.database)
    reopen()
  }
  const restore = (file: string) => {
    copyFileSync(file, `${file}.part`)
    stage(`${file}.part`, home.database, restoration)
    completeRestore(reopen())
  }
  const rows = () =>
    opened.client
      .prepare<[], { seq: number; event: string; actor: string; details: string; hash: string }>(
        'SELECT seq, event, actor, details, hash FROM audit ORDER BY seq',
      )
      .all()
  const verify: Audit<never>['verify'] = () => opened.audit.verify()
  return { home, clock, opened: () => opened, record, copy, reopen, putInPlace, restore, rows, verify }
}

describe('A restore', () => {
  it('lets the audit log go on where it was, and leaves nothing beside the database', async () => {
    const { home, record, copy, restore, rows, verify } = open()
    record(3)
    const backup = copy('backup.db')
    record(4)
    restore(backup)
    assert.equal((await verify()).intact, true)
    const last = rows().at(-1)
    assert.deepEqual([last?.seq, last?.event, last?.actor], [8, 'backup_restored', 'user:olga'])
    assert.deepEqual(JSON.parse(last?.details ?? ''), {
      restore_uuid: restoration.restore_uuid,
      backup: restoration.backup,
      created_at: restoration.created_at,
      rows_carried: 4,
      erased: 0,
    })
    for (const end of ['.replaced', '.restore', '.restore.json'])
      assert.equal(existsSync(`${home.database}${end}`), false, end)
  })

  it('gives no key again that a program has changed since, nor its refresh tokens', () => {
    const { copy, opened, restore } = open()
    const { client } = opened()
    client.exec(`
      INSERT INTO members (family_member_uuid, username, full_name, relationship, roles, password_hash, created_at, updated_at)
        VALUES ('m', 'mia', 'Mia', 'self', '[]', '', 0, 0);
      INSERT INTO oauth_clients VALUES ('c', NULL, '[]', 0)`)
    for (const key of ['kept', 'changed'])
      client.exec(`
        INSERT INTO api_keys (key_uuid, family_member_uuid, key_hash, name, scopes, created_at, client_id)
          VALUES ('${key}', 'm', 'first-${key}', 'Lamp', '["read"]', 0, 'c');
        INSERT INTO key_refresh_tokens VALUES ('token-${key}', '${key}', 0, NULL)`)
    const backup = copy('backup.db')
    client.exec(`UPDATE api_keys SET key_hash = 'second' WHERE key_uuid = 'changed'`)
    restore(backup)
    const left = (table: string) => opened().client.prepare(`SELECT key_uuid FROM ${table}`).pluck().all()
    assert.deepEqual([left('api_keys'), left('key_refresh_tokens')], [['kept'], ['kept']])
  })

  it('of what went its own way gives it the log of the database that it replaces', async () => {
    const { record, copy, putInPlace, restore, rows, verify } = open()
    record(2)
    const before = copy('before.db')
    record(5)
    const long = copy('long.db')
    putInPlace(before)
    record(3)
    const [, , third] = rows()
    restore(long)
    assert.equal((await verify()).intact, true)
    assert.deepEqual([rows().length, rows()[2]], [6, third])
    record(1)
    assert.equal((await verify()).rows, 7)
  })

  it('is recorded once, wherever the end was killed', () => {
    const { home, record, copy, restore, reopen, rows } = open()
    record(1)
    const backup = copy('backup.db')
    const replaced = copy('replaced.db')
    restore(backup)
    // Killed before the files were removed.
    copyFileSync(replaced, `${home.database}.replaced`)
    writeFileSync(`${home.database}.restore.json`, JSON.stringify(restoration))
    completeRestore(reopen())
    assert.equal(rows().filter(({ event }) => event === 'backup_restored').length, 1)
    assert.equal(existsSync(`${home.database}.replaced`), false)
  })

  it('works where the database that it replaces is damaged, whose log then ends', async () => {
    const { home, record, copy, opened, restore, rows, verify } = open()
    record(2)
    const backup = copy('backup.db')
    record(2)
    opened().client.close()
    writeFileSync(home.database, 'tea')
    restore(backup)
    assert.equal((await verify()).intact, true)
    assert.equal(rows().length, 3)
  })

  it('deletes what the database that it replaces lists as deleted, also without the file beside it', () => {
    const { home, clock, copy, opened, restore } = open()
    const backup = copy('backup.db')
    const { store } = opened()
    // A file that nobody reads.
    const erasures = openErasures(store, { ...home, erasures: join(home.path, 'elsewhere') }, clock)
    store.write((tx) => erasures.record(tx, 'memory', ['1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b']))
    restore(backup)
    const listed = opened().client.prepare('SELECT count(*) FROM erasures').pluck().get()
    assert.equal(listed, 1)
    assert.equal(existsSync(home.erasures), true)
  })
})
