import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openThread } from '../../../daemon/kernel/thread.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
after(() => folder.remove())
const kernel = pathToFileURL(
  join(import.meta.dirname, '..', '..', '..', 'daemon', 'kernel', 'thread.ts'),
).href
const file = join(folder.path, 'thread.mjs')
writeFileSync(
  file,
  `import { workerData } from 'node:worker_threads'
import { serveRequests } from ${JSON.stringify(kernel)}
let asked = 0
let told = 'nothing'
serveRequests(async (question, ask) => {
  if (typeof question === 'object') return (told = question.news)
  if (question === 'told') return told
  if (question === 'fill the disk') throw Object.assign(new Error('no room'), { code: 'ENOSPC' })
  if (question === 'fail') throw new Error('no such thing')
  if (question === 'crash') process.exit(3)
  if (question === 'fill') for (const all = []; ; ) all.push(Array.from({ length: 10_000 }, (_, n) => ({ n })))
  if (question === 'ask back') return await ask('which tea?')
  if (question === 'step') {
    ask('begun').catch(() => {})
    for (const until = Date.now() + 200; Date.now() < until; );
    Atomics.store(workerData.ended, 0, 1)
  }
  if (question === 'wait') await new Promise(() => {})
  return [workerData.name, question, (asked += 1)]
})
`,
)
/** Whether a step has ended that a thread was asked for. */
const ended = new Int32Array(new SharedArrayBuffer(4))

const open = (
  limits: { idleMs?: number; lasting?: boolean } = {},
  answer?: (payload: unknown) => Promise<unknown>,
) => {
  const thread = openThread(pathToFileURL(file), { name: 'tea', ended }, { maxHeapMb: 64, ...limits }, answer)
  after(() => thread.stop())
  return thread
}

describe('A thread', () => {
  test('replies to each request in order, with the data it was opened with', async () => {
    const { request } = open()
    assert.deepEqual(await Promise.all(['a', 'b', 'c'].map((one) => request(one))), [
      ['tea', 'a', 1],
      ['tea', 'b', 2],
      ['tea', 'c', 3],
    ])
  })

  test('returns an error that its handler throws, and continues', async () => {
    const { request } = open()
    await assert.rejects(request('fail'), /no such thing/)
    assert.deepEqual(await request('a'), ['tea', 'a', 1])
  })

  test('returns the code of an error, by which a full disk is known', async () => {
    await assert.rejects(open().request('fill the disk'), { message: 'no room', code: 'ENOSPC' })
    const full = Object.assign(new Error('no room for tea'), { code: 'ENOSPC' })
    await assert.rejects(open({}, () => Promise.reject(full)).request('ask back'), {
      message: 'no room for tea',
      code: 'ENOSPC',
    })
  })

  test('fails pending requests when it crashes, and a new one replies to the next', async () => {
    const { request } = open()
    await request('a')
    const [waiting, crashing] = [request('wait'), request('crash')]
    await assert.rejects(waiting, /the thread has ended/)
    await assert.rejects(crashing, /the thread has ended/)
    assert.deepEqual(await request('b'), ['tea', 'b', 1])
  })

  test('that was idle for long enough ends, and a new one answers the next request', async () => {
    const { request } = open({ idleMs: 20 })
    assert.deepEqual(await request('a'), ['tea', 'a', 1])
    await new Promise((resolve) => setTimeout(resolve, 100))
    assert.deepEqual(await request('b'), ['tea', 'b', 1])
  })

  test('that fills its heap ends alone: what waits is rejected, and a new one answers', async () => {
    const { request } = open()
    await assert.rejects(request('fill'), /memory limit|the thread has ended/)
    assert.deepEqual(await request('a'), ['tea', 'a', 1])
  })

  test('receives notifications before the requests that follow, if it runs', async () => {
    const { request, notify } = open()
    notify({ news: 'rain' })
    assert.equal(await request('told'), 'nothing')
    notify({ news: 'sun' })
    assert.equal(await request('told'), 'sun')
  })

  test('asks back while it handles a request, and others are handled meanwhile', async () => {
    const reply = Promise.withResolvers<string>()
    const asked: unknown[] = []
    const { request } = open({}, (payload) => {
      asked.push(payload)
      return reply.promise
    })
    const waiting = request('ask back')
    assert.deepEqual(await request('a'), ['tea', 'a', 1])
    reply.resolve('Assam')
    assert.equal(await waiting, 'Assam')
    assert.deepEqual(asked, ['which tea?'])
  })

  test('is told why what it asks back failed', async () => {
    const { request } = open({}, () => Promise.reject(new Error('no tea')))
    await assert.rejects(request('ask back'), /no tea/)
    await assert.rejects(open().request('ask back'), /nobody answers/)
  })

  test('is stopped between two steps of its work: one that loads native code would take the process along', async () => {
    const { promise: begun, resolve } = Promise.withResolvers<unknown>()
    const { request, stop } = open({}, async () => resolve(null))
    const stopped = assert.rejects(request('step'), /was stopped/)
    await begun
    await stop()
    await stopped
    assert.equal(Atomics.load(ended, 0), 1)
  })

  test('fails pending requests when it is stopped', async () => {
    const thread = open()
    const waiting = thread.request('wait')
    const failed = assert.rejects(waiting, /stopped/)
    await thread.stop()
    await failed
  })
})

describe('A thread that lasts', () => {
  const lasting = { lasting: true }

  test('goes on for whoever opens the next, and tells nothing to whoever has left it', async () => {
    const first = open(lasting, () => Promise.resolve('green'))
    assert.deepEqual(await first.request('a'), ['tea', 'a', 1])
    await first.stop()
    const next = open(lasting, () => Promise.resolve('black'))
    assert.deepEqual(await next.request('b'), ['tea', 'b', 2])
    assert.equal(await next.request('ask back'), 'black')
    const other = open(lasting)
    assert.deepEqual(await other.request('c'), ['tea', 'c', 1], 'nobody shares one')
  })

  test('is ended where it has something to do', async () => {
    const first = open(lasting)
    await first.request('a')
    first.notify({ news: 'the kettle boils' })
    assert.equal(await first.request('told'), 'the kettle boils')
    const waiting = assert.rejects(first.request('wait'), /the thread was stopped/)
    await first.stop()
    await waiting
    assert.equal(await open(lasting).request('told'), 'nothing')
  })
})
