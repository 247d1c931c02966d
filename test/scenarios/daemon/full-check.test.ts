import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { openMirror } from '../../../daemon/store/mirror/mirror.ts'
import { openDatabase } from '../../../daemon/store/store.ts'
import { ManualClock } from '../../support/clock.ts'
import { signIn, startTestDaemon, temporaryFolder, type TestDaemon } from '../../support/daemon.ts'
import { amount, it, itLong } from '../../support/long.ts'
import { soon } from '../../support/processes.ts'
import { protocols } from '../../support/wire/protocols.ts'

const home = temporaryFolder()
after(() => rmSync(home, { recursive: true }))
const file = `${home}/companion.db`
const config = { backups: { daily: false } }
const [quarterMs, dayMs] = [900_000, 86_400_000]

const resultOf = async (daemon: TestDaemon, operation: string, input?: object) => {
  const { access_token } = await signIn(daemon, 'olga')
  return (await protocols.REST(daemon)(access_token, operation, input)).result
}
const last = () => JSON.parse(readFileSync(join(home, 'full-check.json'), 'utf8'))
const detail = async (daemon: TestDaemon) => (await resultOf(daemon, 'gateway.health')).components.database

/** Moves the clock on until the check of a moment is over. */
async function checkedAt(clock: ManualClock): Promise<void> {
  const before = existsSync(join(home, 'full-check.json')) ? last().checked_at : null
  clock.advance(quarterMs)
  await soon(() => existsSync(join(home, 'full-check.json')) && last().checked_at !== before)
}

/** Changes the database of a daemon that is stopped; its second copy and its checksums are then made anew of that. */
function change(how: (client: Database.Database) => void): void {
  const client = new Database(file)
  client.unsafeMode()
  how(client)
  client.close()
  rmSync(`${file}.sums`)
  const opened = openDatabase(file)
  const mirror = openMirror(opened)
  opened.close()
  mirror.close()
}

let now = Date.now()
const started = async () => {
  const clock = new ManualClock(now)
  return { clock, daemon: await startTestDaemon({ home, clock, config }) }
}

/** Many enough, where time does not matter, that others are answered while they are looked through. */
const memories = amount(20, 10_000)

