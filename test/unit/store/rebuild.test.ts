import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe } from 'node:test'
import Database from 'better-sqlite3'
import { latestVersion } from '../../../daemon/store/migrate.ts'
import { lookAtEverything } from '../../../daemon/store/mirror/verified-database.ts'
import { withVectors } from '../../../daemon/store/vectors.ts'
import type { Moment } from '../../bench/faults/homes.ts'
import { contentOf, differences, wholeContent } from '../../bench/faults/outcomes.ts'
import { close, open, openDamagedHomes, spoilBoth } from '../../support/homes/damaged-homes.ts'
import { fill, noMount, smallDisk } from '../../support/disk.ts'
import { amount, it, itScaled } from '../../support/long.ts'

let homes: Awaited<ReturnType<typeof openDamagedHomes>>

before(async () => {
  homes = await openDamagedHomes()
})
after(() => homes.remove())
const backupName = '2026-05-04T120000.000Z-daily-1.db'
const frozen = (moment: Moment) => homes.frozen(moment)
const homeOf = (moment: Moment) => homes.homeOf(moment)

describe('A database that is damaged in both copies', () => {
  itScaled(
    'names each row that is lost with a page of both copies, keeps all others, and takes from the backup what it has',
    () => {
      const intact = wholeContent(frozen('stopped'))
      const client = new Database(homeOf('stopped').database)
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
      const some = pages.filter((_, at) => at % amount(36, 2) === 0)
      for (const page of [...ofMemories.slice(0, 2), ...some])
        for (const hasBackup of [true, false]) {
          const home = homeOf('stopped')
          if (hasBackup) homes.giveBackup(home, backupName)
          spoilBoth(home, page)
          const opened = open(home)
          const { repair, client, swapped } = opened
          assert.ok(repair)
          const differing = differences(contentOf(client), intact).filter(
            (row) => !(repair.vectors_lost && row.startsWith('memory_vectors_')),
          )
          const named = new Set(repair.lost.map(({ table, key }) => `${table} ${key}`))
          if (hasBackup) assert.deepEqual(differing, [], `page ${page}`)
          else if (repair.rows > 0)
            for (const row of differing)
              // Where no index lists them, what is left says of which table some are lost.
              if (!row.startsWith('memory_usage '))
                assert.ok(named.has(row) || named.has(`${row.split(' ')[0]} null`), `page ${page}: ${row}`)
          for (const { table } of repair.lost) tables.add(table)
          assert.equal(swapped, repair.rows === 0)
          assert.ok(existsSync(join(repair.aside, 'companion.db')))
          assert.equal(client.pragma('integrity_check', { simple: true }), 'ok')
          assert.deepEqual(client.pragma('foreign_key_check'), [])
          close(opened)
          const again = open(home)
          assert.equal(again.repair, null)
          close(again)
        }
      assert.ok(tables.has('memories'))
    },
  )

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
    const memories = opened.client.prepare<[], string>('SELECT memory_uuid FROM memories').pluck().all()
    assert.ok(!memories.includes(String(gone)))
    for (const other of others) assert.ok(memories.includes(other))
    assert.deepEqual(
      opened.repair?.lost.filter(({ key }) => others.includes(String(key))).map(({ now }) => now),
      others.map(() => 'as in the backup'),
    )
    close(opened)
  })

  const schemaPages = (home: ReturnType<typeof homeOf>) => {
    const client = new Database(home.database, { readonly: true })
    try {
      return client
        .prepare<[], number>("SELECT pageno FROM dbstat WHERE name = 'sqlite_schema' ORDER BY pageno")
        .pluck()
        .all()
    } finally {
      client.close()
    }
  }

  itScaled('loses nothing with any page of its schema, with a backup and without', () => {
    const intact = wholeContent(frozen('stopped'))
    const pages = schemaPages(homeOf('stopped'))
    assert.ok(pages.length > 5 && pages[0] === 1)
    for (const [place, page] of pages.entries())
      for (const hasBackup of place < amount(1, pages.length) ? [false, true] : [false]) {
        const home = homeOf('stopped')
        if (hasBackup) homes.giveBackup(home, backupName)
        spoilBoth(home, page)
        const opened = open(home)
        const { repair, client } = opened
        assert.deepEqual(repair?.lost, [], `page ${page}`)
        assert.equal(repair.vectors_lost, false)
        assert.deepEqual(contentOf(client), intact, `page ${page}`)
        assert.equal(client.pragma('user_version', { simple: true }), latestVersion())
        assert.equal(client.pragma('integrity_check', { simple: true }), 'ok')
        close(opened)
        const again = open(home)
        assert.equal(again.repair, null)
        close(again)
      }
  })

  it('names the rows that are lost with another page, where one of its schema is lost, too', () => {
    const intact = wholeContent(frozen('stopped'))
    const client = new Database(homeOf('stopped').database)
    const [memories = 0] = client
      .prepare<[], number>("SELECT pageno FROM dbstat WHERE name = 'memories' AND pagetype = 'leaf'")
      .pluck()
      .all()
    client.close()
    const pages = schemaPages(homeOf('stopped'))
    for (const page of [pages[0], pages[4]]) {
      const home = homeOf('stopped')
      for (const one of [memories, page]) spoilBoth(home, Number(one))
      const opened = open(home)
      const named = new Set(opened.repair?.lost.map(({ table, key }) => `${table} ${key}`))
      assert.ok([...named].some((row) => /^memories [0-9a-f-]{36}$/.test(row)))
      for (const row of differences(contentOf(opened.client), intact))
        if (!/^memory_(?:usage|vectors_)/.test(row)) assert.ok(named.has(row), `page ${page}: ${row}`)
      close(opened)
    }
  })

  it('takes what is missing of its schema from a backup that lies as it does, and from no other', () => {
    const changed = (layout: (client: Database.Database) => void) => {
      const home = homeOf('stopped')
      const opened = open(home)
      layout(opened.client)
      opened.mirror.checkpoint()
      close(opened)
      return home
    }
    const moved = changed((client) =>
      client.exec(`CREATE TABLE moving AS SELECT * FROM lockouts; DROP TABLE lockouts;
        CREATE TABLE added (one TEXT); CREATE TABLE lockouts (one TEXT, two TEXT) STRICT`),
    )
    const whole = new Database(moved.database, { readonly: true })
    const [, page = 0] = schemaPages(moved)
    const intact = contentOf(withVectors(whole))
    whole.close()
    for (const isAlike of [true, false]) {
      const home = homes.copyOf(moved)
      if (isAlike) copyFileSync(moved.database, join(home.backups, backupName))
      else homes.giveBackup(home, backupName)
      spoilBoth(home, page)
      const opened = open(home)
      if (isAlike) assert.deepEqual([opened.repair?.lost, contentOf(opened.client)], [[], intact])
      // What was there cannot be told: the backup takes its place, and says since when.
      else assert.equal(opened.repair?.lost_since, '2026-05-04T12:00:00.000Z')
      close(opened)
    }
  })

  /** Damages what says which page is right, too: then nothing can be read out. */
  const spoilAll = (home: ReturnType<typeof homeOf>) => {
    spoilBoth(home, 1)
    writeFileSync(`${home.database}.sums`, 'tea')
  }

  it('goes back to the newest whole backup where nothing can be read out, says since when, and keeps what is left', () => {
    const home = homeOf('stopped')
    homes.giveBackup(home, backupName)
    writeFileSync(join(home.backups, '2026-05-05T120000.000Z-daily-2.db'), 'tea')
    spoilAll(home)
    const opened = open(home)
    const { repair, swapped } = opened
    assert.deepEqual([repair?.backup, repair?.lost_since], [backupName, '2026-05-04T12:00:00.000Z'])
    assert.equal(swapped, true)
    assert.deepEqual(contentOf(opened.client), wholeContent(frozen('stopped')))
    const aside = repair?.aside ?? ''
    assert.ok(existsSync(join(aside, 'companion.db.mirror')))
    assert.equal(JSON.parse(readFileSync(join(aside, 'damage.json'), 'utf8')).lost_since, repair?.lost_since)
    close(opened)
  })

  it('is refused, and left as it is, where no backup is whole either', () => {
    const home = homeOf('stopped')
    spoilAll(home)
    const before = readFileSync(home.database)
    assert.throws(() => open(home), /the database is damaged, and there is no whole backup/)
    assert.deepEqual(readFileSync(home.database), before)
    assert.ok(!existsSync(home.damaged))
  })

  it('stays as it is where SQLite complains of a row that a new database would not take', () => {
    const home = homeOf('stopped')
    const strict = (from: string, to: string, then = (_: Database.Database) => {}) => {
      const opened = open(home)
      const { client } = opened
      then(client)
      client.unsafeMode()
      client.pragma('writable_schema = ON')
      client
        .prepare("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'vector_tables'")
        .run(from, to)
      opened.mirror.checkpoint()
      close(opened)
    }
    strict('STRICT, WITHOUT', 'WITHOUT')
    strict(') WITHOUT', ') STRICT, WITHOUT', (client) =>
      client.exec("UPDATE vector_tables SET model = x'00ff'"),
    )
    lookAtEverything(home.database)
    const before = contentsOf(dirname(home.database))
    const opened = open(home)
    assert.equal(opened.repair, null)
    assert.match(String(opened.client.pragma('integrity_check(1)', { simple: true })), /non-TEXT value/)
    close(opened)
    assert.ok(!existsSync(home.damaged) && !existsSync(`${home.database}.salvaged.part`))
    assert.equal(contentsOf(dirname(home.database)).get('companion.db'), before.get('companion.db'))
    assert.ok(!existsSync(`${home.database}.complaint`))
  })

  it(
    'waits for room on a disk that is full, says how much, changes nothing, and is read out by the next start',
    { skip: noMount },
    (t) => {
      const disk = smallDisk(t, 16)
      for (const hasBackup of [true, false]) {
        const home = homes.homeOf('stopped', disk)
        if (hasBackup) homes.giveBackup(home, backupName)
        const folder = dirname(home.database)
        spoilBoth(home, 1)
        const filler = join(disk, 'filler')
        // With no room at all, and with some, so that it fails at one step or another.
        for (const room of [0, 40_000, 700_000, 1_400_000, 2_100_000]) {
          writeFileSync(join(disk, 'room'), Buffer.alloc(room))
          fill(filler)
          rmSync(join(disk, 'room'))
          const before = contentsOf(folder)
          assert.throws(
            () => open(home),
            (error: Error) => {
              assert.match(
                error.message,
                /^the database is damaged, and could not be repaired yet, as the disk of /,
              )
              const [, wanted] = /too full for that: free (\d+) MB more on it/.exec(error.message) ?? []
              assert.ok(Number(wanted) >= 1 && Number(wanted) <= 8, error.message)
              return error.message.includes(folder)
            },
            `${room} bytes`,
          )
          assert.deepEqual(contentsOf(folder), before, `${room} bytes`)
          rmSync(filler)
        }
        const opened = open(home)
        assert.deepEqual([opened.repair?.lost, opened.repair?.backup], [[], null])
        assert.deepEqual(contentOf(opened.client), wholeContent(frozen('stopped')))
        close(opened)
        rmSync(folder, { recursive: true })
      }
    },
  )
})

/** Every file below a folder, with the checksum of what it holds; without the mark that has a start look at everything. */
function contentsOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    files
      .filter(({ name }) => !/\.look$|-shm$/.test(name))
      .map(({ parentPath, name }) => [name, hash('sha256', readFileSync(join(parentPath, name)))]),
  )
}
