import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import { EngineFailed } from '../../../daemon/features/conversation/models/engine-failed.ts'
import { openLocalHost } from '../../../daemon/features/conversation/models/local-host.ts'
import { inspectModel } from '../../../daemon/features/conversation/models/local-host.ts'
import type { Task } from '../../../daemon/features/conversation/models/local-protocol.ts'
import { tinyGguf } from '../../support/conversation/tiny-gguf.ts'
import { noProc, soon } from '../../support/processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'companion-model-'))
const tiny = join(folder, 'tiny.gguf')
const wide = join(folder, 'wide.gguf')
const broken = join(folder, 'broken.gguf')
const saying = join(folder, 'saying.gguf')
const hosts: ReturnType<typeof openLocalHost>[] = []

before(() => {
  writeFileSync(tiny, tinyGguf())
  // Slow enough that it can be stopped in the middle.
  writeFileSync(wide, tinyGguf({ width: 512, layers: 6 }))
  writeFileSync(saying, tinyGguf({ says: 'I am quite small.' }))
  writeFileSync(broken, tinyGguf().subarray(0, 1_000))
})

after(async () => {
  await Promise.all(hosts.map(({ stop }) => stop()))
  rmSync(folder, { recursive: true })
})

const gigabyte = 2 ** 30

function open(file: string, { idleMs = 60_000, maxBytes = 4 * gigabyte } = {}) {
  const log = pino({ level: 'silent' })
  const host = openLocalHost({ file: () => file, contextTokens: 2_048, maxBytes, idleMs, log })
  hosts.push(host)
  return host
}

const taskOf = (said: string, rest: Partial<Task> = {}): Task => ({
  messages: [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: said },
  ],
  maxTokens: 30,
  temperature: 0,
  schema: null,
  ...rest,
})

const never = new AbortController().signal
const failureOf = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.then(
    () => assert.fail('it did not fail'),
    (failed) => failed,
  )
  assert.ok(error instanceof EngineFailed, String(error))
  return error.kind
}

/** What a process has worked so far, in hundredths of a second of a processor. */
function workOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

describe('A language model of this machine', () => {
  it('writes part by part, as much as it may', async () => {
    const host = open(tiny)
    const parts: string[] = []
    assert.equal(await host.write(taskOf('Hello'), (text) => parts.push(text), never), 'length')
    assert.ok(parts.length > 5, `${parts.length} parts`)
    assert.match(parts.join(''), /^[a-z. ]+$/)
  })

  it('ends by itself once it has said all', async () => {
    let text = ''
    const reason = await open(saying).write(taskOf('Who are you?'), (part) => (text += part), never)
    assert.deepEqual([text.trim(), reason], ['I am quite small.', 'stop'])
  })

  it('writes what fits a schema, and nothing else', async () => {
    const schema = {
      type: 'object',
      properties: { kinds: { type: 'array', maxItems: 2, items: { enum: ['red', 'blue'] } } },
      required: ['kinds'],
      additionalProperties: false,
    }
    let text = ''
    await open(tiny).write(taskOf('Name some', { schema, maxTokens: 200 }), (part) => (text += part), never)
    const { kinds } = JSON.parse(text) as { kinds: string[] }
    assert.ok(kinds.every((kind) => kind === 'red' || kind === 'blue'))
  })

  it('writes for two at once', async () => {
    const host = open(tiny)
    const texts = ['', '']
    const ended = await Promise.all(
      texts.map((_, at) =>
        host.write(taskOf(`I am number ${at}`), (part) => (texts[at] = (texts[at] ?? '') + part), never),
      ),
    )
    assert.deepEqual(ended, ['length', 'length'])
    assert.ok(texts.every((text) => text.length > 5))
  })

  it('stops in the middle, and works no longer soon after', { skip: noProc }, async () => {
    const host = open(wide)
    const stopping = new AbortController()
    let parts = 0
    const writing = host.write(
      taskOf('Tell me a story', { maxTokens: 1_900 }),
      () => (parts += 1) === 5 && stopping.abort(),
      stopping.signal,
    )
    assert.equal(await failureOf(writing), 'cancelled')
    const pid = host.pid() ?? assert.fail()
    await new Promise((resolve) => setTimeout(resolve, 200))
    const before = workOf(pid)
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.ok(workOf(pid) - before <= 2, `it worked for ${workOf(pid) - before} hundredths of a second`)
  })

  it('is back with the next message after its process has ended in the middle of a reply', async () => {
    const host = open(wide)
    let killed = false
    const writing = host.write(
      taskOf('Tell me a story', { maxTokens: 1_900 }),
      () => {
        if (!killed) process.kill(host.pid() ?? 0, 'SIGKILL')
        killed = true
      },
      never,
    )
    assert.equal(await failureOf(writing), 'broken_off')
    assert.equal(await host.write(taskOf('And now?'), () => {}, never), 'length')
  })

  it('gives back its memory once nobody has talked for a while', async () => {
    const host = open(tiny, { idleMs: 300 })
    await host.write(taskOf('Hello'), () => {}, never)
    assert.notEqual(host.pid(), null)
    await soon(() => host.pid() === null)
    assert.equal(await host.write(taskOf('Hello again'), () => {}, never), 'length')
  })

  it('is ended where it takes more memory than it may', async () => {
    const host = open(wide, { maxBytes: 2 ** 24 })
    const writing = host.write(taskOf('Tell me a story', { maxTokens: 1_900 }), () => {}, never)
    assert.equal(await failureOf(writing), 'out_of_memory')
  })

  it('says what it needs before it is loaded, and that a broken file is none', async () => {
    const { requiredBytes, contextTokens } = await inspectModel(tiny, 4_096)
    assert.equal(contextTokens, 2_048)
    assert.ok(requiredBytes > 2 ** 20)
    assert.equal(await failureOf(inspectModel(broken, 4_096)), 'not_loaded')
    assert.equal(await failureOf(open(broken).write(taskOf('Hello'), () => {}, never)), 'not_loaded')
  })
})
