import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { EngineFailed } from '../../../daemon/features/engines/models/engine-failed.ts'
import {
  inspectModel,
  modelEnvironment,
  openLocalHost,
} from '../../../daemon/features/engines/local/local-host.ts'
import type { Task } from '../../../daemon/features/engines/local/local-protocol.ts'
import { tinyGguf } from '../../support/conversation/tiny-gguf.ts'
import { noProc, soon } from '../../support/processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'companion-model-'))
const tiny = join(folder, 'tiny.gguf')
const wide = join(folder, 'wide.gguf')
const broken = join(folder, 'broken.gguf')
const saying = join(folder, 'saying.gguf')
const hosts: ReturnType<typeof openLocalHost>[] = []
const secrets = { COMPANION_ENGINE_API_KEY: 'sk-4711', HF_TOKEN: 'hf-0815' }

before(() => {
  Object.assign(process.env, secrets)
  writeFileSync(tiny, tinyGguf())
  // Slow enough that it can be stopped in the middle.
  writeFileSync(wide, tinyGguf({ width: 512, layers: 6 }))
  writeFileSync(saying, tinyGguf({ says: 'I am quite small.' }))
  writeFileSync(broken, tinyGguf().subarray(0, 1_000))
})

after(async () => {
  for (const name of Object.keys(secrets)) delete process.env[name]
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

const taskOf = (message: string, rest: Partial<Task> = {}): Task => ({
  messages: [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: message },
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

/** Waits until a process does nearly nothing any more; answers what it has worked until then, in the same unit. */
async function workUntilRest(pid: number): Promise<number> {
  const before = workOf(pid)
  return soon(async () => {
    const worked = workOf(pid)
    await wait(300)
    return workOf(pid) - worked <= 2 ? worked - before : null
  })
}

describe('A language model of this machine', () => {
  // Each has a process, which takes as long to start as the tests beside it.
  const [small, slow] = [open(tiny), open(wide)]

  it('writes part by part, as much as it may', async () => {
    const parts: string[] = []
    assert.equal(await small.write(taskOf('Hello'), (text) => parts.push(text), never), 'length')
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
    await small.write(taskOf('Name some', { schema, maxTokens: 200 }), (part) => (text += part), never)
    const { kinds } = JSON.parse(text) as { kinds: string[] }
    assert.ok(kinds.every((kind) => kind === 'red' || kind === 'blue'))
  })

  it('writes for two at once', async () => {
    const texts = ['', '']
    const ended = await Promise.all(
      texts.map((_, at) =>
        small.write(taskOf(`I am number ${at}`), (part) => (texts[at] = (texts[at] ?? '') + part), never),
      ),
    )
    assert.deepEqual(ended, ['length', 'length'])
    assert.ok(texts.every((text) => text.length > 5))
  })

  it('stops in the middle, and works no longer soon after', { skip: noProc }, async () => {
    const stopping = new AbortController()
    let parts = 0
    const writing = slow.write(
      taskOf('Tell me a story', { maxTokens: 1_900 }),
      () => (parts += 1) === 5 && stopping.abort(),
      stopping.signal,
    )
    assert.equal(await failureOf(writing), 'cancelled')
    // All of the story takes some ten seconds of a processor.
    const worked = await workUntilRest(slow.pid() ?? assert.fail())
    assert.ok(worked < 200, `it worked for ${worked} hundredths of a second`)
  })

  it('is back with the next message after its process has ended in the middle of a reply', async () => {
    let killed = false
    const writing = slow.write(
      taskOf('Tell me a story', { maxTokens: 1_900 }),
      () => {
        if (!killed) process.kill(slow.pid() ?? 0, 'SIGKILL')
        killed = true
      },
      never,
    )
    assert.equal(await failureOf(writing), 'broken_off')
    assert.equal(await slow.write(taskOf('And now?'), () => {}, never), 'length')
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

  it('does not get the secrets of the daemon', { skip: noProc }, async () => {
    await small.write(taskOf('Hello'), () => {}, never)
    const environment = readFileSync(`/proc/${small.pid()}/environ`, 'utf8').split('\0')
    assert.ok(environment.includes(`PATH=${process.env['PATH']}`))
    for (const part of ['COMPANION_', 'sk-4711', 'hf-0815'])
      assert.deepEqual(
        environment.filter((one) => one.includes(part)),
        [],
      )
  })

  it('gets what the system and its drivers need to work', () => {
    const passedOn = {
      Path: 'C:\\Windows',
      SystemRoot: 'C:\\Windows',
      LD_LIBRARY_PATH: '/opt/vulkan',
      GGML_VK_VISIBLE_DEVICES: '1',
      VK_DRIVER_FILES: '/opt/driver.json',
    }
    const secrets = {
      COMPANION_API_KEY: 'a',
      OPENAI_API_KEY: 'b',
      NODE_OPTIONS: '--inspect',
      MY_GGML_KEY: 'c',
    }
    assert.deepEqual(modelEnvironment({ ...passedOn, ...secrets }), passedOn)
  })
})
