import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import Database from 'better-sqlite3'
import { backUp } from '../../../daemon/store/backup.ts'
import { DatabaseTooNew, migrate, migrations } from '../../../daemon/store/migrate.ts'
import { laterProgram } from '../../support/upgrade/later-program.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
after(() => folder.remove())
const latest = migrations().at(-1)?.version

let made = 0
function open() {
  const backups = join(folder.path, `backups-${(made += 1)}`)
  mkdirSync(backups)
  const client = new Database(join(folder.path, `${made}.db`))
  return { client, backups, version: () => client.pragma('user_version', { simple: true }) }
}
const tables = (client: Database.Database) =>
  client.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all()

test('migrations are numbered from 1 without gaps', () => {
  assert.deepEqual(
    migrations().map(({ version }) => version),
    migrations().map((_, at) => at + 1),
  )
})

test('a fresh database gets the latest version and needs no backup', () => {
  const { client, backups, version } = open()
  migrate(client, backups)
  assert.equal(version(), latest)
  assert.deepEqual(readdirSync(backups), [])
})

test('a database of the latest version is unchanged', () => {
  const { client, backups } = open()
  migrate(client, backups)
  const bytes = client.serialize()
  migrate(client, backups)
  assert.deepEqual(client.serialize(), bytes)
  assert.deepEqual(readdirSync(backups), [])
})

test('a database of a newer version is refused and untouched', () => {
  const { client, backups } = open()
  client.exec('CREATE TABLE future (x TEXT) STRICT')
  client.pragma('user_version = 10000')
  const bytes = client.serialize()
  assert.throws(() => migrate(client, backups), DatabaseTooNew)
  assert.throws(() => migrate(client, backups), /10000.*install the newer Companion/)
  assert.deepEqual(client.serialize(), bytes)
})

test('a database of a newer version is refused with the backup from before the update, and how to go back to it', async () => {
  const { client, backups, version } = open()
  migrate(client, backups)
  const { migrate: later } = await laterProgram('CREATE TABLE cups (name TEXT NOT NULL) STRICT;')
  later(client, backups)
  const [file = ''] = readdirSync(backups)
  // Newer ones are of no use: of the newer version, or no database.
  backUp(client, backups, 'newer')
  writeFileSync(join(backups, '2100-01-01T000000.000Z-broken.db'), 'tea')
  assert.throws(() => migrate(client, backups), {
    message:
      `the database is of version 9999, this program knows ${latest}: install the newer Companion again, or go back to ` +
      `the backup from before the update with: companion restore "${join(backups, file)}"`,
  })
  assert.equal(version(), 9999)
})

test('a failed migration leaves the database as it was', () => {
  const { client, backups, version } = open()
  client.exec('CREATE TABLE interactions (mine TEXT) STRICT')
  assert.throws(() => migrate(client, backups), /interactions already exists/)
  assert.deepEqual(tables(client), ['interactions'])
  assert.equal(version(), 0)
  assert.equal(client.inTransaction, false)
})

test('a database with data is copied, readable and verified, before it is migrated', async () => {
  const { client, backups, version } = open()
  migrate(client, backups)
  client.exec("INSERT INTO idempotency VALUES ('o', 'k', 'kept', 'h', '1', 5)")
  const { migrate: later } = await laterProgram('CREATE TABLE cups (name TEXT NOT NULL) STRICT;')
  later(client, backups)
  assert.equal(version(), 9999)
  const [file = '', ...rest] = readdirSync(backups)
  assert.deepEqual(rest, [])
  assert.match(file, /before-version-9999\.db$/)
  const copy = new Database(join(backups, file), { readonly: true })
  assert.equal(copy.pragma('user_version', { simple: true }), latest)
  assert.equal(copy.prepare('SELECT created_at FROM idempotency').pluck().get(), 5)
  assert.equal(tables(copy).includes('cups'), false)
  copy.close()
})

test('a failure in a later migration restores version and tables, and keeps the backup', async () => {
  const { client, backups, version } = open()
  migrate(client, backups)
  const before = tables(client)
  const { migrate: later } = await laterProgram(
    'CREATE TABLE cups (name TEXT) STRICT; INSERT INTO nowhere VALUES (1);',
  )
  assert.throws(() => later(client, backups), /no such table: nowhere/)
  assert.deepEqual(tables(client), before)
  assert.equal(version(), latest)
  assert.equal(readdirSync(backups).length, 1)
})

test('a failed backup stops the migration', async () => {
  const { client, backups, version } = open()
  migrate(client, backups)
  const { migrate: later } = await laterProgram('CREATE TABLE cups (name TEXT) STRICT;')
  assert.throws(() => later(client, join(backups, 'nowhere')))
  assert.equal(version(), latest)
})

test('the five newest backups are kept, readable by their owner only', () => {
  const { client, backups } = open()
  for (let day = 1; day <= 6; day += 1) {
    writeFileSync(join(backups, `2020-01-0${day}T000000.000Z-old.db`), '')
  }
  const newest = backUp(client, backups, 'now')
  const files = readdirSync(backups).toSorted()
  assert.deepEqual(
    files.slice(0, 4),
    [3, 4, 5, 6].map((day) => `2020-01-0${day}T000000.000Z-old.db`),
  )
  assert.equal(files.length, 5)
  assert.equal(join(backups, files[4] ?? ''), newest)
  if (process.platform !== 'win32') assert.equal(statSync(newest).mode & 0o777, 0o600)
})

test('a damaged database is not copied as if it were intact, and its copy does not have the name of a backup', () => {
  const { client, backups } = open()
  client.exec('CREATE TABLE cups (name TEXT NOT NULL) STRICT; INSERT INTO cups VALUES (1)')
  client.unsafeMode()
  client.pragma('writable_schema = ON')
  client.exec("UPDATE sqlite_schema SET sql = replace(sql, 'TEXT NOT NULL', 'INTEGER NOT NULL')")
  client.close()
  const reopened = new Database(client.name)
  assert.throws(() => backUp(reopened, backups, 'damaged'), /damaged|malformed|datatype/i)
  reopened.close()
  assert.ok(readdirSync(backups).every((name) => !name.endsWith('.db')))
})
