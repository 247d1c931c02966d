import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtempDisposableSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { openBreachedFile } from '../../../daemon/features/identity/passwords/breached-file.ts'
import { ConfigError } from '../../../daemon/kernel/config.ts'

interface Line {
  readonly sha1: string
  readonly count: number
}

const words = (count: number) => Array.from({ length: count }, (_, n) => `word ${n}`)
const lineOf = (word: string): Line => ({
  sha1: hash('sha1', word).toUpperCase(),
  count: 10 ** (word.length % 9),
})
const ordered = (lines: Line[]) => lines.toSorted((one, other) => (one.sha1 < other.sha1 ? -1 : 1))
const written = (lines: Line[], end = '\r\n') =>
  lines.map(({ sha1, count }) => `${sha1}:${count}${end}`).join('')

function temporaryFile(content: string) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const path = join(folder.path, 'pwned.txt')
  writeFileSync(path, content)
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
  return { path, log, warnings, folder: folder.path, [Symbol.dispose]: () => folder.remove() }
}

for (const [ending, end] of [
  ['CRLF', '\r\n'],
  ['LF', '\n'],
] as const) {
  test(`every password of a file with ${ending} is found, and no other, whatever the file size`, async () => {
    // 4,096 bytes, a block, are about 90 lines.
    for (const count of [1, 2, 3, 85, 90, 95, 180, 700]) {
      using file = temporaryFile(written(ordered(words(count).map(lineOf)), end))
      const set = openBreachedFile(file.path, file.log)
      for (const word of words(count)) assert.equal(await set.has(word), true, `${word} of ${count}`)
      for (const word of words(100))
        assert.equal(await set.has(`no ${word}`), false, `no ${word} of ${count}`)
      assert.deepEqual(file.warnings, [])
    }
  })
}

test('the last line needs no line ending', async () => {
  for (const count of [1, 300]) {
    using file = temporaryFile(written(ordered(words(count).map(lineOf))).trimEnd())
    const set = openBreachedFile(file.path, file.log)
    for (const word of words(count)) assert.equal(await set.has(word), true, word)
  }
})

test('hashes may be in lower case', async () => {
  using file = temporaryFile(written(ordered(words(300).map(lineOf))).toLowerCase())
  assert.equal(await openBreachedFile(file.path, file.log).has('word 7'), true)
})

test('a password is compared unchanged', async () => {
  using file = temporaryFile(written(ordered(words(300).map(lineOf))))
  const set = openBreachedFile(file.path, file.log)
  assert.deepEqual([await set.has('word 7'), await set.has('Word 7')], [true, false])
})

test('a missing or malformed file stops the start with a message', () => {
  const lines = words(300).map(lineOf)
  const byCount = written(lines.toSorted((one, other) => other.count - one.count))
  const ntlm = written(lines.map(({ sha1, count }) => ({ sha1: sha1.slice(0, 32), count })))
  for (const [content, message] of [
    ['', /is no file of SHA-1 hashes/],
    ['password\n12345678\n', /is no file of SHA-1 hashes/],
    [ntlm, /is no file of SHA-1 hashes/],
    [`${written(ordered(lines))}${'and so on\n'.repeat(1_000)}`, /is no file of SHA-1 hashes/],
    [byCount, /is not ordered by hash/],
  ] as const) {
    using file = temporaryFile(content)
    assert.throws(
      () => openBreachedFile(file.path, file.log),
      (error) =>
        error instanceof ConfigError && message.test(error.message) && error.message.includes(file.path),
    )
  }
  using file = temporaryFile('')
  assert.throws(
    () => openBreachedFile(join(file.folder, 'none.txt'), file.log),
    /cannot be opened \(ENOENT\)/,
  )
  assert.throws(() => openBreachedFile(file.folder, file.log), ConfigError)
})

test('a file lost or damaged later is logged, and decides nothing', async () => {
  using file = temporaryFile(written(ordered(words(300).map(lineOf))))
  const set = openBreachedFile(file.path, file.log)
  writeFileSync(file.path, 'x'.repeat(10_000))
  assert.equal(await set.has('word 7'), false)
  rmSync(file.path)
  assert.equal(await set.has('word 7'), false)
  assert.deepEqual(
    file.warnings.map((line) => (JSON.parse(line) as { error: string }).error),
    ['Error', 'ENOENT'],
  )
})
