import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { root } from '../../../build/packaging/layout.ts'
import { affectedTests } from '../../runner/affected.ts'
import { overBudget } from '../../runner/budget.ts'
import { testFiles } from '../../runner/files.ts'
import { makeQueue, openQueue } from '../../runner/queue.ts'
import type { RunOptions } from '../../runner/workers.ts'

const runner = join(root, 'test', 'runner')

/** What the runner prints of files with these texts, in one process after the other where one is ended. */
function run(files: Readonly<Record<string, string>>, limits: Partial<RunOptions> = {}): string {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(folder.path, name)
    writeFileSync(path, `import { after, it, test } from 'node:test'\n${text}`)
    return relative(root, path)
  })
  const script = join(folder.path, 'run.ts')
  const options: RunOptions = { workers: 2, timeoutMs: 60_000, coverage: false, ...limits }
  writeFileSync(
    script,
    `const { Report } = await import(${JSON.stringify(pathToFileURL(join(runner, 'report.ts')))})
    const { runAgain, runFiles } = await import(${JSON.stringify(pathToFileURL(join(runner, 'workers.ts')))})
    const report = new Report()
    await runFiles(${JSON.stringify(paths)}, ${JSON.stringify(options)}, report)
    await runAgain(report.failedFiles(), ${JSON.stringify(options)}, report)
    report.end()`,
  )
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8', env })
  return stdout
}

const lastOf = (output: string) => output.trimEnd().split('\n').at(-1)

test('the tests of all files count, and what they say of tables is added up', () => {
  const output = run({
    'a.test.ts':
      "console.log('rows 2 scenarios 4'); test('one', () => {}); test('two', { skip: 'no disk' }, () => {})",
    'b.test.ts': "after(() => console.log('rows 1 scenarios 2')); test('three', () => {})",
  })
  assert.match(output, /Tables of the interface: 3 rows, 6 scenarios/)
  assert.match(output, /Skipped: two: no disk/)
  assert.equal(lastOf(output), '2 passed, 0 failed')
})

test('a failure is told by its file and with its reason', () => {
  const output = run({ 'a.test.ts': "test('one', () => { throw new Error('out of tea') })" })
  assert.match(output, /✖ .*a\.test\.ts: one\n.*out of tea/)
  assert.equal(lastOf(output), '0 passed, 1 failed')
})

test('a file that cannot be loaded, or whose hook fails, has failed', () => {
  const output = run({
    'a.test.ts': "throw new Error('no such cup')",
    'b.test.ts': "test('one', () => {}); after(() => { throw new Error('not washed up') })",
  })
  assert.match(output, /no such cup/)
  assert.match(output, /not washed up/)
  assert.equal(lastOf(output), '1 passed, 2 failed')
})

test('a process that a file keeps from ending is ended, and has failed', () => {
  const file = "setInterval(() => {}, 1_000); test('one', () => {})"
  const output = run({ 'open.test.ts': file }, { graceMs: 1_000 })
  assert.match(output, /✖ .*worker\.ts\n.*its process ended with SIGKILL/)
  assert.equal(lastOf(output), '1 passed, 1 failed')
})

test('a file that ends its process, hangs or blocks fails by its name, and the others are run', () => {
  const output = run(
    {
      'ends.test.ts': "test('ends', () => process.exit(0))",
      'hangs.test.ts': "test('hangs', () => new Promise(() => {}))",
      'blocks.test.ts': "test('blocks', () => { for (;;); })",
      'good.test.ts': "test('one', () => {})",
    },
    { timeoutMs: 1_000, graceMs: 1_000 },
  )
  for (const name of ['ends', 'hangs']) assert.match(output, new RegExp(`✖ .*${name}\\.test\\.ts`))
  assert.match(lastOf(output) ?? '', /, (?:[3-9]|\d\d) failed$/)
})

