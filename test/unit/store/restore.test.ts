import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, existsSync, mkdtempDisposableSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { stage, stagedFor, swapStaged } from '../../../daemon/store/restore.ts'
import { amount, it, itScaled } from '../../support/long.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
after(() => folder.remove())
const store = join(import.meta.dirname, '..', '..', '..', 'daemon', 'store', 'restore.ts')
let made = 0

function write(file: string, rows: readonly string[]): Database.Database {
  const client = new Database(file)
  client.pragma('journal_mode = WAL')
  client.pragma('wal_autocheckpoint = 0')
  client.exec('CREATE TABLE IF NOT EXISTS cups (name TEXT) STRICT')
  for (const row of rows) client.prepare('INSERT INTO cups VALUES (?)').run(row)
  return client
}

const restoration = {
  restore_uuid: '1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  actor: 'user:olga',
  address: '192.0.2.7',
  backup: '2b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  created_at: '2026-05-04T12:00:00.000Z',
}

/** A database that a crash has left, half of it in its write-ahead log; and a whole copy that waits, if wanted. */
function crashed({ waiting = true } = {}): string {
  const from = join(folder.path, `${(made += 1)}.db`)
  write(from, ['old 1']).close()
  const open = write(from, ['old 2', 'old 3'])
  const database = join(folder.path, `${(made += 1)}.db`)
  for (const end of ['', '-wal', '-shm']) copyFileSync(`${from}${end}`, `${database}${end}`)
  open.close()
  if (!waiting) return database
  const copy = join(folder.path, `${made}-copy.db`)
  write(copy, ['new 1', 'new 2']).close()
  stage(copy, database, restoration)
  return database
}

function rowsOf(database: string): unknown[] {
  const client = new Database(database, { fileMustExist: true })
  try {
    assert.equal(client.pragma('integrity_check', { simple: true }), 'ok')
    return client.prepare('SELECT name FROM cups ORDER BY rowid').pluck().all()
  } finally {
    client.close()
  }
}

const [before, afterwards] = [
  ['old 1', 'old 2', 'old 3'],
  ['new 1', 'new 2'],
]

/** Swaps in a process that SIGKILL ends right before its n-th change of the folder; false where it had fewer. */
async function killedSwap(database: string, n: number): Promise<boolean> {
  const script = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    // What loads the module counts for nothing.
    let calls = -Infinity
    for (const name of ['renameSync', 'rmSync', 'openSync', 'fsyncSync', 'closeSync']) {
      const real = fs[name]
      fs[name] = (...given) => {
        calls += 1
        if (calls === ${n}) process.kill(process.pid, 'SIGKILL')
        return real(...given)
      }
    }
    syncBuiltinESMExports()
    const { swapStaged } = await import(${JSON.stringify(pathToFileURL(store).href)})
    calls = 0
    swapStaged(${JSON.stringify(database)})`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' })
  const [code, signal] = await once(child, 'exit')
  if (signal === 'SIGKILL') return true
  assert.equal(code, 0)
  return false
}

describe('A staged restore', () => {
  it('replaces the database, with nothing of the old one left in it', () => {
    const database = crashed()
    assert.equal(swapStaged(database), true)
    assert.equal(existsSync(stagedFor(database)), false)
    assert.equal(existsSync(`${database}-wal`), false)
    assert.deepEqual(rowsOf(database), afterwards)
  })

  it('does nothing if nothing is staged', () => {
    const database = crashed({ waiting: false })
    assert.equal(swapStaged(database), false)
    assert.deepEqual(rowsOf(database), before)
  })

  it('is applied once', () => {
    const database = crashed()
    assert.deepEqual([swapStaged(database), swapStaged(database)], [true, false])
  })

  it('works even if the current database is damaged or missing', () => {
    const damaged = crashed()
    writeFileSync(damaged, 'tea')
    const gone = crashed()
    for (const end of ['', '-wal', '-shm']) rmSync(`${gone}${end}`)
    for (const database of [damaged, gone]) {
      assert.equal(swapStaged(database), true)
      assert.deepEqual(rowsOf(database), afterwards)
    }
  })

  itScaled('survives a kill at any point, and the next start completes it', async (t) => {
    const seen: string[] = []
    const stride = amount(2, 1)
    for (let step = 1; ; step += stride) {
      const database = crashed()
      if (!(await killedSwap(database, step))) break
      const expected = existsSync(stagedFor(database)) ? before : afterwards
      const aside = join(folder.path, `aside-${step}.db`)
      for (const end of ['', '-wal', '-shm'])
        if (existsSync(`${database}${end}`)) cpSync(`${database}${end}`, `${aside}${end}`)
      assert.deepEqual(rowsOf(aside), expected, `step ${step}`)
      assert.equal(swapStaged(database), expected === before)
      assert.deepEqual(rowsOf(database), afterwards, `after step ${step}`)
      seen.push(expected === before ? 'old' : 'new')
    }
    t.diagnostic(`${seen.length} kills: ${seen.join(' ')}`)
    assert.ok(seen.includes('old'))
    assert.ok(process.platform === 'win32' || seen.includes('new'))
  })
})
