import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { lookAtAll, mendDatabase } from '../../../daemon/store/mirror/mend.ts'
import { openWhole } from '../../../daemon/store/mirror/open-whole.ts'
import { mirrorFilesOf } from '../../../daemon/store/mirror/sums.ts'
import { Store } from '../../../daemon/store/store.ts'
import { faultNames } from '../../bench/faults/damages.ts'
import { copyDatabase, freezeHomes, type FrozenHome, type Moment } from '../../bench/faults/homes.ts'
import { contentOf, differences, outcomeOf, wholeContent } from '../../bench/faults/outcomes.ts'
import { amount } from '../../support/long.ts'

const log = pino({ level: 'silent' })
const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
let homes: readonly FrozenHome[] = []

before(async () => {
  homes = await freezeHomes('small', 30)
})
after(() => {
  for (const parent of new Set(homes.map((home) => dirname(home.folder)))) rmSync(parent, { recursive: true })
  folder.remove()
})

const frozen = (moment: Moment): FrozenHome => {
  const found = homes.find((home) => home.moment === moment)
  if (!found) throw new Error(`there is no home that was ${moment}`)
  return found
}

let made = 0
/** A copy of a home that was frozen, to be damaged and opened. */
function homeOf(moment: Moment) {
  const path = join(folder.path, String((made += 1)))
  copyDatabase(frozen(moment).folder, path)
  const backups = join(path, 'backups')
  mkdirSync(backups)
  const [database, damaged] = [join(path, 'companion.db'), join(path, 'damaged')]
  return { database, damaged, backups, erasures: join(path, 'erasures.jsonl') }
}

const open = (home: ReturnType<typeof homeOf>) => openWhole({ home, clock: systemClock, log })
const close = ({ client, mirror }: ReturnType<typeof open>) => {
  client.close()
  mirror.close()
}

/** Writes noise over one page of a file. */
function spoil(file: string, page: number): void {
  const content = readFileSync(file)
  content.fill(0xa5, (page - 1) * 4_096, page * 4_096)
  writeFileSync(file, content)
}

