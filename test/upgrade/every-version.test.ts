import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { locateHome } from '../../daemon/kernel/home.ts'
import { openAudit } from '../../daemon/store/audit.ts'
import { latestVersion, migrate } from '../../daemon/store/migrate.ts'
import { openDatabase, Store } from '../../daemon/store/store.ts'
import { withVectors } from '../../daemon/store/vectors.ts'
import { ManualClock } from '../support/clock.ts'
import { startTestDaemon } from '../support/daemon.ts'
import { lostRows, rowsOf } from '../support/upgrade/kept-rows.ts'
import { itScaled, some } from '../support/long.ts'
import { createOlderHome } from '../support/upgrade/older-home.ts'
import { systemToken } from '../bench/system-token.ts'
import { rest } from '../support/wire/rest.ts'

const latest = latestVersion()
const versions = Array.from({ length: latest - 1 }, (_, place) => place + 1)

function olderHome(version: number) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const home = locateHome({ COMPANION_HOME: folder.path })
  createOlderHome(home, version)
  return { home, folder, [Symbol.dispose]: () => folder.remove() }
}

function reading<T>(file: string, look: (client: Database.Database) => T): T {
  const client = withVectors(new Database(file, { readonly: true }))
  try {
    return look(client)
  } finally {
    client.close()
  }
}

describe('A home of an older version of the database', () => {
  // From each of them all later migrations run.
  for (const version of some([1, Math.ceil(latest / 2), latest - 1], versions))
    itScaled(
      `keeps every row of version ${version}, and the backup from before has all of them`,
      async () => {
        using older = olderHome(version)
        const { home } = older
        const before = reading(home.database, rowsOf)
        for (const [name, { rows }] of before) assert.ok(rows.length > 0, `${name} has rows`)
        const client = openDatabase(home.database)
        try {
          migrate(client, home.backups)
          assert.equal(client.pragma('user_version', { simple: true }), latest)
          assert.equal(client.pragma('integrity_check', { simple: true }), 'ok')
          assert.deepEqual(client.pragma('foreign_key_check'), [])
          assert.deepEqual(lostRows(before, rowsOf(client)), [])
          if (version >= 2) {
            const store = new Store(client, pino({ level: 'silent' }))
            const verdict = await openAudit(store, home, new ManualClock()).verify()
            assert.deepEqual([verdict.intact, verdict.rows > 0], [true, true])
          }
        } finally {
          client.close()
        }
        const [backup = '', ...others] = readdirSync(home.backups)
        assert.deepEqual(others, [])
        assert.match(
          backup,
          new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d{6}\\.\\d{3}Z-before-version-${latest}\\.db$`),
        )
        reading(join(home.backups, backup), (copy) => {
          assert.equal(copy.pragma('user_version', { simple: true }), version)
          assert.deepEqual(rowsOf(copy), before)
        })
      },
    )

  for (const version of some(
    [3],
    versions.filter((one) => one !== 3),
  ))
    itScaled(
      `starts on version ${version}: its members are there, its audit log holds and its memories are whole`,
      async () => {
        using older = olderHome(version)
        const members = reading(older.home.database, rowsOf).get('members')?.rows ?? []
        await using daemon = await startTestDaemon({ home: older.home.path, clock: systemClock })
        const token = await systemToken(older.home.path)
        const ask = async (route: string) => (await rest(daemon, route, { token })).body.data
        assert.equal((await ask('GET /security/audit/verify')).intact, true)
        assert.equal((await ask('GET /memory/check')).whole, true)
        const there: { username: string }[] = (await ask('GET /auth/members')).items
        const usernames = new Set(there.map(({ username }) => username))
        // Who was removed more than 7 days ago is erased soon after the start.
        for (const { username, removed_at = null } of members)
          if (removed_at === null) assert.ok(usernames.has(String(username)), String(username))
        assert.ok(members.some(({ removed_at = null }) => removed_at === null))
      },
    )
})
