import assert from 'node:assert/strict'
import { existsSync, mkdtempDisposableSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { copyRaw } from '../../../daemon/store/raw-copy.ts'
import { openDatabase } from '../../../daemon/store/store.ts'

/** Why they cannot be counted here; false where they can. */
const noLocks = existsSync('/proc/locks') ? false : 'only Linux lists the locks of files'

function locksOn(file: string): number {
  const { ino } = statSync(file)
  const lines = readFileSync('/proc/locks', 'utf8').split('\n')
  return lines.filter((line) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `)).length
}

describe('A copy page for page', () => {
  it('has everything that is committed', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    const [file, copy] = [join(folder.path, 'one.db'), join(folder.path, 'copy.db')]
    const client = openDatabase(file)
    client.exec('CREATE TABLE notes (text TEXT)')
    client.exec("INSERT INTO notes VALUES ('the kettle whistles')")
    copyRaw(file, copy)
    const copied = new Database(copy)
    assert.deepEqual(copied.prepare('SELECT text FROM notes').pluck().all(), ['the kettle whistles'])
    copied.close()
    client.close()
  })

  it('leaves the database its locks', { skip: noLocks }, () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    const file = join(folder.path, 'one.db')
    const client = openDatabase(file)
    client.exec('CREATE TABLE notes (text TEXT)')
    const before = locksOn(file)
    assert.ok(before > 0)
    copyRaw(file, join(folder.path, 'copy.db'))
    assert.equal(locksOn(file), before)
    client.close()
  })

  it('says by its code why there is none', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    const file = join(folder.path, 'one.db')
    openDatabase(file).close()
    assert.throws(() => copyRaw(file, join(folder.path, 'nowhere', 'copy.db')), { code: 'ENOENT' })
  })
})
