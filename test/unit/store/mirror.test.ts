import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe } from 'node:test'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { lookAtAll, repairDatabase } from '../../../daemon/store/mirror/repair.ts'
import { mirrorFilesOf } from '../../../daemon/store/mirror/sums.ts'
import { Store } from '../../../daemon/store/store.ts'
import { faultNames } from '../../bench/faults/damages.ts'
import { copyDatabase, type Moment } from '../../bench/faults/homes.ts'
import { contentOf, outcomeOf, wholeContent } from '../../bench/faults/outcomes.ts'
import { close, open, openDamagedHomes, spoil } from '../../support/homes/damaged-homes.ts'
import { amount, it, itLong, itScaled } from '../../support/long.ts'

const log = pino({ level: 'silent' })
let homes: Awaited<ReturnType<typeof openDamagedHomes>>

before(async () => {
  homes = await openDamagedHomes()
})
after(() => homes.remove())
const frozen = (moment: Moment) => homes.frozen(moment)
const homeOf = (moment: Moment) => homes.homeOf(moment)

describe('A database with its second copy', () => {
  for (const moment of ['stopped', 'killed at rest', 'killed while writing'] as const)
    it(`is whole, and holds everything, where it was ${moment} and nothing is damaged`, () => {
      const opened = open(homeOf(moment))
      assert.equal(opened.repair, null)
      assert.deepEqual(contentOf(opened.client), wholeContent(frozen(moment)))
      close(opened)
    })

  for (const kind of faultNames)
    itScaled(`loses nothing without a word by ${kind}`, () => {
      for (const home of homes.homes) {
        const whole = wholeContent(home)
        for (let seed = 1; seed <= amount(1, 20); seed += 1) {
          const outcome = outcomeOf({ home, kind, seed }, whole)
          const seen = `${kind}, ${home.moment}, seed ${seed}: ${outcome}`
          assert.ok(outcome !== 'silent' && outcome !== 'refused', seen)
          // Of what both copies have lost each row is named.
          if (!kind.endsWith('both copies')) assert.match(outcome ?? '', /^(?:mended|harmless)?$/, seen)
        }
      }
    })

  it('takes a large change that was never committed for no damage, and still notices damage before it', () => {
    const home = homeOf('killed while writing')
    const whole = wholeContent(frozen('killed while writing'))
    const { client, mirror } = open(home)
    client.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)')
    client.pragma('cache_size = 5')
    client.exec('BEGIN')
    const insert = client.prepare('INSERT INTO notes (text) VALUES (?)')
    // The pages at the end of the table are written into the log again and again, in their place.
    for (let note = 0; note < 2_000; note += 1) insert.run(`note ${note % 7}`.repeat(20))
    client.exec('UPDATE notes SET text = id')
    const [killed, other] = ['killed', 'damaged'].map((name) => {
      const database = join(homes.newFolder(), name, 'companion.db')
      copyDatabase(dirname(home.database), dirname(database))
      return { ...home, database }
    })
    assert.ok(killed && other)
    client.exec('ROLLBACK')
    client.close()
    mirror.close()

    const opened = open(killed)
    assert.equal(opened.repair, null)
    assert.equal(opened.client.prepare('SELECT count(*) FROM notes').pluck().get(), 0)
    opened.client.exec('DROP TABLE notes')
    assert.deepEqual(contentOf(opened.client), whole)
    close(opened)

    const log = readFileSync(`${other.database}-wal`)
    // In the first page that was committed after the mirror was opened.
    log.fill(0xa5, 32 + 24 + 100, 32 + 24 + 104)
    writeFileSync(`${other.database}-wal`, log)
    const damaged = open(other)
    assert.deepEqual(damaged.repair?.parts, ['write-ahead log'])
    close(damaged)
  })

  it('is mended by the page, and what was damaged is set aside', () => {
    const home = homeOf('stopped')
    const before = readFileSync(home.database)
    spoil(home.database, 20)
    const damaged = readFileSync(home.database)
    const opened = open(home)
    assert.deepEqual([opened.repair?.parts, opened.repair?.pages], [['database'], [20]])
    close(opened)
    assert.deepEqual(readFileSync(home.database), before)
    const [aside = ''] = readdirSync(home.damaged)
    const pages = readFileSync(join(home.damaged, aside, 'database-pages.bin'))
    assert.deepEqual(pages, damaged.subarray(19 * 4_096, 20 * 4_096))
  })

  it('keeps what another program has moved from the log into the database', () => {
    const home = homeOf('killed while writing')
    const whole = wholeContent(frozen('killed while writing'))
    // As SQLite does for whoever opens it after a crash.
    const other = new Database(home.database)
    other.exec('SELECT count(*) FROM sqlite_schema')
    other.close()
    assert.equal(existsSync(`${home.database}-wal`), false)
    const opened = open(home)
    assert.equal(opened.repair, null)
    assert.deepEqual(contentOf(opened.client), whole)
    close(opened)
    const again = open(home)
    assert.equal(again.repair, null)
    close(again)
  })

  it('is looked through in parts where it is large, another one each day, and as a whole once something is found', () => {
    const home = homeOf('stopped')
    const files = mirrorFilesOf(home.database)
    const most = 40
    spoil(home.database, 90)
    spoil(home.database, 95)
    const days = Array.from(
      { length: 30 },
      (_, day) => `2026-05-${String(day + 1).padStart(2, '0')}T08:00:00Z`,
    )
    const repairs = days.map((now) => repairDatabase({ files, damaged: home.damaged, now, most }))
    const at = repairs.findIndex((damage) => damage !== null)
    assert.ok(at >= 0)
    assert.deepEqual(repairs[at]?.pages, [90, 95])
    assert.ok(repairs.slice(at + 1).every((damage) => damage === null))
  })

  it('is looked through as a whole where the daemon has noticed damage', () => {
    const home = homeOf('stopped')
    const files = mirrorFilesOf(home.database)
    spoil(home.database, 90)
    const look = (now: string) => repairDatabase({ files, damaged: home.damaged, now, most: 1 })
    const calm = ['2026-05-01', '2026-05-02'].find((day) => look(`${day}T08:00:00Z`) === null)
    assert.ok(calm)
    lookAtAll(home.database)
    assert.deepEqual(look(`${calm}T08:00:00Z`)?.pages, [90])
    assert.ok(!existsSync(`${home.database}.look`))
  })

  it('has what was committed at once, and what was deleted no longer', () => {
    const home = homeOf('stopped')
    const { client, mirror } = open(home)
    const store = new Store(client, log, mirror)
    const holds = (text: string) =>
      ['', '-wal', '.mirror', '.mirror-log'].filter((end) =>
        readFileSync(`${home.database}${end}`).includes(text),
      )
    client.exec('CREATE TABLE notes (text TEXT)')
    store.write(() => client.prepare('INSERT INTO notes VALUES (?)').run('the kettle whistles'))
    assert.deepEqual(holds('the kettle whistles'), ['-wal', '.mirror-log'])
    mirror.checkpoint()
    assert.deepEqual(holds('the kettle whistles'), ['', '-wal', '.mirror', '.mirror-log'])
    store.write((tx) => {
      tx.scrub()
      client.exec('DELETE FROM notes')
    })
    assert.deepEqual(holds('the kettle whistles'), [])
    store.close()
    assert.deepEqual(readFileSync(`${home.database}.mirror`), readFileSync(home.database))
  })

  it('has everything of a log that is gone, cut, or of another time', () => {
    for (const become of [
      (wal: string) => rmSync(wal),
      (wal: string) => truncateSync(wal, 5_000),
      (wal: string) => writeFileSync(wal, randomBytes(9_000)),
    ]) {
      const running = homeOf('stopped')
      const { client, mirror } = open(running)
      const store = new Store(client, log, mirror)
      for (let at = 0; at < 40; at += 1)
        store.write(() => client.exec(`CREATE TABLE last_second_${at} AS SELECT ${at} AS number`))
      // As a process leaves it that is killed.
      const killed = homeOf('stopped')
      copyDatabase(dirname(running.database), dirname(killed.database))
      store.close()
      become(`${killed.database}-wal`)
      const reopened = open(killed)
      assert.equal(reopened.repair?.lost_commits, 0)
      assert.equal(reopened.client.prepare('SELECT number FROM last_second_39').pluck().get(), 39)
      assert.equal(reopened.client.pragma('integrity_check', { simple: true }), 'ok')
      close(reopened)
    }
  })

  itLong('is whole where it is so large that SQLite leaves out a page of it', () => {
    const home = homeOf('stopped')
    const { client, mirror } = open(home)
    const store = new Store(client, log, mirror)
    client.exec('CREATE TABLE blobs (blob BLOB)')
    const insert = client.prepare('INSERT INTO blobs VALUES (zeroblob(10000000))')
    for (let at = 0; at < 110; at += 1) store.write(() => insert.run())
    store.close()
    lookAtAll(home.database)
    const again = open(home)
    const pages = again.mirror.pages()
    assert.ok(pages > 2 ** 18 + 1)
    assert.deepEqual([again.repair, again.mirror.damagedPage(1, pages)], [null, null])
    close(again)
    for (const end of ['', '.mirror']) rmSync(`${home.database}${end}`)
  })
})
