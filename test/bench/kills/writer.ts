// Writes to the database of a home until it is killed, and says what is committed. node test/bench/kills/writer.ts <folder>
import { writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { openVerifiedDatabase } from '../../../daemon/store/mirror/verified-database.ts'
import { Store } from '../../../daemon/store/store.ts'
import { tableRules } from '../../../daemon/table-rules.ts'

const home = locateHome({ COMPANION_HOME: process.argv[2] })
const log = pino({ level: 'silent' })
const { client, mirror, repair } = openVerifiedDatabase({ home, clock: systemClock, log, rules: tableRules })
const store = new Store(client, log, mirror)
client.exec('CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, name TEXT UNIQUE, text TEXT)')
const insert = client.prepare('INSERT INTO notes VALUES (?, ?, ?)')
const update = client.prepare('UPDATE notes SET text = ? WHERE id = ?')
const remove = client.prepare('DELETE FROM notes WHERE id IN (SELECT id FROM notes ORDER BY id LIMIT ?)')
let newest = Number(client.prepare('SELECT max(id) FROM notes').pluck().get() ?? 0)

const say = (word: string, value: unknown) => writeSync(1, `${word} ${JSON.stringify(value)}\n`)
const chance = (share: number) => Math.random() < share
const text = (most: number) => 'x'.repeat(Math.random() * most)

function commit(): void {
  store.write((tx) => {
    const count = chance(0.1) ? 60 : 3
    for (let note = 0; note < count; note += 1) insert.run((newest += 1), `${Math.random()}`, text(900))
    if (chance(0.3)) update.run(text(3_000), newest - 5)
    if (chance(0.15)) remove.run(count)
    // As a deletion does, several at once.
    if (chance(0.05)) for (let time = 0; time < 3; time += 1) tx.scrub()
  })
  say('committed', newest)
}

let reader: Database.Database | null = null
/** Begins to read, or ends that: what is read holds up the log. */
function toggleReader(): void {
  reader?.close()
  const next = reader === null ? new Database(home.database, { readonly: true }) : null
  next?.exec('BEGIN')
  next?.prepare('SELECT count(*) FROM notes').get()
  reader = next
}

function work(): void {
  for (let time = Math.random() * 4; time > 0; time -= 1) commit()
  if (chance(0.05)) toggleReader()
  if (chance(0.02)) mirror.checkpoint()
  setTimeout(work, chance(0.5) ? 0 : Math.random() * 5)
}

say('began', { newest, repair: repair && { lost: repair.lost.length, lost_commits: repair.lost_commits } })
work()
