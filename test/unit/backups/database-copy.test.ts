import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdtempDisposableSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import {
  checkedCopy,
  copyDatabase,
  describe as look,
} from '../../../daemon/features/backups/database-copy.ts'
import { migrate } from '../../../daemon/store/migrate.ts'
import { openDatabase } from '../../../daemon/store/store.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
after(() => folder.remove())
let made = 0
const fresh = (name = 'copy') => join(folder.path, `${name}-${(made += 1)}.db`)

function database() {
  const file = fresh('database')
  const client = openDatabase(file)
  migrate(client, '')
  client.exec('CREATE TABLE cups (number INTEGER PRIMARY KEY, filling BLOB) STRICT')
  return { file, client, [Symbol.dispose]: () => client.close() }
}

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

async function smallCopy() {
  using small = database()
  small.client.exec('INSERT INTO cups VALUES (1, randomblob(100000))')
  const file = fresh()
  return { file, ...(await copyDatabase(small.file, file)) }
}

/** Another thread that writes rows, one a commit, as long as it is let. */
function writer(file: string) {
  const at = pathToFileURL(join(import.meta.dirname, '..', '..', '..', 'daemon', 'store', 'store.ts')).href
  const script = `
    import { workerData, parentPort } from 'node:worker_threads'
    const { openDatabase } = await import(${JSON.stringify(at)})
    const client = openDatabase(workerData)
    const insert = client.prepare('INSERT INTO cups (filling) VALUES (randomblob(1000)) RETURNING number').pluck()
    let over = false
    parentPort.on('message', () => { over = true })
    const write = () => {
      if (over) { client.close(); parentPort.close(); return }
      parentPort.postMessage(insert.get())
      setImmediate(write)
    }
    write()`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), { workerData: file })
}

describe('A copy of the database', () => {
  it('is one self-contained file, readable by its owner only', async () => {
    const { file, bytes, version, sha256: sum } = await smallCopy()
    for (const end of ['-wal', '-shm', '-journal']) assert.equal(existsSync(`${file}${end}`), false)
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.deepEqual([bytes, sum], [statSync(file).size, sha256(file)])
    const copy = new Database(file, { readonly: true })
    assert.equal(copy.pragma('journal_mode', { simple: true }), 'delete')
    assert.equal(copy.pragma('user_version', { simple: true }), version)
    assert.equal(copy.prepare('SELECT length(filling) FROM cups').pluck().get(), 100_000)
    copy.close()
  })

  it('contains every commit from before it began, and no partial one, under write load', async (t) => {
    using busy = database()
    busy.client.exec(
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) ' +
        'INSERT INTO cups SELECT i, randomblob(2000) FROM n',
    )
    const thread = writer(busy.file)
    let acknowledged = 5_000
    await new Promise<void>((resolve) => {
      thread.on('message', (number: number) => {
        acknowledged = number
        if (number > 5_020) resolve()
      })
    })
    const before = acknowledged
    const file = fresh()
    await copyDatabase(busy.file, file)
    const during = acknowledged - before
    const ended = new Promise((resolve) => thread.on('exit', resolve))
    thread.postMessage('end', [])
    await ended
    const copy = new Database(file, { readonly: true })
    const [count, last] = copy.prepare('SELECT count(*), max(number) FROM cups').raw().get() as [
      number,
      number,
    ]
    copy.close()
    t.diagnostic(`${during} commits of another connection during the copy`)
    assert.ok(last >= before, `${last} of ${before}`)
    assert.equal(count, last)
  })

  it('fails for a damaged database', async () => {
    using bad = database()
    bad.client.exec(
      'INSERT INTO cups VALUES (1, randomblob(100000)); CREATE INDEX by_filling ON cups (filling)',
    )
    bad.client.pragma('wal_checkpoint(TRUNCATE)')
    bad.client.unsafeMode()
    bad.client.pragma('writable_schema = ON')
    bad.client.exec("UPDATE sqlite_schema SET rootpage = rootpage - 1 WHERE name = 'by_filling'")
    await assert.rejects(copyDatabase(bad.file, fresh()), /damaged|malformed/)
  })
})

describe('A backup', () => {
  it('passes the check unchanged, and is copied', async () => {
    const { file, version, sha256: sum } = await smallCopy()
    const to = fresh()
    assert.deepEqual(checkedCopy(file, to, sum), { version, problem: null })
    assert.equal(sha256(to), sum)
  })

  it('fails the check if one byte has changed', async () => {
    const { file, sha256: sum } = await smallCopy()
    const bytes = readFileSync(file)
    bytes[bytes.length - 50] = (bytes[bytes.length - 50] ?? 0) ^ 1
    writeFileSync(file, bytes)
    assert.match(checkedCopy(file, fresh(), sum).problem ?? '', /not what was written/)
  })

  it('fails the check if it was damaged before its checksum was taken', async () => {
    const { file } = await smallCopy()
    const bytes = readFileSync(file)
    bytes.fill(0x7f, 4_096, 8_192)
    writeFileSync(file, bytes)
    assert.notEqual(checkedCopy(file, fresh(), sha256(file)).problem, null)
  })

  it('fails the check if it is no database, or an empty one', () => {
    const file = fresh()
    for (const text of ['', 'tea', 'tea'.repeat(5_000)]) {
      writeFileSync(file, text)
      assert.equal(look(file).version, null)
      assert.match(checkedCopy(file, fresh(), sha256(file)).problem ?? '', /no database/)
    }
    const empty = fresh('empty')
    const client = new Database(empty)
    client.exec('VACUUM')
    client.close()
    assert.match(checkedCopy(empty, fresh(), sha256(empty)).problem ?? '', /no database/)
  })

  it('fails the check if only its first page is valid', async () => {
    const { file } = await smallCopy()
    writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, 100), Buffer.alloc(8_092, 7)]))
    assert.notEqual(checkedCopy(file, fresh(), sha256(file)).problem, null)
  })

  it('is not reported as damaged if it cannot be read', () => {
    assert.throws(() => checkedCopy(fresh('nowhere'), fresh(), ''), { code: 'ENOENT' })
  })

  it('reveals its version without being opened', async () => {
    const { file, version } = await smallCopy()
    const to = fresh()
    copyFileSync(file, to)
    const client = new Database(to)
    client.pragma('user_version = 4711')
    client.close()
    assert.deepEqual([look(file).version, look(to).version], [version, 4_711])
  })
})
