import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { type Home, locateHome } from '../../daemon/kernel/home.ts'
import { openAudit } from '../../daemon/store/audit.ts'
import { latestVersion } from '../../daemon/store/migrate.ts'
import { Store } from '../../daemon/store/store.ts'
import { withVectors } from '../../daemon/store/vectors.ts'
import { cli } from '../support/cli.ts'
import { signIn, startTestDaemon, temporaryFolder } from '../support/daemon.ts'
import { fingerprintOf } from '../support/upgrade/kept-rows.ts'
import { laterProgram } from '../support/upgrade/later-program.ts'
import { rest } from '../support/wire/rest.ts'
import { tableRules } from '../../daemon/table-rules.ts'

const latest = latestVersion()
const log = pino({ level: 'silent' })

/** Opens a home with a later program, which changes the tables and writes a row of the audit log. */
async function useLater(home: Home): Promise<void> {
  const { migrate, openVerifiedDatabase } = await laterProgram(
    'CREATE TABLE cups (name TEXT NOT NULL) STRICT; ALTER TABLE audit ADD COLUMN cup TEXT;',
  )
  const { client, mirror } = openVerifiedDatabase({ home, clock: systemClock, log, rules: tableRules })
  const store = new Store(client, log, mirror)
  migrate(client, home.backups)
  const audit = openAudit(store, home, systemClock)
  store.write((tx) => audit.record(tx, { event: 'signed_in', actor: 'system:later', address: '127.0.0.1' }))
  audit.stop()
  store.close()
}

describe('A program that is older than the database', () => {
  const path = temporaryFolder()
  const home = locateHome({ COMPANION_HOME: path })
  let backup = ''

  const fingerprint = () => {
    const client = withVectors(new Database(home.database, { readonly: true }))
    try {
      return fingerprintOf(client)
    } finally {
      client.close()
    }
  }
  const start = async () => {
    await using _ = await startTestDaemon({ home: path })
  }

  before(async () => {
    await using daemon = await startTestDaemon({ home: path, config: { backups: { daily: false } } })
    const { access_token: token } = await daemon.owner()
    const payload = { content: 'The spare key is under the pot' }
    assert.equal((await rest(daemon, 'POST /memory/store', { token, payload })).status, 201)
  })
  before(async () => {
    await useLater(home)
    const [file = '', ...others] = readdirSync(home.backups)
    assert.deepEqual(others, [])
    backup = join(home.backups, file)
  })
  after(() => rmSync(path, { recursive: true, force: true }))

  it('does not start, changes nothing, and says the way back', async () => {
    const content = fingerprint()
    await assert.rejects(start, {
      message:
        `the database is of version 9999, this program knows ${latest}: install the newer Companion again, or go back ` +
        `to the backup from before the update with: companion restore "${backup}"`,
    })
    assert.equal(fingerprint(), content)
  })

  it('refuses to restore a file that is no backup, or a backup of the newer program', async () => {
    const content = fingerprint()
    const none = await cli(path, ['restore', join(path, 'config.json')])
    assert.notEqual(none.code, 0)
    assert.match(none.stderr, /this file is no backup of Companion/)
    const newer = await cli(path, ['restore', home.database])
    assert.notEqual(newer.code, 0)
    assert.match(
      newer.stderr,
      new RegExp(`the backup is of data version 9999, and this Companion knows ${latest}`),
    )
    assert.equal(fingerprint(), content)
    await assert.rejects(start, /version 9999/)
  })

  it('goes on with the backup once that is restored, and keeps what the newer program had', async () => {
    const { code, stdout, stderr } = await cli(path, ['restore', backup])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /Olga Example, 1 memory/)
    await using daemon = await startTestDaemon({ home: path })
    const { access_token: token } = await signIn(daemon, 'olga')
    const ask = async (route: string) => (await rest(daemon, route, { token })).body.data
    assert.deepEqual(
      (await ask('GET /memory/recent')).items.map(({ content }: { content: string }) => content),
      ['The spare key is under the pot'],
    )
    const verdict = await ask('GET /security/audit/verify')
    assert.equal(verdict.intact, true)
    const { items } = await ask('GET /security/audit?limit=200')
    const actors = new Set(
      items.map(({ actor, event }: { actor: string; event: string }) => `${event} ${actor}`),
    )
    assert.ok(actors.has('signed_in system:later'))
    assert.ok(actors.has('backup_restored system:restore'))
    const backups = (await ask('GET /backups')).items.map(
      ({ reason, version }: { reason: string; version: number }) => [reason, version],
    )
    assert.deepEqual(backups.toSorted(), [
      ['before_migration', latest],
      ['before_restore', 9999],
    ])
    const inUse = await cli(path, ['restore', backup])
    assert.notEqual(inUse.code, 0)
    assert.match(inUse.stderr, /Companion runs on this home/)
  })
})