describe('A database with its second copy', () => {
  for (const moment of ['stopped', 'killed at rest', 'killed while writing'] as const)
    it(`is whole, and holds everything, where it was ${moment} and nothing is damaged`, () => {
      const opened = open(homeOf(moment))
      assert.equal(opened.mended, null)
      assert.deepEqual(contentOf(opened.client), wholeContent(frozen(moment)))
      close(opened)
    })

  for (const kind of faultNames)
    it(`loses nothing without a word by ${kind}`, () => {
      for (const home of homes) {
        const whole = wholeContent(home)
        for (let seed = 1; seed <= amount(2, 20); seed += 1) {
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
      const database = join(folder.path, `${name}-${(made += 1)}`, 'companion.db')
      copyDatabase(dirname(home.database), dirname(database))
      return { ...home, database }
    })
    assert.ok(killed && other)
    client.exec('ROLLBACK')
    client.close()
    mirror.close()

    const opened = open(killed)
    assert.equal(opened.mended, null)
    assert.equal(opened.client.prepare('SELECT count(*) FROM notes').pluck().get(), 0)
    opened.client.exec('DROP TABLE notes')
    assert.deepEqual(contentOf(opened.client), whole)
    close(opened)

    const log = readFileSync(`${other.database}-wal`)
    // In the first page that was committed after the mirror was opened.
    log.fill(0xa5, 32 + 24 + 100, 32 + 24 + 104)
    writeFileSync(`${other.database}-wal`, log)
    const damaged = open(other)
    assert.deepEqual(damaged.mended?.parts, ['write-ahead log'])
    close(damaged)
  })

  it('is mended by the page, and what was damaged is set aside', () => {
    const home = homeOf('stopped')
    const before = readFileSync(home.database)
    spoil(home.database, 20)
    const damaged = readFileSync(home.database)
    const opened = open(home)
    assert.deepEqual([opened.mended?.parts, opened.mended?.pages], [['database'], [20]])
    close(opened)
    assert.deepEqual(readFileSync(home.database), before)
    const [aside = ''] = readdirSync(home.damaged)
    const kept = readFileSync(join(home.damaged, aside, 'database-pages.bin'))
    assert.deepEqual(kept, damaged.subarray(19 * 4_096, 20 * 4_096))
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
    assert.equal(opened.mended, null)
    assert.deepEqual(contentOf(opened.client), whole)
    close(opened)
    const again = open(home)
    assert.equal(again.mended, null)
    close(again)
  })

  /** Damages a page of both copies, each in its way. */
  const spoilBoth = (home: ReturnType<typeof homeOf>, page: number) => {
    spoil(home.database, page)
    const mirror = readFileSync(`${home.database}.mirror`)
    writeFileSync(`${home.database}.mirror`, mirror.fill(1, (page - 1) * 4_096, (page - 1) * 4_096 + 9))
  }

  it('names each row that is lost with a page of both copies, keeps all others, and takes from the backup what it has', () => {
    const intact = wholeContent(frozen('stopped'))
    const client = new Database(homeOf('stopped').database)
    // Of the schema nothing can be read without it.
    const pages = client
      .prepare<[], number>("SELECT pageno FROM dbstat WHERE name <> 'sqlite_schema' ORDER BY pageno")
      .pluck()
      .all()
    const ofMemories = client
      .prepare<[], number>("SELECT pageno FROM dbstat WHERE name = 'memories' AND pagetype = 'leaf'")
      .pluck()
      .all()
    client.close()
    const tables = new Set<string>()
    const some = pages.filter((_, at) => at % amount(12, 2) === 0)
    for (const page of [...ofMemories.slice(0, 2), ...some])
      for (const hasBackup of [true, false]) {
        const home = homeOf('stopped')
        if (hasBackup)
          copyFileSync(
            join(frozen('stopped').folder, 'companion.db'),
            join(home.backups, '2026-05-04T120000.000Z-daily-1.db'),
          )
        spoilBoth(home, page)
        const opened = open(home)
        const { mended, client, swapped } = opened
        assert.ok(mended)
        const differing = differences(contentOf(client), intact).filter(
          (row) => !(mended.vectors_lost && row.startsWith('memory_vectors_')),
        )
        const named = new Set(mended.lost.map(({ table, key }) => `${table} ${key}`))
        if (hasBackup) assert.deepEqual(differing, [], `page ${page}`)
        else if (mended.rows > 0)
          for (const row of differing)
            // Where no index lists them, what is left says of which table some are lost.
            if (!row.startsWith('memory_usage '))
              assert.ok(named.has(row) || named.has(`${row.split(' ')[0]} null`), `page ${page}: ${row}`)
        for (const { table } of mended.lost) tables.add(table)
        assert.equal(swapped, mended.rows === 0)
        assert.ok(existsSync(join(mended.aside, 'companion.db')))
        assert.equal(client.pragma('integrity_check', { simple: true }), 'ok')
        assert.deepEqual(client.pragma('foreign_key_check'), [])
        close(opened)
        const again = open(home)
        assert.equal(again.mended, null)
        close(again)
      }
    assert.ok(tables.has('memories'))
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
    const found = days.map((now) => mendDatabase({ files, damaged: home.damaged, now, most }))
    const at = found.findIndex((damage) => damage !== null)
    assert.ok(at >= 0)
    assert.deepEqual(found[at]?.pages, [90, 95])
    assert.ok(found.slice(at + 1).every((damage) => damage === null))
  })

  it('is looked through as a whole where the daemon has noticed damage', () => {
    const home = homeOf('stopped')
    const files = mirrorFilesOf(home.database)
    spoil(home.database, 90)
    const look = (now: string) => mendDatabase({ files, damaged: home.damaged, now, most: 1 })
    const calm = ['2026-05-01', '2026-05-02'].find((day) => look(`${day}T08:00:00Z`) === null)
    assert.ok(calm)
    lookAtAll(home.database)
    assert.deepEqual(look(`${calm}T08:00:00Z`)?.pages, [90])
    assert.ok(!existsSync(`${home.database}.look`))
  })

  it('does not take from a backup what was deleted since', () => {
    const home = homeOf('stopped')
    const before = open(home)
    const [gone, ...others] = before.client
      .prepare<[], string>('SELECT memory_uuid FROM memories ORDER BY memory_id LIMIT 5')
      .pluck()
      .all()
    before.client.prepare('VACUUM INTO ?').run(join(home.backups, '2026-05-04T120000.000Z-daily-1.db'))
    before.client.prepare('DELETE FROM memories WHERE memory_uuid = ?').run(gone)
    const [page] = before.client
      .prepare<[], number>("SELECT pageno FROM dbstat WHERE name = 'memories' AND pagetype = 'leaf' LIMIT 1")
      .pluck()
      .all()
    before.mirror.checkpoint()
    close(before)
    spoilBoth(home, Number(page))
    const opened = open(home)
    const kept = opened.client.prepare<[], string>('SELECT memory_uuid FROM memories').pluck().all()
    assert.ok(!kept.includes(String(gone)))
    for (const other of others) assert.ok(kept.includes(other))
    assert.deepEqual(
      opened.mended?.lost.filter(({ key }) => others.includes(String(key))).map(({ now }) => now),
      others.map(() => 'as in the backup'),
    )
    close(opened)
  })

  it('goes back to the newest whole backup where not even the schema is left, and keeps what is', () => {
    const home = homeOf('stopped')
    copyFileSync(
      join(frozen('stopped').folder, 'companion.db'),
      join(home.backups, '2026-05-04T120000.000Z-daily-1.db'),
    )
    writeFileSync(join(home.backups, '2026-05-05T120000.000Z-daily-2.db'), 'tea')
    spoilBoth(home, 1)
    const opened = open(home)
    assert.equal(opened.mended?.backup, '2026-05-04T120000.000Z-daily-1.db')
    assert.equal(opened.swapped, true)
    assert.deepEqual(contentOf(opened.client), wholeContent(frozen('stopped')))
    assert.ok(existsSync(join(opened.mended?.aside ?? '', 'companion.db.mirror')))
    close(opened)
  })

  it('is refused, and left as it is, where no backup is whole either', () => {
    const home = homeOf('stopped')
    spoilBoth(home, 1)
    const before = readFileSync(home.database)
    assert.throws(
      () => open(home),
      /pages 1 of the database are damaged in both copies, and there is no whole backup/,
    )
    assert.deepEqual(readFileSync(home.database), before)
  })

  it('has what was committed at once, and what was deleted no longer', () => {
    const home = homeOf('stopped')
    const { client, mirror } = open(home)
    const store = new Store(client, log, mirror)
    const inMirror = (text: string) => readFileSync(`${home.database}.mirror`).includes(text)
    client.exec('CREATE TABLE notes (text TEXT)')
    store.write(() => client.prepare('INSERT INTO notes VALUES (?)').run('the kettle whistles'))
    assert.equal(inMirror('the kettle whistles'), true)
    store.write((tx) => {
      tx.scrub()
      client.exec('DELETE FROM notes')
    })
    assert.equal(inMirror('the kettle whistles'), false)
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
      const mended = open(killed)
      assert.equal(mended.mended?.lost_commits, 0)
      assert.equal(mended.client.prepare('SELECT number FROM last_second_39').pluck().get(), 39)
      assert.equal(mended.client.pragma('integrity_check', { simple: true }), 'ok')
      close(mended)
    }
  })
})
