import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempDisposableSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe } from 'node:test'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { locateHome } from '../../daemon/kernel/home.ts'
import { examine } from '../../daemon/store/backup.ts'
import { latestVersion, migrate } from '../../daemon/store/migrate.ts'
import { openVerifiedDatabase } from '../../daemon/store/mirror/verified-database.ts'
import { withVectors } from '../../daemon/store/vectors.ts'
import { fingerprintOf } from '../support/upgrade/kept-rows.ts'
import { isLong, itLong, itScaled } from '../support/long.ts'
import { createOlderHome } from '../support/upgrade/older-home.ts'
import { tableRules } from '../../daemon/table-rules.ts'

const script = join(import.meta.dirname, '..', 'support', 'upgrade', 'migrating-process.ts')
const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
const log = pino({ level: 'silent' })
/** The oldest version there is: from it on, every migration runs. */
const oldest = 1

/** Migrates a home in a process of its own, which ends right before a statement; answers how it ended and what it said. */
async function migrateUntil(path: string, statement: number) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, path, String(statement)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { output, code: code as number | null, signal: signal as string | null }
}

function look<T>(file: string, see: (client: Database.Database) => T): T {
  const client = withVectors(new Database(file))
  try {
    return see(client)
  } finally {
    client.close()
  }
}

let made = 0
function copyOf(path: string): string {
  const copy = join(folder.path, `copy-${(made += 1)}`)
  cpSync(path, copy, { recursive: true })
  return copy
}

function start(path: string) {
  const home = locateHome({ COMPANION_HOME: path })
  const { client, mirror, repair } = openVerifiedDatabase({
    home,
    clock: systemClock,
    log,
    rules: tableRules,
  })
  try {
    migrate(client, home.backups)
    return { content: fingerprintOf(client), repair }
  } finally {
    mirror.sync()
    client.close()
    mirror.close()
  }
}

describe('An upgrade that is killed', () => {
  const older = join(folder.path, 'older')
  const database = (path: string) => locateHome({ COMPANION_HOME: path }).database
  let [old, next] = ['', '']
  let statements = 0

  before(async () => {
    createOlderHome(locateHome({ COMPANION_HOME: older }), oldest)
    const upgraded = copyOf(older)
    const { output, code } = await migrateUntil(upgraded, 0)
    assert.equal(code, 0)
    statements = Number(output)
    old = look(database(older), fingerprintOf)
    next = look(database(upgraded), fingerprintOf)
  })

  after(() => folder.remove())

  /** Kills it before a statement, looks at what it left, and lets a start go on; answers which of both it left. */
  async function kill(statement: number): Promise<'old' | 'new'> {
    const path = copyOf(older)
    const { signal, output } = await migrateUntil(path, statement)
    assert.deepEqual([signal, output], ['SIGKILL', ''], `before statement ${statement}`)
    const left = look(database(copyOf(path)), fingerprintOf)
    assert.ok(left === old || left === next, `neither old nor new before statement ${statement}`)
    const { content, repair } = start(path)
    assert.deepEqual([content, repair], [next, null], `the start after statement ${statement}`)
    const { backups } = locateHome({ COMPANION_HOME: path })
    const copies = readdirSync(backups).filter((name) => name.endsWith('.db'))
    assert.ok(copies.length > 0)
    for (const name of copies) {
      assert.deepEqual(examine(join(backups, name)), { version: oldest, problem: null })
      assert.equal(look(join(backups, name), fingerprintOf), old)
    }
    return left === old ? 'old' : 'new'
  }

  itScaled(
    'leaves the old database or the new one at each of its statements, and the next start goes on',
    async (t) => {
      // All of them, or one in the middle and the two at the end.
      const all = Array.from({ length: statements }, (_, place) => place + 1)
      const some = all.filter(
        (place) => isLong || place > statements - 2 || place === Math.ceil(statements / 2),
      )
      const seen: ('old' | 'new')[] = []
      for (const statement of some) seen.push(await kill(statement))
      t.diagnostic(`${some.length} of ${statements} statements of the migrations to ${latestVersion()}`)
      const first = seen.indexOf('new')
      assert.equal(first, some.length - 1, 'new is what comes after the commit, and nothing else')
      assert.ok(seen.slice(0, first).every((one) => one === 'old'))
    },
  )

  itLong('leaves the old database or the new one, wherever the process is when it is killed', async () => {
    const path = copyOf(older)
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, path], {
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    const { backups } = locateHome({ COMPANION_HOME: path })
    while (readdirSync(backups).length === 0 && child.exitCode === null)
      await new Promise((resolve) => setImmediate(resolve))
    child.kill('SIGKILL')
    await ended
    const left = look(database(copyOf(path)), fingerprintOf)
    assert.ok(left === old || left === next)
    assert.deepEqual(start(path), { content: next, repair: null })
  })
})
