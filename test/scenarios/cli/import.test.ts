import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
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
