import assert from 'node:assert/strict'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { after, describe } from 'node:test'
import Database from 'better-sqlite3'
import { finishCopy } from '../../../daemon/store/backup.ts'
import { ManualClock } from '../../support/clock.ts'
import { signIn, startTestDaemon, temporaryFolder, type TestDaemon } from '../../support/daemon.ts'
import { spoil } from '../../support/homes/damaged-homes.ts'
import { itLong, itScaled as it } from '../../support/long.ts'
import { soon } from '../../support/processes.ts'
import { protocols } from '../../support/wire/protocols.ts'

const home = temporaryFolder()
after(() => rmSync(home, { recursive: true }))
const file = `${home}/companion.db`
const pageSize = 4_096

const resultOf = async (daemon: TestDaemon, operation: string, input?: object, as = 'olga') => {
  const { access_token } = await signIn(daemon, as)
  return (await protocols.REST(daemon)(access_token, operation, input)).result
}

describe('A damaged database', () => {
  it('is repaired before the start, which admins are told on every way', async () => {
    {
      await using daemon = await startTestDaemon({ home })
      await daemon.owner()
      const memory = { content: 'The spare key is under the blue pot.' }
      await resultOf(daemon, 'memory.store', memory)
      assert.doesNotMatch((await resultOf(daemon, 'gateway.health')).components.database.detail, /repaired/)
    }
    const before = readFileSync(file)
    const content = Buffer.from(before)
    content.fill(0, 30 * pageSize, 32 * pageSize)
    writeFileSync(file, content)
    await using daemon = await startTestDaemon({ home })
    const { items } = await resultOf(daemon, 'memory.recent')
    assert.equal(items[0].content, 'The spare key is under the blue pot.')
    const told = await resultOf(daemon, 'interactions.list', { status: ['pending'] })
    assert.deepEqual(
      told.items.map(({ title }: { title: string }) => title),
      ['Companion repaired its database'],
    )
    const audited = await resultOf(daemon, 'audit.list', { limit: 50 })
    const row = audited.items.find(({ event }: { event: string }) => event === 'database_mended')
    const nothing = { lost_commits: 0, backup: null, lost_since: null, lost_rows: 0, lost: [] }
    assert.deepEqual(row.details, { parts: ['database'], pages: 2, ...nothing })
    assert.match(
      (await resultOf(daemon, 'gateway.health')).components.database.detail,
      /was repaired at the start/,
    )
    assert.equal((await resultOf(daemon, 'audit.verify')).intact, true)
  })

  it('is noticed while the daemon runs, which starts anew to repair it', async () => {
    const clock = new ManualClock()
    let daemon = await startTestDaemon({ home, clock })
    // What has just been looked through is not looked through again so soon.
    clock.advance(600_000)
    spoil(file, 30)
    // The daemon restarts once its time has passed.
    const passing = setInterval(() => clock.advance(1_000), 100)
    await daemon.restarting
    clearInterval(passing)
    await daemon.stop()
    daemon = await startTestDaemon({ home, clock })
    try {
      const { components } = await resultOf(daemon, 'gateway.health')
      assert.match(components.database.detail, /was repaired at the start/)
    } finally {
      await daemon.stop()
    }
  })

  it('is read out row by row where both copies are damaged, and everybody hears of what is lost of theirs', async () => {
    // Enough for several pages.
    const shelves = 16
    {
      // A backup would give rows back.
      await using daemon = await startTestDaemon({ home, config: { backups: { daily: false } } })
      await daemon.member(await signIn(daemon, 'olga'), 'mia')
      for (const as of ['olga', 'mia'])
        for (let shelf = 0; shelf < shelves; shelf += 1)
          await resultOf(
            daemon,
            'memory.store',
            { content: `Shelf ${shelf} of ${as} holds ${shelf} jars.` },
            as,
          )
    }
    const database = new Database(file, { readonly: true })
    const page = database
      .prepare<[], number>(
        "SELECT pageno FROM dbstat WHERE name = 'memories' AND pagetype = 'leaf' ORDER BY path",
      )
      .pluck()
      .all()
      .at(-1)
    database.close()
    assert.ok(page)
    for (const damaged of [file, `${file}.mirror`]) spoil(damaged, page)
    await using daemon = await startTestDaemon({ home })
    const lostIn = async (as: string) => {
      const { items } = await resultOf(daemon, 'interactions.list', { status: ['pending'] }, as)
      const told = items.map(({ title, prompt }: Record<'title' | 'prompt', string>) => `${title}: ${prompt}`)
      return told.find((text: string) => /lost/.test(text) && /memories [0-9a-f-]{36}/.test(text))
    }
    const [olga, mia] = [await lostIn('olga'), await lostIn('mia')]
    assert.match(olga ?? '', /rebuilt its database, and something is lost/)
    assert.match(mia ?? '', /^Something of yours was lost: /)
    const gone = [...(mia ?? '').matchAll(/memories ([0-9a-f-]{36})/g)].map(([, id]) => String(id))
    const recent = await resultOf(daemon, 'memory.recent', { limit: 100 }, 'mia')
    assert.equal(recent.items.length + gone.length, shelves)
    for (const { memory_uuid } of recent.items) assert.ok(!gone.includes(memory_uuid))
    const matches = await resultOf(daemon, 'memory.search', { q: 'shelf 3 jars' }, 'mia')
    assert.ok(matches.items.length > 0)
    assert.equal((await resultOf(daemon, 'audit.verify')).intact, true)
    // What has lost its vector is given one.
    await soon(async () => (await resultOf(daemon, 'memory.check')).whole)
  })

  /** A daemon that runs for a while has made one. */
  const removeBackups = () => {
    for (const name of readdirSync(`${home}/backups`)) rmSync(`${home}/backups/${name}`)
  }

  itLong(
    'notes anew which model the vectors are of, where that is lost, and finds by meaning again',
    async () => {
      const content = 'The automobile is parked in the basement garage'
      {
        await using daemon = await startTestDaemon({ home })
        await resultOf(daemon, 'memory.store', { content })
      }
      const database = new Database(file, { readonly: true })
      const page = database
        .prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'vector_tables'")
        .pluck()
        .get()
      database.close()
      assert.ok(page)
      removeBackups()
      for (const damaged of [file, `${file}.mirror`]) spoil(damaged, page)
      await using daemon = await startTestDaemon({ home })
      const audited = await resultOf(daemon, 'audit.list', { limit: 50 })
      const { details } = audited.items.find(({ event }: { event: string }) => event === 'database_mended')
      assert.deepEqual(
        details.lost.map(({ table }: { table: string }) => table),
        ['vector_tables'],
      )
      await soon(async () => (await resultOf(daemon, 'memory.check')).whole)
      // No word of it is in the memory.
      const matches = await resultOf(daemon, 'memory.search', { q: 'where did I leave the vehicle' })
      assert.equal(matches.items[0].memory.content, content)
      assert.ok(matches.items[0].match.semantic > 0.2)
      const { findings } = await resultOf(daemon, 'gateway.checkup')
      const wrong = findings.flatMap(({ level, finding }: Record<'level' | 'finding', string>) =>
        level === 'ok' ? [] : finding,
      )
      // There is no backup, and what is true of the machine is not asked here.
      assert.deepEqual(
        wrong.filter((finding: string) => !/^(?:backup|offsite|disk|filesystem|program|clock)/.test(finding)),
        ['database_repaired'],
      )
    },
  )

  it('goes back to a backup where nothing can be read out, and says since when what was stored is lost', async () => {
    const backup = '2026-05-04T120000.000Z-daily-1.db'
    const copy = `${home}/backups/${backup}`
    removeBackups()
    copyFileSync(file, copy)
    finishCopy(copy)
    for (const damaged of [file, `${file}.mirror`]) spoil(damaged, 1)
    writeFileSync(`${file}.sums`, 'tea')
    await using daemon = await startTestDaemon({ home })
    const { items } = await resultOf(daemon, 'interactions.list', { status: ['pending'] })
    const told = items.find(({ title }: { title: string }) => title === 'Companion went back to a backup')
    assert.match(told.prompt, /what was stored since May 4, 2026 at \d+:00\s[AP]M \S+ is lost/)
    const audited = await resultOf(daemon, 'audit.list', { limit: 50 })
    const { details } = audited.items.find(({ event }: { event: string }) => event === 'database_mended')
    assert.deepEqual([details.backup, details.lost_since], [backup, '2026-05-04T12:00:00.000Z'])
    assert.equal((await resultOf(daemon, 'audit.verify')).intact, true)
  })
})
