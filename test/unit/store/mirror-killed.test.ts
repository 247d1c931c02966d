import assert from 'node:assert/strict'
import {
  closeSync,
  mkdirSync,
  mkdtempDisposableSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { Store } from '../../../daemon/store/store.ts'
import { copyDatabase } from '../../bench/faults/homes.ts'
import { close, open } from '../../support/homes/damaged-homes.ts'

const log = pino({ level: 'silent' })
const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
after(() => folder.remove())

let made = 0
function homeIn() {
  const path = join(folder.path, String((made += 1)))
  mkdirSync(join(path, 'backups'), { recursive: true })
  const at = (name: string) => join(path, name)
  return {
    database: at('companion.db'),
    damaged: at('damaged'),
    backups: at('backups'),
    erasures: at('erasures.ndjson'),
  }
}

function openNotes() {
  const running = homeIn()
  const { client, mirror } = open(running)
  const store = new Store(client, log, mirror)
  client.exec('CREATE TABLE notes (text TEXT)')
  const note = (text: string) => store.write(() => client.prepare('INSERT INTO notes VALUES (?)').run(text))
  return { running, mirror, store, note }
}

function seenIn(home: ReturnType<typeof homeIn>) {
  const opened = open(home)
  const notes = opened.client.prepare('SELECT text FROM notes').pluck().all()
  close(opened)
  return { repair: opened.repair, notes }
}

/** The pages in which two copies of a database are not the same, from 1. */
function* pagesThatDiffer(one: Buffer, other: Buffer): Iterable<number> {
  for (let page = 1; page <= Math.ceil(Math.max(one.length, other.length) / 4_096); page += 1) {
    const of = (content: Buffer) => content.subarray((page - 1) * 4_096, page * 4_096)
    if (!of(one).equals(of(other))) yield page
  }
}

describe('A database whose daemon was killed while the second copy took over what was committed', () => {
  /** A home that was killed before that, the files that it changes, and those as they are after it. */
  const takingOver = () => {
    const running = homeIn()
    const { client, mirror } = open(running)
    const store = new Store(client, log, mirror)
    client.exec('CREATE TABLE notes (name TEXT PRIMARY KEY, text TEXT)')
    const insert = client.prepare('INSERT INTO notes VALUES (?, ?)')
    const note = (from: number, to: number) =>
      store.write(() => {
        for (let at = from; at < to; at += 1) insert.run(`${(at * 7_919) % 1_009}`, `note ${at}`.repeat(40))
      })
    for (let at = 0; at < 200; at += 20) note(at, at + 20)
    mirror.checkpoint()
    for (let at = 200; at < 280; at += 20) note(at, at + 20)
    const before = homeIn()
    copyDatabase(dirname(running.database), dirname(before.database))
    const read = (end: string) => readFileSync(`${running.database}${end}`)
    const [mirrored, summed] = [read('.mirror'), read('.sums')]
    mirror.sync()
    const after = { mirrored: read('.mirror'), summed: read('.sums') }
    store.close()
    return { before, mirrored, summed, after }
  }
  const notesOf = (home: ReturnType<typeof homeIn>) => {
    const opened = open(home)
    const notes = Number(opened.client.prepare('SELECT count(*) FROM notes').pluck().get())
    const check = opened.client.pragma('integrity_check', { simple: true })
    close(opened)
    return { repair: opened.repair, notes, check }
  }

  it('is whole, and has it, also where another program has opened the database since, or its log is gone', () => {
    const { before, mirrored, summed, after } = takingOver()
    const changed = [...pagesThatDiffer(mirrored, after.mirrored)]
    assert.ok(changed.length > 4)
    for (let taken = 0; taken <= changed.length; taken += 1)
      for (const ends of ['none', 'some', 'all'] as const) {
        // The sums follow once the second copy has everything.
        if (ends !== 'none' && taken < changed.length) continue
        for (const since of ['opened', 'left alone', 'without its log'] as const) {
          const killed = homeIn()
          copyDatabase(dirname(before.database), dirname(killed.database))
          const partly = Buffer.concat([mirrored], after.mirrored.length)
          for (const page of changed.slice(0, taken))
            after.mirrored.copy(partly, (page - 1) * 4_096, (page - 1) * 4_096, page * 4_096)
          writeFileSync(`${killed.database}.mirror`, partly)
          const sums = Buffer.from(ends === 'none' ? summed : after.summed)
          // The header follows last.
          summed.copy(sums, 0, 0, ends === 'some' ? 72 + 10 * 4 : 72)
          writeFileSync(`${killed.database}.sums`, sums)
          if (since === 'without its log') rmSync(`${killed.database}-wal`)
          if (since === 'opened') {
            const other = new Database(killed.database)
            other.exec('SELECT count(*) FROM sqlite_schema')
            other.close()
          }
          const seen = `${taken} of ${changed.length} pages, ${ends} sums, ${since}`
          const { repair, ...held } = notesOf(killed)
          assert.deepEqual(held, { notes: 280, check: 'ok' }, seen)
          assert.deepEqual(repair?.parts, since === 'without its log' ? ['write-ahead log'] : undefined, seen)
          assert.equal(notesOf(killed).repair, null, seen)
        }
      }
  })

  it('tells that commits are lost where its log and the copy of that are gone', () => {
    const { before } = takingOver()
    for (const end of ['-wal', '.mirror-log']) rmSync(`${before.database}${end}`)
    const { repair, ...held } = notesOf(before)
    assert.deepEqual(held, { notes: 200, check: 'ok' })
    assert.deepEqual([repair?.parts, repair?.lost_commits], [['write-ahead log'], null])
  })

  it('has what its log and the copy of that have together, where each is damaged', () => {
    const { before } = takingOver()
    const frame = 4_096 + 24
    for (const [end, index] of [
      ['-wal', 3],
      ['.mirror-log', 5],
    ] as const) {
      const content = readFileSync(`${before.database}${end}`)
      content.fill(0xa5, 32 + index * frame + 100, 32 + index * frame + 200)
      writeFileSync(`${before.database}${end}`, content)
    }
    const { repair, ...held } = notesOf(before)
    assert.deepEqual(held, { notes: 280, check: 'ok' })
    assert.deepEqual([repair?.parts, repair?.lost_commits], [['write-ahead log'], 0])
  })

  it('keeps what another program has written since it moved the log into the database', () => {
    const { before } = takingOver()
    const other = new Database(before.database)
    other.exec("DELETE FROM notes; INSERT INTO notes VALUES ('theirs', 'note')")
    other.close()
    assert.deepEqual(notesOf(before), { repair: null, notes: 1, check: 'ok' })
    assert.equal(notesOf(before).repair, null)
  })

  it('has what came after its log was emptied several times at once', () => {
    const { running, store, note } = openNotes()
    note('before')
    for (let at = 0; at < 4; at += 1) store.scrub()
    note('after')
    const killed = homeIn()
    copyDatabase(dirname(running.database), dirname(killed.database))
    store.close()
    assert.deepEqual(seenIn(killed), { repair: null, notes: ['before', 'after'] })
  })

  it('is not taken for damaged where its log was emptied, and nothing was changed since', () => {
    const { running, store, note } = openNotes()
    note('before')
    store.scrub()
    const begun = homeIn()
    copyDatabase(dirname(running.database), dirname(begun.database))
    store.close()
    const again = open(begun)
    // SQLite has a new run of the log from here on, with nothing in it.
    new Store(again.client, log, again.mirror).write(() => {})
    const killed = homeIn()
    copyDatabase(dirname(begun.database), dirname(killed.database))
    close(again)
    assert.deepEqual(seenIn(killed), { repair: null, notes: ['before'] })
  })

  it('has what came after a kill that left the first line of its log alone', () => {
    const { running, store, note } = openNotes()
    note('before')
    store.scrub()
    const [killed, again] = [homeIn(), homeIn()]
    copyDatabase(dirname(running.database), dirname(killed.database))
    note('never committed')
    writeFileSync(`${killed.database}-wal`, readFileSync(`${running.database}-wal`).subarray(0, 32))
    store.close()
    const first = open(killed)
    assert.equal(first.repair, null)
    const next = new Store(first.client, log, first.mirror)
    next.write(() => first.client.exec("INSERT INTO notes VALUES ('after')"))
    copyDatabase(dirname(killed.database), dirname(again.database))
    next.close()
    assert.deepEqual(seenIn(again), { repair: null, notes: ['before', 'after'] })
  })

  it('follows no change that was given up, whatever is left of it in the log', () => {
    const { running, mirror, store, note } = openNotes()
    note('one')
    const wal = `${running.database}-wal`
    const before = readFileSync(wal)
    note('two'.repeat(3_000))
    // The frames of a commit whose last page could not be written, where the next commit is shorter than they are.
    const given = readFileSync(wal).subarray(before.length)
    given.fill(0xa5, given.length - 100)
    const shorter = 4_096 + 24
    assert.ok(given.length > 2 * shorter)
    const descriptor = openSync(wal, 'r+')
    writeSync(descriptor, given, 0, given.length, before.length + given.length)
    closeSync(descriptor)
    note('three')
    note('four')
    mirror.checkpoint()
    assert.deepEqual(readFileSync(`${running.database}.mirror`), readFileSync(running.database))
    store.close()
    const again = open(running)
    assert.equal(again.repair, null)
    assert.equal(again.client.prepare('SELECT count(*) FROM notes').pluck().get(), 4)
    close(again)
  })
})