describe('The full check of the database', () => {
  before(async () => {
    const { daemon: opened } = await started()
    await using daemon = opened
    await daemon.owner()
    const contents = Array.from(
      { length: memories },
      (_, at) => `Jar ${at} holds plums of the year ${at % 500}, ${'sweet '.repeat(20)}`,
    )
    for (let at = 0; at < memories; at += 500)
      await resultOf(daemon, 'memory.store_many', {
        memories: contents.slice(at, at + 500).map((content) => ({ content })),
      })
  })

  itLong('keeps nobody waiting', async () => {
    const { clock, daemon: opened } = await started()
    await using daemon = opened
    const { access_token } = await signIn(daemon, 'olga')
    const call = protocols.REST(daemon)
    /** How long the thread of the daemon has worked until it has answered, in milliseconds: others may keep it waiting. */
    const answered = async () => {
      const began = process.threadCpuUsage()
      await call(access_token, 'memory.recent', { limit: 1 })
      const { user, system } = process.threadCpuUsage(began)
      return (user + system) / 1_000
    }
    const measure = async (until: () => boolean) => {
      const times: number[] = []
      let inTime = 0
      while (!until() || times.length < 50) {
        times.push(await answered())
        if (!until()) inTime += 1
        await delay(5)
      }
      return { longest: Math.max(...times), inTime }
    }
    const { longest: calm } = await measure(() => true)
    let over = false
    const checking = checkedAt(clock).then(() => (over = true))
    const { longest, inTime } = await measure(() => over)
    await checking
    assert.ok(longest < Math.max(500, calm * 10), `${longest} ms, and ${calm} ms before`)
    assert.ok(inTime >= 10, `${inTime} answers meanwhile`)
  })

  it('runs once a week, is remembered, and told in the health and the check-up', async () => {
    {
      const { clock, daemon: opened } = await started()
      await using daemon = opened
      await checkedAt(clock)
      assert.deepEqual({ ...last(), checked_at: '' }, { checked_at: '', result: 'whole', reason: null })
      const day = last().checked_at.slice(0, 10)
      assert.deepEqual(
        (await detail(daemon)).detail,
        `The database answers. The full check of ${day} found it whole.`,
      )
      const { findings } = await resultOf(daemon, 'gateway.checkup')
      const checked = findings.find(({ finding }: { finding: string }) => finding === 'database_checked')
      assert.equal(checked.level, 'ok')
      assert.ok(!readdirSync(home).some((name) => name.includes('.check')))
      now = clock.now()
    }
    const before = last().checked_at
    const { clock, daemon: opened } = await started()
    await using daemon = opened
    clock.advance(quarterMs + 6 * dayMs)
    assert.match((await detail(daemon)).detail, /found it whole/)
    assert.equal(last().checked_at, before)
    clock.advance(dayMs)
    await soon(() => last().checked_at !== before)
    now = clock.now()
  })

  it('makes an index anew that does not agree with its table, and writes that down', async () => {
    const name = 'memories_by_statement'
    now += 8 * dayMs
    let entry: unknown[] = []
    change((client) => {
      client.pragma('writable_schema = ON')
      entry = client.prepare('SELECT rowid, * FROM sqlite_schema WHERE name = ?').raw().get(name) as unknown[]
      client.prepare('DELETE FROM sqlite_schema WHERE name = ?').run(name)
    })
    change((client) => {
      // SQLite does not know of the index here.
      client.exec(`UPDATE memories SET statement = statement || '?' WHERE memory_id % 7 = 0`)
      client.pragma('writable_schema = ON')
      client
        .prepare(
          'INSERT INTO sqlite_schema (rowid, type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(...entry)
    })
    const { clock, daemon: opened } = await started()
    await using daemon = opened
    await checkedAt(clock)
    assert.deepEqual([last().result, last().reason], ['repaired', `index ${name}`])
    const client = new Database(file, { readonly: true })
    assert.equal(client.pragma('integrity_check', { simple: true }), 'ok')
    client.close()
    const audited = await resultOf(daemon, 'audit.list', { limit: 50 })
    const { details } = audited.items.find(({ event }: { event: string }) => event === 'database_mended')
    assert.deepEqual(details, { parts: ['indexes'], indexes: [name] })
    assert.match((await detail(daemon)).detail, new RegExp(`found and repaired: index ${name}`))
    now = clock.now()
  })

  it('removes from the search what is no longer a memory', async () => {
    now += 8 * dayMs
    change((client) => client.exec('DELETE FROM memories WHERE memory_id = 5'))
    const { clock, daemon: opened } = await started()
    await using daemon = opened
    await checkedAt(clock)
    assert.deepEqual([last().result, last().reason], ['repaired', 'search'])
    assert.equal((await resultOf(daemon, 'memory.check')).whole, true)
    now = clock.now()
  })

  it('has the daemon start anew where only a start can mend what it finds, whatever the checksums say', async () => {
    now += 8 * dayMs
    change((client) => {
      client.pragma('foreign_keys = OFF')
      client.exec(`INSERT INTO read_markers VALUES ('nobody-here', 1)`)
    })
    const { clock, daemon } = await started()
    try {
      await checkedAt(clock)
      assert.equal(last().result, 'damaged')
      assert.match(last().reason, /^row \d+ of read_markers refers to no row of members$/)
      const { status, detail: text } = await detail(daemon)
      assert.equal(status, 'degraded')
      assert.match(text, /found damage: row/)
      const passing = setInterval(() => clock.advance(1_000), 50)
      await daemon.restarting
      clearInterval(passing)
    } finally {
      await daemon.stop()
    }
    now = clock.now()
    const { daemon: opened } = await started()
    await using again = opened
    const client = new Database(file, { readonly: true })
    assert.deepEqual(client.pragma('foreign_key_check'), [])
    client.close()
    const audited = await resultOf(again, 'audit.list', { limit: 50 })
    const { details } = audited.items.find(({ event }: { event: string }) => event === 'database_mended')
    assert.deepEqual(details.lost, [{ table: 'read_markers', key: 'nobody-here', now: 'gone' }])
    assert.ok(!existsSync(join(home, 'full-check.json')))
    assert.match((await detail(again)).detail, /was repaired at the start/)
    assert.equal((await resultOf(again, 'memory.recent')).total, memories - 1)
  })
})

describe('What is set aside of a damaged database', () => {
  it('holds nothing that somebody deletes for good, from then on', async () => {
    const folder = join(home, 'damaged', '2026-05-04T120000.000Z')
    mkdirSync(folder, { recursive: true })
    for (const name of ['companion.db', 'damage.json']) writeFileSync(join(folder, name), '{}')
    now = Date.now()
    // Else nothing is deleted for its age before an hour has passed.
    rmSync(join(home, 'clock-set'), { force: true })
    const { daemon: opened } = await started()
    await using daemon = opened
    // It is of today for this test.
    const today = join(home, 'damaged', new Date(now - 1_000).toISOString().replaceAll(':', ''))
    mkdirSync(today)
    for (const name of ['companion.db', 'damage.json']) writeFileSync(join(today, name), '{}')
    const { items } = await resultOf(daemon, 'memory.recent', { limit: 1 })
    await resultOf(daemon, 'memory.delete', { id: items[0].memory_uuid })
    assert.deepEqual(readdirSync(today), ['damage.json'])
    // What is older than 30 days, the start has deleted.
    assert.equal(existsSync(folder), false)
  })
})
