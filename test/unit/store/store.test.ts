import assert from 'node:assert/strict'
import { mkdtempDisposableSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { openDatabase, Store } from '../../../daemon/store/store.ts'
import { filesHolding } from '../../support/homes/home-files.ts'
import { soon } from '../../support/processes.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
const file = join(folder.path, 'companion.db')
const client = openDatabase(file)
client.exec('CREATE TABLE cups (name TEXT NOT NULL) STRICT')
const store = new Store(client, pino({ level: 'silent' }))
const other = new Database(file, { readonly: true })
after(() => {
  other.close()
  store.close()
  folder.remove()
})

const add = (name: string) => client.prepare('INSERT INTO cups VALUES (?)').run(name)
/** How many cups of this name another connection sees: only what is committed. */
const seen = (name: string) => other.prepare('SELECT count(*) FROM cups WHERE name = ?').pluck().get(name)

test('an acknowledged commit survives a power loss: WAL with synchronous FULL, foreign keys on', () => {
  const pragma = (name: string) => client.pragma(name, { simple: true })
  assert.deepEqual(
    [pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys'), pragma('trusted_schema')],
    ['wal', 2, 1, 0],
  )
})

test(
  'the database and its side files are readable by their owner only',
  { skip: process.platform === 'win32' },
  () => {
    for (const name of [file, `${file}-wal`, `${file}-shm`]) assert.equal(statSync(name).mode & 0o777, 0o600)
  },
)

test('a change is committed when it returns, and returns its result', () => {
  assert.equal(
    store.write(() => add('green').changes),
    1,
  )
  assert.equal(seen('green'), 1)
})

test('after-commit work runs after the commit, in order, and not before', () => {
  const log: unknown[] = []
  store.write((tx) => {
    tx.afterCommit(() => log.push('first', seen('red')))
    add('red')
    tx.afterCommit(() => log.push('second'))
    log.push('change', seen('red'))
  })
  assert.deepEqual(log, ['change', 0, 'first', 1, 'second'])
})

test('a change that throws is rolled back, and its after-commit work never runs', () => {
  assert.throws(
    () =>
      store.write((tx) => {
        tx.afterCommit(() => assert.fail('ran after a rollback'))
        add('blue')
        throw new Error('dropped')
      }),
    /dropped/,
  )
  assert.equal(seen('blue'), 0)
})

test('after-commit work may write again', () => {
  store.write((tx) => tx.afterCommit(() => void store.write(() => add('white'))))
  assert.equal(seen('white'), 1)
})

test('failing after-commit work neither undoes the commit nor stops the rest', () => {
  let told = false
  store.write((tx) => {
    tx.afterCommit(() => {
      throw new Error('too late')
    })
    tx.afterCommit(() => {
      told = true
    })
    add('brown')
  })
  assert.equal(seen('brown'), 1)
  assert.ok(told)
})

test('transactions cannot be nested', () => {
  assert.throws(() => store.write(() => store.write(() => add('grey'))), /already open/)
  assert.equal(seen('grey'), 0)
})

test('what is deleted for good is in no file, as soon as nobody reads from the log any more', async () => {
  const holds = (text: string) => filesHolding(folder.path, text).length > 0
  client.exec('BEGIN; CREATE TABLE saucers (name TEXT) STRICT; COMMIT')
  store.write(() => client.prepare('INSERT INTO saucers VALUES (?)').run('zanzibarquartz'))
  other.exec('BEGIN')
  assert.equal(other.prepare('SELECT count(*) FROM saucers').pluck().get(), 1)
  const begun = performance.now()
  store.write((tx) => {
    tx.scrub()
    client.exec('DELETE FROM saucers')
  })
  // Who waits for a lock does so for 5 s.
  assert.ok(performance.now() - begun < 4_000, 'nobody waits for the one who reads')
  assert.ok(holds('zanzibarquartz'), 'who reads needs it still')
  other.exec('COMMIT')
  await soon(() => !holds('zanzibarquartz'))
  assert.equal(client.pragma('busy_timeout', { simple: true }), 5_000)
})

test('changes that come at about the same time are committed together, and one that throws is undone alone', async () => {
  const changes = await Promise.allSettled([
    store.writeTogether(() => add('amber')),
    store.writeTogether(() => {
      add('broken')
      throw new Error('no')
    }),
    store.writeTogether(() => [seen('amber'), seen('broken')]),
  ])
  assert.deepEqual(
    changes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual([changes[2]?.status === 'fulfilled' && changes[2].value], [[0, 0]])
  assert.deepEqual([seen('amber'), seen('broken')], [1, 0])
})

test('a change waits a moment for as many as came together before, and is committed without them', async (t) => {
  const write = (name: string) => store.writeTogether(() => add(name))
  await Promise.all([write('first'), write('second')])
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const alone = write('third')
  await new Promise(setImmediate)
  assert.equal(seen('third'), 0)
  t.mock.timers.tick(2)
  await alone
  assert.equal(seen('third'), 1)
  const next = write('fourth')
  await new Promise(setImmediate)
  assert.equal(seen('fourth'), 1, 'whoever is alone waits for nobody')
  await next
})
