import assert from 'node:assert/strict'
import { existsSync, mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { copyRaw } from '../../../daemon/store/raw-copy.ts'
import { openDatabase } from '../../../daemon/store/store.ts'

/** Why they cannot be counted here; false where they can. */
const noLocks = existsSync('/proc/locks') ? false : 'only Linux lists the locks of files'

/** The locks that this process has on files, as Linux lists them. */
const locks = () =>
  readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .filter((line) => line.includes(` ${process.pid} `)).length

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
    const before = locks()
    assert.ok(before > 0)
    copyRaw(file, join(folder.path, 'copy.db'))
    assert.equal(locks(), before)
    client.close()
  })

  it('says by its code why there is none', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    const file = join(folder.path, 'one.db')
    openDatabase(file).close()
    assert.throws(() => copyRaw(file, join(folder.path, 'nowhere', 'copy.db')), { code: 'ENOENT' })
  })
})
