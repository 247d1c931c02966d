import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Turn } from '../../../daemon/language/turn.ts'
import { openEngineThreads, ReadingFailed } from '../../../daemon/features/engines/builtin/engine-threads.ts'
import { builtinOf } from '../../../daemon/features/engines/message-engines.ts'
import pino from 'pino'
import { turnOf } from '../../support/conversation/chat-turn.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
after(() => folder.remove())
const kernel = join(import.meta.dirname, '..', '..', '..', 'daemon', 'kernel', 'thread.ts')
const file = join(folder.path, 'thread.mjs')
/** Says which thread it is and how often it was asked; does what is asked by the danger that it is asked of. */
writeFileSync(
  file,
  `import { threadId } from 'node:worker_threads'
import { serveRequests } from ${JSON.stringify(pathToFileURL(kernel).href)}
let asked = 0
serveRequests(async ({ name, input }, ask) => {
  if (name === 'start') return null
  if (input === 'for ever') for (;;) asked += 1
  if (input === 'backtracking') return /^(a+)+$/.test('a'.repeat(60) + 'b')
  if (input === 'broken') throw new Error('no such word')
  if (input === 'ask without waiting') return (ask(['tea']).catch(() => {}), 'done')
  if (input === 'ask back') return JSON.stringify(await ask(['tea']))
  return [threadId, (asked += 1)]
})
`,
)

const limits = { workMs: 400, waitMs: 60_000 }
const open = (embed: (texts: readonly string[]) => Promise<Float32Array[]> = async () => [], count = 1) => {
  const threads = openEngineThreads({
    embed,
    log: pino({ level: 'silent' }),
    file: pathToFileURL(file),
    count,
  })
  after(() => threads.stop())
  return threads
}

describe('A thread of the engine', () => {
  it('is ended when a message takes longer than it may, and another one goes on', async () => {
    const threads = open()
    const reading = threads.read('ann', limits)
    const [first] = (await reading.call('danger', 'first')) as unknown as number[]
    await assert.rejects(reading.call('danger', 'for ever'), ReadingFailed)
    await assert.rejects(reading.call('danger', 'after that'), /no time is left/)
    reading.rest()
    const [second, asked] = (await threads.read('ben', limits).call('danger', 'next')) as unknown as number[]
    assert.notEqual(second, first)
    assert.equal(asked, 1)
  })

  it('is ended in the middle of a pattern that is tried in too many ways', async () => {
    const threads = open()
    const reading = threads.read('ann', limits)
    await assert.rejects(reading.call('danger', 'backtracking'), ReadingFailed)
    reading.rest()
    assert.ok(await threads.read('ann', limits).call('danger', 'next'))
  })

  it('leaves time for the reply when a message could not be understood', async () => {
    const reading = open().read('ann', { ...limits, workMs: 700 })
    await assert.rejects(reading.call('understand', 'for ever' as never), ReadingFailed)
    await assert.rejects(reading.call('understand', 'again' as never), /no time is left/)
    assert.ok(await reading.call('danger', 'after that'))
  })

  it('does not count the time in which it waits for vectors', async () => {
    const embed = async () => {
      await new Promise((resolve) => setTimeout(resolve, limits.workMs * 1.5))
      return [new Float32Array([1, 0])]
    }
    const reading = open(embed).read('ann', limits)
    assert.equal(await reading.call('danger', 'ask back'), '[{"0":1,"1":0}]')
  })

  it('is not ended by what comes back after its message', async () => {
    const late = Promise.withResolvers<Float32Array[]>()
    const threads = open(() => late.promise)
    const reading = threads.read('ann', { ...limits, workMs: 50 })
    assert.equal(await reading.call('danger', 'ask without waiting'), 'done')
    reading.rest()
    const next = threads.read('ben', limits)
    const [first] = (await next.call('danger', 'first')) as unknown as number[]
    late.resolve([])
    await new Promise((resolve) => setTimeout(resolve, 100))
    const [second] = (await next.call('danger', 'second')) as unknown as number[]
    assert.equal(second, first)
  })

  it('goes on without the meaning of a sentence where that cannot be had', async () => {
    const embed = () => Promise.reject(new Error('no model'))
    const reading = open(embed).read('ann', limits)
    assert.equal(await reading.call('danger', 'ask back'), '[{}]')
  })

  it('fails with a word that it cannot read, and reads the next message', async () => {
    const reading = open().read('ann', limits)
    await assert.rejects(reading.call('danger', 'broken'), ReadingFailed)
    assert.ok(await reading.call('danger', 'next'))
  })

  it('is one member’s for a message, then the next one’s, however many messages the first has', async () => {
    const threads = open()
    const order: string[] = []
    const read = async (member: string, mark: string, words: string) => {
      const reading = threads.read(member, limits)
      await reading.call('danger', words).catch(() => {})
      order.push(mark)
      // The same message may ask for more: nobody comes between.
      await reading.call('danger', words).catch(() => {})
      order.push(mark)
      reading.rest()
    }
    await Promise.all([
      read('ann', 'ann 1', 'for ever'),
      read('ann', 'ann 2', 'for ever'),
      read('ann', 'ann 3', 'for ever'),
      read('ben', 'ben', 'hello'),
    ])
    assert.deepEqual(order, ['ann 1', 'ann 1', 'ben', 'ben', 'ann 2', 'ann 2', 'ann 3', 'ann 3'])
  })

  it('is not waited for longer than a message can wait', async () => {
    const threads = open()
    const anns = threads.read('ann', limits)
    await anns.call('danger', 'first')
    const bens = threads.read('ben', { ...limits, waitMs: 5 })
    await assert.rejects(bens.call('danger', 'second'), /busy/)
    anns.rest()
    assert.ok(await bens.call('danger', 'now'))
  })
})

describe('A reply that takes too long', () => {
  const reply = async (turn: Partial<Turn>) => {
    const threads = open()
    const reading = threads.read('ann', { ...limits, workMs: 50 })
    const stuck = { ...reading, call: (name: 'danger') => reading.call(name, 'for ever') }
    const written: string[] = []
    const signal = new AbortController().signal
    const { content, confidence } = await builtinOf(stuck as never).reply(
      turnOf('Hello', turn),
      (part) => written.push(part),
      signal,
    )
    assert.deepEqual(written, [content])
    assert.ok(confidence < 0.2)
    return content
  }

  it('says so', async () => {
    const content = await reply({ done: [{ kind: 'asked', question: 'Why?', found: [], age: null }] })
    assert.equal(content, 'That was more than I could read at once. Please tell me again in smaller parts.')
  })

  it('says that something was done, where it was', async () => {
    const content = await reply({ done: [{ kind: 'forgot', memory_uuids: [], contents: [] }] })
    assert.match(content, /^I did some of what you said/)
  })

  it('is not even begun where nothing was understood', async () => {
    const never = { call: () => assert.fail('nothing is asked'), rest: () => {} }
    const { content } = await builtinOf(never as never).reply(
      turnOf('Hello', { partly: true, done: [] }),
      () => {},
      new AbortController().signal,
    )
    assert.match(content, /^That was more/)
  })
})
