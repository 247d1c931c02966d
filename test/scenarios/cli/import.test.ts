import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { linesOf } from '../../support/archives.ts'
import { cli, setUp } from '../../support/cli.ts'
import { startTestDaemon, temporaryFolder, type TestDaemon } from '../../support/daemon.ts'

let daemon: TestDaemon
const folder = temporaryFolder()
const sample = (name: string) => join(import.meta.dirname, '..', '..', 'support', 'imports', name)
const run = (args: readonly string[], input = '') => cli(daemon.home.path, args, { input })

before(async () => {
  daemon = await startTestDaemon()
  await setUp(daemon)
})

after(() => daemon[Symbol.asyncDispose]())

test('a file is looked at, imported, exported and undone by commands', async () => {
  const file = sample('claude-conversations.json')
  const looked = await run(['import', file, '--preview', '--json'])
  assert.deepEqual(
    [looked.code, looked.json().memories, looked.json().by_assistants, looked.json().format],
    [0, 2, 1, 'claude'],
  )
  const inWords = await run(['import', file, '--preview'])
  assert.match(inWords.stdout, /^2 memories \(claude\) of 1 conversation\nof 2025-02-03\n/)
  assert.equal((await run(['imports', 'list', '--json'])).json().total, 0)

  const imported = await run(['import', file, '--all-roles', '--source', 'Claude', '--json'])
  const { import_uuid, stored, source_name } = imported.json()
  assert.deepEqual([imported.code, stored, source_name], [0, 3, 'Claude'], imported.stderr)
  assert.match(
    (await run(['import', file, '--all-roles'])).stdout,
    /^Stored 0 memories; 3 known already, 1 skipped\.\n$/,
  )

  const lines = await run(['export'])
  const speakers = lines.stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { speaker?: string }).speaker)
  assert.deepEqual(speakers, [undefined, 'Claude', undefined])
  const markdown = join(folder, 'memories.md')
  const written = await run(['export', '--format', 'markdown', markdown])
  assert.deepEqual([written.code, written.stdout], [0, ''], written.stderr)
  assert.match(readFileSync(markdown, 'utf8'), /^- I would book the van six weeks before\.$/m)
  if (process.platform !== 'win32') assert.equal(statSync(markdown).mode & 0o777, 0o600)

  const undone = await run(['import', '--undo', import_uuid])
  assert.match(undone.stdout, /^Forgot 3 memories\. You can bring them back until /)
  assert.equal((await run(['export'])).stdout, '')
})

test('an export never takes the place of a file that is there', async () => {
  const file = join(folder, 'once.jsonl')
  assert.equal((await run(['export', file])).code, 0)
  const again = await run(['export', file])
  assert.equal(again.code, 2)
  assert.match(again.stderr, /cannot write .*once\.jsonl/)
})

test('standard input is a file too', async () => {
  const { code, stdout } = await run(['import', '-', '--json'], 'The hedge is cut in June.\n')
  assert.deepEqual([code, JSON.parse(stdout).stored], [0, 1])
})

test('what cannot be imported ends with an exit code that says so', async () => {
  assert.equal((await run(['import'])).code, 2)
  assert.equal((await run(['import', join(folder, 'none.json')])).code, 2)
  assert.equal((await run(['import', '-'], '  ')).code, 2)
  assert.equal((await run(['import', '--undo', '1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b'])).code, 5)
  const failed = await run(['import', '-', '--format', 'chatgpt'], 'no JSON at all')
  assert.equal(failed.code, 1)
  assert.match(failed.stderr, /unknown format/)
})

const passphrase = 'four or five words'
const environment = { COMPANION_ARCHIVE_PASSPHRASE: passphrase }
const sealed = join(folder, 'everything.jsonl.age')

test('everything goes into one file, and is known when it comes back', async () => {
  await run(['import', '-'], 'The attic is full of books.\n')
  const file = join(folder, 'everything.jsonl')
  const written = await run(['export', '--all', file])
  assert.equal(written.code, 0, written.stderr)
  assert.match(written.stderr, /^Wrote everything of yours to .*everything\.jsonl \(\d+ lines\)\.$/m)
  const contents = linesOf(readFileSync(file, 'utf8'), 'memory').map(({ content }) => content)
  assert.ok(contents.includes('The attic is full of books.'))
  const looked = await run(['import', file, '--preview'])
  assert.match(looked.stdout, /^everything of .*; brought back:\n(?: {2}\d+ [a-z ]+\n)* {2}\d memory\n/m)
  assert.match(looked.stdout, /\n {2}\d+ audit\n/)
  assert.match((await run(['import', file])).stdout, /^Stored 0 things; \d+ known already, \d+ skipped\.\n$/)
  assert.equal((await run(['export', '--all', '--format', 'markdown'])).code, 2)
})

test('a file is encrypted with a passphrase, and imported with the same one', async () => {
  const home = daemon.home.path
  const short = await cli(home, ['export', '--encrypt', sealed], {
    environment: { COMPANION_ARCHIVE_PASSPHRASE: 'short' },
  })
  assert.equal(short.code, 2)
  const written = await cli(home, ['export', '--all', '--encrypt', sealed], { environment })
  assert.equal(written.code, 0, written.stderr)
  assert.ok(!readFileSync(sealed, 'latin1').includes('attic'))
  const again = await cli(home, ['import', sealed], { environment })
  assert.match(again.stdout, /^Stored 0 things; /, again.stderr)
  const piped = ['import', sealed, '--preview', '--archive-passphrase-stdin', '--json']
  assert.equal((await cli(home, piped, { input: `${passphrase}\n` })).json().format, 'archive')
  const wrong = await cli(home, ['import', sealed], {
    environment: { COMPANION_ARCHIVE_PASSPHRASE: 'another passphrase' },
  })
  assert.deepEqual([wrong.code, wrong.stdout], [4, ''])
  assert.match(wrong.stderr, /this passphrase does not open the file/)
})

const hasAge = spawnSync('age', ['--version']).status === 0 && process.platform === 'linux'
const noAge = hasAge ? false : 'age is not installed'

test('an encrypted file is opened by age alone', { skip: noAge }, async () => {
  // It asks on the terminal alone.
  const terminal = spawn('script', ['-qec', 'age -d -o opened.jsonl everything.jsonl.age', '/dev/null'], {
    cwd: folder,
  })
  terminal.stdout.once('data', () => terminal.stdin.write(`${passphrase}\n`))
  await text(terminal.stdout)
  const opened = readFileSync(join(folder, 'opened.jsonl'), 'utf8')
  assert.ok(linesOf(opened, 'memory').length > 0)
})

test('a file that age has armored is opened, too', { skip: noAge }, async () => {
  const armored = join(folder, 'armored.age')
  writeFileSync(join(folder, 'plain.jsonl'), '{"content":"The bins go out on Monday."}\n')
  const terminal = spawn('script', ['-qec', 'age -a -p -o armored.age plain.jsonl', '/dev/null'], {
    cwd: folder,
  })
  terminal.stdout.on('data', (chunk: Buffer) => {
    if (/passphrase/i.test(chunk.toString())) terminal.stdin.write(`${passphrase}\n`)
  })
  await text(terminal.stdout)
  const done = await cli(daemon.home.path, ['import', armored, '--json'], { environment })
  assert.equal(done.json().stored, 1, done.stderr)
})