test('a process that one file keeps from ending is ended also where another file has ended its own', () => {
  const output = run(
    {
      'ends.test.ts': "test('ends', () => process.exit(0))",
      'open.test.ts': "setInterval(() => {}, 1_000); test('one', () => {})",
    },
    { graceMs: 1_000 },
  )
  assert.match(output, /✖ .*ends\.test\.ts/)
  assert.match(output, /✖ .*worker\.ts/)
})

test('what fails after its test has ended is told, as its process fails for it', () => {
  const output = run(
    {
      'late.test.ts': "test('one', () => void setTimeout(() => Promise.reject(new Error('cold tea')), 1))",
      'next.test.ts': "test('two', () => new Promise((resolve) => setTimeout(resolve, 200)))",
    },
    { workers: 1 },
  )
  assert.match(output, /cold tea/)
  assert.match(output, /✖ .*worker\.ts\n.*its process ended with \d/)
})

test('a queue gives each file once, whoever takes it', () => {
  using queue = makeQueue(['a', 'b', 'c'])
  const other = openQueue(queue.folder)
  assert.deepEqual([queue.take(), other.take(), queue.take(), other.take()], ['a', 'b', 'c', undefined])
  queue.end('a', { daemons: 1, programs: 0, windows: 0, loads: 0, hashes: 0, processorMs: 5 })
  assert.equal(queue.usage().get('a')?.daemons, 1)
  assert.deepEqual(
    queue.unfinished().map(({ file, pid }) => [file, pid]),
    [
      ['b', process.pid],
      ['c', process.pid],
    ],
  )
})

test('the tests that a change affects are those that import it, however far off, and those of the house', () => {
  const tests = testFiles('unit', 'house', 'scenarios', 'e2e')
  const affected = affectedTests(['daemon/kernel/json.ts'], tests)
  assert.ok(affected.includes('test/unit/kernel/json.test.ts'))
  assert.ok(affected.includes('test/scenarios/memory/memory.test.ts'), 'it starts a daemon')
  assert.ok(affected.includes('test/house/measure.test.ts'))
  assert.ok(!affected.includes('test/unit/app/tray.test.ts'))
  assert.deepEqual(
    affectedTests(['README.md'], tests).filter((file) => !file.startsWith('test/house/')),
    [],
  )
  assert.ok(affectedTests(['daemon/ui/main.tsx'], tests).includes('test/e2e/talk.test.ts'))
})

test('a file that uses more than it may is named, and so is a whole run that does', () => {
  const budget = {
    run: { daemons: 3 },
    groups: { scenarios: { daemons: 1 } },
    files: { 'test/scenarios/two.test.ts': { daemons: 2 } },
  }
  const used = (daemons: number) => ({ daemons, programs: 0, windows: 0, loads: 0, hashes: 0 })
  const usage = new Map([
    ['test/scenarios/one.test.ts', used(2)],
    ['test/scenarios/two.test.ts', used(2)],
  ])
  const named = 'test/scenarios/one.test.ts uses 2 daemons, and may use 1'
  assert.deepEqual(overBudget(usage, budget, false), [named])
  assert.deepEqual(overBudget(usage, budget, true), [named, 'the whole run uses 4 daemons, and may use 3'])
})

test('a file that fails is run once more, alone, and is listed as flaky where it then passes', () => {
  const flag = join(mkdtempSync(join(tmpdir(), 'companion-test-')), 'flag')
  const once = `import { existsSync, writeFileSync } from 'node:fs'
    test('boils', () => {
      if (existsSync(${JSON.stringify(flag)})) return
      writeFileSync(${JSON.stringify(flag)}, '')
      throw new Error('still cold')
    })`
  const output = run({
    'once.test.ts': once,
    'never.test.ts': "test('burns', () => { throw new Error('ash') })",
  })
  rmSync(dirname(flag), { recursive: true })
  assert.match(output, /flaky[^]*✖ .*once\.test\.ts: boils\n *Error: still cold/)
  assert.match(output, /Failed:\n {2}✖ .*never\.test\.ts: burns/)
  assert.equal(lastOf(output), '1 passed, 1 failed')
})
