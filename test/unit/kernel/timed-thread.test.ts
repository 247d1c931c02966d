import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openTimedThread } from '../../../daemon/kernel/timed-thread.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
after(() => folder.remove())
const kernel = join(import.meta.dirname, '..', '..', '..', 'daemon', 'kernel', 'thread.ts')
const file = join(folder.path, 'thread.mjs')
/** Does what it is asked for; to sleep in the middle of its work is what happens to a thread on a busy machine. */
writeFileSync(
  file,
  `import { execFileSync } from 'node:child_process'
import { pbkdf2Sync } from 'node:crypto'
import { serveRequests } from ${JSON.stringify(pathToFileURL(kernel).href)}
const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
serveRequests(async ({ name, ms }, ask) => {
  if (name === 'slow') for (let left = ms; left > 0; left -= 20) sleep(20)
  if (name === 'blocked') sleep(ms)
  if (name === 'silent') execFileSync(process.execPath, ['-e', \`setTimeout(() => {}, \${ms})\`])
  if (name === 'rest') await new Promise((resolve) => setTimeout(resolve, ms))
  if (name === 'ask') await ask(ms)
  if (name === 'for ever') for (;;);
  if (name === 'backtracking') /^(a+)+$/.test('a'.repeat(60) + 'b')
  if (name === 'outside') pbkdf2Sync('a', 'b', ms, 32, 'sha256')
  return name
})
`,
)
const limitMs = 100
const open = (more: { maxRestMs?: number; maxStalledMs?: number } = {}) => {
  const thread = openTimedThread(pathToFileURL(file), {
    maxHeapMb: 64,
    start: { name: 'start' },
    answer: (ms) => new Promise((resolve) => setTimeout(resolve, Number(ms))),
    ...more,
  })
  after(() => thread.stop())
  return (name: string, ms = 0) => thread.call({ name, ms }, limitMs)
}
const stopped = /the thread was stopped/
/** How long this process has worked meanwhile, in milliseconds of a processor. */
async function workOf(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

describe('A thread whose machine is busy', () => {
  it('is not ended where it takes many times as long by the clock as it works', async () => {
    const call = open()
    const { outcome, tookMs } = await call('slow', limitMs * 12)
    assert.deepEqual(outcome, { value: 'slow' })
    assert.ok(tookMs < limitMs, `${tookMs} ms`)
  })

  it('is not ended where it cannot even say for a while how long it has worked', async () => {
    const { outcome } = await open()('silent', 2_000)
    assert.deepEqual(outcome, { value: 'silent' })
  })

  it('is not ended where what it asks for takes long', async () => {
    const { outcome } = await open({ maxRestMs: 300, maxStalledMs: 900 })('ask', 1_000)
    assert.deepEqual(outcome, { value: 'ask' })
  })
})

describe('A thread that comes to no end', () => {
  for (const name of ['for ever', 'backtracking'])
    it(`is ended once it has worked for as long as it may (${name}), and a new one answers`, async () => {
      const call = open()
      const worked = await workOf(async () => {
        const { outcome, tookMs } = await call(name)
        assert.ok('error' in outcome && stopped.test(outcome.error.message), name)
        assert.equal(tookMs, limitMs)
      })
      assert.ok(worked < 2_000, `${worked} ms`)
      assert.deepEqual((await call('slow', 1)).outcome, { value: 'slow' })
    })

  it('is given up where it is stuck outside of JavaScript, and says nothing', async () => {
    const call = open()
    const worked = await workOf(async () => {
      const { outcome } = await call('outside', 12_000_000)
      assert.ok('error' in outcome && stopped.test(outcome.error.message))
    })
    assert.ok(worked < 4_000, `${worked} ms`)
  })

  it('is ended where it rests, and nobody has to answer it', async () => {
    const { outcome } = await open({ maxRestMs: 300 })('rest', 600_000)
    assert.ok('error' in outcome && stopped.test(outcome.error.message))
  })

  for (const [name, ms] of [
    ['blocked', 600_000],
    ['silent', 4_000],
  ] as const)
    it(`is ended where it works for nearly nothing of a long time (${name})`, async () => {
      const { outcome } = await open({ maxStalledMs: 500 })(name, ms)
      assert.ok('error' in outcome && stopped.test(outcome.error.message))
    })
})
